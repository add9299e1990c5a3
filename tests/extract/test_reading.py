"""The order of blocks, each case drawn as boxes: `name: (left, top, right, bottom, lines)`."""

import pytest

from docveil.extract.reading import Placed, columns_of, reading_order
from docveil.model.ranges import PageBox

Case = dict[str, tuple[float, float, float, float, int]]

CASES: dict[str, tuple[Case, str, int]] = {
    "two columns with gaps at the same height": (
        {"a": (0, 0, 45, 50, 4), "b": (0, 60, 45, 100, 4), "c": (55, 0, 100, 50, 4), "d": (55, 60, 100, 100, 4)},
        "abcd",
        2,
    ),
    "a title across two columns": (
        {"t": (0, 0, 100, 10, 1), "a": (0, 20, 45, 100, 6), "b": (55, 20, 100, 100, 6)},
        "tab",
        2,
    ),
    "columns, a figure across, columns": (
        {
            "a": (0, 0, 45, 40, 4),
            "b": (55, 0, 100, 40, 4),
            "f": (0, 50, 100, 80, 0),
            "c": (0, 90, 45, 130, 4),
            "d": (55, 90, 100, 130, 4),
        },
        "abfcd",
        2,
    ),
    "notes in the margin beside their paragraphs": (
        {"x": (0, 0, 20, 10, 1), "a": (30, 0, 100, 60, 5), "y": (0, 70, 20, 80, 1), "b": (30, 70, 100, 130, 5)},
        "xayb",
        1,
    ),
    "rows of labels and values": (
        {"a": (0, 0, 20, 10, 1), "b": (40, 0, 80, 10, 1), "c": (0, 20, 20, 30, 1), "d": (40, 20, 80, 30, 1)},
        "abcd",
        1,
    ),
    "a short column beside a long one": (
        {"a": (0, 0, 45, 100, 8), "b": (55, 0, 100, 30, 3), "c": (0, 110, 45, 150, 4)},
        "acb",
        2,
    ),
    "three columns": (
        {"a": (0, 0, 30, 90, 7), "b": (35, 0, 65, 90, 7), "c": (70, 0, 100, 90, 7)},
        "abc",
        3,
    ),
    "one column": ({"a": (0, 0, 100, 50, 5), "b": (0, 60, 70, 90, 3), "c": (0, 100, 100, 150, 5)}, "abc", 1),
}


def placed(case: Case) -> list[Placed[str]]:
    return [Placed(n, PageBox(*map(float, v[:4])), lines=v[4], line=10.0) for n, v in case.items()]


@pytest.mark.parametrize("name", list(CASES))
def test_blocks_are_read_in_order_from_any_order(name: str) -> None:
    """The order in which blocks are handed in does not matter."""
    case, order, columns = CASES[name]
    for items in (placed(case), placed(case)[::-1]):
        assert "".join(p.item for p in reading_order(items)) == order
        assert columns_of(items) == columns


def test_blocks_that_no_cut_parts_are_still_all_read() -> None:
    """A pinwheel of overlapping boxes loses nothing."""
    case: Case = {
        "a": (0, 0, 70, 30, 2),
        "b": (70, 0, 100, 70, 4),
        "c": (30, 70, 100, 100, 2),
        "d": (0, 30, 30, 100, 4),
    }
    assert sorted(p.item for p in reading_order(placed(case))) == ["a", "b", "c", "d"]


def test_a_heading_under_columns_leads_what_is_below_it() -> None:
    """A heading at the left, after two columns, belongs to the wide paragraph under it."""
    items = [
        *placed({"a": (0, 0, 45, 50, 4), "b": (55, 0, 100, 50, 4)}),
        Placed("h", PageBox(0.0, 60.0, 30.0, 70.0), lines=1, leads=True, line=10.0),
        *placed({"c": (0, 75, 100, 120, 4)}),
    ]
    assert "".join(p.item for p in reading_order(items)) == "abhc"
