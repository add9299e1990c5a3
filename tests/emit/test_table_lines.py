"""Tables as lines and as grids."""

import pytest

from docveil.emit.rendering import TABLES_SETTING, text_of, written_parts
from docveil.model.document import UNSOUND_TABLE, DocumentElement, Fingerprint, Ledger, LedgerNote
from docveil.model.processed import Report
from tests.support import document, table


def report(tables: str, *notes: LedgerNote) -> Report:
    ledger = Ledger(notes=notes)
    return Report((), (), ((TABLES_SETTING, tables),), ledger, Fingerprint("0", "test"))


def cell(index: int, text: str, *span: int, name: str = "t0") -> DocumentElement:
    rows = (span[0], span[1], span[2], span[3])
    separator = "\t"
    return DocumentElement(
        f"e{index}", text, kind="table_cell", role="cell", cell=rows, table=name, separator=separator
    )


def grid(*cells: "tuple[str, int, int, int, int]") -> list[DocumentElement]:
    return [cell(index, *values) for index, values in enumerate(cells)]


def lines(elements: list[DocumentElement], tables: str = "rows") -> list[str]:
    return text_of(elements, report(tables)).split("\n")


def test_a_row_says_its_headings() -> None:
    elements = table(
        ("Region", "Quarter", "Revenue"), ("North", "Q3", "4,120,000"), ("South", "", "17 kg"), ("", "", "")
    )
    assert lines(elements) == [
        "Region: North \u00b7 Quarter: Q3 \u00b7 Revenue: 4,120,000",
        "Region: South \u00b7 Revenue: 17 kg",
    ]


def test_headings_of_several_rows_are_joined_and_units_kept() -> None:
    elements = grid(
        ("Region", 0, 2, 0, 1),
        ("Revenue (EUR m)", 0, 1, 1, 3),
        ("2023", 1, 2, 1, 2),
        ("2024", 1, 2, 2, 3),
        ("North", 2, 3, 0, 1),
        ("4.1", 2, 3, 1, 2),
        ("4.3", 2, 3, 2, 3),
    )
    assert lines(elements) == ["Region: North \u00b7 Revenue (EUR m) 2023: 4.1 \u00b7 Revenue (EUR m) 2024: 4.3"]


def test_a_spanning_cell_stands_in_each_line_that_it_covers() -> None:
    elements = grid(
        ("Region", 0, 1, 0, 1),
        ("Town", 0, 1, 1, 2),
        ("Shops", 0, 1, 2, 3),
        ("Staff", 0, 1, 3, 4),
        ("North", 1, 3, 0, 1),
        ("Ayton", 1, 2, 1, 2),
        ("none", 1, 2, 2, 4),
        ("Beeby", 2, 3, 1, 2),
        ("4", 2, 3, 2, 3),
        ("South", 3, 4, 0, 4),
    )
    assert lines(elements) == [
        "Region: North \u00b7 Town: Ayton \u00b7 Shops / Staff: none",
        "Region: North \u00b7 Town: Beeby \u00b7 Shops: 4",
        "South",
    ]


@pytest.mark.parametrize(
    ("rows", "expected"),
    [
        ((("North", "12"), ("South", "14")), ["North \u00b7 12", "South \u00b7 14"]),
        (
            (("<PERSON>", "<PHONE_NUMBER>"), ("<PERSON>", "home")),
            ["<PERSON> \u00b7 <PHONE_NUMBER>", "<PERSON> \u00b7 home"],
        ),
        ((("Region", "<LOCATION>", "Sum"), ("North", "1", "2")), ["Region: North \u00b7 <LOCATION>: 1 \u00b7 Sum: 2"]),
        ((("", "2023", "2024"), ("North", "1", "2")), ["North \u00b7 2023: 1 \u00b7 2024: 2"]),
        ((("Region", "Sum"),), ["Region \u00b7 Sum"]),
    ],
)
def test_values_are_no_headings(rows: tuple[tuple[str, ...], ...], expected: list[str]) -> None:
    assert lines(table(*rows)) == expected


