"""Table views: headers as context, neighbouring names as one, the grid untouched."""

from typing import Any

from attrs import evolve

from docveil.model.document import DocumentElement, ExtractedDocument, Fingerprint, Ledger
from docveil.views.tables import table_views
from tests.support import document, table


def test_a_bare_number_is_read_behind_its_column_header() -> None:
    source = document(*table(("Name", "Phone"), ("Adaeze", "5550142")))
    cells, _ = table_views(source)
    assert "Phone: 5550142\n" in cells.text
    start = cells.text.index("5550142")
    assert [f.of(source.text) for f in cells.locate(start - 7, start + 7)] == ["5550142"]


def test_a_row_label_is_context_too() -> None:
    cells, _ = table_views(document(*table(("Phone:", "5550142"), ("Fax:", "5550143"))))
    assert "Fax: 5550143\n" in cells.text


def test_first_and_last_name_in_neighbouring_cells_are_one_run_in_two_fragments() -> None:
    source = document(*table(("First", "Last", "Phone"), ("Adaeze", "Okonkwo", "5550142")))
    _, rows = table_views(source)
    assert "Adaeze Okonkwo\n" in rows.text
    start = rows.text.index("Adaeze Okonkwo")
    assert [f.of(source.text) for f in rows.locate(start, start + 14)] == ["Adaeze", "Okonkwo"]


def test_numbers_in_a_row_are_never_run_together() -> None:
    _, rows = table_views(document(*table(("1234", "5678", "9012"))))
    assert rows.text == ""


def test_headers_in_two_rows_are_read_together() -> None:
    cell: Any = {"kind": "table_cell", "role": "cell", "table": "t0"}
    elements = (
        DocumentElement("e0", "Contact", cell=(0, 1, 0, 2), **cell),
        DocumentElement("e1", "Phone", cell=(1, 2, 0, 1), **cell),
        DocumentElement("e2", "Mail", cell=(1, 2, 1, 2), **cell),
        DocumentElement("e3", "5550142", cell=(2, 3, 0, 1), **cell),
        DocumentElement("e4", "5550143", cell=(2, 3, 1, 2), **cell),
    )
    cells, _ = table_views(ExtractedDocument(elements, Ledger(), Fingerprint("0", "test")))
    assert "Contact Phone: 5550142" in cells.text
    assert "Contact Mail: 5550143" in cells.text


def test_a_header_is_no_value_of_the_header_beside_it() -> None:
    cell: Any = {"kind": "table_cell", "role": "cell", "table": "t0"}
    elements = (
        DocumentElement("e0", "Name", cell=(0, 1, 0, 2), **cell),
        DocumentElement("e1", "Contact", cell=(0, 1, 2, 3), **cell),
        DocumentElement("e2", "First", cell=(1, 2, 0, 1), **cell),
        DocumentElement("e3", "Last", cell=(1, 2, 1, 2), **cell),
        DocumentElement("e4", "Phone", cell=(1, 2, 2, 3), **cell),
        DocumentElement("e5", "Adaeze", cell=(2, 3, 0, 1), **cell),
    )
    cells, _ = table_views(ExtractedDocument(elements, Ledger(), Fingerprint("0", "t")))
    assert "Name: Contact" not in cells.text
    assert "Name First: Adaeze" in cells.text


def test_the_header_is_the_first_row_that_has_cells() -> None:
    """A sheet keeps its own coordinates: its table may start anywhere."""
    rows = [evolve(e, cell=_moved(e.cell, 4, 2)) for e in table(("Name", "Phone"), ("Adaeze", "5550142"))]
    cells, _ = table_views(document(*rows))
    assert "Phone: 5550142\n" in cells.text


def test_a_title_may_stand_over_the_header() -> None:
    title, *grid = table(("Customers",), ("Name", "Phone"), ("Adaeze", "5550142"))
    cells, _ = table_views(document(title, *(evolve(e, cell=_moved(e.cell, 4, 0)) for e in grid)))
    assert "Phone: 5550142\n" in cells.text


def test_a_label_beside_a_value_counts_wherever_the_table_starts() -> None:
    rows = [evolve(e, cell=_moved(e.cell, 2, 3)) for e in table(("Phone:", "5550142"), ("Fax:", "5550143"))]
    cells, _ = table_views(document(*rows))
    assert "Fax: 5550143\n" in cells.text


def _moved(cell: tuple[int, int, int, int] | None, down: int, right: int) -> tuple[int, int, int, int]:
    assert cell is not None
    return (cell[0] + down, cell[1] + down, cell[2] + right, cell[3] + right)
