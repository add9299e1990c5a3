"""What a table says that its cells alone do not: the header over a bare value, the first name beside the last.

All that is added is glue, and so is what stands between two cells: a match over two cells leaves their separator, and
with it the grid, in place.
"""

import re
from collections import defaultdict
from collections.abc import Iterator
from itertools import pairwise

from attrs import frozen

from docveil.model.alignment import View
from docveil.model.document import ExtractedDocument
from docveil.model.headings import heading_rows, is_label, label
from docveil.model.ranges import CellSpan, SourceRange
from docveil.views.build import ViewBuilder
from docveil.views.folding import fold_range

_NAME_LIKE = re.compile(r"[^\W\d_][^\d@/\\:;=<>{}\[\]]{0,39}")


@frozen
class _Cell:
    span: CellSpan
    source: SourceRange
    text: str


def table_views(document: ExtractedDocument) -> tuple[View, ...]:
    """Two views over all tables: each cell behind its headers, and each row's neighbouring names as one run."""
    cells = ViewBuilder(document.text)
    rows = ViewBuilder(document.text)
    for table in _tables(document):
        for cell, header in _with_headers(table):
            cells.glue(f"{header}: " if header else "")
            fold_range(cells, document.text, cell.source.start, cell.source.end)
            cells.glue("\n\n")
        for run in _name_runs(table):
            for position, cell in enumerate(run):
                rows.glue(" " if position else "")
                fold_range(rows, document.text, cell.source.start, cell.source.end)
            rows.glue("\n\n")
    return (cells.build("table_cells"), rows.build("table_rows"))


def row_ends(document: ExtractedDocument) -> tuple[SourceRange, ...]:
    """The separators at which a table row ends, ascending: nothing runs on over them."""
    return _ends(document, within_rows=False)


def cell_ends(document: ExtractedDocument) -> tuple[SourceRange, ...]:
    """The separators between the cells of a row, ascending: names run on over them, numbers do not."""
    return _ends(document, within_rows=True)


def _ends(document: ExtractedDocument, *, within_rows: bool) -> tuple[SourceRange, ...]:
    ends: list[SourceRange] = []
    for index, (element, following) in enumerate(pairwise(document.elements)):
        if element.cell is not None and element.separator:
            same_row = (
                following.cell is not None and following.table == element.table and following.cell[0] == element.cell[0]
            )
            if same_row is within_rows:
                start = document.source_ranges[index].end
                ends.append(SourceRange(start, start + len(element.separator)))
    return tuple(ends)


def _tables(document: ExtractedDocument) -> Iterator[list[_Cell]]:
    tables: defaultdict[str, list[_Cell]] = defaultdict(list)
    for element, source in zip(document.elements, document.source_ranges, strict=True):
        if element.table is not None and element.cell is not None and element.text.strip():
            tables[element.table].append(_Cell(CellSpan(*element.cell), source, element.text))
    yield from tables.values()


def _with_headers(table: list[_Cell]) -> Iterator[tuple[_Cell, str]]:
    """Each cell with the labels over its columns and, once more, with the label at the head of its row."""
    above: defaultdict[int, list[_Cell]] = defaultdict(list)
    first: dict[int, _Cell] = {}
    _, header_end = heading_rows([(cell.span, cell.text) for cell in table])
    side_column = min(cell.span.column_start for cell in table)
    for cell in table:
        if cell.span.row_start < header_end and is_label(cell.text):
            for column in range(cell.span.column_start, cell.span.column_end):
                above[column].append(cell)
        if cell.span.column_start == side_column and is_label(cell.text):
            for row in range(cell.span.row_start, cell.span.row_end):
                first[row] = cell
    for cell in table:
        over = [c for c in above[cell.span.column_start] if c.span.row_end <= cell.span.row_start]
        yield cell, " ".join(label(c.text) for c in over)
        side = first.get(cell.span.row_start)
        # Under a header of several rows, the first of them is no value of the label at its side.
        heads = cell.span.row_end < header_end
        if side is not None and side is not cell and not heads:
            yield cell, label(side.text)


def _name_runs(table: list[_Cell]) -> Iterator[list[_Cell]]:
    """Neighbouring cells of a row that could be the parts of one name."""
    rows: defaultdict[int, list[_Cell]] = defaultdict(list)
    for cell in table:
        rows[cell.span.row_start].append(cell)
    for row in rows.values():
        run: list[_Cell] = []
        for cell in sorted(row, key=lambda c: c.span.column_start):
            text = cell.text.strip()
            fits = _NAME_LIKE.fullmatch(text) is not None and len(text.split()) <= 3
            touches = bool(run) and run[-1].span.column_end == cell.span.column_start
            if run and not (fits and touches):
                if len(run) > 1:
                    yield run
                run = []
            if fits:
                run.append(cell)
        if len(run) > 1:
            yield run
