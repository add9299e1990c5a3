"""A table in words: a line for each row that says its headings, or a grid in Markdown. Pure, on cleaned cells alone."""

import re
from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence

from attrs import field, frozen

from docveil.model.document import DocumentElement
from docveil.model.headings import heading_rows, is_label, label
from docveil.model.ranges import CellSpan

BETWEEN = " \u00b7 "
_YEAR = re.compile(r"(?:FY|[HQ][1-4])?[ /-]?(?:19|20)\d\d(?:[/\u2013-]\d\d(?:\d\d)?)?")
# What stands where something was hidden: no heading by itself.
_HIDDEN = re.compile(r"<[A-Z]\S*>")


@frozen(repr=False)
class Cell:
    """A cell that is not blank: the element's id, its place, and its text on one line."""

    id: str
    span: CellSpan
    text: str


@frozen(repr=False)
class Table:
    """The cells of one table by their place, with its header.

    Attributes:
        cells: Those that are not blank, in order.
        header: First row of the header and the row behind it; two equal rows where the table has none.
    """

    cells: tuple[Cell, ...]
    header: tuple[int, int]
    _at: dict[tuple[int, int], Cell] = field(init=False)

    def __attrs_post_init__(self) -> None:
        at = {
            (row, column): cell
            for cell in self.cells
            for row in range(cell.span.row_start, cell.span.row_end)
            for column in range(cell.span.column_start, cell.span.column_end)
        }
        object.__setattr__(self, "_at", at)

    @classmethod
    def of(cls, elements: Sequence[DocumentElement]) -> "Table":
        """The table of these elements, which are cells of one."""
        cells = tuple(
            Cell(e.id, CellSpan(*e.cell), " ".join(e.text.split())) for e in elements if e.cell and e.text.strip()
        )
        return cls(cells, _header(cells) if cells else (0, 0))

    @property
    def columns(self) -> range:
        """From the first column that is not blank to the last."""
        if not self.cells:
            return range(0)
        spans = [cell.span for cell in self.cells]
        return range(min(s.column_start for s in spans), max(s.column_end for s in spans))

    def row(self, row: int) -> list[Cell]:
        """The cells that stand in a row, those that span into it too, each once."""
        return list(dict.fromkeys(self._at[row, c] for c in self.columns if (row, c) in self._at))

    def slots(self, row: int) -> list[str]:
        """The text in each column of a row."""
        return [self._at[row, c].text if (row, c) in self._at else "" for c in self.columns]

    def heading(self, columns: range) -> str:
        """The labels over some columns, from the top down; where they differ by column, one behind the other."""
        parts: list[str] = []
        for column in columns:
            over = dict.fromkeys(self._at[row, column] for row in range(*self.header) if (row, column) in self._at)
            parts.append(" ".join(dict.fromkeys(label(cell.text) for cell in over)))
        return " / ".join(dict.fromkeys(filter(None, parts)))

    def repeats_header(self, row: int) -> bool:
        """Whether a row below the header says the same as a row of it, as at the head of another page."""
        own = self._own(row)
        return row >= self.header[1] and bool(own) and any(own == self._own(head) for head in range(*self.header))

    def _own(self, row: int) -> list[tuple[int, str]]:
        return [(c.span.column_start, c.text) for c in self.row(row) if c.span.row_start == row]


def cells_by_table(elements: Iterable[DocumentElement]) -> dict[str, list[DocumentElement]]:
    """The cells of each table, in order."""
    cells: defaultdict[str, list[DocumentElement]] = defaultdict(list)
    for element in elements:
        if element.table is not None:
            cells[element.table].append(element)
    return dict(cells)


def _header(cells: Sequence[Cell]) -> tuple[int, int]:
    """The header's rows, if they hold labels or years and something stands below; else none, before the first row."""
    start, end = heading_rows([(cell.span, cell.text) for cell in cells])
    for stop in (end, start + 1):
        heads = [c.text for c in cells if start <= c.span.row_start < stop]
        hidden = sum(_HIDDEN.fullmatch(text) is not None for text in heads)
        if (
            len(heads) > 1
            and 2 * hidden < len(heads)
            and all(is_label(text) or _YEAR.fullmatch(text) for text in heads)
            and any(c.span.row_start >= stop for c in cells)
        ):
            return start, stop
    first = min(c.span.row_start for c in cells)
    return first, first


def rows_as_lines(table: Table, rows: range) -> Iterator[tuple[str, tuple[Cell, ...]]]:
    """A line for each row of the body and each title over it, with its cells: `Region: North · Revenue: 4,120,000`.

    A cell that spans several rows stands in the line of each; blank cells are left out. A cell right across the table has no
    heading: it is one for the rows below it.
    """
    for row in rows:
        cells = table.row(row)
        if not cells or table.header[0] <= row < table.header[1] or table.repeats_header(row):
            continue
        across = len(cells) == 1 and cells[0].span.column_end - cells[0].span.column_start == len(table.columns)
        bare = across or row < table.header[0]
        yield BETWEEN.join(cell.text if bare else _with_heading(table, cell) for cell in cells), tuple(cells)


def _with_heading(table: Table, cell: Cell) -> str:
    heading = table.heading(range(cell.span.column_start, cell.span.column_end))
    return f"{heading}: {cell.text}" if heading else cell.text


def rows_as_grid(table: Table, rows: range) -> Iterator[tuple[str, tuple[Cell, ...]]]:
    """A Markdown table, line by line: titles, one row of headings, the rule, and the body; a span is repeated in each slot."""
    opened = False
    for row in rows:
        cells = table.row(row)
        if not cells or table.header[0] <= row < table.header[1] or table.repeats_header(row):
            continue
        if row < table.header[0]:
            yield BETWEEN.join(cell.text for cell in cells), tuple(cells)
            continue
        if not opened:
            yield _pipes(table.heading(range(c, c + 1)) for c in table.columns), ()
            yield _pipes("---" for _ in table.columns), ()
            opened = True
        yield _pipes(table.slots(row)), tuple(cells)


def _pipes(texts: "Iterator[str] | Sequence[str]") -> str:
    return "| " + " | ".join(text.replace("|", "\\|") for text in texts) + " |"
