"""The tables of a corpus, column by column, and the rows that an outcome puts into them. No schema is guessed from data."""

from typing import Any

import pyarrow as pa
from attrs import asdict

from docveil.corpus.counts import Counts
from docveil.corpus.row import Cleaned, Failure, Outcome
from docveil.emit.records import ParseRecord, fingerprint_id, parse_record
from docveil.emit.rendering import written_text
from docveil.model.document import DocumentElement, Fingerprint


def _struct(**fields: Any) -> Any:
    return pa.struct([pa.field(name, kind) for name, kind in fields.items()])


def _schema(**fields: Any) -> Any:
    return pa.schema([pa.field(name, kind) for name, kind in fields.items()])


_TEXT, _INT, _REAL = pa.string(), pa.int64(), pa.float64()
_COUNTS = pa.list_(_struct(label=_TEXT, count=_INT))
_PAIRS = pa.list_(_struct(name=_TEXT, value=_TEXT))
_BOX = pa.list_(_REAL)

SCHEMAS: dict[str, Any] = {
    # status: cleaned, partial (pages that failed are left out), or failed, which has no text
    "documents": _schema(
        doc_id=_TEXT,
        text=pa.large_string(),
        status=_TEXT,
        pages=_INT,
        failed_pages=_INT,
        elements=_INT,
        characters=_INT,
        findings=_INT,
        labels=_COUNTS,
    ),
    "elements": _schema(
        doc_id=_TEXT,
        id=_TEXT,
        text=pa.large_string(),
        kind=_TEXT,
        role=_TEXT,
        page=_INT,
        bbox=_BOX,
        cell=pa.list_(_INT),
        table=_TEXT,
        separator=_TEXT,
    ),
    # The fields of emit.records.ParseRecord.
    "records": _schema(
        doc_id=_TEXT,
        docveil=_TEXT,
        provider=_TEXT,
        fingerprint=_TEXT,
        failed_pages=_INT,
        characters=_INT,
        columns=_INT,
        ocr_pages=_INT,
        ocr_confidence=_REAL,
        chrome=_INT,
        chrome_removed=_INT,
        footnotes=_INT,
        unresolved=_INT,
        pages=pa.list_(
            _struct(page=_INT, text_layer_characters=_INT, ocr_characters=_INT, columns=_INT, ocr_confidence=_REAL)
        ),
        notes=pa.list_(_struct(part=_TEXT, reason=_TEXT, count=_INT, page=_INT, bbox=_BOX)),
        roles=_COUNTS,
        detectors=_COUNTS,
    ),
    "fingerprints": _schema(
        fingerprint=_TEXT, docveil=_TEXT, provider=_TEXT, packages=_PAIRS, options=_PAIRS, models=_PAIRS
    ),
    "failures": _schema(doc_id=_TEXT, stage=_TEXT, code=_TEXT),
    "duplicates": _schema(doc_id=_TEXT, copies=_INT),
    "rows": _schema(doc_id=_TEXT, row_id=_TEXT),
}

Rows = dict[str, list[dict[str, Any]]]


def rows_of(outcome: Outcome, copies: int, row_ids: tuple[str, ...]) -> tuple[Rows, Counts]:
    """The rows of every table for one document, and what it adds to the counts.

    Args:
        outcome: What became of it.
        copies: How many rows of the input hold it.
        row_ids: Their ids, where they have some.
    """
    rows, counts = _failed(outcome) if isinstance(outcome, Failure) else _cleaned(outcome)
    if copies > 1:
        rows["duplicates"] = [{"doc_id": outcome.doc_id, "copies": copies}]
    rows["rows"] = [{"doc_id": outcome.doc_id, "row_id": row_id} for row_id in row_ids]
    return rows, counts + Counts(copies=copies - 1)


def _failed(failure: Failure) -> tuple[Rows, Counts]:
    document = dict.fromkeys(SCHEMAS["documents"].names) | {"doc_id": failure.doc_id, "status": "failed"}
    row = {"doc_id": failure.doc_id, "stage": failure.stage, "code": failure.code}
    return {"documents": [document], "failures": [row]}, Counts({"failed": 1}, {f"{failure.stage}/{failure.code}": 1})


def _cleaned(outcome: Cleaned) -> tuple[Rows, Counts]:
    doc_id, processed = outcome.doc_id, outcome.processed
    report, text = processed.report, written_text(processed)
    failed = report.ledger.failed_pages
    document = {
        "doc_id": doc_id,
        "text": text,
        "status": "partial" if failed else "cleaned",
        "pages": len(report.ledger.pages),
        "failed_pages": len(failed),
        "elements": len(processed.elements),
        "characters": len(text),
        "findings": sum(count for _, count in report.labels),
        "labels": _counts(report.labels),
    }
    rows: Rows = {
        "documents": [document],
        "elements": [_element(doc_id, element) for element in processed.elements],
        "records": [record_row(parse_record(doc_id, report))],
        "fingerprints": [fingerprint_row(report.fingerprint)],
    }
    return rows, Counts({str(document["status"]): 1}, {}, len(report.ledger.pages), len(text))


def _element(doc_id: str, element: DocumentElement) -> dict[str, Any]:
    return {"doc_id": doc_id, **_plain(asdict(element))}


def _plain(values: dict[str, Any]) -> dict[str, Any]:
    return {name: list(value) if isinstance(value, tuple) else value for name, value in values.items()}


def _counts(pairs: tuple[tuple[str, int], ...]) -> list[dict[str, Any]]:
    return [{"label": label, "count": count} for label, count in pairs]


def record_row(record: ParseRecord) -> dict[str, Any]:
    """The row of the table `records`."""
    values = asdict(record, recurse=False)
    values["pages"] = [asdict(page) for page in record.pages]
    values["notes"] = [_plain(asdict(note)) for note in record.notes]
    return values | {"roles": _counts(record.roles), "detectors": _counts(record.detectors)}


def fingerprint_row(fingerprint: Fingerprint) -> dict[str, Any]:
    """The row of the table `fingerprints`."""
    values: dict[str, Any] = {"fingerprint": fingerprint_id(fingerprint)}
    values |= {"docveil": fingerprint.docveil, "provider": fingerprint.provider}
    for name in ("packages", "options", "models"):
        values[name] = [{"name": n, "value": v} for n, v in getattr(fingerprint, name)]
    return values
