"""A report of three pages: heads, feet, a footnote under a sentence that goes on, and a table with a header of two rows."""

from collections.abc import Sequence
from pathlib import Path

from reportlab.lib.utils import simpleSplit

from fixtures.layouts.sheet import BODY, HEIGHT, LEADING, LEFT, RIGHT, SIZE, TOP, Sheet, prose

# The name stands in the running head alone in full; the body has its last word.
HEAD = "Case file of Mara Lindqvist"
LONG = (
    "The lower dock was measured twice before the winter, and the crew that carried the sheets of zinc to the north gate "
    "counted every crate again, since the ledger of the harbour office had been kept in another hand and nobody could say "
    "whether the barrels of tar had been stored behind the old crane or were carried over to the new pump by then."
)
NOTE = "1 The second count was made by another crew, and Lindqvist signed the list of crates."
CELLS = (
    (0, 2, 0, 1, "Product"),
    (0, 1, 1, 3, "Weight in store"),
    (1, 2, 1, 2, "First count"),
    (1, 2, 2, 3, "Last count"),
    (2, 4, 0, 1, "Paint"),
    (2, 3, 1, 2, "412 kg"),
    (2, 3, 2, 3, "420 kg"),
    (3, 4, 1, 2, "310 kg"),
    (3, 4, 2, 3, ""),
)


def make_report(path: Path) -> Path:
    """Draw it."""
    sheet = Sheet()
    lines = simpleSplit(LONG, BODY, SIZE, RIGHT - LEFT)
    for page in range(1, 4):
        sheet.line(LEFT, HEIGHT - 45, HEAD, size=9.0)
        sheet.line(LEFT, 40, f"Page {page} of 3", size=9.0)
        _body(sheet, page, lines)
        sheet.end_page()
    path.write_bytes(sheet.finish("").data)
    return path


def _body(sheet: Sheet, page: int, lines: Sequence[str]) -> None:
    y = TOP
    if page == 1:
        y = sheet.block(LEFT, y, RIGHT - LEFT, prose(1, 10))
        y = sheet.block(LEFT, y, RIGHT - LEFT, prose(2, 10))
        for line in lines[:2]:
            y = sheet.line(LEFT, y, line)
        sheet.block(LEFT, 100, RIGHT - LEFT, NOTE, size=7.5)
    elif page == 2:
        for line in lines[2:]:
            y = sheet.line(LEFT, y, line)
        y = sheet.block(LEFT, y - LEADING, RIGHT - LEFT, "The list was read to Lindqvist before noon. " + prose(3, 10))
        sheet.table(y - 10, (LEFT, LEFT + 120, LEFT + 240, LEFT + 360), CELLS)
    else:
        sheet.block(LEFT, y, RIGHT - LEFT, prose(4, 12))
