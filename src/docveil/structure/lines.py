"""The printed lines of a document, in the order of its elements."""

from collections.abc import Callable, Iterable

from attrs import evolve, frozen

from docveil.model.document import ExtractedDocument
from docveil.model.ranges import PageBox, SourceRange


@frozen(repr=False)
class Line:
    """One printed line.

    Attributes:
        number: Its place among the lines, from 0.
        element: Index of its element.
        range: Where it stands in the document's text.
        text: What it says.
        page: From 1.
        box: On the page as shown, in points.
        size: Of its type, in points.
        is_seen: Whether OCR read it.
        role: Layout role of its element.
    """

    number: int
    element: int
    range: SourceRange
    text: str
    page: int
    box: PageBox
    size: float
    is_seen: bool
    role: str

    def __repr__(self) -> str:
        return f"Line({self.number}, page {self.page}, {len(self.text)} code points)"

    @property
    def width(self) -> float:
        """Points."""
        return self.box.right - self.box.left

    @property
    def height(self) -> float:
        """Points."""
        return self.box.bottom - self.box.top

    @property
    def is_turned(self) -> bool:
        """Whether it reads upwards or downwards."""
        return len(self.text) > 2 and self.height > 1.5 * self.width

    @property
    def is_cell(self) -> bool:
        """Whether it is of a table that the reader saw."""
        return self.role == "cell"


def placed_lines(document: ExtractedDocument) -> tuple[Line, ...]:
    """Every line whose place is known; none for a document without a layout."""
    places = {item.element: item.lines for item in document.layout or ()}
    lines: list[Line] = []
    for index, (element, source) in enumerate(zip(document.elements, document.source_ranges, strict=True)):
        if element.id not in places or element.page is None:
            continue
        start = source.start
        for text, place in zip(element.text.split("\n"), places[element.id], strict=True):
            span = SourceRange(start, start + len(text))
            start = span.end + 1
            if span:
                lines.append(
                    Line(
                        len(lines),
                        index,
                        span,
                        text,
                        element.page,
                        place.box,
                        place.size,
                        place.is_seen,
                        element.role,
                    )
                )
    return tuple(lines)


def parted(lines: Iterable[Line], cut: Callable[[Line], int]) -> tuple[Line, ...]:
    """The lines with some of them cut in two, and numbered again.

    Args:
        lines: In their order.
        cut: How many code points of a line, the blank behind them among these, stand before the cut; 0 for none. Where the
            cut is on the page is taken from its share of the line.
    """
    found: list[Line] = []
    for line in lines:
        at = cut(line)
        if at:
            x = line.box.left + line.width * at / len(line.text)
            head = SourceRange(line.range.start, line.range.start + at - 1)
            tail = SourceRange(line.range.start + at, line.range.end)
            left, right = evolve(line.box, right=x), evolve(line.box, left=x)
            found.append(evolve(line, number=len(found), range=head, text=line.text[: at - 1], box=left))
            line = evolve(line, range=tail, text=line.text[at:], box=right)  # noqa: PLW2901 - what is left of it
        found.append(evolve(line, number=len(found)))
    return tuple(found)
