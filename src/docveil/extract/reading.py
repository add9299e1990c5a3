"""The order in which the blocks of a page are read, and in how many columns: recursive cuts along white space.

XY-cut (Nagy and Seth 1984), with one change: rows of white space that columns share by chance do not break a column.
Strips of a page are joined again where the same gutter runs through them.
"""

from collections.abc import Sequence
from typing import Generic, TypeVar

from attrs import frozen

from docveil.model.ranges import PageBox

T = TypeVar("T")

# Points taken off each side of a box before cutting: boxes of neighbouring lines touch.
_SHRINK_X = 0.5
_SHRINK_Y = 0.12
_GUTTER = 4.0
# A side of a strip that is filled less than this, and narrower than that share of the other, is a margin note.
_SPARSE = 0.6
_NARROW = 0.45
_COLUMN_LINES = 3


@frozen
class Placed(Generic[T]):
    """Something with a place.

    Attributes:
        item: What it is.
        box: Where.
        lines: Lines of text in it; 0 for what is no running text.
        leads: True for a heading, which belongs to what is below it.
        line: Height of one of its lines.
    """

    item: T
    box: PageBox
    lines: int = 1
    leads: bool = False
    line: float = 12.0


def reading_order(placed: Sequence[Placed[T]]) -> list[Placed[T]]:
    """`placed` as a person reads them."""
    items = sorted(placed, key=lambda p: (p.box.top, p.box.left, p.box.bottom, p.box.right))
    return _read(items, 0)


def columns_of(placed: Sequence[Placed[T]]) -> int:
    """The most columns of running text that stand beside each other in some strip of the page; 0 without text."""
    text = [p for p in placed if p.lines > 0]
    if not text:
        return 0
    most = 1
    for band in _bands(sorted(text, key=lambda p: (p.box.top, p.box.left))):
        sides = _split(band, 0)
        if len(sides) > 1 and not _is_margin(band):
            most = max(most, sum(sum(p.lines for p in side) >= _COLUMN_LINES for side in sides))
    return most


def _read(items: list[Placed[T]], depth: int) -> list[Placed[T]]:
    if len(items) < 2 or depth > 60:
        return items
    bands = _bands(items)
    if len(bands) > 1:
        return [p for band in bands for p in _read(band, depth + 1)]
    sides = _split(items, 0)
    if len(sides) > 1:
        return [p for side in sides for p in _read(side, depth + 1)]
    return _by_precedence(items)


def _edges(p: Placed[T], axis: int) -> tuple[float, float]:
    """The extent along x (0) or y (1), a little less than the box."""
    if axis == 0:
        shrink = min(_SHRINK_X, (p.box.right - p.box.left) / 4)
        return (p.box.left + shrink, p.box.right - shrink)
    shrink = min(_SHRINK_Y * p.line, (p.box.bottom - p.box.top) / 4)
    return (p.box.top + shrink, p.box.bottom - shrink)


def _split(items: Sequence[Placed[T]], axis: int) -> list[list[Placed[T]]]:
    """Groups between which a straight gap runs; each keeps the order of `items`."""
    gap = _GUTTER if axis == 0 else 0.0
    ordered = sorted(range(len(items)), key=lambda i: (*_edges(items[i], axis), i))
    groups: list[list[int]] = []
    end = float("-inf")
    for index in ordered:
        low, high = _edges(items[index], axis)
        if groups and low < end + gap:
            groups[-1].append(index)
        else:
            groups.append([index])
        end = max(end, high) if len(groups[-1]) > 1 or end > high else high
    return [[items[i] for i in sorted(group)] for group in groups]


def _bands(items: Sequence[Placed[T]]) -> list[list[Placed[T]]]:
    """The page from top to bottom: strips, joined where one gutter runs through both."""
    bands: list[list[Placed[T]]] = []
    for strip in _split(items, 1):
        if bands and _belong(bands[-1], strip):
            bands[-1] = [*bands[-1], *strip]
        else:
            bands.append(strip)
    return _moved_down(bands)


