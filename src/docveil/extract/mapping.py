"""From a DoclingDocument to elements: pure, and every range is docveil's own.

Docling's character spans are read for one purpose only: to cut an item that stands in several places into as many
elements. They are checked against its text first; where they do not tile it, nothing is guessed.
"""

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import pairwise
from typing import Any

from attrs import evolve, frozen
from docling_core.types.doc import (
    ContentLayer,
    DocItem,
    DocItemLabel,
    DoclingDocument,
    ProvenanceItem,
    TableItem,
    TextItem,
)

from docveil.errors import ExtractionFailed
from docveil.extract.chrome import running_roles
from docveil.extract.continued import joined_tables
from docveil.model.document import DocumentElement, LedgerNote

_ROLES = {
    DocItemLabel.TITLE: "heading",
    DocItemLabel.SECTION_HEADER: "heading",
    DocItemLabel.LIST_ITEM: "list_item",
    DocItemLabel.CAPTION: "caption",
    DocItemLabel.FOOTNOTE: "footnote",
    DocItemLabel.PAGE_HEADER: "page_header",
    DocItemLabel.PAGE_FOOTER: "page_footer",
    DocItemLabel.FORMULA: "formula",
    DocItemLabel.CODE: "code",
    DocItemLabel.FIELD_VALUE: "form_field",
}
_SURROGATE = re.compile("[\ud800-\udfff]")
_BLOCK = "\n\n"
_TAB = "\t"
_LINE = "\n"
_LAYERS = {
    ContentLayer.BODY,
    ContentLayer.FURNITURE,
    ContentLayer.NOTES,
    ContentLayer.INVISIBLE,
    ContentLayer.BACKGROUND,
}


@frozen
class _Block:
    """One or more elements that stay together: a text, or the cells of a table."""

    elements: tuple[DocumentElement, ...]
    sequence: int

    @property
    def place(self) -> tuple[int, float, float]:
        """Page, top and left, for the layout order; what has no box comes last on its page."""
        first = self.elements[0]
        left, top, _, _ = first.bbox or (float("inf"),) * 4
        return (first.page or 0, top, left)


def map_document(
    document: DoclingDocument, *, order: str = "reading", extra: Sequence[DocumentElement] = ()
) -> tuple[tuple[DocumentElement, ...], tuple[LedgerNote, ...]]:
    """Elements of `document`, and notes on what was treated specially.

    Args:
        document: As Docling made it.
        order: `reading` keeps Docling's order, with the header of each page before it and the footer behind it; `layout`
            is page, top, left.
        extra: Elements from elsewhere, such as annotations: each comes last on its page, or at its place.

    Raises:
        ExtractionFailed: an item's spans do not tile its text, or a table claims several pages.
    """
    heights = {number: float(page.size.height) for number, page in document.pages.items()}
    blocks = _with_running_roles([b for b in _blocks(document) if b.elements], heights)
    blocks += [_Block((element,), len(blocks) + index) for index, element in enumerate(extra)]
    if order == "layout":
        blocks.sort(key=lambda b: (*b.place, b.sequence))
    else:
        blocks = _furniture_in_place(blocks)
    elements: list[DocumentElement] = []
    tables: dict[str, str] = {}
    for block in blocks:
        for element in block.elements:
            table = None if element.table is None else tables.setdefault(element.table, f"t{len(tables)}")
            elements.append(evolve(element, id=f"e{len(elements)}", table=table))
    joined, table_notes = joined_tables(elements)
    return _renamed(_list_separators(list(joined))), (*_mended(document), *table_notes)


def map_flow(document: DoclingDocument) -> Iterator[DocumentElement]:
    """Elements of a document without page layout, in Docling's order; ids yet to be given.

    Raises:
        ExtractionFailed: an item's spans do not tile its text, or a table claims several pages.
    """
    for block in _blocks(document):
        yield from block.elements


def _with_running_roles(blocks: Sequence[_Block], heights: Mapping[int, float]) -> list[_Block]:
    """Running headers and footers get their role by repetition."""
    singles = [b.elements[0] for b in blocks]
    roles = running_roles(singles, heights)
    return [
        evolve(b, elements=(evolve(b.elements[0], role=roles[i]),)) if i in roles else b for i, b in enumerate(blocks)
    ]


def _renamed(elements: Iterable[DocumentElement]) -> tuple[DocumentElement, ...]:
    """Tables numbered from `t0` in their order: joining leaves gaps."""
    names: dict[str, str] = {}
    return tuple(
        e if e.table is None else evolve(e, table=names.setdefault(e.table, f"t{len(names)}")) for e in elements
    )


def _blocks(document: DoclingDocument) -> Iterator[_Block]:
    tables = 0
    items = document.iterate_items(included_content_layers=_LAYERS, traverse_pictures=True)
    for sequence, (item, _) in enumerate(items):
        if isinstance(item, TableItem):
            yield _Block(tuple(_table_elements(document, item, f"t{tables}")), sequence)
            tables += 1
        elif isinstance(item, TextItem):
            yield from (_Block((element,), sequence) for element in _text_elements(document, item))


