"""Proof on written files: what was published reconstructs, is undamaged, and holds nothing that was removed."""

import hashlib
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path

from attrs import frozen

from docveil.cleaner import Cleaner
from docveil.detect.forms import Haystack, compact
from docveil.emit.chunk_files import CHUNKS_SUFFIX, check_chunks, searchable_texts
from docveil.emit.files import document_files
from docveil.emit.rendering import text_of
from docveil.emit.wire import DOCUMENT_SCHEMA, REPORT_SCHEMA, WrittenDocument, WrittenReport, load, sealed
from docveil.errors import DocveilError, VerificationFailed
from docveil.extract.provider import DocumentExtractor
from docveil.intake import SourceBytes
from docveil.model.document import ExtractedDocument, Fingerprint, check_elements, join_elements
from docveil.model.edits import EditPlan
from docveil.pipeline import arranged, clean_document, extract_document, plan_and_forms
from docveil.redact.prove import is_ordinary_kept, missing_words, same_places, same_separators, walk
from docveil.redact.tokens import TOKEN
from docveil.redact.vault import Vault

REPORT_SUFFIX = ".report.json"


@frozen
class Verdict:
    """Outcome for one document.

    Attributes:
        doc_id: First 16 hex digits of the SHA-256 of the source.
        checks: Checks that passed, in order.
        failures: Sentences on checks that failed; none for a document that holds.
    """

    doc_id: str
    checks: tuple[str, ...]
    failures: tuple[str, ...]


def read_directory(directory: Path) -> dict[str, bytes]:
    """`{relative path: bytes}` of every file below `directory`.

    Raises:
        VerificationFailed: the directory cannot be read, or is empty.
    """
    try:
        files = {
            p.relative_to(directory).as_posix(): p.read_bytes() for p in sorted(directory.rglob("*")) if p.is_file()
        }
    except OSError:
        raise VerificationFailed("The directory cannot be read.") from None
    if not any(name.endswith(REPORT_SUFFIX) for name in files):
        raise VerificationFailed(
            "The directory holds no docveil report.", next_step="Give the --out of `docveil clean`."
        )
    return files


def verify_written(files: Mapping[str, bytes]) -> tuple[Verdict, ...]:
    """Check every document in `files` by itself: schema, seal, digests, and reconstruction (law 1)."""
    ids = [name.removesuffix(REPORT_SUFFIX) for name in files if name.endswith(REPORT_SUFFIX)]
    known = {f"{doc_id}{suffix}" for doc_id in ids for suffix in (".txt", ".json", CHUNKS_SUFFIX, REPORT_SUFFIX)}
    verdicts = [_verify_document(doc_id, files) for doc_id in sorted(ids)]
    strays = sum(name not in known for name in files)
    if strays:
        verdicts.append(Verdict("-", (), (f"{strays} files belong to no document.",)))
    return tuple(verdicts)


def _verify_document(doc_id: str, files: Mapping[str, bytes]) -> Verdict:
    checks: list[str] = []
    try:
        report = load(files[f"{doc_id}{REPORT_SUFFIX}"], WrittenReport)
        _require(report.schema == REPORT_SCHEMA and report.doc_id == doc_id, "The report is of another document.")
        _require(sealed(report) == report, "The report was changed.")
        checks.append("report seal")
        names = (f"{doc_id}.json", f"{doc_id}.txt")
        chunks = f"{doc_id}{CHUNKS_SUFFIX}"
        written = (chunks, *names) if chunks in files else names
        _require(tuple(name for name, _ in report.files) == written, "The report names other files.")
        for name, digest in report.files:
            _require(name in files, "A file is missing.")
            _require(
                hashlib.sha256(files[name]).hexdigest() == digest, f"The {name.rpartition('.')[2]} file was changed."
            )
        checks.append("digests")
        document = load(files[names[0]], WrittenDocument)
        _require(document.schema == DOCUMENT_SCHEMA and document.doc_id == doc_id, "The JSON is of another document.")
        check_elements(document.elements)
        _require(join_elements(document.elements) == document.text, "The elements do not join to the text.")
        text = text_of(document.elements, report.report)
        _require(text.encode("utf-8") == files[names[1]], "The text file is not the document's text.")
        _require(document.fingerprint == report.report.fingerprint, "The two fingerprints differ.")
        checks.append("reconstruction")
        if chunks in files:
            check_chunks(files[chunks], doc_id, document.elements, report.report)
            checks.append("chunks")
    except DocveilError as error:
        return Verdict(doc_id, tuple(checks), (error.what,))
    return Verdict(doc_id, tuple(checks), ())


@frozen
class _Planned:
    """`cleaner` with its plan for one document made already."""

    cleaner: Cleaner
    ready: EditPlan

    @property
    def pii_processing(self) -> str:
        """That of the cleaner."""
        return self.cleaner.pii_processing

    @property
    def fingerprint(self) -> Fingerprint:
        """That of the cleaner."""
        return self.cleaner.fingerprint

    def plan(self, _: ExtractedDocument) -> EditPlan:
        """The plan that is ready."""
        return self.ready


