"""Where the lines of a text are, kept beside Docling's document, which has no place for them. Pure functions."""

from collections import Counter, defaultdict
from collections.abc import Iterable, Sequence

from attrs import frozen

from docveil.extract.page_work import Straight
from docveil.extract.words import Piece, hull
from docveil.model.document import DocumentElement
from docveil.model.layout import ElementLines, TextLine
from docveil.model.ranges import PageBox

_Edges = tuple[float, float, float, float]


@frozen
class PlacedText:
    """The text of a block or cell with its lines.

    Attributes:
        page: Page number from 1.
        text: As the element will have it.
        box: Around it, on the page as shown; None for a cell without one.
        lines: One for each line of `text`.
    """

    page: int
    text: str
    box: PageBox | None
    lines: tuple[TextLine, ...]


def text_lines(lines: Iterable[Sequence[Piece]], frame: Straight) -> tuple[TextLine, ...]:
    """Lines of pieces as lines on the page as shown."""
    return tuple(_line(pieces, frame) for pieces in lines)


def _line(pieces: Sequence[Piece], frame: Straight) -> TextLine:
    sizes: Counter[float] = Counter()
    for item in pieces:
        for word in item.words:
            sizes[word.size or item.height] += len(word.text)
    size = max(sizes, key=lambda s: (sizes[s], s))
    is_seen = any(word.confidence is not None for item in pieces for word in item.words)
    return TextLine(frame.shown(hull(p.box for p in pieces)), float(size), is_seen)


def layout_of(elements: Iterable[DocumentElement], placed: Iterable[PlacedText]) -> tuple[ElementLines, ...]:
    """The lines of each element whose page, text and place are those of a text in `placed`; each is given once."""
    waiting: defaultdict[tuple[int, str], list[PlacedText]] = defaultdict(list)
    for item in placed:
        waiting[item.page, item.text].append(item)
    found: list[ElementLines] = []
    for element in elements:
        alike = waiting.get((element.page, element.text)) if element.page is not None else None
        if alike:
            nearest = min(range(len(alike)), key=lambda i: (_distance(alike[i].box, element.bbox), i))
            found.append(ElementLines(element.id, alike.pop(nearest).lines))
    return tuple(found)


def _distance(box: PageBox | None, edges: _Edges | None) -> float:
    if box is None or edges is None:
        return float("inf")
    return sum(abs(a - b) for a, b in zip(box.as_tuple(), edges, strict=True))
