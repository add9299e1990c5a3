"""CSV with the standard library: one table, every cell as it stands."""

import csv
from io import StringIO

from docveil.errors import ExtractionFailed
from docveil.extract.flow import Content, Notes, Tick, cell_element
from docveil.intake.texts import decode_text, delimiter_of
from docveil.model.document import DocumentElement

_LARGEST_FIELD = 1 << 24
# After this many rows it is said that work goes on.
_ROWS = 1000


def read_csv(data: bytes, tick: Tick) -> Content:
    """The cells of a CSV file; blank ones are left out, blank lines make no row.

    Raises:
        ExtractionFailed: it cannot be decoded, or a quoted field does not end.
    """
    decoded = decode_text(data)
    if decoded is None:
        raise ExtractionFailed("The CSV file cannot be decoded.")
    notes = Notes()
    notes.add("character", "not_decodable_replaced", decoded.replaced)
    delimiter = delimiter_of(decoded.text) or ","
    cells: list[DocumentElement] = []
    largest = csv.field_size_limit(_LARGEST_FIELD)
    try:
        for row, fields in enumerate(csv.reader(StringIO(decoded.text), delimiter=delimiter)):
            if row % _ROWS == 0:
                tick()
            cells += [
                cell_element(text, (row, row + 1, column, column + 1), "t0")
                for column, text in enumerate(fields)
                if text.strip()
            ]
    except csv.Error:
        raise ExtractionFailed("The CSV file has a field that does not end.") from None
    finally:
        csv.field_size_limit(largest)
    return Content(tuple(cells), notes.lines())
