"""Tables: drawn by rules, held by alignment, guessed by the model, and continued over a page."""

from pathlib import Path

import pytest

from docveil.extract.aligned import aligned_tables
from docveil.extract.blocks import Region
from docveil.extract.continued import joined_tables
from docveil.extract.docling_pdf import DoclingExtractor
from docveil.extract.grid import GridCell
from docveil.extract.page_work import PageWork, Straight
from docveil.extract.pdfium_page import Shapes
from docveil.extract.ruled import grid_from_rules, ruled_regions
from docveil.extract.table_finder import find_tables
from docveil.extract.words import Word, pieces_of
from docveil.model.document import DocumentElement
from docveil.model.ranges import CellSpan, PageBox
from fixtures import make_layouts


def box(left: float, top: float, right: float, bottom: float) -> PageBox:
    return PageBox(float(left), float(top), float(right), float(bottom))


def across(y: float, left: float, right: float) -> PageBox:
    return box(left, y, right, y)


def down(x: float, top: float, bottom: float) -> PageBox:
    return box(x, top, x, bottom)


def words(rows: list[list[str]], *, step: float = 100.0, leading: float = 14.0) -> list[Word]:
    found: list[Word] = []
    for r, row in enumerate(rows):
        for c, cell in enumerate(row):
            x = c * step
            for part in cell.split():
                found.append(Word(part, box(x, r * leading, x + 5 * len(part), r * leading + 10), len(found)))
                x += 5 * len(part) + 3
    return found


def test_rules_with_a_gap_make_a_merged_cell() -> None:
    """Where the middle rule stops, the two slots are one cell."""
    horizontal = [across(0, 0, 20), across(10, 0, 20), across(20, 0, 20)]
    vertical = [down(0, 0, 20), down(10, 10, 20), down(20, 0, 20)]
    spans = [c.span.as_tuple() for c in grid_from_rules(horizontal, vertical)]
    assert spans == [(0, 1, 0, 2), (1, 2, 0, 1), (1, 2, 1, 2)]


def test_rules_that_do_not_meet_are_no_region() -> None:
    """A rule over a footnote and a rule in the margin are no table."""
    crossing = Shapes((across(0, 0, 50), across(20, 0, 50)), (down(0, 0, 20), down(50, 0, 20)))
    apart = Shapes((across(0, 0, 50), across(90, 0, 50)), (down(200, 0, 20), down(300, 0, 20)))
    assert ruled_regions(crossing) == [box(0, 0, 50, 20)]
    assert ruled_regions(apart) == []


def test_aligned_short_pieces_are_a_table_and_columns_of_prose_are_not() -> None:
    """Three columns of short cells are a table; the same places filled with running text are not."""
    rows = [["Part", "Stock", "Place"], ["Valve", "14", "Shelf"], ["Gauge", "9", "Bin"], ["Bolt", "", "Bin"]]
    [(_, cells)] = aligned_tables(pieces_of(words(rows)))
    assert {(c.span.row_start, c.span.column_start): " ".join(w.text for w in c.words) for c in cells}[3, 1] == ""
    assert len(cells) == 12
    prose = [["counts the coils of", "rope in the wet", "season and without"]] * 4
    assert aligned_tables(pieces_of(words(prose))) == []
    assert aligned_tables(pieces_of(words(rows[:2]))) == []


def page(found: list[Word]) -> PageWork:
    work = PageWork(1, Straight(595.0, 842.0), words=found)
    work.regions = [Region("table", box(0, 0, 400, 100))]
    return work


@pytest.mark.parametrize(
    ("trouble", "cells"),
    [
        ("overlap", [((0, 1, 0, 2), (0, 0, 400, 100)), ((0, 1, 1, 2), (100, 0, 400, 100))]),
        ("words outside every cell", [((0, 1, 0, 1), (0, 300, 50, 310)), ((0, 1, 1, 2), (100, 300, 150, 310))]),
        ("one cell", [((0, 1, 0, 1), (0, 0, 400, 100))]),
        ("nothing", []),
    ],
)
def test_a_structure_that_is_not_sound_stays_text(
    trouble: str, cells: list[tuple[tuple[int, int, int, int], tuple[float, float, float, float]]]
) -> None:
    """What the model says is checked; the ledger says that its table was not published."""
    work = page(words([["one", "two"], ["three", "four"]]))
    find_tables(work, lambda *_: tuple(GridCell(CellSpan(*span), box(*edges)) for span, edges in cells))
    assert work.tables == []
    assert [(n.part, n.reason) for n in work.notes] == [("table", "structure_not_sound_kept_as_text")]


