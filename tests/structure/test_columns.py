"""Columns are counted where a gap persists, and the ledger says where the reader counted otherwise."""

from attrs import evolve

from docveil.model.document import Ledger, PageRecord
from docveil.structure.columns import column_counts, column_notes
from docveil.structure.lines import placed_lines
from docveil.structure.sentences import places_of
from docveil.structure.shape import columns_of
from tests.structure.paper import SENTENCE, Typewriter, without_layout

HALF = 215.0


def two_columns(lines: int = 8) -> Typewriter:
    """A heading over the page, and two columns."""
    made = Typewriter()
    made.block("A heading that runs across both of the columns of this page", size=14.0)
    top = made.y
    for left in (72.0, 307.0):
        made.y = top
        made.block(*[SENTENCE[:45]] * lines, left=left, width=HALF)
    return made


def test_two_columns_under_a_heading_across_them() -> None:
    assert column_counts(two_columns().document()) == {1: 2}


def test_one_column_with_numbers_in_the_margin_is_one() -> None:
    made = Typewriter()
    for number in range(8):
        made.block(str(number), left=40.0, width=8.0)
        made.y -= 24.0
        made.block(SENTENCE)
        made.y -= 12.0
    assert column_counts(made.document()) == {1: 1}


def test_two_lines_that_happen_to_stand_side_by_side_make_no_column() -> None:
    made = two_columns(lines=2)
    made.prose(lines=20)
    assert column_counts(made.document()) == {1: 1}


def test_a_gap_that_a_caption_crosses_once_is_still_a_gap() -> None:
    made = two_columns()
    made.block("Figure 1. A caption that runs across both of the columns of this page as figures do.")
    top = made.y
    for left in (72.0, 307.0):
        made.y = top
        made.block(*[SENTENCE[:45]] * 8, left=left, width=HALF)
    assert column_counts(made.document()) == {1: 2}


def test_the_ledgers_count_is_checked() -> None:
    whole = two_columns().document()
    assert column_notes(whole) == ()
    counted = evolve(whole, ledger=Ledger((PageRecord(1, 100, 0, columns=3),)))
    assert [(n.part, n.reason, n.count, n.page) for n in column_notes(counted)] == [
        ("columns", "geometry_counts_otherwise", 2, 1)
    ]
    assert column_notes(evolve(whole, ledger=Ledger((PageRecord(1, 100, 0, columns=2),)))) == ()
    assert column_notes(without_layout(counted)) == ()


def test_left_edges_of_columns_are_swept_and_an_indent_is_none() -> None:
    made = Typewriter()
    for left in (72.0, 307.0):
        made.y = 60.0
        for _ in range(4):
            made.block(*[SENTENCE[:45]] * 5, left=left, width=HALF, indent=14.0)
    columns = columns_of(placed_lines(made.document()))
    assert [(c.left, c.right) for c in columns] == [(72.0, 72.0 + HALF), (307.0, 307.0 + HALF)]


def test_a_sentence_is_found_over_lines_and_only_in_the_body() -> None:
    made = Typewriter()
    made.block("Abstract", role="heading")
    made.block(
        "Before it a line that fills the width of its column. The pump of the west-",
        "ern dock was lost at night. After it.",
    )
    made.prose(lines=10)
    made.block("Figure 1. The pump was seen again.")
    whole = made.document()
    places = places_of(whole, "The pump of the western dock was lost at night.")
    assert [place.page for place in places] == [1, 1]
    first, second = (place.box for place in places)
    assert first.left > 72.0 + 200.0
    assert second.left == 72.0
    assert second.top > first.top
    assert places_of(whole, "The pump was seen again.") == ()
    assert places_of(whole, "No such words.") == ()
    assert places_of(whole, "...") == ()
