"""Folders of records, made without models."""

from pathlib import Path

from docveil.corpus.counts import Counts
from docveil.corpus.row import Cleaned, Failure
from docveil.corpus.schemas import rows_of
from docveil.corpus.shard import Format, ShardWriter
from docveil.emit.files import document_files, publish
from docveil.model.document import DocumentElement, Fingerprint, Ledger, LedgerNote, PageRecord, join_elements
from docveil.model.processed import ProcessedDocument, Report

OLD = Fingerprint("0.9.0", "docling-pdf", (("docling-core", "2.104.0"),))
NEW = Fingerprint("0.10.0", "docling-pdf", (("docling-core", "2.110.0"),))
STRANGE = Fingerprint("nightly", "office")
NAME = "Mara Lindqvist"


def processed(ledger: Ledger, fingerprint: Fingerprint, *roles: str) -> ProcessedDocument:
    elements = tuple(DocumentElement(f"e{i}", f"{NAME} {i}", role=role) for i, role in enumerate(roles))
    counts = tuple(sorted({role: roles.count(role) for role in roles}.items()))
    report = Report((), (("rules", 2),), (), ledger, fingerprint, counts)
    return ProcessedDocument(join_elements(elements), elements, report)


DOCUMENTS = {
    # read by an older version; its second page is nearly empty
    "a" * 16: processed(
        Ledger((PageRecord(1, 900, 0, 2), PageRecord(2, 3, 0, 1)), (LedgerNote("page_header", "dropped", 2),)),
        OLD,
        *("page_header", "page_header", "body", "footnote"),
    ),
    # a scan of which a page failed and two lines could not be read
    "b" * 16: processed(
        Ledger(
            (PageRecord(1, 0, 700, 1, 0.75), PageRecord(3, 10, 400, 1, 0.9)),
            (
                LedgerNote("failed_page", "time_limit", page=2),
                LedgerNote("ocr_line", "confidence_too_low", page=1, bbox=(1.0, 2.0, 3.0, 4.0)),
                LedgerNote("ocr_line", "confidence_too_low", page=1),
                LedgerNote("metadata", "not_read_by_default"),
            ),
        ),
        NEW,
        "body",
    ),
    # a format without pages
    "c" * 16: processed(Ledger(), STRANGE, "body"),
}


def clean_folder(folder: Path) -> Path:
    for doc_id, document in DOCUMENTS.items():
        publish(folder, document_files(document, doc_id))
    return folder


def corpus_folder(folder: Path, kind: Format) -> Path:
    folder.mkdir()
    for shard, (doc_id, document) in enumerate(DOCUMENTS.items()):
        writer = ShardWriter(folder, shard, kind)
        writer.add(doc_id, *rows_of(Cleaned(doc_id, document), 1, ()))
        if shard == 0:
            failed = rows_of(Failure("d" * 16, "extract", "extraction_failed"), 1, ())
            writer.add("d" * 16, failed[0], Counts())
        writer.finish()
    return folder
