"""The JSON form of the nouns: `docveil.document/1`, `docveil.report/1`, `docveil.chunk/1` and `docveil.extracted/1`.

The same value always gives the same bytes, and what is written and read back is equal (law 10).
"""

import hashlib
import json
from collections.abc import Iterable
from typing import Any, TypeVar

from attrs import frozen
from cattrs import Converter
from cattrs.errors import BaseValidationError, ForbiddenExtraKeysError, StructureHandlerNotFoundError

from docveil.errors import DocveilError, VerificationFailed
from docveil.model.document import DocumentElement, ExtractedDocument, Fingerprint, Ledger
from docveil.model.processed import ProcessedDocument, Report

DOCUMENT_SCHEMA = "docveil.document/1"
REPORT_SCHEMA = "docveil.report/1"
EXTRACTED_SCHEMA = "docveil.extracted/1"
CHUNK_SCHEMA = "docveil.chunk/1"

T = TypeVar("T")


@frozen
class WrittenDocument:
    """`<doc_id>.json`: the cleaned document as other programs read it."""

    schema: str
    doc_id: str
    text: str
    elements: tuple[DocumentElement, ...]
    fingerprint: Fingerprint


@frozen
class WrittenReport:
    """`<doc_id>.report.json`: the value-free account, and the digests that tie the files of a document together.

    Attributes:
        files: `(file name, SHA-256)` of the other files of this document.
        seal: SHA-256 of this report's own JSON with an empty seal. It shows damage; it is not a signature.
    """

    schema: str
    doc_id: str
    report: Report
    files: tuple[tuple[str, str], ...]
    seal: str = ""


@frozen
class WrittenExtraction:
    """`docveil extract --private`: the raw document, before any cleaning."""

    schema: str
    doc_id: str
    elements: tuple[DocumentElement, ...]
    ledger: Ledger
    fingerprint: Fingerprint


@frozen
class WrittenChunk:
    """A line of `<doc_id>.chunks.jsonl`: one chunk (`emit.chunks.Chunk`), its number from 0, and how it was made."""

    schema: str
    doc_id: str
    chunk: int
    unit: str
    limit: int
    size: int
    start: int
    end: int
    ends_at: str
    elements: tuple[str, ...]
    pages: tuple[int, ...]
    context: str
    text: str


def _strict(value: Any, kind: type) -> Any:
    """JSON already has the right types; `str(5)` or `int("5")` would hide a damaged file."""
    if type(value) is not kind:
        raise ValueError("a value has another type than the schema says")
    return value


def _converter(*, forbid_extra_keys: bool) -> Converter:
    converter = Converter(forbid_extra_keys=forbid_extra_keys, detailed_validation=True)
    for kind in (str, int, float, bool):
        converter.register_structure_hook(kind, _strict)
    return converter


_CONVERTER = _converter(forbid_extra_keys=True)
_OF_ANY_VERSION = _converter(forbid_extra_keys=False)


def dump(value: object) -> bytes:
    """Canonical UTF-8 JSON of a written noun, with a line end."""
    text = json.dumps(_CONVERTER.unstructure(value), ensure_ascii=False, indent=1, allow_nan=False)
    return f"{text}\n".encode()


def load(data: bytes, kind: type[T]) -> T:
    """The noun that `dump` wrote.

    Raises:
        VerificationFailed: the bytes are not the JSON of such a noun; the message names the place, never a value.
    """
    value = _structured(data, kind, _CONVERTER)
    if dump(value) != data:
        raise VerificationFailed("A file is not in the canonical form that docveil writes.")
    return value


def dump_lines(values: Iterable[object]) -> bytes:
    """Canonical JSON Lines of written nouns."""
    plain = (_CONVERTER.unstructure(value) for value in values)
    return "".join(f"{json.dumps(own, ensure_ascii=False, allow_nan=False)}\n" for own in plain).encode()


def load_lines(data: bytes, kind: type[T]) -> tuple[T, ...]:
    """The nouns that `dump_lines` wrote.

    Raises:
        VerificationFailed: as `load`.
    """
    values = tuple(_structured(line, kind, _CONVERTER) for line in data.split(b"\n")[:-1])
    if dump_lines(values) != data:
        raise VerificationFailed("A file is not in the canonical form that docveil writes.")
    return values


def load_report(data: bytes) -> WrittenReport:
    """A report as this or another version of docveil wrote it: to be asked, not to be vouched for.

    What this version does not know is left out, and what the other did not write has its default.

    Raises:
        VerificationFailed: the bytes are no such report.
    """
    report = _structured(data, WrittenReport, _OF_ANY_VERSION)
    if not report.schema.startswith(REPORT_SCHEMA.partition("/")[0]):
        raise VerificationFailed("A file is no report.")
    return report


def _structured(data: bytes, kind: type[T], converter: Converter) -> T:
    try:
        return converter.structure(json.loads(data.decode("utf-8")), kind)
    except (UnicodeDecodeError, json.JSONDecodeError, RecursionError):
        raise VerificationFailed("A file is not the JSON that docveil writes.") from None
    except BaseValidationError as error:
        raise VerificationFailed(f"A file breaks the schema at {_place(error)}.") from None
    except (DocveilError, ValueError, TypeError, KeyError, StructureHandlerNotFoundError, ForbiddenExtraKeysError):
        raise VerificationFailed("A file breaks the schema.") from None


def _place(error: BaseValidationError) -> str:
    """The path of attribute names down to the first fault."""
    names: list[str] = []
    current: BaseException = error
    while isinstance(current, BaseValidationError) and current.exceptions:
        current = current.exceptions[0]
        for note in getattr(current, "__notes__", []):
            name = getattr(note, "name", None)
            index = getattr(note, "index", None)
            names.append(str(name) if name is not None else f"[{index}]")
    return ".".join(names) or "its top level"


def document_bytes(processed: ProcessedDocument, doc_id: str) -> bytes:
    """`<doc_id>.json`."""
    written = WrittenDocument(DOCUMENT_SCHEMA, doc_id, processed.text, processed.elements, processed.report.fingerprint)
    return dump(written)


def report_bytes(processed: ProcessedDocument, doc_id: str, files: tuple[tuple[str, bytes], ...]) -> bytes:
    """`<doc_id>.report.json`, sealed over the given files."""
    digests = tuple((name, hashlib.sha256(data).hexdigest()) for name, data in sorted(files))
    return dump(sealed(WrittenReport(REPORT_SCHEMA, doc_id, processed.report, digests)))


def sealed(report: WrittenReport) -> WrittenReport:
    """`report` with its seal."""
    bare = WrittenReport(report.schema, report.doc_id, report.report, report.files)
    return WrittenReport(
        report.schema, report.doc_id, report.report, report.files, hashlib.sha256(dump(bare)).hexdigest()
    )


def extraction_bytes(document: ExtractedDocument, doc_id: str) -> bytes:
    """The raw document as JSON. Private: it holds everything that cleaning would hide."""
    return dump(WrittenExtraction(EXTRACTED_SCHEMA, doc_id, document.elements, document.ledger, document.fingerprint))
