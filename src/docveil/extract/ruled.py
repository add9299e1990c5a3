"""The grid that ruling lines draw, exact where they are whole: no model is asked."""

from collections.abc import Sequence

from docveil.extract.grid import GridCell
from docveil.extract.pdfium_page import Shapes
from docveil.model.ranges import CellSpan, PageBox

# Points within which two lines are one, and within which a line reaches another.
_SAME = 2.5
_REACH = 3.0
# Points around a region within which a rule belongs to it.
_MARGIN = 8.0
# More lines than this are a drawing.
_MOST_LINES = 3000


def ruled_grid(shapes: Shapes, region: PageBox) -> tuple[GridCell, ...]:
    """Cells drawn by the ruling lines in `region`, or none where the lines do not make a grid."""
    return grid_from_rules(
        [line for line in shapes.horizontal if _near(line, region)],
        [line for line in shapes.vertical if _near(line, region)],
    )


def ruled_regions(shapes: Shapes) -> list[PageBox]:
    """Boxes around rules that cross or touch, at least two each way: where a grid may be drawn. Top to bottom."""
    lines = [*shapes.horizontal, *shapes.vertical]
    if len(lines) > _MOST_LINES:
        return []
    groups: list[list[PageBox]] = []
    boxes: list[PageBox] = []
    for line in sorted(lines, key=lambda b: b.as_tuple()):
        touching = [
            i for i, box in enumerate(boxes) if _touches(box, line) and any(_touches(o, line) for o in groups[i])
        ]
        merged, around = [line], line
        for index in reversed(touching):
            merged += groups.pop(index)
            around = around.union(boxes.pop(index))
        groups.append(merged)
        boxes.append(around)
    found = [
        box
        for box, group in zip(boxes, groups, strict=True)
        if sum(b.right > b.left for b in group) >= 2 and sum(b.bottom > b.top for b in group) >= 2
    ]
    return sorted(found, key=lambda b: (b.top, b.left, b.bottom, b.right))


def _touches(a: PageBox, b: PageBox) -> bool:
    return (
        a.left <= b.right + _REACH
        and b.left <= a.right + _REACH
        and a.top <= b.bottom + _REACH
        and b.top <= a.bottom + _REACH
    )


def _near(line: PageBox, region: PageBox) -> bool:
    return (
        line.left <= region.right + _MARGIN
        and line.right >= region.left - _MARGIN
        and line.top <= region.bottom + _MARGIN
        and line.bottom >= region.top - _MARGIN
    )


def _positions(values: Sequence[float]) -> list[float]:
    """Sorted values, those within `_SAME` of each other as one."""
    groups: list[list[float]] = []
    for value in sorted(values):
        if groups and value - groups[-1][-1] <= _SAME:
            groups[-1].append(value)
        else:
            groups.append([value])
    return [sum(group) / len(group) for group in groups]


def grid_from_rules(  # noqa: C901 - one sweep over the slots, clearer in one piece
    horizontal: Sequence[PageBox], vertical: Sequence[PageBox]
) -> tuple[GridCell, ...]:
    """Cells between rules: slots that no rule parts are one cell. None where a merged part is not a rectangle."""
    ys = _positions([(line.top + line.bottom) / 2 for line in horizontal])
    xs = _positions([(line.left + line.right) / 2 for line in vertical])
    rows, columns = len(ys) - 1, len(xs) - 1
    if rows < 1 or columns < 1 or rows * columns < 2:
        return ()
    owner = {(r, c): (r, c) for r in range(rows) for c in range(columns)}

    def root(slot: tuple[int, int]) -> tuple[int, int]:
        while owner[slot] != slot:
            slot = owner[slot]
        return slot

    for r in range(rows):
        for c in range(columns):
            if c + 1 < columns and not _covered(
                [(v.top, v.bottom) for v in vertical if abs((v.left + v.right) / 2 - xs[c + 1]) <= _SAME],
                ys[r],
                ys[r + 1],
            ):
                _join(owner, root((r, c)), root((r, c + 1)))
            if r + 1 < rows and not _covered(
                [(h.left, h.right) for h in horizontal if abs((h.top + h.bottom) / 2 - ys[r + 1]) <= _SAME],
                xs[c],
                xs[c + 1],
            ):
                _join(owner, root((r, c)), root((r + 1, c)))
    groups: dict[tuple[int, int], list[tuple[int, int]]] = {}
    for slot in owner:
        groups.setdefault(root(slot), []).append(slot)
    cells = []
    for slots in groups.values():
        top, bottom = min(r for r, _ in slots), max(r for r, _ in slots) + 1
        left, right = min(c for _, c in slots), max(c for _, c in slots) + 1
        if (bottom - top) * (right - left) != len(slots):
            return ()
        cells.append(GridCell(CellSpan(top, bottom, left, right), PageBox(xs[left], ys[top], xs[right], ys[bottom])))
    return tuple(sorted(cells, key=lambda cell: cell.span)) if len(cells) > 1 else ()


def _join(owner: dict[tuple[int, int], tuple[int, int]], a: tuple[int, int], b: tuple[int, int]) -> None:
    owner[max(a, b)] = min(a, b)


def _covered(segments: Sequence[tuple[float, float]], start: float, end: float) -> bool:
    """Whether the segments of a rule cover `start` to `end`, gaps at the crossings aside."""
    position = start + _REACH
    for low, high in sorted(segments):
        if low > position:
            break
        position = max(position, high)
    return position >= end - _REACH
