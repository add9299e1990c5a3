"""The laws of leaving out, of moving and of tables in words, over generated documents."""

from itertools import pairwise

from hypothesis import given
from hypothesis import strategies as st

from docveil.emit.rendering import TABLES_SETTING, text_of, written_parts
from docveil.emit.table_lines import Table
from docveil.model.document import DocumentElement, ExtractedDocument, Ledger, join_elements
from docveil.model.processed import Report
from docveil.model.ranges import SourceRange, without_ranges
from docveil.model.structure import DROPPABLE, Structure
from docveil.redact.outside import outside
from docveil.redact.project import project
from docveil.structure import footnotes_last
from docveil.structure.drop import drop_plan, ends_line
from tests.properties.strategies import FINGERPRINT, disjoint_ranges, documents, findings, texts

ROLES = st.frozensets(st.sampled_from(sorted(DROPPABLE)), min_size=1).map(lambda roles: tuple(sorted(roles)))


def covered(ranges: "tuple[SourceRange, ...] | list[SourceRange]") -> set[int]:
    return {i for r in ranges for i in range(r.start, r.end)}


@given(documents(), ROLES)
def test_what_is_dropped_is_whole_elements_and_white_space(document: ExtractedDocument, roles: tuple[str, ...]) -> None:
    structure = Structure(drop=roles)
    plan = drop_plan(document, structure)
    elements = project(document, plan)
    assert join_elements(elements) == plan.apply(document.text)
    gone = covered([edit.range for edit in plan.edits])
    for before, after, source in zip(document.elements, elements, document.source_ranges, strict=True):
        if before.role in roles:
            assert after.text == "" or "kept_does_not_run" in {note.reason for note in plan.notes}
        else:
            assert after.text == before.text
            assert not gone & set(range(source.start, source.end))
        if before.table is not None:
            assert after.separator == before.separator


@given(documents(), ROLES)
def test_texts_that_were_apart_stay_apart(document: ExtractedDocument, roles: tuple[str, ...]) -> None:
    plan = drop_plan(document, Structure(drop=roles))
    elements = project(document, plan)
    kept = [i for i, e in enumerate(elements) if e.text]
    for one, two in pairwise(kept):
        before = [e.separator for e in document.elements[one:two]]
        after = "".join(e.text + e.separator for e in elements[one:two]).removeprefix(elements[one].text)
        assert bool(after) == any(before)
        assert ends_line(after) == any(map(ends_line, before))


@given(documents())
def test_moving_footnotes_keeps_every_element(document: ExtractedDocument) -> None:
    moved = footnotes_last(document)
    assert sorted((e.id, e.text, e.page, e.role) for e in moved.elements) == sorted(
        (e.id, e.text, e.page, e.role) for e in document.elements
    )
    assert footnotes_last(moved) == moved
    roles = [e.role == "footnote" for e in moved.elements]
    assert roles == sorted(roles)


@given(documents(), st.data())
def test_findings_outside_cover_what_stays_and_nothing_that_is_dropped(
    document: ExtractedDocument, data: st.DataObject
) -> None:
    found = data.draw(findings(len(document.text)))
    dropped = data.draw(disjoint_ranges(len(document.text)))
    gone = covered(dropped)
    for before in found:
        kept = outside([before], dropped, document.text)
        hidden = covered(kept[0].fragments) if kept else set()
        assert not hidden & gone
        assert covered(before.fragments) - gone <= hidden
        assert all(document.text[i].isspace() for i in hidden - covered(before.fragments))


@given(st.data())
def test_what_is_left_of_ranges_is_their_difference(data: st.DataObject) -> None:
    ranges, holes = data.draw(disjoint_ranges(20)), data.draw(disjoint_ranges(20))
    left = without_ranges(ranges, holes)
    assert covered(left) == covered(ranges) - covered(holes)
    assert left == sorted(left)


@st.composite
def tables(draw: st.DrawFn) -> tuple[DocumentElement, ...]:
    """Elements with grids whose cells may span, some of them blank."""
    elements: list[DocumentElement] = []
    for table in range(draw(st.integers(1, 2))):
        taken: set[tuple[int, int]] = set()
        for row in range(draw(st.integers(1, 4))):
            for column in range(3):
                down, right = draw(st.sampled_from([(1, 1), (1, 1), (2, 1), (1, 2)]))
                slots = {(r, c) for r in range(row, row + down) for c in range(column, column + right)}
                if slots & taken:
                    continue
                taken |= slots
                word = draw(st.sampled_from(["", "Region", "12", "2024", "<PERSON>", "a|b", "x\ny"]) | texts)
                span = (row, row + down, column, column + right)
                name = f"e{len(elements)}"
                elements.append(
                    DocumentElement(name, word, "table_cell", "cell", cell=span, table=f"t{table}", separator="\t")
                )
        elements.append(DocumentElement(f"e{len(elements)}", draw(texts)))
    return tuple(elements)


@given(tables(), st.sampled_from(["rows", "grid"]))
def test_a_table_in_words_says_its_cells_and_nothing_else(elements: tuple[DocumentElement, ...], how: str) -> None:
    document = ExtractedDocument(elements, Ledger(), FINGERPRINT)
    report = Report((), (), ((TABLES_SETTING, how),), Ledger(), FINGERPRINT)
    text = text_of(document.elements, report)
    known = {word.rstrip(" :") for e in elements for word in (*e.text.split(), *e.text.replace("|", "\\|").split())}
    own = {"\u00b7", "|", "---", "/", ""}
    assert {word.rstrip(" :") for word in text.split()} <= known | own
    shown = {name for part in written_parts(document.elements, report) for name in part.elements}
    for name in {e.table for e in elements if e.table}:
        cells = [e for e in elements if e.table == name]
        table = Table.of(cells)
        for element in cells:
            row = element.cell[0] if element.cell else 0
            # What heads nothing is not said: a heading stands before its values.
            heads = table.header[0] <= row < table.header[1] or table.repeats_header(row)
            assert heads or not element.text.strip() or element.id in shown
    same = Report((), (), ((TABLES_SETTING, "cells"),), Ledger(), FINGERPRINT)
    assert text_of(document.elements, same) == document.text
