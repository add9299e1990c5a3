"""A page's words as blocks and tables in the order of reading."""

from collections.abc import Sequence
from statistics import median

from attrs import frozen

from docveil.extract.blocks import Block, Region, blocks_of, split_piece
from docveil.extract.page_work import FormValue, PageWork, TableWork
from docveil.extract.reading import Placed, columns_of, reading_order
from docveil.extract.words import Word, hull, lines_of, pieces_of, share
from docveil.model.ranges import PageBox

Item = Block | TableWork | FormValue

_RUNNING = {"body", "list_item"}
_TERMINAL = (".", "!", "?", ":", ";", "\u2026", "\u3002")
_CLOSING = " \t\n\"')]\u201d\u2019\u00bb"
# Share of a block that lies in a picture when it is one of the picture's labels.
_INSIDE = 0.8
_LONGEST_LABEL = 25
# Share of the page; smaller drawings are ornaments.
_SMALLEST_GRAPHIC = 0.01
# A picture that covers more of the page is its background.
_MOST_OF_PAGE = 0.7


@frozen
class _Unit:
    """Items that are read together: one block or table, or a figure's labels."""

    items: tuple[Item, ...]
    is_figure: bool = False

    @property
    def role(self) -> str:
        """The role of a single block outside figures; empty for everything else."""
        if self.is_figure:
            return ""
        return self.items[0].role if len(self.items) == 1 and isinstance(self.items[0], Block) else ""

    @property
    def text(self) -> str:
        """The text of a single block."""
        return self.items[0].text if len(self.items) == 1 and isinstance(self.items[0], Block) else ""


def lay_out(work: PageWork) -> None:
    """Fill `work.ordered` and `work.columns`. Every word is in exactly one block or cell."""
    in_tables = {w.order for table in work.tables for cell in table.cells for w in cell.words}
    pieces = [
        part
        for p in pieces_of(work.words)
        for part, inside in split_piece(p, [w.order in in_tables for w in p.words])
        if not inside
    ]
    regions = [Region("table", t.box) for t in work.tables]
    regions += [r for r in work.regions if r.label != "table"]
    blocks = blocks_of(pieces, regions, work.frame.page)
    pictures = [r.box for r in regions if r.label == "picture" and r.box.area < _MOST_OF_PAGE * work.frame.page.area]
    single, groups = _by_picture(blocks, pictures)
    placed: list[Placed[_Unit]] = [_placed(b) for b in single]
    for group in groups:
        inner = [item for p in reading_order([_placed(b) for b in group]) for item in p.item.items]
        placed.append(Placed(_Unit(tuple(inner), is_figure=True), hull(b.box for b in group), lines=0))
    placed += [Placed(_Unit((t,)), t.box, lines=0) for t in work.tables]
    placed += [Placed(_Unit((v,)), work.frame.straight(v.box), lines=0) for v in work.values]
    placed += [Placed(_Unit((), is_figure=True), box, lines=0) for box in _graphics(work, single)]
    text = [_placed(b) for b in single if b.role in _RUNNING]
    work.columns = columns_of(text) if text else 0
    page = work.frame.page
    inside = [p for p in placed if _on(page, p.box)]
    outside = [p for p in placed if not _on(page, p.box)]
    order = _floats_later(_captions_first([p.item for p in reading_order(inside)]))
    work.ordered = [item for unit in (*order, *(p.item for p in reading_order(outside))) for item in unit.items]


def _captions_first(order: list[_Unit]) -> list[_Unit]:
    """A caption under a figure is read before the figure's labels: it says what they are about."""
    result = list(order)
    for index in range(1, len(result)):
        start = index
        while result[index].role == "caption" and start > 0 and result[start - 1].is_figure:
            start -= 1
        result[start : index + 1] = [result[index], *result[start:index]]
    return result


def _floats_later(order: list[_Unit]) -> list[_Unit]:
    """Figures, tables, captions and footnotes that interrupt a sentence are read after the block that goes on with it."""
    result = list(order)
    for start in range(len(result)):
        before = result[start]
        if before.role not in _RUNNING or before.text.rstrip(_CLOSING).endswith(_TERMINAL):
            continue
        end = start + 1
        while end < len(result) and result[end].role not in (*_RUNNING, "heading"):
            end += 1
        if start + 1 < end < len(result) and result[end].role in _RUNNING and result[end].text[:1].islower():
            result[start + 1 : end + 1] = [result[end], *result[start + 1 : end]]
    return result


def _graphics(work: PageWork, blocks: Sequence[Block]) -> list[PageBox]:
    """Boxes of pictures and drawings that hold no text: they part what is above them from what is below."""
    boxes = [*work.shapes.pictures, *work.shapes.fills, *(r.box for r in work.regions if r.label == "picture")]
    found: list[PageBox] = []
    for box in sorted(set(boxes), key=lambda b: (-b.area, b.as_tuple())):
        shown = box.intersection(work.frame.page)
        if (
            shown is not None
            and shown.area > _SMALLEST_GRAPHIC * work.frame.page.area
            and not any(shown.intersection(b.box) for b in blocks)
            and not any(shown.intersection(t.box) for t in work.tables)
            and not any(share(shown, other) > 0.5 for other in found)
        ):
            found.append(shown)
    return found


def _by_picture(blocks: Sequence[Block], pictures: Sequence[PageBox]) -> tuple[list[Block], list[list[Block]]]:
    """Blocks outside pictures, and those inside each picture: labels of a figure are read together."""
    single: list[Block] = []
    groups: list[list[Block]] = [[] for _ in pictures]
    for item in blocks:
        home = next((i for i, box in enumerate(pictures) if share(item.box, box) > _INSIDE), None)
        (single if home is None or item.role == "caption" else groups[home]).append(item)
    labels = [group for group in groups if all(len(b.words) <= _LONGEST_LABEL for b in group)]
    # Running text in what the model calls a picture: the model is wrong.
    single += [b for group in groups if group not in labels for b in group]
    return single, [group for group in labels if group]


def _placed(block: Block) -> Placed[_Unit]:
    return Placed(
        _Unit((block,)),
        block.box,
        lines=len(lines_of(block.pieces)),
        leads=block.role == "heading",
        line=median([p.height for p in block.pieces]),
    )


def _on(page: PageBox, box: PageBox) -> bool:
    return box.intersection(page) is not None


def words_of(work: PageWork) -> list[Word]:
    """All words of a page that is laid out, blocks and tables alike."""
    words: list[Word] = []
    for item in work.ordered:
        if isinstance(item, Block):
            words += item.words
        elif isinstance(item, TableWork):
            words += [w for cell in item.cells for w in cell.words]
    return words
