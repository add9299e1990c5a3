"""The white space between columns of running text, and beside line numbers, found before lines are put together. Pure."""

from collections.abc import Sequence

from attrs import frozen

from docveil.extract.words import Piece
from docveil.model.ranges import PageBox

# Characters of a line of running text: labels, numbers and cells of tables make no column.
_LONG = 20
# So many lines of the left column stand beside lines of the right one, and the gap that all of them leave is so wide, in points.
_FEWEST = 6
_NARROWEST = 5.0
# Numbers of lines stand so far from their lines, in heights of a number; the number of a list's item stands nearer.
_LONGEST_NUMBER = 4
_MARGIN = 1.5


@frozen
class Gutter:
    """White space from `left` to `right`, between lines from `top` to `bottom`, in points."""

    left: float
    right: float
    top: float
    bottom: float

    def parts(self, a: PageBox, b: PageBox) -> bool:
        """Whether it runs between two boxes that stand beside each other."""
        first, second = (a, b) if a.left <= b.left else (b, a)
        middle = (self.left + self.right) / 2
        inside = self.top <= max(a.top, b.top) and min(a.bottom, b.bottom) <= self.bottom
        return inside and first.right <= middle <= second.left


def gutters_of(pieces: Sequence[Piece]) -> list[Gutter]:
    """The gutters of a page; none where no lines of running text stand beside each other."""
    long = sorted(filter(_is_long, pieces), key=lambda p: p.box.top)
    pairs: list[tuple[PageBox, PageBox]] = []
    for item in pieces:
        is_number = item.quarter == 0 and item.text.isdecimal() and len(item.text) <= _LONGEST_NUMBER
        if not (is_number or _is_long(item)):
            continue
        beside = _next_to(item.box, long)
        if beside is not None and (not is_number or beside.left - item.box.right >= _MARGIN * item.height):
            pairs.append((item.box, beside))
    found: list[Gutter] = []
    while len(pairs) >= _FEWEST:
        # The narrowest gap first: gaps that hold it are of the same gutter.
        left, right = min(((a.right, b.left) for a, b in pairs), key=lambda gap: (gap[1] - gap[0], gap))
        same = [(a, b) for a, b in pairs if a.right <= right and b.left >= left]
        edge = (max(a.right for a, _ in same), min(b.left for _, b in same))
        if len(same) >= _FEWEST and edge[1] - edge[0] >= _NARROWEST:
            top, bottom = min(min(a.top, b.top) for a, b in same), max(max(a.bottom, b.bottom) for a, b in same)
            found.append(Gutter(*edge, top, bottom))
        pairs = [pair for pair in pairs if pair not in same]
    return found


def _is_long(item: Piece) -> bool:
    return item.quarter == 0 and len(item.text) >= _LONG


def _next_to(box: PageBox, others: Sequence[Piece]) -> PageBox | None:
    """The nearest line to the right that shares height with `box`."""
    best: PageBox | None = None
    for other in others:
        if other.box.top >= box.bottom:
            break
        if other.box.left >= box.right and min(other.box.bottom, box.bottom) - max(other.box.top, box.top) > 0:
            best = other.box if best is None or other.box.left < best.left else best
    return best
