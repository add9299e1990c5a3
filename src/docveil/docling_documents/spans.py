"""Where a place names a part of a text by code points: the same part of the cleaned text."""

from bisect import bisect_left
from collections.abc import Sequence

from docveil.docling_documents.copy import Slot
from docveil.model.document import DocumentElement, ExtractedDocument
from docveil.model.edits import Edit, EditPlan


def move_spans(
    slots: Sequence[Slot], elements: Sequence[DocumentElement], document: ExtractedDocument, plan: EditPlan
) -> None:
    """Each place names the part of the cleaned text that its part of the text became; one place names all of it."""
    starts = [edit.range.start for edit in plan.edits]
    before = 0
    for slot, element, source in zip(slots, elements, document.source_ranges, strict=True):
        length = len(element.text)
        if len(slot.places) == 1:
            slot.places[0]["charspan"] = [0, length]
        elif slot.places:
            first = max(0, bisect_left(starts, source.start) - 1)
            inside = [e for e in plan.edits[first : bisect_left(starts, source.end)] if e.range.overlaps(source)]
            for place in slot.places:
                bounds = [_moved(source.start + int(at), inside, source.start, before) for at in place["charspan"]]
                place["charspan"] = sorted(min(max(0, at), length) for at in bounds)
        before = source.end


def _moved(at: int, edits: Sequence[Edit], start: int, before: int) -> int:
    """A source offset as an offset in the cleaned element that starts at `start`; one inside an edit moves to its end."""
    position = at - start
    for edit in edits:
        if edit.range.start >= at:
            break
        placed = len(edit.replacement) if edit.range.start >= before else 0
        position += placed - (min(edit.range.end, at) - max(edit.range.start, start))
    return position
