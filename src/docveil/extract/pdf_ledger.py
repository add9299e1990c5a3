"""What a PDF holds besides its pages' text, counted and not read: nothing is dropped without a line in the ledger."""

from collections import Counter

import pypdfium2
from pypdfium2 import raw

from docveil.intake import SourceBytes
from docveil.model.document import LedgerNote

_NOT_READ = "not_read_by_default"
_ANNOTATIONS = {raw.FPDF_ANNOT_LINK: "link", raw.FPDF_ANNOT_WIDGET: "form_field", raw.FPDF_ANNOT_POPUP: None}


def document_notes(source: SourceBytes) -> tuple[LedgerNote, ...]:
    """Notes on attachments, annotations, form fields, links and metadata; counts only."""
    notes: list[LedgerNote] = []
    document = pypdfium2.PdfDocument(source.data)
    try:
        if any(document.get_metadata_dict(skip_empty=True).values()):
            notes.append(LedgerNote("metadata", _NOT_READ))
        attachments = document.count_attachments()
        if attachments:
            notes.append(LedgerNote("attachment", _NOT_READ, count=attachments))
        for index in range(len(document)):
            kinds = Counter(_annotation_kinds(document, index))
            kinds.pop("", None)
            notes += [LedgerNote(kind, _NOT_READ, count=count, page=index + 1) for kind, count in sorted(kinds.items())]
    finally:
        document.close()
    return tuple(notes)


def _annotation_kinds(document: pypdfium2.PdfDocument, index: int) -> list[str]:
    page = document[index]
    try:
        kinds = []
        for place in range(raw.FPDFPage_GetAnnotCount(page)):
            annotation = raw.FPDFPage_GetAnnot(page, place)
            if annotation:
                kinds.append(_ANNOTATIONS.get(raw.FPDFAnnot_GetSubtype(annotation), "annotation") or "")
                raw.FPDFPage_CloseAnnot(annotation)
        return kinds
    finally:
        page.close()