def test_a_title_stands_alone_and_a_repeated_header_is_not_said_again() -> None:
    elements = grid(
        ("Sales of the year", 0, 1, 0, 2),
        ("Region", 1, 2, 0, 1),
        ("Sum", 1, 2, 1, 2),
        ("North", 2, 3, 0, 1),
        ("4", 2, 3, 1, 2),
        ("Region", 3, 4, 0, 1),
        ("Sum", 3, 4, 1, 2),
        ("South", 4, 5, 0, 1),
        ("5", 4, 5, 1, 2),
    )
    assert lines(elements) == ["Sales of the year", "Region: North \u00b7 Sum: 4", "Region: South \u00b7 Sum: 5"]


def test_headings_hold_behind_what_stands_within_a_table() -> None:
    cells = table(("Region", "Sum"), ("North", "4"), ("South", "5"))
    elements = [*cells[:4], DocumentElement("e6", "Page 1", role="page_footer"), *cells[4:]]
    assert lines(elements) == ["Region: North \u00b7 Sum: 4", "Page 1", "", "Region: South \u00b7 Sum: 5"]
    assert lines(elements, "grid") == [
        *("| Region | Sum |", "| --- | --- |", "| North | 4 |", "Page 1", ""),
        *("| Region | Sum |", "| --- | --- |", "| South | 5 |"),
    ]


def test_a_grid_is_markdown() -> None:
    elements = grid(
        ("Region", 0, 1, 0, 1), ("A|B", 0, 1, 1, 3), ("North", 1, 3, 0, 1), ("x\ny", 1, 2, 1, 2), ("z", 2, 3, 2, 3)
    )
    assert lines(elements, "grid") == [
        "| Region | A\\|B | A\\|B |",
        "| --- | --- | --- |",
        "| North | x y |  |",
        "| North |  | z |",
    ]


def test_cells_are_the_joined_text_and_every_line_names_its_cells() -> None:
    source = document("Before.", *table(("Region", "Sum"), ("North", "4"), first=1), DocumentElement("e5", "Behind."))
    assert text_of(source.elements, report("cells")) == source.text
    assert text_of(source.elements, report("rows")) == "Before.\n\nRegion: North \u00b7 Sum: 4\nBehind."
    parts = written_parts(source.elements, report("rows"))
    assert [part.elements for part in parts] == [("e0",), ("e3", "e4"), ("e5",)]


def test_a_table_of_blank_cells_leaves_no_line() -> None:
    source = document("Before.", *table(("", ""), ("", ""), first=1), DocumentElement("e5", "Behind."))
    assert text_of(source.elements, report("rows")) == "Before.\n\n\nBehind."


@pytest.mark.parametrize("tables", ["rows", "grid"])
def test_a_table_that_was_not_believed_is_summed_up_before_its_text(tables: str) -> None:
    note = LedgerNote(*UNSOUND_TABLE, page=1, bbox=(50.0, 100.0, 300.0, 200.0))
    elements = [
        DocumentElement("e0", "Before.", page=1, bbox=(50.0, 20.0, 300.0, 40.0)),
        DocumentElement("e1", "Region Sum\nNorth 4", page=1, bbox=(50.0, 100.0, 300.0, 150.0)),
        DocumentElement("e2", "South 5", page=1, bbox=(50.0, 150.0, 300.0, 199.0)),
        DocumentElement("e3", "Behind.", page=2, bbox=(50.0, 100.0, 300.0, 150.0)),
    ]
    sentence = "A table of 3 lines and 6 words that could not be read as rows, headed Region Sum."
    assert text_of(elements, report(tables, note)) == (
        f"Before.\n\n{sentence}\nRegion Sum\nNorth 4\n\nSouth 5\n\nBehind."
    )
    assert sentence not in text_of(elements, report("cells", note))
