"""How a paper is set: size and spacing of its body by frequency, its columns by a sweep over left edges.

After Yu, Zhang and Wang (2020), "Extracting Body Text from Academic PDF Documents for Text Mining": what most of a paper is
set in is its body; a line that is swept from left to right over a page meets the beginnings of most lines at the left edges of
its columns. Thresholds are in points where no other unit is named. They were chosen here, on the made papers of the benchmark
and others of the same script.
"""

from collections import Counter, defaultdict
from collections.abc import Sequence
from itertools import pairwise

from attrs import frozen

from docveil.structure.lines import Line

# Sizes are counted in steps of this; a line is of the body's size where it differs by no more than the slack.
_STEP = 0.5
SIZE_SLACK = 0.6
# OCR knows a size by the height of a line, which wavers: a share of the size.
_SEEN_SLACK = 0.25
# How far the left edges of one column's lines wander.
EDGE_SLACK = 3.0
# OCR's boxes wander more.
_SEEN_EDGE_SLACK = 6.0
# Fewer characters are no line of running text; fewer such lines make no column.
_LONG_LINE = 20
_FEWEST_LINES = 4
# Share of a column's lines that reach its right edge: the edge is where the widest ones end.
_WIDEST = 0.9
# An indent is so wide, in sizes of the body.
INDENT = (0.4, 4.0)
_FEWEST_INDENTS = 3
_ITEM_HEIGHT = 0.5


@frozen
class Column:
    """Left and right edge of a column of a page, in points."""

    left: float
    right: float

    @property
    def width(self) -> float:
        """Points."""
        return self.right - self.left


@frozen
class Shape:
    """What is usual in a document.

    Attributes:
        size: Of the body, in points.
        spacing: From the foot of one line to the foot of the next, in points.
        advance: Width of a character of a body line, in points; its words stand no further apart than that.
        indents: Whether paragraphs begin with an indent.
        columns: By page, from left to right.
    """

    size: float
    spacing: float
    advance: float
    indents: bool
    columns: dict[int, tuple[Column, ...]]

    def is_body_size(self, line: Line) -> bool:
        """Whether a line is set like the body."""
        return abs(line.size - self.size) <= self._slack(line)

    def is_small(self, line: Line) -> bool:
        """Whether a line is set smaller than the body."""
        return line.size < self.size - self._slack(line)

    def is_large(self, line: Line) -> bool:
        """Whether a line is set larger than the body."""
        return line.size > self.size + self._slack(line)

    def _slack(self, line: Line) -> float:
        return _SEEN_SLACK * self.size if line.is_seen else SIZE_SLACK

    def column_of(self, line: Line) -> Column | None:
        """The column that a line begins in; from the first to the last one that it covers, where it covers several."""
        columns = self.columns.get(line.page, ())
        begun = [c for c in columns if c.left - EDGE_SLACK <= line.box.left < c.right]
        if not begun:
            return None
        covered = [c for c in columns if c.left < line.box.right - EDGE_SLACK]
        return Column(begun[-1].left, max(begun[-1].right, covered[-1].right if covered else 0.0))

    def place(self, line: Line) -> tuple[int, float, float, int]:
        """Page, column and height: the order in which columns are read, whatever the order of the elements."""
        column = self.column_of(line)
        return (line.page, line.box.left if column is None else column.left, line.box.top, line.number)

    def offset(self, line: Line) -> float:
        """How far a line begins from the left edge of its column; infinite outside every column."""
        column = self.column_of(line)
        return float("inf") if column is None else line.box.left - column.left

    def is_indented(self, line: Line) -> bool:
        """Whether a line begins as a paragraph does."""
        least = max(INDENT[0] * self.size, _SEEN_EDGE_SLACK if line.is_seen else 0.0)
        return least <= self.offset(line) <= INDENT[1] * self.size

    def is_at_edge(self, line: Line) -> bool:
        """Whether a line begins at the left edge of its column."""
        return abs(self.offset(line)) <= (_SEEN_EDGE_SLACK if line.is_seen else EDGE_SLACK)


