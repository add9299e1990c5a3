"""Halves of a value that meet when what stood between them is left out; the rules alone, no model."""

import pytest

from docveil import DocumentElement, clean_document
from docveil.model.edits import DROP, Edit, EditPlan
from docveil.model.ranges import DerivedRange, SourceRange
from docveil.redact.project import project
from docveil.views import build_views, views_through
from tests.structure.test_cleaning import cleaner, written
from tests.support import document

HALVES = [
    ("Her social security number is 078-05-", "1120, as the file says.", ("078", "05", "1120")),
    ("Please write to mara.quist-", "gaard@example.org soon.", ("mara", "quist", "gaard")),
    ("Call her at (202) 555-", "0143 on Monday.", ("202", "555", "0143")),
    ("She paid with 4111 1111 11", "11 1111 last week.", ("4111", "1111")),
]


@pytest.mark.parametrize("role", ["caption", "footnote", "form_field", "heading", "list_item"])
@pytest.mark.parametrize(("head", "tail", "parts"), HALVES)
def test_no_half_of_a_value_stays_where_an_element_between_is_dropped(
    head: str, tail: str, parts: tuple[str, ...], role: str
) -> None:
    text = written(document(head, ("The third plate of the set", role), tail), drop=[role])
    assert not [part for part in parts if part in text]


@pytest.mark.parametrize("between", [1, 3])
def test_a_number_over_several_dropped_elements_is_one_replacement(between: int) -> None:
    notes = [("A word on the yard", "caption")] * between
    source = document("Her social security number is 078-05-", *notes, "1120, as it says.")
    processed = clean_document(source, cleaner(drop=["caption"]))
    assert processed.report.labels == (("US_SSN", 1),)
    assert [e.text for e in processed.elements] == [
        "Her social security number is <US_SSN>",
        *[""] * between,
        ", as it says.",
    ]


def test_views_of_what_is_left_lead_back_to_the_document() -> None:
    """A hyphen that is joined belongs to the word; what is dropped belongs to nothing."""
    source = document("ab-", ("gone", "caption"), "cd")
    text = source.text
    edits = (
        Edit(SourceRange(2, 3), "", "join:lines"),
        Edit(SourceRange(5, text.index("cd")), "", f"{DROP}caption"),
    )
    plan = EditPlan(edits, len(text))
    elements: tuple[DocumentElement, ...] = project(source, plan)
    left = document(*elements)
    assert left.text == "ab\n\ncd"
    (view, *_) = views_through(left, plan.alignment(), build_views(source))
    assert view.text == left.text
    assert plan.alignment().to_source(DerivedRange(0, 6)) == (
        SourceRange(0, 5),
        SourceRange(text.index("cd"), len(text)),
    )
