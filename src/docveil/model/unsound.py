"""Tables whose structure was not believed: their text is blocks of a page, and a note of the ledger says where. Pure."""

from collections.abc import Iterator, Sequence

from docveil.model.document import UNSOUND_TABLE, DocumentElement, LedgerNote
from docveil.model.ranges import PageBox

# Share of a block's area inside a table's box that makes it part of that table.
_INSIDE = 0.5


def unsound_tables(
    elements: Sequence[DocumentElement], notes: Sequence[LedgerNote]
) -> Iterator[tuple[DocumentElement, ...]]:
    """For each such table the elements that hold its text, in their order; none that another one holds."""
    taken: set[str] = set()
    for note in notes:
        if (note.part, note.reason) != UNSOUND_TABLE or note.bbox is None:
            continue
        box = PageBox(*note.bbox)
        inside = tuple(
            e for e in elements if e.page == note.page and e.table is None and e.id not in taken and _in(e, box)
        )
        taken.update(e.id for e in inside)
        if inside:
            yield inside


def _in(element: DocumentElement, box: PageBox) -> bool:
    if element.bbox is None:
        return False
    own = PageBox(*element.bbox)
    shared = own.intersection(box)
    return shared is not None and shared.area > _INSIDE * own.area
