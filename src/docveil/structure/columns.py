"""Columns counted by geometry: a gap that persists over most of the height on which lines stand beside each other."""

from collections import defaultdict
from collections.abc import Sequence

from docveil.model.document import FURNITURE_ROLES, ExtractedDocument, LedgerNote
from docveil.structure.lines import Line, placed_lines

# Characters of a line of running text; labels, numbers and line numbers make no column.
_LONG = 20
_FEWEST_LINES = 3
# Points; a gap is wider than the space between two words.
_NARROWEST = 5
# Share of the height that a gap may be covered, by a figure's caption or a heading across the columns.
_MOST_COVERED = 0.4


def column_notes(document: ExtractedDocument) -> tuple[LedgerNote, ...]:
    """A note for each page on which geometry counts other columns than the reader did; its count is the geometry's."""
    counts = column_counts(document)
    return tuple(
        LedgerNote("columns", "geometry_counts_otherwise", counts[record.page], record.page)
        for record in document.ledger.pages
        if record.columns and record.page in counts and counts[record.page] != record.columns
    )


def column_counts(document: ExtractedDocument) -> dict[int, int]:
    """Columns of running text by page, for pages whose lines are placed. Blocks above and below the columns stand apart."""
    pages: defaultdict[int, list[Line]] = defaultdict(list)
    for line in placed_lines(document):
        if not (line.is_cell or line.is_turned or line.role in FURNITURE_ROLES) and len(line.text) >= _LONG:
            pages[line.page].append(line)
    return {page: _count(lines) for page, lines in sorted(pages.items())}


def _count(lines: Sequence[Line]) -> int:
    paired = [line for line in lines if any(_beside(line, other) for other in lines)]
    if not paired:
        return 1
    top, bottom = min(line.box.top for line in paired), max(line.box.bottom for line in paired)
    inside = [line for line in lines if line.box.bottom > top and line.box.top < bottom]
    left, right = int(min(line.box.left for line in inside)), int(max(line.box.right for line in inside)) + 1
    # How much of the height is covered at each point from left to right.
    covered = [0.0] * (right - left + 1)
    for line in inside:
        for x in range(int(line.box.left) - left, int(line.box.right) - left + 1):
            covered[x] += line.height
    most = _MOST_COVERED * min(bottom - top, sum(line.height for line in paired) / 2)
    gaps = 0
    start: int | None = None
    for x, height in enumerate(covered):
        if height <= most:
            start = x if start is None else start
            continue
        if start is not None and x - start >= _NARROWEST and _has_sides(inside, left + start, left + x):
            gaps += 1
        start = None
    return gaps + 1


def _beside(a: Line, b: Line) -> bool:
    """Whether two lines share height and none of their width."""
    one, two = a.box, b.box
    # Most lines of a page share width, so that is asked first.
    if max(one.left, two.left) - min(one.right, two.right) < _NARROWEST:
        return False
    shared = min(one.bottom, two.bottom) - max(one.top, two.top)
    return shared > 0.5 * min(a.height, b.height)


def _has_sides(lines: Sequence[Line], left: float, right: float) -> bool:
    """Whether lines end before the gap and begin behind it."""
    before = sum(line.box.right <= right for line in lines)
    behind = sum(line.box.left >= left - 1 for line in lines)
    return min(before, behind) >= _FEWEST_LINES
