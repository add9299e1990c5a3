"""Text inside figures and tables: from each caption the page is scanned until the body is met.

The idea of a backward scan is that of Yu, Zhang and Wang (2020); how it goes is docveil's own. From a figure's caption it goes
up, from a table's down; where nothing is found that way, the other way. It ends at a line that passes the four tests of
`prose.py`, at a heading and at another caption.
"""

from collections.abc import Sequence

from docveil.structure.lines import Line
from docveil.structure.prose import is_heading
from docveil.structure.shape import EDGE_SLACK, Column, Shape

# Share of a line's width that lies over or under the caption's columns.
_WITHIN = 0.5
_OVERLAP = 2.0


def inside_floats(
    free: Sequence[Line], captions: Sequence[tuple[str, list[Line]]], shape: Shape, full: frozenset[int]
) -> dict[int, str]:
    """`figure` or `table` for each line that belongs to a caption.

    Args:
        free: Lines that nothing else took; captions are not among them.
        captions: As `asides.captions` found them.
        shape: Of the document.
        full: Lines of running text.
    """
    # Text that fills its column is no table, whatever the reader took it for.
    found: dict[int, str] = {line.number: "table" for line in free if line.is_cell and line.number not in full}
    others = {line.number for _, lines in captions for line in lines}
    walls = [line for _, lines in captions for line in lines]
    for kind, caption in captions:
        upwards = kind == "figure"
        for up in (upwards, not upwards):
            met = _scan(caption, free, walls, shape, full, up=up)
            if met:
                found |= {line.number: found.get(line.number, kind) for line in met if line.number not in others}
                break
    return found


def _scan(  # noqa: PLR0913 - a caption, and all that can end the scan
    caption: Sequence[Line],
    free: Sequence[Line],
    walls: Sequence[Line],
    shape: Shape,
    full: frozenset[int],
    *,
    up: bool,
) -> list[Line]:
    """Lines over (or under) a caption, up to the first one of the body."""
    page = caption[0].page
    top, bottom = min(line.box.top for line in caption), max(line.box.bottom for line in caption)
    span = _columns_over(caption, shape)
    here = [
        line
        for line in (*free, *walls)
        if line.page == page
        and line not in caption
        and (line.box.bottom <= top + _OVERLAP if up else line.box.top >= bottom - _OVERLAP)
        and _within(line, span)
    ]
    here.sort(key=lambda line: (-line.box.bottom if up else line.box.top, line.number))
    met: list[Line] = []
    for line in here:
        if line in walls or line.number in full or (not line.is_cell and is_heading(line, shape, full)):
            break
        met.append(line)
    return met


def _columns_over(caption: Sequence[Line], shape: Shape) -> Column:
    """From the first to the last column that a caption stands in."""
    left, right = min(line.box.left for line in caption), max(line.box.right for line in caption)
    met = [
        c
        for c in shape.columns.get(caption[0].page, ())
        if min(c.right, right) - max(c.left, left) > min(_WITHIN * (right - left), EDGE_SLACK)
    ]
    return Column(min([left, *(c.left for c in met)]), max([right, *(c.right for c in met)]))


def _within(line: Line, span: Column) -> bool:
    return min(line.box.right, span.right) - max(line.box.left, span.left) >= _WITHIN * line.width
