"""The parse on record: what can be asked, months later, about how a document was read. Pure.

A record says nothing that the report does not say; it says it so that it can be counted over many documents.
"""

import hashlib
import re
from collections.abc import Iterable

from attrs import frozen

from docveil.emit.wire import dump
from docveil.errors import InvalidNoun
from docveil.model.document import (
    DROPPED,
    FAILED_PAGE,
    FURNITURE_ROLES,
    UNSOUND_TABLE,
    Fingerprint,
    LedgerNote,
    PageRecord,
)
from docveil.model.processed import Report

# What a ledger calls a part of the source that could not be made out, as (part, reason); of a failed page any reason.
# A picture without text and a comment that nobody asked for are no such parts.
UNRESOLVED = (
    ("attachment", "cannot_be_read"),
    ("character", "no_unicode_value"),
    ("character", "not_decodable_replaced"),
    ("ocr_line", "confidence_too_low"),
    ("page", "no_text_found"),
    ("picture", "too_small_for_text_not_read"),
    UNSOUND_TABLE,
    ("word", "lost_by_the_reader"),
)
_CHROME = "page_chrome"  # of a web page
_DOC_ID = re.compile(r"[0-9a-f]{16}", re.ASCII)


@frozen
class ParseRecord:
    """How one document was read: codes and numbers only.

    Attributes:
        doc_id: First 16 hex digits of the SHA-256 of the source.
        docveil: Version of docveil.
        provider: Name of the extractor; the versions behind it belong to the fingerprint.
        fingerprint: First 16 hex digits of the SHA-256 of the fingerprint's JSON.
        failed_pages: Pages that could not be read and are left out.
        characters: Non-blank code points read on all pages together, or None for formats without pages.
        columns: Most columns on a page, or None where none was judged.
        ocr_pages: Pages with text from OCR.
        ocr_confidence: Lowest mean confidence of a page from 0 to 1, or None without OCR.
        chrome: Elements that are running heads.
        chrome_removed: Running heads, and chrome of web pages, that were left out.
        footnotes: Elements that are footnotes.
        unresolved: Parts of the source that could not be made out; see `UNRESOLVED`.
        pages: One record a page, from the ledger.
        notes: Lines of the ledger.
        roles: `(role, elements)` pairs.
        detectors: `(detector, findings it took part in)` pairs.
    """

    doc_id: str
    docveil: str
    provider: str
    fingerprint: str
    failed_pages: int
    characters: int | None
    columns: int | None
    ocr_pages: int
    ocr_confidence: float | None
    chrome: int
    chrome_removed: int
    footnotes: int
    unresolved: int
    pages: tuple[PageRecord, ...]
    notes: tuple[LedgerNote, ...]
    roles: tuple[tuple[str, int], ...]
    detectors: tuple[tuple[str, int], ...]


def parse_record(doc_id: str, report: Report) -> ParseRecord:
    """The record of the document that `report` is about.

    Raises:
        InvalidNoun: `doc_id` is none; a name in its place would be on record.
    """
    if _DOC_ID.fullmatch(doc_id) is None:
        raise InvalidNoun("A document's id must be 16 hex digits.")
    pages, notes, roles = report.ledger.pages, report.ledger.notes, dict(report.roles)
    return ParseRecord(
        doc_id=doc_id,
        docveil=report.fingerprint.docveil,
        provider=report.fingerprint.provider,
        fingerprint=fingerprint_id(report.fingerprint),
        failed_pages=len(report.ledger.failed_pages),
        characters=sum(page.text_layer_characters + page.ocr_characters for page in pages) if pages else None,
        columns=max((page.columns for page in pages if page.columns is not None), default=None),
        ocr_pages=sum(page.ocr_characters > 0 for page in pages),
        ocr_confidence=min((page.ocr_confidence for page in pages if page.ocr_confidence is not None), default=None),
        chrome=sum(roles.get(role, 0) for role in FURNITURE_ROLES),
        chrome_removed=_sum(note for note in notes if note.part == _CHROME or _is_dropped_head(note)),
        footnotes=roles.get("footnote", 0),
        unresolved=_sum(note for note in notes if is_unresolved(note.part, note.reason)),
        pages=pages,
        notes=notes,
        roles=report.roles,
        detectors=report.detectors,
    )


def is_unresolved(part: str, reason: str) -> bool:
    """Whether a ledger's line is about a part of the source that could not be made out."""
    return part == FAILED_PAGE or (part, reason) in UNRESOLVED


def _is_dropped_head(note: LedgerNote) -> bool:
    return note.part in FURNITURE_ROLES and note.reason == DROPPED


def fingerprint_id(fingerprint: Fingerprint) -> str:
    """First 16 hex digits of the SHA-256 of the fingerprint's JSON."""
    return hashlib.sha256(dump(fingerprint)).hexdigest()[:16]


def _sum(notes: Iterable[LedgerNote]) -> int:
    return sum(note.count for note in notes)
