"""What a PDF holds besides its pages' text, counted and not read: nothing is dropped without a line in the ledger."""

from collections import Counter

import pypdfium2
from pypdfium2 import raw

from docveil.intake import SourceBytes
from docveil.model.document import LedgerNote

_NOT_READ = "not_read_by_default"
# Points of the longer and of the shorter side below which a picture is decoration: an icon, a bullet; a rule.
_SMALLEST = 40.0
_THINNEST = 5.0
# A pop-up is the open form of an annotation that is counted already.
_ANNOTATIONS = {raw.FPDF_ANNOT_LINK: "link", raw.FPDF_ANNOT_WIDGET: "form_field", raw.FPDF_ANNOT_POPUP: None}


def document_notes(source: SourceBytes, recognised: frozenset[int]) -> tuple[LedgerNote, ...]:
    """Notes on metadata, attachments and, page by page, annotations, form fields, links and pictures; counts and boxes only.

    Args:
        source: The PDF.
        recognised: Numbers of the pages that were recognised as a whole; their pictures were read.
    """
    notes: list[LedgerNote] = []
    document = pypdfium2.PdfDocument(source.data)
    try:
        if any(document.get_metadata_dict(skip_empty=True).values()):
            notes.append(LedgerNote("metadata", _NOT_READ))
        attachments = document.count_attachments()
        if attachments:
            notes.append(LedgerNote("attachment", _NOT_READ, count=attachments))
        for number in range(1, len(document) + 1):
            page = document[number - 1]
            kinds = Counter(_annotation_kinds(page))
            notes += [LedgerNote(kind, _NOT_READ, count=count, page=number) for kind, count in sorted(kinds.items())]
            if number not in recognised:
                notes += [LedgerNote("bitmap", "not_recognised", page=number, bbox=box) for box in _bitmaps(page)]
            page.close()
    finally:
        document.close()
    return tuple(notes)


def _annotation_kinds(page: pypdfium2.PdfPage) -> list[str]:
    kinds = []
    for place in range(raw.FPDFPage_GetAnnotCount(page)):
        annotation = raw.FPDFPage_GetAnnot(page, place)
        if annotation:
            kind = _ANNOTATIONS.get(raw.FPDFAnnot_GetSubtype(annotation), "annotation")
            raw.FPDFPage_CloseAnnot(annotation)
            if kind is not None:
                kinds.append(kind)
    return kinds


def _bitmaps(page: pypdfium2.PdfPage) -> list[tuple[float, float, float, float]]:
    """Boxes of the pictures on a page that are large enough for a line of text, in points from the top left."""
    height = page.get_height()
    boxes = []
    for item in page.get_objects(filter=[raw.FPDF_PAGEOBJ_IMAGE], max_depth=15):
        left, bottom, right, top = (float(v) for v in item.get_bounds())
        if max(right - left, top - bottom) >= _SMALLEST and min(right - left, top - bottom) >= _THINNEST:
            boxes.append((left, height - top, right, height - bottom))
    return sorted(boxes)
