"""Where the lines of a page's text stand and how large they are set. Private like the text itself; no cleaned file has it."""

import math

from attrs import frozen

from docveil.model._checks import plain_text, require, tuple_of
from docveil.model.ranges import PageBox


@frozen
class TextLine:
    """One line of an element's text.

    Attributes:
        box: Around its words, on the page as shown, in points.
        size: Font size of most of its characters, in points; the line's height where OCR read it.
        is_seen: True where OCR read it: then `size` wavers from line to line.
    """

    box: PageBox
    size: float
    is_seen: bool = False

    def __attrs_post_init__(self) -> None:
        require(type(self.box) is PageBox, "A line needs a box.")
        require(type(self.size) is float and 0.0 <= self.size < math.inf, "A font size must be a plain float.")
        require(type(self.is_seen) is bool, "A line's is_seen must be a bool.")


@frozen(repr=False)
class ElementLines:
    """The lines of one element, in its order: as many as its text has. Ids and counts only, so elements may be moved.

    Attributes:
        element: Id of the element.
        lines: One for each line of its text, lines ended by a line feed.
    """

    element: str
    lines: tuple[TextLine, ...]

    def __attrs_post_init__(self) -> None:
        plain_text(self.element, "An element's id")
        tuple_of(self.lines, TextLine, "An element's lines")

    def __repr__(self) -> str:
        return f"ElementLines({self.element}, {len(self.lines)} lines)"
