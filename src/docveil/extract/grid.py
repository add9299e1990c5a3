"""Tables as grids: cells with half-open spans, checked, and each word in exactly one cell. Pure functions."""

from collections.abc import Iterable, Sequence

from attrs import field, frozen

from docveil.extract.words import Word
from docveil.model.ranges import CellSpan, PageBox


@frozen
class GridCell:
    """A cell of a table: its span, its box if the page shows one, and the words in it."""

    span: CellSpan
    box: PageBox | None = None
    words: tuple[Word, ...] = field(default=())


def is_sound(cells: Sequence[GridCell]) -> bool:
    """Whether cells make a grid: at least two, none overlapping another."""
    seen: set[tuple[int, int]] = set()
    for cell in cells:
        for row in range(cell.span.row_start, cell.span.row_end):
            for column in range(cell.span.column_start, cell.span.column_end):
                if (row, column) in seen:
                    return False
                seen.add((row, column))
    return len(cells) > 1


def place_words(cells: Sequence[GridCell], words: Iterable[Word]) -> tuple[GridCell, ...]:
    """`cells` with each word in the one cell that holds most of it, else in the nearest one."""
    placed: list[list[Word]] = [[] for _ in cells]
    for word in words:
        best = min(range(len(cells)), key=lambda i: (*_distance(cells[i].box, word.box), i))
        placed[best].append(word)
    return tuple(
        GridCell(cell.span, cell.box, tuple(sorted(inside, key=lambda w: w.order)))
        for cell, inside in zip(cells, placed, strict=True)
    )


def share_inside(cells: Sequence[GridCell], words: Sequence[Word]) -> float:
    """Share of `words` whose middle lies in the box of some cell."""
    if not words:
        return 1.0
    inside = sum(any(c.box is not None and _holds_middle(c.box, w.box) for c in cells) for w in words)
    return inside / len(words)


def _holds_middle(box: PageBox, word: PageBox) -> bool:
    x, y = (word.left + word.right) / 2, (word.top + word.bottom) / 2
    return box.left <= x <= box.right and box.top <= y <= box.bottom


def _distance(box: PageBox | None, word: PageBox) -> tuple[float, float]:
    """Sort key: the share of the word outside the box, then how far the middles lie apart."""
    if box is None:
        return (2.0, 0.0)
    shared = box.intersection(word)
    covered = shared.area / word.area if shared and word.area else 0.0
    x = abs((box.left + box.right) - (word.left + word.right)) / 2
    y = abs((box.top + box.bottom) - (word.top + word.bottom)) / 2
    # A row is a firmer bond than a column: words stray sideways into a wide gap, hardly ever up or down.
    return (1.0 - round(covered, 3), x + 3 * y if covered == 0 else 0.0)
