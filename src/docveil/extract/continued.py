"""Tables that go on over a page break: joined where their columns agree, else two tables, and the ledger says which. Pure."""

from collections.abc import Sequence
from itertools import pairwise

from attrs import evolve

from docveil.model.document import FURNITURE_ROLES, DocumentElement, LedgerNote

_SAME_EDGE = 6.0
_BETWEEN = FURNITURE_ROLES | {"footnote"}


def joined_tables(
    elements: Sequence[DocumentElement],
) -> tuple[tuple[DocumentElement, ...], tuple[LedgerNote, ...]]:
    """`elements` with a table that ends a page and one that begins the next under one name, where they are one.

    They are one where they have as many columns at the same places, and the second one repeats the header or has none.
    A repeated header stays, as a row: nothing is lost.

    Args:
        elements: In reading order, each table's cells in one run.
    """
    result = list(elements)
    notes: list[LedgerNote] = []
    runs = _runs(result)
    for (start, end), (next_start, next_end) in pairwise(runs):
        first, second = result[start:end], result[next_start:next_end]
        if not _touch(result, end, next_start):
            continue
        page = second[0].page
        if not _agree(first, second):
            notes.append(LedgerNote("table", "over_pages_not_joined", page=page))
            continue
        rows = max(e.cell[1] for e in first if e.cell)
        for index in range(next_start, next_end):
            cell = result[index].cell
            if cell is not None:
                moved = (cell[0] + rows, cell[1] + rows, cell[2], cell[3])
                result[index] = evolve(result[index], cell=moved, table=first[0].table)
        repeated = _header(first) == _header(second)
        notes.append(LedgerNote("table", "joined_header_repeats" if repeated else "joined_without_header", page=page))
    return tuple(result), tuple(notes)


def _runs(elements: Sequence[DocumentElement]) -> list[tuple[int, int]]:
    runs: list[tuple[int, int]] = []
    for index, element in enumerate(elements):
        if element.table is None:
            continue
        if runs and runs[-1][1] == index and elements[index - 1].table == element.table:
            runs[-1] = (runs[-1][0], index + 1)
        else:
            runs.append((index, index + 1))
    return runs


def _touch(elements: Sequence[DocumentElement], end: int, start: int) -> bool:
    """Whether only page furniture stands between the tables, and a page break."""
    pages = (elements[end - 1].page, elements[start].page)
    if pages[0] is None or pages[1] is None or pages[1] != pages[0] + 1:
        return False
    return all(e.role in _BETWEEN for e in elements[end:start])


def _agree(first: Sequence[DocumentElement], second: Sequence[DocumentElement]) -> bool:
    a, b = _columns(first), _columns(second)
    return len(a) == len(b) and len(a) > 1 and all(abs(x - y) <= _SAME_EDGE for x, y in zip(a, b, strict=True))


def _columns(cells: Sequence[DocumentElement]) -> list[float]:
    """Left edges of the columns, from cells that span one column; empty where some column has none."""
    count = max(e.cell[3] for e in cells if e.cell)
    lefts: dict[int, list[float]] = {}
    for element in cells:
        if element.cell and element.bbox and element.cell[3] - element.cell[2] == 1:
            lefts.setdefault(element.cell[2], []).append(element.bbox[0])
    if len(lefts) < count:
        return []
    return [sorted(lefts[c])[len(lefts[c]) // 2] for c in range(count)]


def _header(cells: Sequence[DocumentElement]) -> list[str]:
    top = min(e.cell[0] for e in cells if e.cell)
    return [" ".join(e.text.split()) for e in cells if e.cell and e.cell[0] == top]
