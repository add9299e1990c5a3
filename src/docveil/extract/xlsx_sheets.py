"""Excel workbooks: each sheet a table at its real coordinates, read row by row; nothing of it is calculated.

Docling's reader cuts a sheet into the islands that it sees and keeps no coordinates of the sheet, and builds the whole
workbook in memory; so sheets are read here with lxml, and openpyxl is asked what a number looks like.
"""

import re
from collections.abc import Iterator
from typing import Any

from attrs import define, field

from docveil.errors import ExtractionFailed
from docveil.extract.flow import BY_DEFAULT, Content, Notes, Tick, cell_element, text_element
from docveil.extract.office_package import CX, C, Package, drawing_lines, refuse_type
from docveil.extract.shown_numbers import shown
from docveil.extract.xlsx_strings import S, Workbook, pull_parser, read_workbook, string_of, unescaped
from docveil.model.document import DocumentElement, PageRecord

_REFERENCE = re.compile(r"([A-Z]{1,3})([1-9]\d{0,6})")
_HEADER_CODE = re.compile(r'&(?:"[^"]*"|K[0-9A-Fa-f]{6}|\d+|[A-JL-Za-z+-])')
_FLAGGED = "read_and_flagged"
# Rules and filters hold values of cells, or words of their own.
_COUNTED = {
    f"{S}dataValidation": "data_validation",
    f"{S}filter": "filter",
    f"{S}customFilter": "filter",
    f"{S}cfRule": "conditional_format",
    f"{S}scenario": "scenario",
    f"{S}protectedRange": "protected_range",
    f"{S}webPublishItem": "web_publishing",
    f"{S}cellSmartTagPr": "smart_tag",
}
_HEADERS = {f"{S}{n}{k}" for n in ("odd", "even", "first") for k in ("Header", "Footer")}
# Copies of cells in a chart, and those that are counted.
_NAMED = (f"{C}strCache", f"{CX}strDim")
_COPIES = (*_NAMED, f"{C}multiLvlStrCache", f"{CX}txData")
_CHUNK = 1 << 20
# After this many cells it is said that work goes on.
_CELLS = 10_000
# Rows from which a merged cell is not listed row by row.
_TALL = 1000


@define
class _Sheet:
    """A sheet while it is read: `cells` as `(row, column, text)`, zero-based, and what else was met."""

    cells: list[tuple[int, int, str]] = field(factory=list)
    merged: list[tuple[int, int, int, int]] = field(factory=list)
    headers: list[tuple[str, str]] = field(factory=list)
    used: set[int] = field(factory=set)
    row: int = -1


def read_xlsx(data: bytes, tick: Tick, *, comments: bool) -> Content:
    """The sheets of a workbook; each is a page.

    Raises:
        ExtractionFailed: the package is corrupt.
        SourceRefused: it declares entities.
    """
    package, notes = Package(data), Notes()
    package.count_unread(notes)
    book = read_workbook(package)
    notes.add("defined_name", count=book.defined_names)
    notes.add("workbook_user", count=book.users)
    notes.add("reading_aid", count=book.reading_aids)
    notes.add("table_definition", count=len(package.matching(r"xl/tables/\w+\.xml")))
    elements: list[DocumentElement] = []
    pages: list[PageRecord] = []
    used: set[int] = set()
    for page, sheet in enumerate(book.sheets, start=1):
        if sheet.state != "visible":
            notes.add("very_hidden_sheet" if sheet.state == "veryHidden" else "hidden_sheet", _FLAGGED, page=page)
        read = _read_sheet(package.read(sheet.part), book, notes, page, tick)
        used |= read.used
        here = [*text_element(sheet.name, "heading", page), *_headers(read, "page_header", page)]
        for number, cell in enumerate(_cells(read, f"t{page}", notes, page)):
            if number % _CELLS == 0:
                tick()
            here.append(cell)
        here += _beside(package, sheet.part, notes, page, comments=comments)
        here += _headers(read, "page_footer", page)
        elements += here
        pages.append(PageRecord(page, sum(len("".join(e.text.split())) for e in here), 0))
    package.count_unlinked(notes)
    notes.add("unused_string", count=sum(bool(s.strip()) for i, s in enumerate(book.strings) if i not in used))
    return Content(tuple(elements), notes.lines(), tuple(pages))


def _read_sheet(data: bytes, book: Workbook, notes: Notes, page: int, tick: Tick) -> _Sheet:
    sheet, parser = _Sheet(), pull_parser()
    data = data.replace(b"http://purl.oclc.org/ooxml/spreadsheetml/main", S[1:-1].encode())
    refuse_type(data)
    try:
        for start in range(0, len(data), _CHUNK):
            tick()
            parser.feed(data[start : start + _CHUNK])
            for _, element in parser.read_events():
                _take(element, sheet, book, notes, page)
        root = parser.close()
    except (SyntaxError, ValueError, IndexError):
        raise ExtractionFailed(f"Sheet {page} of the workbook is corrupt.") from None
    refuse_type(data, root)
    return sheet


def _take(element: Any, sheet: _Sheet, book: Workbook, notes: Notes, page: int) -> None:
    tag = element.tag
    if tag == f"{S}row":
        _take_row(element, sheet, book, notes, page)
    elif tag == f"{S}mergeCell":
        span = _span(element.get("ref", ""))
        if span is not None:
            sheet.merged.append(span)
    elif tag == f"{S}col" and element.get("hidden") in ("1", "true"):
        first, last = int(element.get("min", "1")), int(element.get("max", "1"))
        notes.add("hidden_column", _FLAGGED, last - first + 1, page)
    elif tag == f"{S}hyperlink":
        notes.add("link_tooltip", count=1 if element.get("tooltip") else 0, page=page)
        notes.add("link_target", count=1 if element.get("location") else 0, page=page)
    elif tag in _HEADERS:
        role = "page_header" if tag.endswith("Header") else "page_footer"
        sheet.headers.append((role, _header_text(element.text or "")))
    elif tag in _COUNTED:
        notes.add(_COUNTED[tag], page=page)


