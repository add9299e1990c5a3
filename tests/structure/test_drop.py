"""Leaving parts out: what goes, what stays, and the white space between."""

import pytest

from docveil.errors import UsageError
from docveil.model.document import DocumentElement, ExtractedDocument, Fingerprint, Ledger, LedgerNote, PageRecord
from docveil.model.structure import Structure
from docveil.redact.project import project
from docveil.structure.drop import drop_plan
from tests.support import document, table

TRAINING = Structure(drop=("page_footer", "page_header"))


def paged(pages: int, heads: dict[int, str], role: str = "page_header") -> ExtractedDocument:
    """A head on some pages, over a body on each."""
    elements: list[DocumentElement] = []
    for page in range(1, pages + 1):
        texts = [(heads[page], role, 30.0)] if page in heads else []
        for text, kind, top in [*texts, (f"Body of page {page}.", "body", 100.0)]:
            box = (50.0, top, 300.0, top + 12.0)
            elements.append(DocumentElement(f"e{len(elements)}", text, role=kind, page=page, bbox=box))
    return ExtractedDocument(tuple(elements), Ledger(), Fingerprint("0", "test"))


def left(source: ExtractedDocument, structure: Structure = TRAINING) -> str:
    plan = drop_plan(source, structure)
    elements = project(source, plan)
    assert [e.id for e in elements] == [e.id for e in source.elements]
    text = plan.apply(source.text)
    assert "".join(e.text + e.separator for e in elements[:-1]) + elements[-1].text == text
    return text


def test_running_heads_go_where_they_stand_on_60_percent_of_three_pages_or_more() -> None:
    heads = {page: f"Report, page {page}" for page in (1, 2, 3)}
    assert "Report" not in left(paged(3, heads))
    assert "Report" not in left(paged(5, heads))
    assert left(paged(6, heads)).count("Report") == 3
    assert drop_plan(paged(6, heads), TRAINING).notes == (LedgerNote("page_header", "kept_does_not_run", 3),)


def test_what_stands_on_two_of_two_pages_stays() -> None:
    source = paged(2, {1: "Report 1", 2: "Report 2"})
    assert left(source) == source.text


def test_pages_without_any_element_are_pages_too() -> None:
    source = paged(3, {1: "Report", 2: "Report"})
    blank = Ledger(tuple(PageRecord(page, 0, 0) for page in range(1, 6)))
    assert "Report" not in left(source)
    assert "Report" in left(ExtractedDocument(source.elements, blank, source.fingerprint))


def test_different_heads_do_not_add_up() -> None:
    heads = {1: "Apples", 2: "Pears", 3: "Plums"}
    assert "Pears" in left(paged(3, heads))


def test_a_head_of_a_format_without_page_layout_is_one() -> None:
    assert left(document(("Case file", "page_header"), "Body.", ("Draft", "page_footer"))) == "Body."


@pytest.mark.parametrize(
    ("parts", "expected"),
    [
        (("a", ("X", "caption"), "b"), "a\n\nb"),
        ((("X", "caption"), "a", "b"), "a\n\nb"),
        (("a", "b", ("X", "caption")), "a\n\nb"),
        (("a", ("X", "caption"), ("Y", "caption")), "a"),
        ((("X", "caption"), ("Y", "caption")), ""),
        (("a", ("X", "caption"), ("Y", "heading"), "b"), "a\n\nY\n\nb"),
        ((("", "caption"), "a"), "\n\na"),
        (("a", DocumentElement("e1", "X", role="caption", separator=""), "b"), "a\n\nb"),
        ((DocumentElement("e0", "a", separator=""), ("X", "caption"), "b"), "a\n\nb"),
        ((DocumentElement("e0", "a", separator=" "), ("X", "caption"), ("Y", "caption"), "b"), "a \n\nb"),
        (
            (DocumentElement("e0", "a", separator=""), DocumentElement("e1", "X", role="caption", separator=""), "b"),
            "ab",
        ),
    ],
)
def test_what_stays_stays_apart(parts: "tuple[str | tuple[str, str] | DocumentElement, ...]", expected: str) -> None:
    """No two texts grow together that were apart, and no blank lines add up."""
    assert left(document(*parts), Structure(drop=("caption",))) == expected


def test_a_grid_keeps_its_separators() -> None:
    cells = table(("a", "b"), ("c", "d"))
    source = document(*cells, DocumentElement("e4", "X", role="caption"))
    plan = drop_plan(source, Structure(drop=("caption",)))
    assert [e.separator for e in project(source, plan)[:4]] == ["\t", "\n", "\t", "\n"]


def test_footnotes_are_dropped_by_their_setting_too() -> None:
    source = document("a", ("1 Note", "footnote"), "b")
    assert left(source, Structure(footnotes="drop")) == "a\n\nb"
    assert left(source, Structure()) == source.text


@pytest.mark.parametrize(
    "table", [{"drop": ["body"]}, {"drop": ["cell"]}, {"drop": "caption"}, {"footnotes": "up"}, {"x": 1}]
)
def test_what_is_no_setting_is_refused(table: dict[str, object]) -> None:
    with pytest.raises(UsageError):
        Structure().changed(table)
