"""What a provider extracts: elements, the text they join to, and a value-free account of what was read."""

import re
from collections.abc import Iterable
from itertools import pairwise

from attrs import evolve, field, frozen

from docveil.model._checks import plain_int, plain_text, require, tuple_of
from docveil.model.layout import ElementLines
from docveil.model.ranges import CellSpan, PageBox, SourceRange

KINDS = frozenset({"text", "table_cell"})
FURNITURE_ROLES = frozenset({"page_header", "page_footer"})
ROLES = FURNITURE_ROLES | {
    "body",
    "heading",
    "list_item",
    "caption",
    "footnote",
    "formula",
    "code",
    "cell",
    "form_field",
    "annotation",
    "notes",
    "signature",
}

_ELEMENT_ID = re.compile(r"e(?:0|[1-9][0-9]*)", re.ASCII)
_TABLE_ID = re.compile(r"t(?:0|[1-9][0-9]*)", re.ASCII)
_CODE = re.compile(r"[a-z][a-z0-9_]{0,63}", re.ASCII)


@frozen(repr=False)
class DocumentElement:
    """One block of text or one table cell, at its place.

    Attributes:
        id: `e0`, `e1`, ...: structural, never made from names, text or metadata.
        text: Unicode text of the element, lines as they stand in the source.
        kind: `text` or `table_cell`.
        role: Layout role, one of `ROLES`.
        page: Page number from 1, or None for formats without pages.
        bbox: `(left, top, right, bottom)` in PDF points, origin top left; None where there is no box.
        cell: `(row_start, row_end, column_start, column_end)`, zero-based, end-exclusive; table cells only.
        table: `t0`, `t1`, ...: the table within the document; table cells only.
        separator: White space between this element and the next.
    """

    id: str
    text: str
    kind: str = "text"
    role: str = "body"
    page: int | None = None
    bbox: tuple[float, float, float, float] | None = None
    cell: tuple[int, int, int, int] | None = None
    table: str | None = None
    separator: str = "\n\n"

    def __attrs_post_init__(self) -> None:
        require(type(self.id) is str and _ELEMENT_ID.fullmatch(self.id) is not None, "An element id must be e0, e1, …")
        plain_text(self.text, "An element's text")
        plain_text(self.separator, "A separator")
        require(not self.separator or self.separator.isspace(), "A separator must be white space.")
        require(type(self.kind) is str and self.kind in KINDS, "An element's kind must be text or table_cell.")
        require(type(self.role) is str and self.role in ROLES, "An element's role is not one that docveil knows.")
        if self.page is not None:
            plain_int(self.page, "A page number", minimum=1)
        if self.bbox is not None:
            tuple_of(self.bbox, float, "A box")
            require(len(self.bbox) == 4, "A box must have four edges.")
            PageBox(*self.bbox)
        is_cell = self.kind == "table_cell"
        require(is_cell == (self.cell is not None), "A cell span goes with table cells only.")
        require(is_cell == (self.table is not None), "A table id goes with table cells only.")
        require(is_cell == (self.role == "cell"), "The role cell goes with table cells only.")
        if self.cell is not None:
            tuple_of(self.cell, int, "A cell span")
            require(len(self.cell) == 4, "A cell span must have four bounds.")
            CellSpan(*self.cell)
        if self.table is not None:
            require(type(self.table) is str and _TABLE_ID.fullmatch(self.table) is not None, "A table id must be t0, …")

    def __repr__(self) -> str:
        return f"DocumentElement({self.id}, {self.kind}, {self.role}, page {self.page}, {len(self.text)} code points)"

    def with_text(self, text: str, separator: str) -> "DocumentElement":
        """The same element at the same place with another text and separator."""
        return evolve(self, text=text, separator=separator)


def join_elements(elements: Iterable[DocumentElement]) -> str:
    """Every element's text, each followed by its separator except the last (law 1)."""
    parts: list[str] = []
    for element in elements:
        parts += (element.text, element.separator)
    return "".join(parts[:-1])


def check_elements(elements: tuple[DocumentElement, ...]) -> None:
    """Rules that hold over all elements of a document: unique ids, and no grid slot claimed twice in a table."""
    tuple_of(elements, DocumentElement, "A document's elements")
    require(len({e.id for e in elements}) == len(elements), "Element ids must be unique.")
    spans: dict[str, list[tuple[int, int, int, int]]] = {}
    for element in elements:
        if element.table is not None and element.cell is not None:
            spans.setdefault(element.table, []).append(element.cell)
    for cells in spans.values():
        require(not _overlap(cells), "Two cells of a table claim the same place in its grid.")


def check_layout(elements: tuple[DocumentElement, ...], layout: tuple[ElementLines, ...]) -> None:
    """A layout knows only elements on a page, each once, and as many lines of it as its text has."""
    tuple_of(layout, ElementLines, "A document's layout")
    by_id = {e.id: e for e in elements}
    require(len({item.element for item in layout}) == len(layout), "A layout must have each element once.")
    for item in layout:
        element = by_id.get(item.element)
        require(element is not None and element.page is not None, "A layout must be of elements on a page.")
        require(
            element is not None and len(item.lines) == element.text.count("\n") + 1,
            "An element's lines must be as many as its text has.",
        )


def _overlap(cells: list[tuple[int, int, int, int]]) -> bool:
    """Sweep down the rows: only cells whose rows are still open can collide with the next one."""
    open_cells: list[CellSpan] = []
    for bounds in sorted(cells):
        span = CellSpan(*bounds)
        open_cells = [other for other in open_cells if other.row_end > span.row_start]
        if any(span.overlaps(other) for other in open_cells):
            return True
        open_cells.append(span)
    return False


