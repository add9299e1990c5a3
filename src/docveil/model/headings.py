"""Which rows of a table are its heading: one rule for the reader of tables and for the writer. Pure."""

from collections import Counter
from collections.abc import Sequence

from docveil.model.ranges import CellSpan

_LONGEST = 80
# Rows of one cell that may stand over the header of a table, and rows that a header has at most.
_MOST_TITLES = 5
_MOST_ROWS = 4


def label(text: str) -> str:
    """The text of a heading cell on one line, without a colon at its end."""
    return " ".join(text.split()).rstrip(" :")


def is_label(text: str) -> bool:
    """A header is a short text that is mostly letters; a value above a value is no header."""
    short = label(text)
    return len(short) <= _LONGEST and sum(c.isdigit() for c in short) * 3 <= sum(c.isalpha() for c in short)


def heading_rows(cells: Sequence[tuple[CellSpan, str]]) -> tuple[int, int]:
    """First row of a table's header and the row behind it.

    The header begins with the first row that has several cells: a sheet keeps its own coordinates, so its table may start at any
    row; and a few rows of one cell, such as a title, may stand over it. Each further row that a cell over several columns opens
    belongs to it.

    Args:
        cells: `(span, text)` of the cells that are not blank; at least one.
    """
    sizes = Counter(span.row_start for span, _ in cells)
    rows = sorted(sizes)
    start = next((row for row in rows[: _MOST_TITLES + 1] if sizes[row] > 1), rows[0])
    end = start + 1
    for span, text in sorted(cells, key=lambda cell: cell[0]):
        if start <= span.row_start < end and is_label(text):
            if span.row_end > end:
                end = span.row_end
            elif span.column_end - span.column_start > 1 and span.row_end == end:
                end += 1
    return start, min(end, start + _MOST_ROWS)