def _belong(above: Sequence[Placed[T]], below: Sequence[Placed[T]]) -> bool:
    """Whether two strips are parts of the same columns."""
    sides_above, sides_below = _split(above, 0), _split(below, 0)
    if len(sides_above) == len(sides_below) == 1:
        return False
    together = _split([*above, *below], 0)
    if len(together) < max(len(sides_above), len(sides_below)):
        return False
    if len(sides_above) > 1 and len(sides_below) > 1:
        return not (_is_margin(above) and _is_margin(below)) and not (_is_row(above) and _is_row(below))
    # One side only: it goes on in its column where it is as wide as one, and is a row of its own where it is not.
    alone, sides = (below, sides_above) if len(sides_below) == 1 else (above, sides_below)
    if _is_margin([p for side in sides for p in side]):
        return alone is below and _right_of(alone, sides)
    if alone is above and all(p.leads for p in alone):
        return False
    return sum(p.lines for side in sides for p in side) >= 2 * len(sides)


def _right_of(alone: Sequence[Placed[T]], sides: Sequence[Sequence[Placed[T]]]) -> bool:
    """Whether more text stands under the wide side of margin notes."""
    return min(p.box.left for p in alone) >= max(p.box.right for p in sides[0]) - _SHRINK_X


def _is_row(strip: Sequence[Placed[T]]) -> bool:
    """Whether a strip is one line across: labels and values, not columns of text."""
    height = max(p.box.bottom for p in strip) - min(p.box.top for p in strip)
    return all(p.lines <= 1 for p in strip) and height < 1.6 * max(p.line for p in strip) and len(strip) > 1


def _is_margin(strip: Sequence[Placed[T]]) -> bool:
    """Whether the left side of a strip is a note in the margin beside a text that starts at the same height."""
    sides = _split(strip, 0)
    if len(sides) != 2:
        return False
    left, right = sides
    left_width = max(p.box.right for p in left) - min(p.box.left for p in left)
    right_width = max(p.box.right for p in right) - min(p.box.left for p in right)
    top = min(p.box.top for p in right)
    height = max(p.box.bottom for p in right) - top
    filled = sum(p.box.bottom - p.box.top for p in left)
    line = max(p.line for p in strip)
    starts = abs(min(p.box.top for p in left) - top) <= line
    return left_width < _NARROW * right_width and filled < _SPARSE * height and starts


def _moved_down(bands: list[list[Placed[T]]]) -> list[list[Placed[T]]]:
    """A heading that closes a band of columns on one side only stands over the band below it."""
    for index in range(len(bands) - 1):
        band = bands[index]
        if len(_split(band, 0)) < 2:
            continue
        strips = _split(band, 1)
        tail: list[Placed[T]] = []
        while len(strips) > 1 and all(p.leads for p in strips[-1]) and len(_split(strips[-1], 0)) == 1:
            tail = [*strips.pop(), *tail]
        if tail:
            bands[index] = [p for p in band if p not in tail]
            bands[index + 1] = [*tail, *bands[index + 1]]
    return bands


def _by_precedence(items: Sequence[Placed[T]]) -> list[Placed[T]]:
    """Blocks that no straight cut parts: what stands above and overlaps sideways goes first, else the left one."""
    rest = list(items)
    done: list[Placed[T]] = []
    while rest:
        free = [p for p in rest if not any(_before(q, p) for q in rest if q is not p)] or rest
        first = min(free, key=lambda p: (p.box.left, p.box.top)) if done or len(free) < 2 else _highest(free)
        done.append(first)
        rest = [p for p in rest if p is not first]
    return done


def _highest(free: Sequence[Placed[T]]) -> Placed[T]:
    return min(free, key=lambda p: (p.box.top, p.box.left))


def _before(a: Placed[T], b: Placed[T]) -> bool:
    """Whether `a` stands above `b` in the same column."""
    across = min(a.box.right, b.box.right) - max(a.box.left, b.box.left)
    narrow = min(a.box.right - a.box.left, b.box.right - b.box.left)
    middle_a, middle_b = a.box.top + a.box.bottom, b.box.top + b.box.bottom
    return across > 0.1 * narrow and (middle_a, a.box.left) < (middle_b, b.box.left)