def _text_elements(document: DoclingDocument, item: TextItem) -> Iterator[DocumentElement]:
    # `orig` is what stands in the source; `text` has list marks and other things taken out.
    text = item.orig or item.text
    if not text.strip():
        return
    role = _ROLES.get(item.label, "body")
    spans = [(0, len(text))] if len(item.prov) < 2 else _checked_spans(item, text)
    places: list[ProvenanceItem | None] = [*item.prov] or [None]
    for (start, end), place in zip(spans, places, strict=True):
        part = text[start:end].strip(" \n") if len(spans) > 1 else text
        yield _element(document, part, role, place)


def _checked_spans(item: DocItem, text: str) -> list[tuple[int, int]]:
    """The spans of an item in several places: ascending, in bounds, nothing but white space between them."""
    spans = [(int(p.charspan[0]), int(p.charspan[1])) for p in item.prov]
    page = item.prov[0].page_no
    tiles = (
        text[: spans[0][0]].strip() == ""
        and text[spans[-1][1] :].strip() == ""
        and all(0 <= start < end <= len(text) for start, end in spans)
        and all(a[1] <= b[0] and text[a[1] : b[0]].strip() == "" for a, b in pairwise(spans))
    )
    if not tiles:
        raise ExtractionFailed(f"A text from page {page} on stands in several places, and its spans do not fit it.")
    return spans


def _element(
    document: DoclingDocument, text: str, role: str, place: ProvenanceItem | None, **cell: Any
) -> DocumentElement:
    page, box = (None, None) if place is None else (place.page_no, _box(document, place))
    return DocumentElement("e0", _encodable(text), role=role, page=page, bbox=box, separator=_BLOCK, **cell)


def _box(document: DoclingDocument, place: ProvenanceItem) -> tuple[float, float, float, float] | None:
    """The box from the page's top left; None where the page's size is not known."""
    page = document.pages.get(place.page_no)
    if page is None:
        return None
    return _edges(place.bbox.to_top_left_origin(page.size.height))


def _edges(box: Any) -> tuple[float, float, float, float]:
    left, right = sorted((float(box.l), float(box.r)))
    top, bottom = sorted((float(box.t), float(box.b)))
    return (left, top, right, bottom)


def _table_elements(document: DoclingDocument, table: TableItem, name: str) -> Iterator[DocumentElement]:
    """Each cell once, in reading order. Docling's grid repeats a cell in every slot that it spans; its list does not."""
    pages = {p.page_no for p in table.prov}
    if len(pages) > 1:
        raise ExtractionFailed(f"A table claims {len(pages)} pages, from page {min(pages)} on, and cannot be split.")
    place = table.prov[0] if table.prov else None
    cells = sorted(table.data.table_cells, key=lambda c: (c.start_row_offset_idx, c.start_col_offset_idx))
    for index, cell in enumerate(cells):
        following = cells[index + 1] if index + 1 < len(cells) else None
        if following is None:
            separator = _BLOCK
        else:
            separator = _TAB if following.start_row_offset_idx == cell.start_row_offset_idx else _LINE
        box = None
        if cell.bbox is not None and place is not None and place.page_no in document.pages:
            box = _edges(cell.bbox.to_top_left_origin(document.pages[place.page_no].size.height))
        yield DocumentElement(
            "e0",
            _encodable(cell.text),
            kind="table_cell",
            role="cell",
            page=None if place is None else place.page_no,
            bbox=box,
            cell=(
                cell.start_row_offset_idx,
                cell.end_row_offset_idx,
                cell.start_col_offset_idx,
                cell.end_col_offset_idx,
            ),
            table=name,
            separator=separator,
        )


def _furniture_in_place(blocks: Iterable[_Block]) -> list[_Block]:
    """Page by page: running headers first, running footers last, the rest in its order."""
    rank = {"page_header": 0, "page_footer": 2, "annotation": 3}
    return sorted(blocks, key=lambda b: (b.elements[0].page or 0, rank.get(b.elements[0].role, 1), b.sequence))


def _list_separators(elements: list[DocumentElement]) -> tuple[DocumentElement, ...]:
    """Items of one list stand on neighbouring lines."""
    result = list(elements)
    for index, (element, following) in enumerate(pairwise(elements)):
        if element.role == following.role == "list_item" and element.page == following.page:
            result[index] = evolve(element, separator=_LINE)
    return tuple(result)


def _encodable(text: str) -> str:
    """`text` with each lone surrogate replaced: it cannot be written as UTF-8."""
    return _SURROGATE.sub("\ufffd", text)


def _mended(document: DoclingDocument) -> Iterator[LedgerNote]:
    """A note for each page on which lone surrogates were replaced."""
    counts: Counter[int] = Counter()
    for item, _ in document.iterate_items(included_content_layers=_LAYERS, traverse_pictures=True):
        if isinstance(item, TableItem | TextItem):
            texts = [c.text for c in item.data.table_cells] if isinstance(item, TableItem) else [item.orig or item.text]
            page = item.prov[0].page_no if item.prov else 0
            counts[page] += sum(len(_SURROGATE.findall(text)) for text in texts)
    for page, count in sorted(counts.items()):
        if count:
            yield LedgerNote("character", "lone_surrogate_replaced", count=count, page=page or None)