def test_each_word_of_a_table_is_in_one_cell_and_a_note_under_it_is_in_none() -> None:
    """A last row right across is a note that the model took in: it leaves the table."""
    found = words([["a", "b", "c"], ["d", "e", "f"], ["Note that this is no row"]])
    work = page(found)
    grid = [((r, r + 1, c, c + 1), (c * 100, r * 14, c * 100 + 90, r * 14 + 12)) for r in (0, 1) for c in (0, 1, 2)]
    grid.append(((2, 3, 0, 3), (0, 28, 300, 40)))
    find_tables(work, lambda *_: tuple(GridCell(CellSpan(*span), box(*edges)) for span, edges in grid))
    [table] = work.tables
    assert [w.text for c in table.cells for w in c.words] == list("abcdef")


def cell(table: str, place: tuple[int, int], text: str, page_number: int, left: float) -> DocumentElement:
    row, column = place
    return DocumentElement(
        "e0",
        text,
        kind="table_cell",
        role="cell",
        page=page_number,
        table=table,
        bbox=(left, 10.0 * row, left + 40, 10.0 * row + 8),
        cell=(row, row + 1, column, column + 1),
        separator="\t",
    )


def part(table: str, page_number: int, lefts: tuple[float, ...], rows: list[str]) -> list[DocumentElement]:
    return [
        cell(table, (r, c), f"{text}{c}", page_number, left)
        for r, text in enumerate(rows)
        for c, left in enumerate(lefts)
    ]


FOOT = DocumentElement("e0", "Page 1", role="page_footer", page=1)


def test_a_table_goes_on_where_its_columns_agree() -> None:
    """With a footer between: one table, rows counted on, the repeated header kept as a row."""
    elements = [*part("t0", 1, (0.0, 50.0), ["head", "a"]), FOOT, *part("t1", 2, (1.0, 51.0), ["head", "b"])]
    joined, notes = joined_tables(elements)
    assert {e.table for e in joined if e.table} == {"t0"}
    assert [e.cell[0] for e in joined if e.cell] == [0, 0, 1, 1, 2, 2, 3, 3]
    assert [n.reason for n in notes] == ["joined_header_repeats"]


@pytest.mark.parametrize(
    ("why", "second", "between"),
    [
        ("other columns", part("t1", 2, (0.0, 90.0), ["b"]), [FOOT]),
        ("more columns", part("t1", 2, (0.0, 50.0, 90.0), ["b"]), [FOOT]),
    ],
)
def test_tables_that_do_not_agree_stay_two(
    why: str, second: list[DocumentElement], between: list[DocumentElement]
) -> None:
    """The ledger says that two tables met at a page break."""
    joined, notes = joined_tables([*part("t0", 1, (0.0, 50.0), ["a"]), *between, *second])
    assert {e.table for e in joined if e.table} == {"t0", "t1"}
    assert [n.reason for n in notes] == ["over_pages_not_joined"]


def test_text_between_two_tables_keeps_them_apart() -> None:
    """Nothing is said in the ledger: these are simply two tables."""
    body = DocumentElement("e0", "And then.", page=1)
    first, second = part("t0", 1, (0.0, 50.0), ["a"]), part("t1", 2, (0.0, 50.0), ["b"])
    assert joined_tables([*first, body, *second]) == ((*first, body, *second), ())


@pytest.mark.parametrize(
    ("name", "reason"),
    [
        ("table_over_pages_with_header", "joined_header_repeats"),
        ("table_over_pages_without_header", "joined_without_header"),
    ],
)
def test_a_table_over_two_pages_is_read_as_one(
    name: str, reason: str, tmp_path: Path, provider: DoclingExtractor
) -> None:
    """All its rows under one name, as they were drawn, and the ledger says how it was joined."""
    layout = make_layouts.make_one(tmp_path, name)
    document = provider.extract(layout.path)
    rows = max(c[1] for c in layout.tables[0])
    drawn = [*layout.tables[0], *((a + rows, b + rows, c, d, text) for a, b, c, d, text in layout.tables[1])]
    assert sorted((*e.cell, e.text) for e in document.elements if e.cell and e.table == "t0") == sorted(drawn)
    assert reason in {n.reason for n in document.ledger.notes}