@frozen
class PageRecord:
    """What was read on one page.

    Attributes:
        page: Page number from 1.
        text_layer_characters: Non-blank code points taken from the text layer.
        ocr_characters: Non-blank code points taken from OCR.
        columns: Number of text columns, or None where it was not judged.
        ocr_confidence: Mean confidence of the recognised lines from 0 to 1, or None without OCR.
    """

    page: int
    text_layer_characters: int
    ocr_characters: int
    columns: int | None = None
    ocr_confidence: float | None = None

    def __attrs_post_init__(self) -> None:
        plain_int(self.page, "A page number", minimum=1)
        plain_int(self.text_layer_characters, "A count of characters")
        plain_int(self.ocr_characters, "A count of characters")
        if self.columns is not None:
            plain_int(self.columns, "A count of columns")
        if self.ocr_confidence is not None:
            require(
                type(self.ocr_confidence) is float and 0.0 <= self.ocr_confidence <= 1.0,
                "A confidence must be a plain float from 0 to 1.",
            )


# The part of a note about a page that could not be read, in a document that is published without it.
FAILED_PAGE = "failed_page"
# The reason for a role of which elements were left out.
DROPPED = "dropped"
# Part and reason of a note about a table whose structure was not believed: its box holds its text, as blocks.
UNSOUND_TABLE = ("table", "structure_not_sound_kept_as_text")


@frozen
class LedgerNote:
    """A part of the source that was left out or treated specially, and why.

    Attributes:
        part: What it is, as a code such as `annotation`, `attachment`, `picture_region`; never a name from the source.
        reason: Why, as a code such as `not_read_by_default`.
        count: How many.
        page: Page number from 1, or None for the whole document.
        bbox: Where on the page, in points, origin top left, or None.
    """

    part: str
    reason: str
    count: int = 1
    page: int | None = None
    bbox: tuple[float, float, float, float] | None = None

    def __attrs_post_init__(self) -> None:
        for code in (self.part, self.reason):
            require(type(code) is str and _CODE.fullmatch(code) is not None, "A ledger note is made of codes only.")
        plain_int(self.count, "A count", minimum=1)
        if self.page is not None:
            plain_int(self.page, "A page number", minimum=1)
        if self.bbox is not None:
            tuple_of(self.bbox, float, "A box")
            require(len(self.bbox) == 4, "A box must have four edges.")
            PageBox(*self.bbox)


@frozen
class Ledger:
    """Value-free account of what was read and what was not. Nothing is dropped without a line here."""

    pages: tuple[PageRecord, ...] = ()
    notes: tuple[LedgerNote, ...] = ()

    def __attrs_post_init__(self) -> None:
        tuple_of(self.pages, PageRecord, "A ledger's pages")
        tuple_of(self.notes, LedgerNote, "A ledger's notes")
        require(all(a.page < b.page for a, b in pairwise(self.pages)), "A ledger's pages must ascend.")

    @property
    def failed_pages(self) -> tuple[int, ...]:
        """Pages that could not be read and are left out."""
        return tuple(note.page for note in self.notes if note.part == FAILED_PAGE and note.page is not None)


@frozen
class Fingerprint:
    """What made a result: the same fingerprint and the same source bytes give the same output bytes.

    Attributes:
        docveil: Version of docveil.
        provider: Name of the provider.
        packages: `(distribution, version)` pairs, ascending.
        options: `(name, value)` pairs, ascending.
        models: `(role, SHA-256)` of every model file used, ascending.
    """

    docveil: str
    provider: str
    packages: tuple[tuple[str, str], ...] = ()
    options: tuple[tuple[str, str], ...] = ()
    models: tuple[tuple[str, str], ...] = ()

    def __attrs_post_init__(self) -> None:
        plain_text(self.docveil, "A version")
        plain_text(self.provider, "A provider's name")
        for pairs in (self.packages, self.options, self.models):
            tuple_of(pairs, tuple, "A fingerprint's list")
            for pair in pairs:
                tuple_of(pair, str, "A fingerprint's pair")
                require(len(pair) == 2, "A fingerprint's pair must have two parts.")
            require(list(pairs) == sorted(pairs), "A fingerprint's lists must ascend.")


@frozen(repr=False)
class ExtractedDocument:
    """A document as read: immutable elements in reading order, and the text that they join to.

    Attributes:
        elements: The elements, in reading order.
        ledger: Value-free account of what was read.
        fingerprint: What made it.
        layout: Where the lines of the elements stand, in any order, or None where that is not known. An element may be missing.
        text: Every element's text, each followed by its separator except the last. Derived, so it cannot disagree.
        source_ranges: `source_ranges[i]` is where element `i` stands in `text`, in code points.
    """

    elements: tuple[DocumentElement, ...]
    ledger: Ledger
    fingerprint: Fingerprint
    layout: tuple[ElementLines, ...] | None = None
    text: str = field(init=False)
    source_ranges: tuple[SourceRange, ...] = field(init=False)

    def __attrs_post_init__(self) -> None:
        check_elements(self.elements)
        require(type(self.ledger) is Ledger, "A document needs a Ledger.")
        require(type(self.fingerprint) is Fingerprint, "A document needs a Fingerprint.")
        if self.layout is not None:
            check_layout(self.elements, self.layout)
        ranges: list[SourceRange] = []
        position = 0
        for element in self.elements:
            ranges.append(SourceRange(position, position + len(element.text)))
            position = ranges[-1].end + len(element.separator)
        # object.__setattr__ is how attrs itself fills a frozen instance; these two are derived, never given.
        object.__setattr__(self, "text", join_elements(self.elements))
        object.__setattr__(self, "source_ranges", tuple(ranges))

    def __repr__(self) -> str:
        return f"ExtractedDocument({len(self.elements)} elements, {len(self.text)} code points)"
