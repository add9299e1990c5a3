"""Everything that the structure leaves out of a document, and the lines that it joins where it does. Pure."""

from attrs import evolve, frozen

from docveil.model.document import ExtractedDocument
from docveil.model.edits import EditPlan
from docveil.model.ranges import SourceRange, without_ranges
from docveil.model.structure import Structure
from docveil.structure.body_plan import Verdict, body_plan
from docveil.structure.drop import drop_plan


@frozen
class LeftOut:
    """What the structure does to a text.

    Attributes:
        dropping: Edits that leave out, labelled `drop:`, with the notes on what was kept and why.
        joining: Edits of the white space and hyphens between lines of the body text.
    """

    dropping: EditPlan
    joining: EditPlan

    @property
    def ranges(self) -> list[SourceRange]:
        """What is left out, ascending."""
        return [edit.range for edit in self.dropping.edits]


def left_out(
    document: ExtractedDocument, structure: Structure, verdict: Verdict = lambda _head, _tail: None
) -> LeftOut:
    """The edits for `structure`: what is no body text, where that is asked for, and of the rest what its role drops.

    Args:
        document: As it will be cleaned.
        structure: The settings.
        verdict: Decides on a word that is broken at a line end.
    """
    by_role = drop_plan(document, structure)
    if not structure.body_text:
        return LeftOut(by_role, EditPlan((), len(document.text)))
    body = body_plan(document, verdict)
    dropped = [edit for edit in body.edits if edit.is_dropping]
    gone = [edit.range for edit in dropped]
    for edit in by_role.edits:
        dropped += [evolve(edit, range=part) for part in without_ranges((edit.range,), gone)]
    dropped.sort(key=lambda edit: edit.range)
    joined = tuple(edit for edit in body.edits if not edit.is_dropping)
    notes = (*by_role.notes, *body.notes)
    return LeftOut(EditPlan(tuple(dropped), len(document.text), notes), EditPlan(joined, len(document.text)))
