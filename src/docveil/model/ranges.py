"""Coordinates: ranges of code points in a source text, boxes on a page, spans in a table grid.

All offset arithmetic lives here. The coordinate system is in the type, so that an offset into a derived text cannot be
taken for an offset into the source.
"""

import math
from bisect import bisect_right
from collections.abc import Iterable, Sequence
from typing import Self

from attrs import frozen

from docveil.errors import InvalidNoun
from docveil.model._checks import plain_int, require

_EDGE = "A box edge must be a finite plain float."


@frozen(order=True)
class _Range:
    start: int
    end: int

    def __attrs_post_init__(self) -> None:
        plain_int(self.start, "A range's start")
        plain_int(self.end, "A range's end", minimum=self.start)

    def __len__(self) -> int:
        return self.end - self.start

    def __bool__(self) -> bool:
        return self.end > self.start

    def of(self, text: str) -> str:
        """The part of `text` that the range covers."""
        return text[self.start : self.end]

    def overlaps(self, other: Self) -> bool:
        """Whether the two share at least one code point; touching ends do not, nor does an empty range."""
        return max(self.start, other.start) < min(self.end, other.end)

    def contains(self, other: Self) -> bool:
        """Whether every code point of `other` is in this range."""
        return self.start <= other.start and other.end <= self.end

    def intersection(self, other: Self) -> Self | None:
        """The shared part, or None where it is empty."""
        start, end = max(self.start, other.start), min(self.end, other.end)
        return type(self)(start, end) if start < end else None

    def shifted(self, by: int) -> Self:
        """The range moved by `by` code points.

        Raises:
            InvalidNoun: the result would start below zero.
        """
        return type(self)(self.start + by, self.end + by)


@frozen(order=True)
class SourceRange(_Range):
    """Zero-based, end-exclusive range of Unicode code points in an extracted document's text."""


@frozen(order=True)
class DerivedRange(_Range):
    """Zero-based, end-exclusive range of Unicode code points in a text derived from a source (a view)."""


def merge_ranges(ranges: Iterable[SourceRange]) -> tuple[SourceRange, ...]:
    """Union of code points as the fewest ascending ranges; empty ranges vanish, touching ranges become one."""
    merged: list[SourceRange] = []
    for item in sorted(r for r in ranges if r):
        if merged and item.start <= merged[-1].end:
            if item.end > merged[-1].end:
                merged[-1] = SourceRange(merged[-1].start, item.end)
        else:
            merged.append(item)
    return tuple(merged)


def without_ranges(ranges: Iterable[SourceRange], holes: Sequence[SourceRange]) -> list[SourceRange]:
    """What is left of `ranges` less the `holes`, both ascending and disjoint."""
    kept: list[SourceRange] = []
    for item in ranges:
        position = item.start
        for index in range(bisect_right(holes, item.start, key=lambda hole: hole.end), len(holes)):
            if holes[index].start >= item.end:
                break
            if position < holes[index].start:
                kept.append(SourceRange(position, holes[index].start))
            position = max(position, holes[index].end)
        if position < item.end:
            kept.append(SourceRange(position, item.end))
    return kept


@frozen
class PageBox:
    """A rectangle on a page in the page's own units (PDF points), origin at the top left, y downwards."""

    left: float
    top: float
    right: float
    bottom: float

    def __attrs_post_init__(self) -> None:
        # Two expressions: thousands of boxes are made for a page. A NaN is in no order, so it fails them too.
        left, top, right, bottom = self.left, self.top, self.right, self.bottom
        if not (type(left) is type(top) is type(right) is type(bottom) is float):
            raise InvalidNoun(_EDGE)
        if not (-math.inf < left <= right < math.inf and -math.inf < top <= bottom < math.inf):
            require(all(map(math.isfinite, self.as_tuple())), _EDGE)
            raise InvalidNoun("A box must not be inside out.")

    def as_tuple(self) -> tuple[float, float, float, float]:
        """`(left, top, right, bottom)`."""
        return (self.left, self.top, self.right, self.bottom)

    @property
    def area(self) -> float:
        """Square points."""
        return (self.right - self.left) * (self.bottom - self.top)

    def intersection(self, other: "PageBox") -> "PageBox | None":
        """The shared rectangle, or None where the two do not overlap."""
        left, top = max(self.left, other.left), max(self.top, other.top)
        right, bottom = min(self.right, other.right), min(self.bottom, other.bottom)
        return PageBox(left, top, right, bottom) if left < right and top < bottom else None

    def union(self, other: "PageBox") -> "PageBox":
        """The smallest rectangle that holds both."""
        return PageBox(
            min(self.left, other.left),
            min(self.top, other.top),
            max(self.right, other.right),
            max(self.bottom, other.bottom),
        )


@frozen(order=True)
class CellSpan:
    """Rows and columns that a table cell covers: zero-based, end-exclusive."""

    row_start: int
    row_end: int
    column_start: int
    column_end: int

    def __attrs_post_init__(self) -> None:
        plain_int(self.row_start, "A cell's first row")
        plain_int(self.row_end, "A cell's end row", minimum=self.row_start + 1)
        plain_int(self.column_start, "A cell's first column")
        plain_int(self.column_end, "A cell's end column", minimum=self.column_start + 1)

    def as_tuple(self) -> tuple[int, int, int, int]:
        """`(row_start, row_end, column_start, column_end)`."""
        return (self.row_start, self.row_end, self.column_start, self.column_end)

    def overlaps(self, other: "CellSpan") -> bool:
        """Whether the two claim a grid slot in common."""
        return (
            self.row_start < other.row_end
            and other.row_start < self.row_end
            and self.column_start < other.column_end
            and other.column_start < self.column_end
        )
