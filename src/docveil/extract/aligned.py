"""Tables without rules, found by how their words stand: at least three rows of short pieces in at least three columns.

Only what is clear is taken; the rest stays text.
"""

from collections.abc import Sequence

from docveil.extract.grid import GridCell
from docveil.extract.words import Piece, Word, hull, lines_of
from docveil.model.ranges import CellSpan, PageBox

_FEWEST_ROWS = 3
_FEWEST_COLUMNS = 3
# In heights of a line: the gap between columns, and between rows.
_COLUMN_GAP = 1.2
_ROW_GAP = 2.2
# Words of a cell at most, and the share of a row that its words fill.
_LONGEST = 8
_MOST_FILLED = 0.65


def aligned_tables(pieces: Sequence[Piece]) -> list[tuple[PageBox, tuple[GridCell, ...]]]:
    """Tables among `pieces`, from top to bottom, with their cells; each piece lies in one cell whole."""
    rows = lines_of([p for p in pieces if p.quarter == 0])
    found = []
    start = 0
    while start < len(rows):
        end = start
        while end < len(rows) and len(rows[end]) >= 2 and (end == start or _near(rows[end - 1], rows[end])):
            end += 1
        table = _table(rows[start:end])
        if table is not None:
            found.append(table)
        start = max(end, start + 1)
    return found


def _near(above: Sequence[Piece], below: Sequence[Piece]) -> bool:
    gap = min(p.box.top for p in below) - max(p.box.bottom for p in above)
    return gap <= _ROW_GAP * max(p.height for p in above)


def _table(rows: Sequence[Sequence[Piece]]) -> tuple[PageBox, tuple[GridCell, ...]] | None:
    if len(rows) < _FEWEST_ROWS:
        return None
    columns = _columns([p for row in rows for p in row])
    if len(columns) < _FEWEST_COLUMNS:
        return None
    full = [row for row in rows if len(row) == len(columns)]
    if len(full) < max(_FEWEST_ROWS - 1, (len(rows) + 1) // 2):
        return None
    box = hull(p.box for row in rows for p in row)
    width = box.right - box.left
    filled = sum(p.box.right - p.box.left for row in rows for p in row) / (width * len(rows))
    if filled > _MOST_FILLED or any(len(p.words) > _LONGEST for row in rows for p in row):
        return None
    cells = []
    for index, row in enumerate(rows):
        top, bottom = min(p.box.top for p in row), max(p.box.bottom for p in row)
        for place, (left, right) in enumerate(columns):
            words: list[Word] = [w for p in row if left <= (p.box.left + p.box.right) / 2 <= right for w in p.words]
            span = CellSpan(index, index + 1, place, place + 1)
            cells.append(GridCell(span, PageBox(left, top, right, bottom), tuple(words)))
    return box, tuple(cells)


def _columns(pieces: Sequence[Piece]) -> list[tuple[float, float]]:
    """Extents along x that pieces share, parted by gaps that run through all rows."""
    gap = _COLUMN_GAP * sorted(p.height for p in pieces)[len(pieces) // 2]
    columns: list[tuple[float, float]] = []
    for item in sorted(pieces, key=lambda p: p.box.left):
        if columns and item.box.left < columns[-1][1] + gap:
            columns[-1] = (columns[-1][0], max(columns[-1][1], item.box.right))
        else:
            columns.append((item.box.left, item.box.right))
    return columns
