"""Whether a page's lines are running text and nothing else, by how they stand. Pure functions."""

from collections.abc import Sequence

from docveil.extract.words import Piece, hull, lines_of
from docveil.model.ranges import PageBox

# What looks like a row of a table, and how many of them in a run look like one.
_ROW_PIECES = 3
_ROW_FILLED = 0.7
_ROW_RUN = 2
# Share of a page's height that is its edge, and heights of a line by which a header stands off.
_EDGE = 0.12
_OFF = 1.0


def has_rows(pieces: Sequence[Piece]) -> bool:
    """Whether some neighbouring lines look like rows of a table: three short pieces or more, far apart."""
    run = 0
    for line in lines_of([p for p in pieces if p.quarter == 0]):
        box = hull(p.box for p in line)
        filled = sum(p.box.right - p.box.left for p in line)
        is_row = len(line) >= _ROW_PIECES and filled < _ROW_FILLED * (box.right - box.left)
        run = run + 1 if is_row else 0
        if run >= _ROW_RUN:
            return True
    return False


def has_edge_line(pieces: Sequence[Piece], page: PageBox) -> bool:
    """Whether the first or the last line stands off at the edge of the page, as headers and page numbers do."""
    lines = lines_of([p for p in pieces if p.quarter == 0])
    if len(lines) < 2:
        return bool(lines)
    boxes = [hull(p.box for p in line) for line in lines]
    reach = _EDGE * (page.bottom - page.top)
    return (boxes[0].top < page.top + reach and _stands_off(boxes[0], boxes[1])) or (
        boxes[-1].bottom > page.bottom - reach and _stands_off(boxes[-2], boxes[-1])
    )


def _stands_off(above: PageBox, below: PageBox) -> bool:
    return below.top - above.bottom > _OFF * max(above.bottom - above.top, below.bottom - below.top)
