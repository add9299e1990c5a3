"""The written text in pieces, with what chunking asks of each: where it stands, what it shows, and its row of a table. Pure."""

from collections.abc import Sequence

from attrs import frozen

from docveil.emit.rendering import Part, tables_setting, written_parts
from docveil.emit.table_lines import Table as TableOfCells
from docveil.emit.table_lines import cells_by_table
from docveil.model.document import DocumentElement
from docveil.model.processed import Report

_GRID_LINE = "|"


@frozen(repr=False)
class Piece:
    """A block of text, a cell of a table, or a line of one.

    Attributes:
        text: As it is written.
        start: Where the text starts in the written text, in code points.
        end: One past its last code point.
        separator: White space behind it; none behind the last piece.
        elements: Ids of the elements that it shows.
        pages: Their pages.
        is_heading: Whether it is the heading of a section.
        table: Names the run of pieces that make one table; None outside of tables.
        rows: First row of the table that it stands in, and the row behind its last.
        heads: Whether it belongs to the headings of its table.
    """

    text: str
    start: int
    end: int
    separator: str = ""
    elements: tuple[str, ...] = ()
    pages: tuple[int, ...] = ()
    is_heading: bool = False
    table: str | None = None
    rows: tuple[int, int] = (0, 1)
    heads: bool = False

    @property
    def behind(self) -> int:
        """One past the white space behind it."""
        return self.end + len(self.separator)


def pieces_of(elements: Sequence[DocumentElement], report: Report) -> tuple[Piece, ...]:
    """The pieces that the cleaned `elements` are written in under the settings in `report`, in order."""
    by_id = {element.id: element for element in elements}
    as_cells = tables_setting(report) == "cells"
    ends = _heading_ends(elements) if as_cells else {}
    parts = written_parts(elements, report)
    tables = _tables(parts, by_id)
    found: list[Piece] = []
    position = 0
    for index, part in enumerate(parts):
        shown = [by_id[i] for i in part.elements]
        table, cell = tables[index], shown[0].cell if shown else None
        if table is None:
            rows, heads = (0, 1), False
        elif as_cells and cell is not None:
            rows, heads = cell[:2], cell[0] < ends.get(table, 0)
        else:
            # A line of a table that is written in lines: those of its headings show no cell.
            rows, heads = (index, index + 1), not shown
            follows = bool(found) and found[-1].table is not None and tables[index - 1] == table
            table = found[-1].table if follows else f"{table}/{index}"
        found.append(
            Piece(
                part.text,
                start=position,
                end=position + len(part.text),
                separator=part.separator if index < len(parts) - 1 else "",
                elements=part.elements,
                pages=tuple(sorted({e.page for e in shown if e.page is not None})),
                is_heading=[e.role for e in shown] == ["heading"],
                table=table,
                rows=rows,
                heads=heads,
            )
        )
        position = found[-1].behind
    return tuple(found)


def _tables(parts: Sequence[Part], by_id: dict[str, DocumentElement]) -> list[str | None]:
    """The table that each part is of; a line of headings is of the table of the line that follows."""
    tables: list[str | None] = []
    following: str | None = None
    for part in reversed(parts):
        if part.elements:
            following = by_id[part.elements[0]].table
            tables.append(following)
        else:
            tables.append(following if part.text.startswith(_GRID_LINE) else None)
    return tables[::-1]


def _heading_ends(elements: Sequence[DocumentElement]) -> dict[str, int]:
    """By table, the row at which its headings end; none for a table without headings."""
    headers = {name: TableOfCells.of(own).header for name, own in cells_by_table(elements).items()}
    return {name: stop for name, (start, stop) in headers.items() if start < stop}
