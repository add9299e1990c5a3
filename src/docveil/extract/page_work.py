"""What the stages know about one page while they work on it, and the frame that they work in."""

import math

import numpy as np
from attrs import define, field, frozen
from numpy.typing import NDArray

from docveil.extract.blocks import Block, Region
from docveil.extract.grid import GridCell
from docveil.extract.pdfium_page import Shapes
from docveil.extract.plain import has_labels, has_open_rules, has_rows
from docveil.extract.words import Word, pieces_of
from docveil.model.document import LedgerNote, PageRecord
from docveil.model.ranges import PageBox

Pixels = NDArray[np.uint8]


@frozen
class Straight:
    """The frame in which most of a page's text reads upright, and the way back to the page as shown.

    Attributes:
        width, height: Of the page as shown, in points.
        quarter: Quarter turns counter-clockwise by which the text lies on the page as shown.
        lean: Degrees counter-clockwise by which it leans besides.
    """

    width: float
    height: float
    quarter: int = 0
    lean: float = 0.0

    @property
    def page(self) -> PageBox:
        """The page's box in the straight frame."""
        if self.quarter % 2:
            return PageBox(0.0, 0.0, self.height, self.width)
        return PageBox(0.0, 0.0, self.width, self.height)

    def straight(self, box: PageBox) -> PageBox:
        """A box of the page as shown in the straight frame; the lean is not in it."""
        left, top, right, bottom = box.as_tuple()
        if self.quarter == 1:
            return PageBox(self.height - bottom, left, self.height - top, right)
        if self.quarter == 2:
            return PageBox(self.width - right, self.height - bottom, self.width - left, self.height - top)
        if self.quarter == 3:
            return PageBox(top, self.width - right, bottom, self.width - left)
        return box

    def shown(self, box: PageBox) -> PageBox:
        """A box of the straight frame on the page as shown: the upright box around it where the text leans."""
        if self.lean:
            box = _leaned(box, self.lean, self.page)
        left, top, right, bottom = box.as_tuple()
        if self.quarter == 1:
            return PageBox(top, self.height - right, bottom, self.height - left)
        if self.quarter == 2:
            return PageBox(self.width - right, self.height - bottom, self.width - left, self.height - top)
        if self.quarter == 3:
            return PageBox(self.width - bottom, left, self.width - top, right)
        return box


def _leaned(box: PageBox, degrees: float, page: PageBox) -> PageBox:
    """The box around `box` turned counter-clockwise about the middle of the page; the height of a line is kept."""
    x0, y0 = (page.left + page.right) / 2, (page.top + page.bottom) / 2
    sine, cosine = math.sin(math.radians(degrees)), math.cos(math.radians(degrees))
    corners = [
        (x0 + (x - x0) * cosine + (y - y0) * sine, y0 - (x - x0) * sine + (y - y0) * cosine)
        for x in (box.left, box.right)
        for y in (box.top, box.bottom)
    ]
    xs, ys = [x for x, _ in corners], [y for _, y in corners]
    return PageBox(min(xs), min(ys), max(xs), max(ys))


@frozen
class FormValue:
    """The value of a filled form field, and its widget's box on the page as shown."""

    text: str
    box: PageBox


@frozen
class TableWork:
    """A table: where it stands in the straight frame, and its cells."""

    box: PageBox
    cells: tuple[GridCell, ...]


@define
class PageWork:
    """One page at work. Boxes are in the straight frame, but for `values`.

    Attributes:
        number: From 1.
        frame: The straight frame.
        words: What is read on the page.
        shapes: What is drawn on it.
        is_scan: Whether its words come from OCR of the whole page.
        values: Filled form fields.
        regions: What the layout model saw.
        tables: Tables with their cells.
        ordered: Blocks, tables and form values in the order of reading.
        columns: Columns of running text.
        notes: For the ledger.
        scores: Confidence of each recognised line.
    """

    number: int
    frame: Straight
    words: list[Word] = field(factory=list)
    shapes: Shapes = field(factory=Shapes)
    is_scan: bool = False
    values: tuple[FormValue, ...] = ()
    regions: list[Region] = field(factory=list)
    tables: list[TableWork] = field(factory=list)
    ordered: list[Block | TableWork | FormValue] = field(factory=list)
    columns: int = 0
    notes: list[LedgerNote] = field(factory=list)
    scores: list[float] = field(factory=list)

    @property
    def is_plain(self) -> bool:
        """Whether geometry alone reads the page as well as with a layout model, in a fraction of the time.

        It does unless words stand in a drawing or beside pictures, as labels do, or there are signs of a table that no
        ruling lines enclose.
        """
        if self.is_scan:
            return False
        pieces = pieces_of(self.words)
        return not (
            has_rows(pieces) or has_open_rules(self.shapes) or has_labels(self.words, self.shapes, self.frame.page)
        )

    @property
    def record(self) -> PageRecord:
        """The page's line in the ledger."""
        return PageRecord(
            self.number,
            sum(len(w.text) for w in self.words if w.confidence is None),
            sum(len(w.text) for w in self.words if w.confidence is not None),
            columns=self.columns,
            ocr_confidence=round(sum(self.scores) / len(self.scores), 4) if self.scores else None,
        )

    def note(self, part: str, reason: str, count: int = 1, box: PageBox | None = None) -> None:
        """Add a line to the ledger; `box` is in the straight frame."""
        edges = None if box is None else self.frame.shown(box).as_tuple()
        self.notes.append(LedgerNote(part, reason, count, self.number, edges))
