"""The last stage of Docling's pipeline for a page: every word in exactly one element, in the order of reading.

Docling's own assembly joins the lines of a block, deletes hyphens at their ends and drops what no layout cluster holds.
Here lines are kept as they stand, and geometry decides what belongs together.
"""

from collections.abc import Iterable

from docling.datamodel.base_models import AssembledUnit, Cluster, Page, PageElement, Table, TextElement
from docling.datamodel.document import ConversionResult
from docling.models.base_model import BasePageModel
from docling_core.types.doc import BoundingBox, DocItemLabel, TableCell

from docveil.errors import ExtractionFailed
from docveil.extract.blocks import Block
from docveil.extract.docling_backend import backend_of, top_left, work_of
from docveil.extract.grid import GridCell
from docveil.extract.line_layout import PlacedText, text_lines
from docveil.extract.memory import give_back
from docveil.extract.page_layout import lay_out, words_of
from docveil.extract.page_work import FormValue, Straight, TableWork
from docveil.extract.words import lines_of_words, text_of_lines
from docveil.model.ranges import PageBox

_LABELS = {
    "body": DocItemLabel.TEXT,
    "heading": DocItemLabel.SECTION_HEADER,
    "list_item": DocItemLabel.LIST_ITEM,
    "caption": DocItemLabel.CAPTION,
    "footnote": DocItemLabel.FOOTNOTE,
    "page_header": DocItemLabel.PAGE_HEADER,
    "page_footer": DocItemLabel.PAGE_FOOTER,
    "formula": DocItemLabel.FORMULA,
    "form_field": DocItemLabel.FIELD_VALUE,
}


class PageAssembly(BasePageModel):
    """The assembly stage."""

    def __call__(self, conv_res: ConversionResult, page_batch: Iterable[Page]) -> Iterable[Page]:
        """Pages with their elements assembled."""
        for page in page_batch:
            work = work_of(page)
            lay_out(work)
            if sorted(w.order for w in words_of(work)) != list(range(len(work.words))):
                # A word in no element, or in two: the page fails rather than lose it.
                raise ExtractionFailed(f"Page {page.page_no} could not be put together: a word has not one place.")
            lines = backend_of(page).job.lines
            elements = [_element(page, index, item, work.frame, lines) for index, item in enumerate(work.ordered)]
            page.assembled = AssembledUnit(elements=elements, headers=[], body=elements)
            backend_of(page).job.done(page.page_no)
            give_back()
            yield page


def _element(
    page: Page, number: int, item: Block | TableWork | FormValue, frame: Straight, lines: list[PlacedText]
) -> PageElement:
    """The element as Docling has it; the lines of its texts are added to `lines`."""
    if isinstance(item, TableWork):
        cluster = _cluster(number, DocItemLabel.TABLE, frame.shown(item.box))
        return Table(
            otsl_seq=[],
            num_rows=max(c.span.row_end for c in item.cells),
            num_cols=max(c.span.column_end for c in item.cells),
            table_cells=[_table_cell(c, frame, page.page_no, lines) for c in item.cells],
            id=number,
            page_no=page.page_no,
            cluster=cluster,
            label=DocItemLabel.TABLE,
        )
    if isinstance(item, FormValue):
        role, text, box = "form_field", item.text, item.box
    else:
        set_in = item.lines
        role, text, box = item.role, text_of_lines(set_in), frame.shown(item.box)
        lines.append(PlacedText(page.page_no, text, box, text_lines(set_in, frame)))
    label = _LABELS[role]
    return TextElement(label=label, id=number, text=text, page_no=page.page_no, cluster=_cluster(number, label, box))


def _cluster(number: int, label: DocItemLabel, box: PageBox) -> Cluster:
    return Cluster(id=number, label=label, bbox=_bounding(box), cells=[])


def _bounding(box: PageBox) -> BoundingBox:
    return top_left(*box.as_tuple())


def _table_cell(cell: GridCell, frame: Straight, page: int, lines: list[PlacedText]) -> TableCell:
    span = cell.span
    set_in = lines_of_words(cell.words)
    text = text_of_lines(set_in)
    box = None if cell.box is None else frame.shown(cell.box)
    if text:
        lines.append(PlacedText(page, text, box, text_lines(set_in, frame)))
    return TableCell(
        text=text,
        bbox=None if box is None else _bounding(box),
        row_span=span.row_end - span.row_start,
        col_span=span.column_end - span.column_start,
        start_row_offset_idx=span.row_start,
        end_row_offset_idx=span.row_end,
        start_col_offset_idx=span.column_start,
        end_col_offset_idx=span.column_end,
    )