def verify_source(
    source: SourceBytes, files: Mapping[str, bytes], provider: DocumentExtractor, cleaner: Cleaner
) -> Verdict:
    """Clean `source` again and hold the written files against it.

    The checks stand each for itself, so that none hides behind another: elements in place, separators, text outside the edits,
    replacements, ordinary words, removed forms in any file, and at last every byte.
    """
    document = arranged(extract_document(source, provider=provider), cleaner)
    plan, forms = plan_and_forms(document, cleaner)
    processed = clean_document(document, _Planned(cleaner, plan))
    left = _left_over(forms, files)
    # Chunks are held against the text by themselves: they depend on how they were asked for, and on a tokenizer perhaps.
    chunks = f"{source.doc_id}{CHUNKS_SUFFIX}"
    more = ((chunks, files[chunks]),) if chunks in files else ()
    outcomes = [
        *_against_source(document, plan, files.get(f"{source.doc_id}.json")),
        ("no removed form in any file", not left, f"{left} removed forms stand in the written files."),
        (
            "cleaning again gives the same bytes",
            all(files.get(name) == data for name, data in document_files(processed, source.doc_id, more)),
            "Cleaning the source again gives other files, or was done under another policy, key or version.",
        ),
    ]
    return Verdict(
        source.doc_id,
        tuple(check for check, holds, _ in outcomes if holds),
        tuple(failure for _, holds, failure in outcomes if not holds),
    )


def _against_source(document: ExtractedDocument, plan: EditPlan, data: bytes | None) -> Iterator[tuple[str, bool, str]]:
    """`(check, whether it holds, what to say if not)` for the written document against its source."""
    try:
        written = load(data or b"", WrittenDocument)
    except VerificationFailed:
        yield "document", False, "The JSON of this source is missing or cannot be read."
        return
    steps = walk(document.text, plan, written.text)
    lost = missing_words(document.text, plan, written.text, compact)
    yield "elements in place", same_places(document.elements, written.elements), "An element was dropped or moved."
    yield "separators", same_separators(document, plan, written.elements), "A separator was changed."
    yield "text outside edits", steps.is_unchanged, "Text outside the edits was changed."
    yield (
        "replacements",
        not (steps.put_back or steps.others),
        f"{steps.put_back} replacements were put back, {steps.others} were changed.",
    )
    ordinary = not lost and is_ordinary_kept(plan, document.text, compact)
    yield "ordinary words", ordinary, f"{lost} ordinary words are missing."


def restored_texts(files: Mapping[str, bytes], vault: Vault) -> tuple[tuple[str, str], ...]:
    """`(doc_id, source text)` of every document in `files`, each the exact text that was cleaned.

    Raises:
        VerificationFailed: a document is damaged, is not in the vault, or does not restore to the text that was cleaned.
        UsageError: the vault was changed.
    """
    ids = sorted(name.removesuffix(REPORT_SUFFIX) for name in files if name.endswith(REPORT_SUFFIX))
    texts: list[tuple[str, str]] = []
    for doc_id in ids:
        verdict = _verify_document(doc_id, files)
        if verdict.failures:
            raise VerificationFailed(verdict.failures[0])
        text = load(files[f"{doc_id}.json"], WrittenDocument).text
        ways = [way for way in vault.find(doc_id) if way.is_for(text)]
        if not ways:
            raise VerificationFailed(
                f"The vault has no way back for {doc_id} as it is written.", next_step="Give the vault of that run."
            )
        texts.append((doc_id, ways[0].restore(text)))
    return tuple(texts)


def _left_over(forms: Iterable[str], files: Mapping[str, bytes]) -> int:
    """How many of the compact `forms` stand in any file, the placeholders themselves aside."""
    haystacks = [Haystack(TOKEN.sub("\n", text)) for name, data in files.items() for text in _searched(name, data)]
    return sum(any(any(h.find(form)) for h in haystacks) for form in forms)


def _searched(name: str, data: bytes) -> tuple[str, ...]:
    """The texts in a file that may be of the document; none goes on in the next.

    A document's JSON is read as such, so that escapes hide nothing and its own key words are not taken for text; the
    report's strings are codes and digests. What is not docveil's is searched as it is.
    """
    try:
        if name.endswith(REPORT_SUFFIX):
            load(data, WrittenReport)
            return ()
        if name.endswith(CHUNKS_SUFFIX):
            return searchable_texts(data)
        if name.endswith(".json"):
            document = load(data, WrittenDocument)
            return (document.text, "\n".join(e.text for e in document.elements))
    except DocveilError:
        pass
    return (data.decode("utf-8", errors="replace"),)


def _require(condition: bool, failure: str) -> None:
    if not condition:
        raise VerificationFailed(failure)