def _take_row(element: Any, sheet: _Sheet, book: Workbook, notes: Notes, page: int) -> None:
    sheet.row = int(element.get("r", sheet.row + 2)) - 1
    if element.get("hidden") in ("1", "true"):
        notes.add("hidden_row", _FLAGGED, page=page)
    column = -1
    for cell in element:
        place = _REFERENCE.fullmatch(cell.get("r", ""))
        column = column + 1 if place is None else _column(place[1])
        if cell.find(f"{S}f") is not None:
            notes.add("formula", page=page)
        text = _text(cell, sheet, book)
        if text.strip():
            sheet.cells.append((sheet.row, column, text))
    # What was read is let go, so that a sheet of any length takes no more memory than its texts.
    element.clear()
    while element.getprevious() is not None:
        del element.getparent()[0]


def _text(cell: Any, sheet: _Sheet, book: Workbook) -> str:
    kind = cell.get("t", "n")
    if kind == "inlineStr":
        inline = cell.find(f"{S}is")
        return "" if inline is None else string_of(inline)
    value = cell.findtext(f"{S}v") or ""
    if kind == "s" and value:
        sheet.used.add(int(value))
        return book.strings[int(value)]
    if kind == "b":
        return "TRUE" if value == "1" else "FALSE"
    if kind == "n" and value:
        style = int(cell.get("s", "0"))
        code = book.codes[style] if style < len(book.codes) else "General"
        return shown(value, code, since_1904=book.since_1904)
    return unescaped(value)


def _column(letters: str) -> int:
    number = 0
    for letter in letters:
        number = number * 26 + ord(letter) - 64
    return number - 1


def _span(reference: str) -> tuple[int, int, int, int] | None:
    ends = [_REFERENCE.fullmatch(end) for end in reference.split(":")]
    if len(ends) != 2 or ends[0] is None or ends[1] is None:
        return None
    rows = sorted(int(end[2]) - 1 for end in ends if end is not None)
    columns = sorted(_column(end[1]) for end in ends if end is not None)
    return (rows[0], rows[1] + 1, columns[0], columns[1] + 1)


def _cells(sheet: _Sheet, table: str, notes: Notes, page: int) -> Iterator[DocumentElement]:
    """Each cell once; one that a merged cell covers is not shown, and stands in the ledger."""
    heads = {(span[0], span[2]): span for span in sheet.merged}
    tall = [span for span in sheet.merged if span[1] - span[0] > _TALL]
    by_row: dict[int, list[tuple[int, int, int, int]]] = {}
    for merged in sheet.merged:
        if merged[1] - merged[0] <= _TALL:
            for row in range(merged[0], merged[1]):
                by_row.setdefault(row, []).append(merged)
    for row, column, text in sorted(sheet.cells):
        span = heads.get((row, column))
        around = (*by_row.get(row, ()), *tall)
        if span is None and any(s[0] <= row < s[1] and s[2] <= column < s[3] for s in around):
            notes.add("covered_cell", page=page)
            continue
        yield cell_element(text, span or (row, row + 1, column, column + 1), table, page)


def _header_text(text: str) -> str:
    """The text of a header without its codes; its three parts on lines of their own."""
    text = re.sub(r"&[LCR]", "\n", text.replace("&&", "\x00"))
    return _HEADER_CODE.sub("", text).replace("\x00", "&").strip()


def _headers(sheet: _Sheet, role: str, page: int) -> Iterator[DocumentElement]:
    for text in dict.fromkeys(text for kind, text in sheet.headers if kind == role):
        yield from text_element(text, role, page)


def _beside(package: Package, part: str, notes: Notes, page: int, *, comments: bool) -> Iterator[DocumentElement]:
    """Text boxes and charts of a sheet, and its cell notes where they are asked for."""
    for _, drawing in package.targets(part, "drawing"):
        root = package.xml(drawing)
        alt = sum(1 for e in root.iter() if e.tag.endswith("}cNvPr") and (e.get("descr") or e.get("title")))
        notes.add("alternative_text", count=alt, page=page)
        yield from text_element("\n".join(drawing_lines(root)), page=page)
        for _, chart in (*package.targets(drawing, "chart"), *package.targets(drawing, "chartEx")):
            # Names and categories in a chart are copies of cells; what is the chart's own is its titles.
            titles = package.xml(chart)
            copies = list(titles.iter(*_COPIES))
            notes.add("chart_data", "copies_of_cells_not_read", sum(c.tag in _NAMED for c in copies), page)
            for copy in copies:
                copy.getparent().remove(copy)
            yield from text_element("\n".join(drawing_lines(titles)), page=page)
            for _, shapes in package.targets(chart, "chartUserShapes"):
                yield from text_element("\n".join(drawing_lines(package.xml(shapes))), page=page)
        for _, diagram in package.targets(drawing, "diagramData"):
            yield from text_element("\n".join(drawing_lines(package.xml(diagram))), page=page)
    for kind, tag in (("comments", f"{S}comment"), ("threadedComment", None)):
        for _, name in package.targets(part, kind):
            root = package.xml(name)
            items = list(root.iter(tag)) if tag else [e for e in root if e.tag.endswith("}threadedComment")]
            if not comments:
                notes.add("comment", BY_DEFAULT, len(items), page)
                continue
            for item in items:
                text = (
                    string_of(item)
                    if tag
                    else "".join(t for e in item if e.tag.endswith("}text") for t in e.itertext())
                )
                yield from text_element(text, "annotation", page)
