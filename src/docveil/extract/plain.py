"""Whether geometry alone can read a page: signs of tables without a grid, and of figures with labels. Pure functions."""

from collections.abc import Sequence

from docveil.extract.pdfium_page import Shapes
from docveil.extract.ruled import ruled_grid, ruled_regions
from docveil.extract.words import Piece, Word, hull, lines_of, share
from docveil.model.ranges import PageBox

# What looks like a row of a table, and how many of them in a run look like one.
_ROW_PIECES = 3
_ROW_FILLED = 0.7
_ROW_RUN = 2
# So many rules of one length below each other, with no grid around them, look like a table's.
_RULE_RUN = 3
_SAME_END = 3.0
# More strokes than this make a drawing, more paths are not looked at one by one; a graphic's share of the page; points
# around it for its labels.
_FEW_STROKES = 30
_MOST_PATHS = 500
_SMALLEST_GRAPHIC = 0.02
_MOST_OF_PAGE = 0.7
_AROUND = 6.0


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


def has_open_rules(shapes: Shapes) -> bool:
    """Whether three rules of one length stand below each other outside of whole grids."""
    grids = [box for box in ruled_regions(shapes) if ruled_grid(shapes, box)]
    free = [r for r in shapes.horizontal if not any(_within(r, box) for box in grids)]
    return any(
        sum(abs(r.left - o.left) <= _SAME_END and abs(r.right - o.right) <= _SAME_END for o in free) >= _RULE_RUN
        for r in free
    )


def _within(rule: PageBox, grid: PageBox) -> bool:
    return (
        grid.left - _SAME_END <= rule.left
        and rule.right <= grid.right + _SAME_END
        and grid.top - _SAME_END <= rule.top <= grid.bottom + _SAME_END
    )


def has_labels(words: Sequence[Word], shapes: Shapes, page: PageBox) -> bool:
    """Whether words stand on or beside a picture or a drawing, as labels do."""
    if shapes.drawings > _FEW_STROKES and len(shapes.drawn) not in range(1, _MOST_PATHS):
        return True
    drawn = _clusters([_around(box) for box in shapes.drawn]) if shapes.drawings > _FEW_STROKES else []
    graphics = [*map(_around, shapes.pictures), *drawn]
    return any(
        _SMALLEST_GRAPHIC * page.area < box.area < _MOST_OF_PAGE * page.area
        and any(share(w.box, box) > 0.5 for w in words)
        for box in graphics
    )


def _around(box: PageBox) -> PageBox:
    return PageBox(box.left - _AROUND, box.top - _AROUND, box.right + _AROUND, box.bottom + _AROUND)


def _clusters(boxes: Sequence[PageBox]) -> list[PageBox]:
    """Boxes around those that overlap, and around these again, until none do."""
    clusters: list[PageBox] = []
    for box in boxes:
        whole = box
        while near := [c for c in clusters if c.intersection(whole) is not None]:
            clusters = [c for c in clusters if c not in near]
            for other in near:
                whole = whole.union(other)
        clusters.append(whole)
    return clusters
