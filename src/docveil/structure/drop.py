"""What is left out of the text, as edits: each takes one element's text and the white space that only it needed. Pure.

An edit keeps provenance: the element stays, empty, at its place. What stands before and behind it stays apart by the white space
that was there, and a separator behind a table cell is the grid and stays.
"""

from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping

from docveil.model.document import FURNITURE_ROLES, ExtractedDocument, LedgerNote
from docveil.model.edits import DROP, Edit, EditPlan
from docveil.model.ranges import SourceRange
from docveil.model.running import folded, runs
from docveil.model.structure import Structure


def drop_plan(document: ExtractedDocument, structure: Structure) -> EditPlan:
    """The edits that leave out what `structure` drops, labelled `drop:ROLE`; with a note on running heads that stay.

    A running head on a page goes only where it runs through the document (`model/running.py`); one that has no place on a page,
    as in Word, is one by its format. Everything else goes by its role.
    """
    roles = structure.dropped_roles
    wanted = {i for i, e in enumerate(document.elements) if e.role in roles and e.kind == "text" and e.text}
    staying = _not_running(document, wanted)
    labels = {i: f"{DROP}{document.elements[i].role}" for i in sorted(wanted - staying)}
    kept = Counter(document.elements[i].role for i in staying)
    notes = tuple(LedgerNote(role, "kept_does_not_run", count=count) for role, count in sorted(kept.items()))
    return EditPlan(tuple(_edits(document, labels)), len(document.text), notes)


def _not_running(document: ExtractedDocument, wanted: set[int]) -> set[int]:
    """Headers and footers on pages whose text does not stand on enough of them."""
    pages = {e.page for e in document.elements if e.page is not None} | {r.page for r in document.ledger.pages}
    groups: defaultdict[tuple[str, str], list[tuple[int, int]]] = defaultdict(list)
    for index in wanted:
        element = document.elements[index]
        if element.role in FURNITURE_ROLES and element.page is not None and element.bbox is not None:
            groups[(element.role, folded(element.text))].append((index, element.page))
    return {index for group in groups.values() if not runs({page for _, page in group}, pages) for index, _ in group}


def _edits(document: ExtractedDocument, labels: Mapping[int, str]) -> Iterator[Edit]:
    """An edit for each labelled element: its text, and its separator where the text before it ends its line already."""
    last = len(document.elements) - 1
    last_kept = max((i for i, e in enumerate(document.elements) if e.text and i not in labels), default=-1)
    apart = True
    for index, (element, source) in enumerate(zip(document.elements, document.source_ranges, strict=True)):
        if index not in labels:
            apart = ends_line(element.separator) or (apart and not element.text)
            continue
        is_behind_all = index > last_kept
        start = source.start
        if is_behind_all and not any(last_kept < i < index for i in labels):
            start = _behind(document, index)
        end = source.end + (len(element.separator) if index < last and (apart or is_behind_all) else 0)
        apart = apart or ends_line(element.separator)
        yield Edit(SourceRange(start, end), "", labels[index])


def _behind(document: ExtractedDocument, index: int) -> int:
    """Where the text before element `index` ends: its separator parts it from nothing any more. Grids keep theirs."""
    start = document.source_ranges[index].start
    for before in range(index - 1, -1, -1):
        if document.elements[before].table is not None:
            break
        start = document.source_ranges[before].end
        if document.elements[before].text:
            break
    return start


def ends_line(separator: str) -> bool:
    """Whether white space holds a line end."""
    return bool(separator) and separator.splitlines() != [separator]
