"""Other people's DoclingDocuments: odd text and the white space between elements."""

import pytest
from docling_core.types.doc import (
    BoundingBox,
    CoordOrigin,
    DocItemLabel,
    DoclingDocument,
    ProvenanceItem,
    Size,
    TableCell,
    TableData,
)

from docveil.extract.mapping import map_document


def place(page: int, span: tuple[int, int], bottom: float = 700.0) -> ProvenanceItem:
    box = BoundingBox(l=10, t=bottom + 20, r=90, b=bottom, coord_origin=CoordOrigin.BOTTOMLEFT)
    return ProvenanceItem(page_no=page, bbox=box, charspan=span)


@pytest.fixture
def document() -> DoclingDocument:
    made = DoclingDocument(name="never to be seen")
    for page in (1, 2):
        made.add_page(page_no=page, size=Size(width=600, height=800))
    return made


def table_cell(row: int, column: int, text: str, rows: int = 1) -> TableCell:
    return TableCell(
        text=text,
        row_span=rows,
        start_row_offset_idx=row,
        end_row_offset_idx=row + rows,
        start_col_offset_idx=column,
        end_col_offset_idx=column + 1,
    )


def test_a_merged_cell_comes_once_and_separators_follow_the_grid(document: DoclingDocument) -> None:
    """Tab between the cells of a row, line end between rows, a blank line after the table."""
    cells = [table_cell(0, 0, "both", rows=2), table_cell(0, 1, "a"), table_cell(1, 1, "b")]
    document.add_table(TableData(num_rows=2, num_cols=2, table_cells=cells), prov=place(1, (0, 0)))
    document.add_text(label=DocItemLabel.TEXT, text="after", prov=place(1, (0, 5), bottom=100.0))
    elements, _ = map_document(document)
    assert "".join(e.text + e.separator for e in elements) == "both\ta\nb\n\nafter\n\n"
    assert [e.cell for e in elements] == [(0, 2, 0, 1), (0, 1, 1, 2), (1, 2, 1, 2), None]


def test_a_lone_surrogate_is_replaced_and_counted(document: DoclingDocument) -> None:
    """It could not be written as UTF-8."""
    item = document.add_text(label=DocItemLabel.TEXT, text="x", prov=place(1, (0, 1)))
    item.orig = item.text = "a\ud800b"
    [element], [note] = map_document(document)
    assert element.text == "a\ufffdb"
    assert (note.part, note.reason, note.count) == ("character", "lone_surrogate_replaced", 1)
