"""When a repeated text is a running head."""

import pytest

from docveil.model.running import folded, runs


@pytest.mark.parametrize(
    ("on", "pages", "expected"),
    [
        ({1, 2}, 2, False),
        ({1, 2}, 3, True),
        ({1}, 3, False),
        ({1, 2}, 4, False),
        ({1, 2, 3}, 5, True),
        ({1, 2, 3}, 6, False),
        ({1, 3, 5}, 6, True),
        ({2, 4, 6}, 6, True),
        ({1, 3}, 5, False),
        ({1, 3, 5}, 12, False),
        (set(), 0, False),
    ],
)
def test_a_running_head_stands_on_60_percent_of_three_pages_or_more(on: set[int], pages: int, expected: bool) -> None:
    """Of all pages, or of those on one side of a book: there on three at least."""
    assert runs(on, range(1, pages + 1)) is expected


def test_digits_marks_and_case_do_not_count() -> None:
    assert folded("Confidential · Page 3 of 12") == folded("CONFIDENTIAL - page 10 of 12.")
    assert folded("Lot A 4") != folded("Lot B 4")
