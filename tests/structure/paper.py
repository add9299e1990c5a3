"""A paper built line by line, with no PDF: each block is an element, each line has its place and size."""

from attrs import define, evolve, field

from docveil.model.document import DocumentElement, ExtractedDocument, Fingerprint, Ledger
from docveil.model.layout import ElementLines, TextLine
from docveil.model.ranges import PageBox

LEFT, WIDTH, SIZE, STEP = 72.0, 450.0, 10.0, 12.0
_SHORT = 20
SENTENCE = "The measured tension of the rope increases with the number of cycles before the final failure of it."


@define
class Typewriter:
    """Writes blocks down a page of one column."""

    elements: list[DocumentElement] = field(factory=list)
    layout: list[ElementLines] = field(factory=list)
    page: int = 1
    y: float = 60.0

    def block(
        self,
        *lines: str,
        role: str = "body",
        size: float = SIZE,
        left: float = LEFT,
        width: float = WIDTH,
        indent: float = 0.0,
    ) -> None:
        """A block; long lines but the last one fill `width`, and the others take what their text takes."""
        boxes = []
        for index, text in enumerate(lines):
            x = left + (indent if index == 0 else 0.0)
            end = (
                left + width
                if index + 1 < len(lines) and len(text) > _SHORT
                else min(x + 0.45 * size * len(text), left + width)
            )
            boxes.append(TextLine(PageBox(x, self.y, max(end, x + 1.0), self.y + size), size))
            self.y += STEP * size / SIZE
        self.y += STEP
        name = f"e{len(self.elements)}"
        self.elements.append(DocumentElement(name, "\n".join(lines), role=role, page=self.page))
        self.layout.append(ElementLines(name, tuple(boxes)))

    def prose(self, name: str = "", lines: int = 5, *, size: float = SIZE) -> None:
        """A paragraph of full lines; `name` stands in its second one."""
        self.block(
            *[f"{SENTENCE[:-9]} {name if i == 1 else 'for'} rope" for i in range(lines - 1)],
            "and ends here.",
            size=size,
        )

    def turn(self) -> None:
        """The next page."""
        self.page, self.y = self.page + 1, 60.0

    def document(self) -> ExtractedDocument:
        """What was written."""
        return ExtractedDocument(tuple(self.elements), Ledger(), Fingerprint("0", "test"), tuple(self.layout))


def without_layout(document: ExtractedDocument) -> ExtractedDocument:
    """The same text, its places unknown."""
    return evolve(document, layout=None)
