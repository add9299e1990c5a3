"""An edit plan carried over onto the elements, so that the cleaned elements join to the cleaned text.

A replacement stands in the first element whose text the edit touches; what else the edit covers, text or separator,
disappears. Ids, order and number of elements stay.
"""

from collections.abc import Iterator

from docveil.errors import CleaningFailed
from docveil.model.document import DocumentElement, ExtractedDocument
from docveil.model.edits import Edit, EditPlan


def project(document: ExtractedDocument, plan: EditPlan) -> tuple[DocumentElement, ...]:
    """The elements after `plan`: joined, they are `plan.apply(document.text)` exactly (law 4).

    Raises:
        CleaningFailed: the plan is for another text, or an edit would put words into white space between elements.
    """
    if plan.source_length != len(document.text):
        raise CleaningFailed("The plan was made for a text of another length.")
    edits = _Cursor(plan.edits)
    elements: list[DocumentElement] = []
    last = len(document.elements) - 1
    for index, (element, source) in enumerate(zip(document.elements, document.source_ranges, strict=True)):
        text = edits.rewrite(document.text, source.start, source.end)
        # The last separator is not part of the text, so no edit can reach it.
        end = source.end + len(element.separator)
        separator = element.separator if index == last else edits.rewrite(document.text, source.end, end, gap=True)
        is_same = text == element.text and separator == element.separator
        elements.append(element if is_same else element.with_text(text, separator))
    edits.check_done()
    return tuple(elements)


class _Cursor:
    """Walks over the edits once, in step with the elements."""

    def __init__(self, edits: tuple[Edit, ...]) -> None:
        self._edits = edits
        self._next = 0
        self._placed = False

    def rewrite(self, text: str, start: int, end: int, *, gap: bool = False) -> str:
        """`text[start:end]` with the edits that touch it; `gap` where it is a separator and takes white space only."""
        parts: list[str] = []
        position = start
        for edit in self._touching(start, end):
            parts.append(text[position : max(position, edit.range.start)])
            position = min(end, edit.range.end)
            ends_here = edit.range.end <= end
            if not self._placed and self._may_place(edit, gap=gap, ends_here=ends_here):
                parts.append(edit.replacement)
                self._placed = True
            if ends_here:
                self._next += 1
                self._placed = False
        parts.append(text[position:end])
        return "".join(parts)

    def _touching(self, start: int, end: int) -> Iterator[Edit]:
        while start < end and self._next < len(self._edits):
            edit = self._edits[self._next]
            if edit.range.start >= end:
                return
            yield edit
            if edit.range.end > end:
                return

    @staticmethod
    def _may_place(edit: Edit, *, gap: bool, ends_here: bool) -> bool:
        if not gap:
            return True
        if not edit.replacement or edit.replacement.isspace():
            return ends_here
        if ends_here:
            raise CleaningFailed("An edit would put words into the white space between two elements.")
        return False

    def check_done(self) -> None:
        """Every edit was placed: none lies past the last element or in nothing."""
        if self._next != len(self._edits):
            raise CleaningFailed("An edit lies outside every element.")
