"""Halves of a value that meet when what stood between them is left out; the rules alone, no model."""

from collections.abc import Callable

import pytest

from docveil import DocumentElement, clean_document
from docveil.model.edits import DROP, Edit, EditPlan
from docveil.model.ranges import DerivedRange, SourceRange
from docveil.redact.project import project
from docveil.views import build_views, views_through
from tests.structure.paper import SENTENCE, Typewriter
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


def _over_a_caption(made: Typewriter, head: str, tail: str) -> None:
    made.block(SENTENCE, head)
    made.block("Figure 3. A rope of the yard in the sun, seen from its end.", size=8.0)
    made.block(tail, SENTENCE)


def _over_a_page_with_a_note(made: Typewriter, head: str, tail: str) -> None:
    made.block(SENTENCE, head)
    made.block("1 A note on the others of the yard.", size=8.0)
    made.turn()
    made.block(tail, SENTENCE)


def _over_a_line_number(made: Typewriter, head: str, tail: str) -> None:
    made.block(f"41 {head}", f"42 {tail}", f"43 {SENTENCE}", left=50.0, width=472.0)


@pytest.mark.parametrize("put", [_over_a_caption, _over_a_page_with_a_note, _over_a_line_number])
@pytest.mark.parametrize(("head", "tail", "parts"), HALVES)
def test_no_half_of_a_value_stays_where_body_text_joins_lines(
    put: Callable[[Typewriter, str, str], None], head: str, tail: str, parts: tuple[str, ...]
) -> None:
    made = Typewriter()
    made.block("On ropes", size=16.0)
    made.block("Abstract")
    made.prose()
    made.block("1 Introduction", role="heading", size=12.0)
    for _ in range(3):
        made.prose()
    put(made, f"{SENTENCE[:50]} {head}", f"{tail[:-1]} and {SENTENCE[:45]}")
    for _ in range(6):
        made.prose()
    text = written(made.document(), body_text=True)
    assert "Figure 3" not in text
    assert not [part for part in parts if part in text]
