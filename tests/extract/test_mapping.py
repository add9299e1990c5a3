"""From a DoclingDocument to elements: ranges of our own, cells once, and no guessing."""

import pytest
from docling_core.types.doc import (
    BoundingBox,
    ContentLayer,
    CoordOrigin,
    DocItemLabel,
    DoclingDocument,
    ProvenanceItem,
    Size,
    TableCell,
    TableData,
)

from docveil.errors import ExtractionFailed
from docveil.extract.mapping import map_document


def blank(pages: int = 2) -> DoclingDocument:
    result = DoclingDocument(name="private name")
    for number in range(1, pages + 1):
        result.add_page(page_no=number, size=Size(width=600, height=800))
    return result


def at(page: int, top: float, span: tuple[int, int] = (0, 0), left: float = 50) -> ProvenanceItem:
    box = BoundingBox(l=left, t=800 - top, r=left + 200, b=790 - top, coord_origin=CoordOrigin.BOTTOMLEFT)
    return ProvenanceItem(page_no=page, bbox=box, charspan=span)


def cell(text: str, row: int, column: int, rows: int = 1, columns: int = 1) -> TableCell:
    return TableCell(
        text=text,
        row_span=rows,
        col_span=columns,
        start_row_offset_idx=row,
        end_row_offset_idx=row + rows,
        start_col_offset_idx=column,
        end_col_offset_idx=column + columns,
    )


def test_boxes_are_turned_to_a_top_left_origin() -> None:
    document = blank()
    document.add_text(label=DocItemLabel.TEXT, text="one", prov=at(1, top=100))
    (element,), _ = map_document(document)
    assert element.bbox == (50.0, 100.0, 250.0, 110.0)


def test_an_item_in_two_places_is_two_elements() -> None:
    document = blank()
    text = "It was signed by Mara Lindqvist today"
    item = document.add_text(label=DocItemLabel.TEXT, text=text, prov=at(1, 700, (0, 21)))
    item.prov.append(at(2, 50, (22, len(text))))
    elements, _ = map_document(document)
    assert [(e.text, e.page) for e in elements] == [("It was signed by Mara", 1), ("Lindqvist today", 2)]


@pytest.mark.parametrize(
    "spans", [((0, 5), (3, 9)), ((0, 3), (5, 9)), ((0, 5), (5, 99)), ((5, 9), (0, 5)), ((0, 0), (0, 9))]
)
def test_spans_that_do_not_tile_the_text_are_refused(spans: tuple[tuple[int, int], ...]) -> None:
    document = blank()
    item = document.add_text(label=DocItemLabel.TEXT, text="abcdefghi", prov=at(1, 100, spans[0]))
    item.prov.append(at(2, 100, spans[1]))
    with pytest.raises(ExtractionFailed, match="page 1") as caught:
        map_document(document)
    assert "abc" not in str(caught.value)


def test_a_merged_cell_is_one_element_with_its_span() -> None:
    document = blank()
    cells = [cell("Name", 0, 0, columns=2), cell("Adaeze", 1, 0), cell("Okonkwo", 1, 1)]
    document.add_table(data=TableData(num_rows=2, num_cols=2, table_cells=cells), prov=at(1, 100))
    elements, _ = map_document(document)
    assert [(e.text, e.cell, e.separator) for e in elements] == [
        ("Name", (0, 1, 0, 2), "\n"),
        ("Adaeze", (1, 2, 0, 1), "\t"),
        ("Okonkwo", (1, 2, 1, 2), "\n\n"),
    ]


def test_a_table_that_claims_two_pages_is_refused() -> None:
    document = blank()
    data = TableData(num_rows=1, num_cols=2, table_cells=[cell("a", 0, 0), cell("b", 0, 1)])
    table = document.add_table(data=data, prov=at(1, 700))
    table.prov.append(at(2, 50))
    with pytest.raises(ExtractionFailed, match="2 pages"):
        map_document(document)


def test_headers_come_before_their_page_and_footers_behind() -> None:
    document = blank()
    for page in (1, 2):
        document.add_text(label=DocItemLabel.TEXT, text=f"body {page}", prov=at(page, 400))
    for page in (1, 2):
        layer = ContentLayer.FURNITURE
        document.add_text(label=DocItemLabel.PAGE_FOOTER, text=f"foot {page}", prov=at(page, 780), content_layer=layer)
        document.add_text(label=DocItemLabel.PAGE_HEADER, text=f"head {page}", prov=at(page, 10), content_layer=layer)
    elements, _ = map_document(document)
    assert [e.text for e in elements] == ["head 1", "body 1", "foot 1", "head 2", "body 2", "foot 2"]


def test_layout_order_is_page_top_left() -> None:
    document = blank()
    for text, page, top, left in (("d", 2, 10, 50), ("b", 1, 100, 300), ("a", 1, 100, 50), ("c", 1, 200, 50)):
        document.add_text(label=DocItemLabel.TEXT, text=text, prov=at(page, top, left=left))
    elements, _ = map_document(document, order="layout")
    assert [e.text for e in elements] == ["a", "b", "c", "d"]


def test_texts_inside_pictures_are_kept_and_nothing_of_the_name_is() -> None:
    document = blank()
    picture = document.add_picture(prov=at(1, 100))
    document.add_text(label=DocItemLabel.TEXT, text="on the map", prov=at(1, 120), parent=picture)
    elements, _ = map_document(document)
    assert [e.text for e in elements] == ["on the map"]
    assert "private name" not in repr(elements)