def shape_of(lines: Sequence[Line]) -> Shape | None:
    """The shape of a document; None where no line of running text is in it."""
    running = [line for line in lines if not line.is_cell and not line.is_turned]
    weights: Counter[float] = Counter()
    for line in running:
        weights[_rounded(line.size, 2 * _STEP if line.is_seen else _STEP)] += len(line.text)
    if not weights:
        return None
    size = max(weights, key=lambda s: (weights[s], s))
    bare = Shape(size, 0.0, 0.0, indents=False, columns={})
    body = [line for line in running if bare.is_body_size(line)]
    # A line that begins with a number may begin in the margin.
    wide = [line for line in running if len(line.text) >= _LONG_LINE and not line.text[0].isdigit()]
    long = [line for line in wide if bare.is_body_size(line)]
    if not long:
        return None
    # References and notes are smaller, yet they stand in the columns too.
    pages: defaultdict[int, list[Line]] = defaultdict(list)
    for line in wide:
        pages[line.page].append(line)
    columns = {page: columns_of(here) for page, here in pages.items()}
    whole = _usual(columns)
    for page in {line.page for line in lines} - set(columns):
        columns[page] = whole
    advance = sorted(line.width / len(line.text) for line in long)[len(long) // 2]
    shape = Shape(size, _spacing(body, size), advance, indents=False, columns=columns)
    starts = sum(shape.is_indented(b) and shape.is_at_edge(a) for a, b in _neighbours(long))
    return Shape(size, shape.spacing, advance, starts >= _FEWEST_INDENTS, columns)


def columns_of(lines: Sequence[Line]) -> tuple[Column, ...]:
    """The columns of a page: each left edge at which lines begin, with lines of the column before it ending to its left.

    Args:
        lines: Lines of running text of one page.
    """
    if not lines:
        return ()
    starts = Counter(round(line.box.left) for line in lines)
    edges = [_first_edge(lines)]
    for x in sorted(starts):
        near = [line for line in lines if abs(line.box.left - x) <= EDGE_SLACK]
        before = [
            line for line in lines if line.box.left >= edges[-1] - EDGE_SLACK and line.box.right <= x - EDGE_SLACK / 2
        ]
        if len(near) >= _FEWEST_LINES and len(before) >= _FEWEST_LINES and _beside(before, near):
            edges.append(min(line.box.left for line in near))
    bounds = [*edges[1:], float("inf")]
    columns: list[Column] = []
    for left, bound in zip(edges, bounds, strict=True):
        rights = sorted(
            line.box.right for line in lines if left - EDGE_SLACK <= line.box.left < bound and line.box.right <= bound
        )
        columns.append(Column(left, rights[min(int(_WIDEST * len(rights)), len(rights) - 1)] if rights else left))
    return tuple(columns)


def _first_edge(lines: Sequence[Line]) -> float:
    """The leftmost place at which several lines begin: one line with a number before it moves no column."""
    lefts = sorted(line.box.left for line in lines)
    for left in lefts:
        if sum(left <= other <= left + EDGE_SLACK for other in lefts) >= _FEWEST_LINES:
            return left
    return lefts[0]


def _beside(left: Sequence[Line], right: Sequence[Line]) -> bool:
    """Whether lines of two columns stand at the same height: what merely stands in another place is no column."""
    shared = min(max(a.box.bottom for a in left), max(b.box.bottom for b in right)) - max(
        min(a.box.top for a in left), min(b.box.top for b in right)
    )
    return shared > 0


def _usual(columns: dict[int, tuple[Column, ...]]) -> tuple[Column, ...]:
    """The columns of the page that has most of them."""
    return max(columns.values(), key=len)


def _neighbours(lines: Sequence[Line]) -> list[tuple[Line, Line]]:
    return [(a, b) for a, b in pairwise(lines) if a.element == b.element and b.box.top > a.box.top]


def _spacing(lines: Sequence[Line], size: float) -> float:
    steps = Counter(
        _rounded(b.box.bottom - a.box.bottom, _STEP)
        for a, b in _neighbours(lines)
        if b.box.bottom - a.box.bottom > _ITEM_HEIGHT * size
    )
    return max(steps, key=lambda s: (steps[s], -s)) if steps else 1.2 * size


def _rounded(value: float, step: float) -> float:
    return round(value / step) * step
