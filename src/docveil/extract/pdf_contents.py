"""What a PDF holds besides its pages' text: form values are read; the rest is counted for the ledger and not read."""

import ctypes
from collections import Counter
from collections.abc import Callable, Collection
from typing import Any

import pypdfium2
from attrs import field, frozen
from pypdfium2 import raw

from docveil.extract.page_work import FormValue
from docveil.extract.pdfium_file import PdfiumFile
from docveil.extract.pdfium_text import frame_of
from docveil.extract.provider import Progress
from docveil.intake import SourceBytes
from docveil.model.document import DocumentElement, LedgerNote
from docveil.model.ranges import PageBox

_NOT_READ = "not_read_by_default"
_READ_FIELDS = {raw.FPDF_FORMFIELD_TEXTFIELD, raw.FPDF_FORMFIELD_COMBOBOX, raw.FPDF_FORMFIELD_LISTBOX}
_TICKED_FIELDS = {raw.FPDF_FORMFIELD_CHECKBOX, raw.FPDF_FORMFIELD_RADIOBUTTON}
_COMMENTS = {
    raw.FPDF_ANNOT_TEXT,
    raw.FPDF_ANNOT_FREETEXT,
    raw.FPDF_ANNOT_HIGHLIGHT,
    raw.FPDF_ANNOT_UNDERLINE,
    raw.FPDF_ANNOT_SQUIGGLY,
    raw.FPDF_ANNOT_STRIKEOUT,
    raw.FPDF_ANNOT_CARET,
    raw.FPDF_ANNOT_STAMP,
    raw.FPDF_ANNOT_INK,
    raw.FPDF_ANNOT_LINE,
    raw.FPDF_ANNOT_SQUARE,
    raw.FPDF_ANNOT_CIRCLE,
    raw.FPDF_ANNOT_POLYGON,
    raw.FPDF_ANNOT_POLYLINE,
}
# Bit 14 of a text field's flags (PDF 32000-1, table 228): what is typed is not shown.
_PASSWORD_FLAG = 1 << 13


@frozen
class Contents:
    """What was found.

    Attributes:
        values: Filled form fields by page number, in the order of the page.
        comments: Annotations, as elements whose ids are yet to be given.
        notes: For the ledger.
    """

    values: dict[int, tuple[FormValue, ...]] = field(factory=dict)
    comments: tuple[DocumentElement, ...] = ()
    notes: tuple[LedgerNote, ...] = ()


def read_contents(
    source: SourceBytes,
    *,
    annotations: bool = False,
    progress: Progress = lambda _page, _done: None,
    without: Collection[int] = (),
) -> Contents:
    """Form values, comments where they are asked for, and notes on everything else that is no text of a page."""
    notes: list[LedgerNote] = []
    values: dict[int, tuple[FormValue, ...]] = {}
    comments: list[DocumentElement] = []
    file = PdfiumFile(source.data, forms=True)
    try:
        document = file.opening.document
        if any(document.get_metadata_dict(skip_empty=True).values()):
            notes.append(LedgerNote("metadata", _NOT_READ))
        attachments = document.count_attachments()
        if attachments:
            notes.append(LedgerNote("attachment", _NOT_READ, count=attachments))
        for index in range(len(document)):
            if index + 1 in without:
                continue
            progress(index + 1, False)
            try:
                found, written, counts = _page(file, index, annotations=annotations)
            except pypdfium2.PdfiumError:
                continue  # no page; the stage that reads pages fails on it
            progress(index + 1, True)
            comments += written
            if found:
                values[index + 1] = tuple(found)
            notes += [
                LedgerNote(part, reason, count=count, page=index + 1)
                for (part, reason), count in sorted(counts.items())
            ]
    finally:
        file.close()
    return Contents(values, tuple(comments), tuple(notes))


def _page(
    file: PdfiumFile, index: int, *, annotations: bool
) -> tuple[list[FormValue], list[DocumentElement], Counter[tuple[str, str]]]:
    values: list[FormValue] = []
    comments: list[DocumentElement] = []
    counts: Counter[tuple[str, str]] = Counter()
    page, opening = file.take(index)
    form = opening.document.formenv
    try:
        for place in range(raw.FPDFPage_GetAnnotCount(page)):
            annotation = raw.FPDFPage_GetAnnot(page, place)
            if not annotation:
                continue
            try:
                if annotations and raw.FPDFAnnot_GetSubtype(annotation) in _COMMENTS:
                    comments += _comment(page, annotation, index + 1)
                else:
                    _annotation(page, annotation, form, values, counts)
            finally:
                raw.FPDFPage_CloseAnnot(annotation)
    finally:
        page.close()
        opening.give_back()
    return values, comments, counts


def _annotation(
    page: Any, annotation: Any, form: Any, values: list[FormValue], counts: Counter[tuple[str, str]]
) -> None:
    kind = raw.FPDFAnnot_GetSubtype(annotation)
    if kind == raw.FPDF_ANNOT_POPUP:
        return
    if kind == raw.FPDF_ANNOT_LINK:
        counts["link", _NOT_READ] += 1
    elif kind != raw.FPDF_ANNOT_WIDGET:
        counts["annotation", _NOT_READ] += 1
    elif form is None:
        counts["form_field", "no_form_to_read_it_from"] += 1
    else:
        _field(page, annotation, form, values, counts)


def _comment(page: Any, annotation: Any, number: int) -> list[DocumentElement]:
    """The text of a comment; its author's name and its dates are not read."""
    text = _lines(_string(lambda buffer, size: raw.FPDFAnnot_GetStringValue(annotation, b"Contents", buffer, size)))
    box = _box(page, annotation).as_tuple()
    return [DocumentElement("e0", text, role="annotation", page=number, bbox=box)] if text else []


def _lines(text: str) -> str:
    return "\n".join(text.replace("\r\n", "\n").replace("\r", "\n").splitlines()).strip()


def _field(page: Any, annotation: Any, form: Any, values: list[FormValue], counts: Counter[tuple[str, str]]) -> None:
    kind = raw.FPDFAnnot_GetFormFieldType(form, annotation)
    flags = raw.FPDFAnnot_GetFormFieldFlags(form, annotation)
    if kind in _TICKED_FIELDS:
        if raw.FPDFAnnot_IsChecked(form, annotation):
            counts["form_field", "ticked_no_text"] += 1
    elif kind not in _READ_FIELDS:
        if kind == raw.FPDF_FORMFIELD_SIGNATURE:
            counts["form_field", "signature_not_read"] += 1
    elif kind == raw.FPDF_FORMFIELD_TEXTFIELD and flags & _PASSWORD_FLAG:
        counts["form_field", "password_not_read"] += 1
    else:
        text = _string(lambda buffer, size: raw.FPDFAnnot_GetFormFieldValue(form, annotation, buffer, size))
        if _lines(text):
            values.append(FormValue(_lines(text), _box(page, annotation)))


def _box(page: Any, annotation: Any) -> PageBox:
    rect = raw.FS_RECTF()
    raw.FPDFAnnot_GetRect(annotation, rect)
    return PageBox(*frame_of(page).box(rect.left, rect.bottom, rect.right, rect.top))


def _string(get: Callable[[Any, int], int]) -> str:
    """A UTF-16 string as pdfium hands it out: asked for its length first, in bytes, with its closing zero."""
    size = get(None, 0)
    if size <= 2:
        return ""
    buffer = ctypes.create_string_buffer(size)
    get(ctypes.cast(buffer, ctypes.POINTER(ctypes.c_ushort)), size)
    return buffer.raw[: size - 2].decode("utf-16-le", errors="replace")
