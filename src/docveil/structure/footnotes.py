"""Footnotes behind everything else, so that the sentences that they interrupt are whole. Pure."""

from attrs import evolve

from docveil.model.document import DocumentElement, ExtractedDocument, LedgerNote
from docveil.structure.drop import ends_line

_BLOCK = "\n\n"


def footnotes_last(document: ExtractedDocument) -> ExtractedDocument:
    """`document` with its footnotes last, in their order; the elements are the same, with their ids and pages.

    Only the separator of the element that has become the first one's neighbour may change: it ends the line.
    """
    flow: list[DocumentElement] = [e for e in document.elements if e.role != "footnote"]
    notes = [e for e in document.elements if e.role == "footnote"]
    if not notes or document.elements[-len(notes) :] == tuple(notes):
        return document
    notes[:-1] = [e if ends_line(e.separator) else evolve(e, separator=_BLOCK) for e in notes[:-1]]
    if flow and not ends_line(flow[-1].separator):
        flow[-1] = evolve(flow[-1], separator=_BLOCK)
    moved = LedgerNote("footnote", "moved_to_end", count=len(notes))
    ledger = evolve(document.ledger, notes=(*document.ledger.notes, moved))
    return evolve(document, elements=(*flow, *notes), ledger=ledger)
