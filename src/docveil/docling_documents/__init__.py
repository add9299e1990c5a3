"""Cleaning a DoclingDocument that is there already: a DoclingDocument in, a DoclingDocument out, no extraction.

What comes out is built anew from a list of fields that are known to be harmless; a field that is not on it, in this version of
Docling or the next, does not pass. So hyperlinks, pictures, annotations, comments, the file's name and its hash are gone, and
every text that stays went through the cleaner as an element.
"""

from collections.abc import Iterable, Iterator
from itertools import pairwise
from typing import Any

from docling_core.types.doc import ContentLayer, DoclingDocument

from docveil import __version__
from docveil.cleaner import Cleaner
from docveil.detect.forms import Haystack
from docveil.docling_documents.copy import Copy, Json, Slot
from docveil.docling_documents.spans import move_spans
from docveil.errors import CleaningFailed, UsageError
from docveil.model.document import DocumentElement, ExtractedDocument, Fingerprint, Ledger, join_elements
from docveil.pipeline import plan_and_forms
from docveil.redact.project import project
from docveil.redact.tokens import TOKEN

__all__ = ["clean_docling_document"]


def clean_docling_document(document: DoclingDocument, cleaner: Cleaner) -> DoclingDocument:
    """A cleaned copy of `document`. Item ids, order, tables and places stay; see this module for what does not.

    Texts and `orig` are cleaned, each table cell once. Where a place named a part of its text by code points (`charspan`), it
    names the same part of the cleaned text.

    Raises:
        UsageError: the cleaner is not one for whole documents, or is reversible.
        CleaningFailed: detection failed, the result is no DoclingDocument, or a removed value is still in it.
    """
    if getattr(cleaner, "needs_vault", False):
        raise UsageError("A DoclingDocument has no vault: use an operator that is not reversible.")
    data: Json = document.export_to_dict()
    bare, slots = Copy(data).made([item.self_ref for item, _ in _items(document)])
    extracted = ExtractedDocument(_elements(slots), Ledger(), Fingerprint(__version__, "docling-document"))
    plan, forms = plan_and_forms(extracted, cleaner)
    elements = project(extracted, plan)
    if join_elements(elements) != plan.apply(extracted.text):
        raise CleaningFailed("The cleaned elements do not join to the cleaned text.")
    for slot, element in zip(slots, elements, strict=True):
        slot.target |= dict.fromkeys(slot.names, element.text)
    move_spans(slots, elements, extracted, plan)
    _check_gone(forms, bare)
    try:
        return DoclingDocument.model_validate(bare)
    except Exception as error:
        raise CleaningFailed(f"The cleaned document is no DoclingDocument: {type(error).__name__}.") from None


def _items(document: DoclingDocument) -> Iterable[tuple[Any, int]]:
    try:
        return list(document.iterate_items(included_content_layers=set(ContentLayer), traverse_pictures=True))
    except Exception as error:
        raise CleaningFailed(f"The DoclingDocument cannot be read: {type(error).__name__}.") from None


def _elements(slots: Iterable[Slot]) -> tuple[DocumentElement, ...]:
    """One element a slot. A cell whose place in its grid is not clear is read as a text of its own."""
    elements: list[DocumentElement] = []
    taken: set[tuple[str, int, int]] = set()
    for slot in slots:
        fields = dict(slot.fields)
        cell = fields.get("cell")
        if cell is not None:
            grid = {(fields["table"], r, c) for r in range(cell[0], cell[1]) for c in range(cell[2], cell[3])}
            if not grid or grid & taken or cell[0] >= cell[1] or cell[2] >= cell[3] or cell[0] < 0 or cell[2] < 0:
                fields = {"role": "body", "page": fields["page"], "bbox": None}
            taken |= grid
        separator = "\t" if fields.get("cell") else "\n\n"
        text = slot.text.encode("utf-8", "replace").decode("utf-8")
        elements.append(DocumentElement(f"e{len(elements)}", text, separator=separator, **fields))
    for index, (element, following) in enumerate(pairwise(elements)):
        same_row = element.cell and following.cell and element.cell[0] == following.cell[0]
        if element.cell and not (same_row and element.table == following.table):
            separator = "\n" if element.table == following.table else "\n\n"
            elements[index] = element.with_text(element.text, separator)
    return tuple(elements)


def _check_gone(forms: Iterable[str], bare: Json) -> None:
    """No removed form in any free text of the result."""
    texts = [TOKEN.sub("\n", text) for text in _free_texts(bare)]
    haystacks = [Haystack(text) for text in dict.fromkeys(texts) if text]
    left = sum(any(any(haystack.find(form)) for haystack in haystacks) for form in forms)
    if left:
        raise CleaningFailed(f"{left} removed forms are still in the document.")


def _free_texts(value: Any) -> Iterator[str]:
    if isinstance(value, dict):
        for key, inner in value.items():
            if isinstance(inner, str):
                if key in ("text", "orig", "marker", "name"):
                    yield inner
            else:
                yield from _free_texts(inner)
    elif isinstance(value, list):
        for inner in value:
            yield from _free_texts(inner)
