"""Which parts of a page are tables: what ruling lines draw, what the layout model saw, and which words are theirs."""

from collections.abc import Callable, Sequence

from docveil.extract.aligned import aligned_tables
from docveil.extract.grid import GridCell, is_sound, place_words, share_inside
from docveil.extract.page_work import PageWork, TableWork
from docveil.extract.ruled import ruled_grid, ruled_regions
from docveil.extract.words import Piece, Word, pieces_of, share
from docveil.model.document import UNSOUND_TABLE
from docveil.model.ranges import PageBox

# Less than this share of a table's words inside its cells, and the structure is not believed.
_MIN_SHARE = 0.6
_MIN_SHARE_RULED = 0.95
# Ruled boxes that the layout model calls no table: so many of their cells must hold words.
_MIN_FILLED = 0.5
# Words in a cell, on average, from which a table without rules is running text in columns.
_LONGEST_CELLS = 15
# Share of a region's width by which it may be widened on a side.
_MOST_WIDENED = 0.25

Predict = Callable[[PageWork, PageBox], tuple[GridCell, ...]]


def find_tables(work: PageWork, predict: Predict) -> None:
    """Fill `work.tables`; a region whose structure is not believed stays text, and the ledger says so.

    Args:
        work: With words, shapes and regions.
        predict: The structure model: cells of a region.
    """
    seen = _distinct([r.box for r in work.regions if r.label == "table"])
    taken: list[PageBox] = []
    for box in ruled_regions(work.shapes):
        cells = ruled_grid(work.shapes, box)
        known = any(share(box, other) > 0.5 for other in seen)
        words = words_in(work.words, box)
        if _believed(cells, words, _MIN_SHARE_RULED) and _is_table(cells, words, known=known):
            work.tables.append(TableWork(box, place_words(cells, words)))
            taken.append(box)
    for region in seen:
        box = _with_whole_pieces(region, pieces_of(work.words))
        if any(share(box, other) > 0.3 or share(other, box) > 0.5 for other in taken):
            continue
        words = words_in(work.words, box)
        if not words:
            continue
        cells = ruled_grid(work.shapes, box)
        if not _believed(cells, words, _MIN_SHARE_RULED):
            cells = _without_note(predict(work, box))
            words = [w for w in words if _is_near(cells, w)] if cells else words
        if _believed(cells, words, _MIN_SHARE) and not _is_prose(work, box, cells, words):
            work.tables.append(TableWork(box, place_words(cells, words)))
            taken.append(box)
        else:
            work.note(*UNSOUND_TABLE, box=box)
    used = {w.order for t in work.tables for c in t.cells for w in c.words}
    for box, cells in aligned_tables(pieces_of(w for w in work.words if w.order not in used)):
        if not any(box.intersection(other) for other in taken):
            work.tables.append(TableWork(box, cells))
            taken.append(box)


def _with_whole_pieces(region: PageBox, pieces: Sequence[Piece]) -> PageBox:
    """The region widened to the pieces of lines that it cuts: the model draws a table's side edges through words.

    A piece is taken in whole where it lies in the region's height and adds less than a quarter of its width.
    """
    most = _MOST_WIDENED * (region.right - region.left)
    box = region
    for item in pieces:
        whole = item.box
        cut = any(share(w.box, region) > 0.5 for w in item.words) and share(whole, region) < 1.0
        inside = region.top <= (whole.top + whole.bottom) / 2 <= region.bottom
        if cut and inside and region.left - whole.left < most and whole.right - region.right < most:
            box = PageBox(min(box.left, whole.left), box.top, max(box.right, whole.right), box.bottom)
    return box


def _is_prose(work: PageWork, box: PageBox, cells: Sequence[GridCell], words: Sequence[Word]) -> bool:
    """Whether the model took columns of running text for a table: long cells, and no rule between rows."""
    rules = sum(
        box.left < line.right and line.left < box.right and box.top <= line.top <= box.bottom
        for line in work.shapes.horizontal
    )
    return rules < 2 and len(words) > _LONGEST_CELLS * len(cells)


def _without_note(cells: tuple[GridCell, ...]) -> tuple[GridCell, ...]:
    """Cells without last rows that are one cell right across: notes under the table that the model took in."""
    columns = max((c.span.column_end for c in cells), default=0)
    rows = max((c.span.row_end for c in cells), default=0)
    while columns > 1 and rows > 2:
        last = [c for c in cells if c.span.row_end == rows]
        if len(last) != 1 or last[0].span.column_end - last[0].span.column_start < columns:
            break
        cells = tuple(c for c in cells if c is not last[0])
        rows -= 1
    return cells


def _is_near(cells: Sequence[GridCell], word: Word) -> bool:
    """Whether a word stands not under the last row."""
    bottom = max((c.box.bottom for c in cells if c.box is not None), default=word.box.bottom)
    return (word.box.top + word.box.bottom) / 2 <= bottom


def words_in(words: Sequence[Word], box: PageBox) -> list[Word]:
    """The words that stand in `box` for the greater part."""
    return [w for w in words if share(w.box, box) > 0.5]


def _believed(cells: Sequence[GridCell], words: Sequence[Word], share: float) -> bool:
    return bool(cells) and bool(words) and is_sound(cells) and share_inside(cells, words) >= share


def _is_table(cells: Sequence[GridCell], words: Sequence[Word], *, known: bool) -> bool:
    """Whether a ruled grid is a table and not a frame, a chart or a form's boxes around one text."""
    rows = max(c.span.row_end for c in cells)
    columns = max(c.span.column_end for c in cells)
    if rows < 2 or columns < 2:
        return known and len(cells) > 2
    filled = sum(bool(c.words) for c in place_words(cells, words))
    return known or (filled >= 4 and filled >= _MIN_FILLED * len(cells))


def _distinct(boxes: Sequence[PageBox]) -> list[PageBox]:
    """Boxes of which none lies mostly in another; the larger one stays."""
    kept: list[PageBox] = []
    for box in sorted(boxes, key=lambda b: (-b.area, b.as_tuple())):
        if not any(share(box, other) > 0.5 for other in kept):
            kept.append(box)
    return sorted(kept, key=lambda b: (b.top, b.left))
