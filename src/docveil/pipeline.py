"""The path of the data, on one screen: bytes -> intake -> extract -> plan -> project -> processed document."""

import re
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import lru_cache
from pathlib import Path

from docveil.cleaner import UNIFIED, Cleaner, TextCleaner, removed_forms
from docveil.detect.common_words import is_common
from docveil.detect.forms import Haystack, compact, searchable
from docveil.emit.rendering import written_text
from docveil.errors import CleaningFailed, DocveilError, UsageError
from docveil.extract.provider import DocumentExtractor, checked
from docveil.intake import SourceBytes
from docveil.model.document import DROPPED, ExtractedDocument, Fingerprint, Ledger, LedgerNote
from docveil.model.edits import DROP, EditPlan
from docveil.model.processed import ProcessedDocument, Report
from docveil.redact.project import project
from docveil.redact.prove import hidden_texts, is_hiding
from docveil.redact.reversal import Reversal
from docveil.redact.tokens import TOKEN


def extract_document(source: Path | SourceBytes, *, provider: DocumentExtractor) -> ExtractedDocument:
    """Read `source` with `provider`.

    Raises:
        SourceRefused: the source is not something that is read.
        ArtifactsError: model files are missing or changed.
        ExtractionFailed: the source could not be read whole, or the provider returned what is no document. The
            provider's own exception text is not passed on: it may quote the document.
    """
    return checked(lambda: provider.extract(source) if isinstance(source, Path) else provider.extract_source(source))


def clean_document(
    document: ExtractedDocument, cleaner: Cleaner, *, keep: Callable[[Reversal], None] | None = None
) -> ProcessedDocument:
    """Hide what `cleaner` finds in the whole document at once.

    Args:
        document: What was extracted.
        cleaner: What finds, and says what stands in its place.
        keep: Takes the way back, once the result is proven; a cleaner that is reversible is refused without it.

    Raises:
        UsageError: the cleaner does not work on the whole document, returns text instead of edits, or is reversible and
            nothing keeps the way back.
        CleaningFailed: detection failed, or the edits cannot be proven on the elements.
    """
    if keep is None and getattr(cleaner, "needs_vault", False):
        raise UsageError("The operator reversible needs a vault for the way back.", next_step="Give --vault FILE.")
    document = arranged(document, cleaner)
    plan = plan_document(document, cleaner)
    made_by = _fingerprint(cleaner)
    counted = [edit for edit in plan.edits if not edit.continues and is_hiding(edit)]
    report = Report(
        labels=tuple(sorted(Counter(edit.label for edit in counted).items())),
        detectors=tuple(sorted(Counter(name for edit in counted for name in edit.detectors).items())),
        policy=made_by.options,
        ledger=_ledger(document.ledger, plan),
        fingerprint=_merged(document.fingerprint, made_by),
        roles=tuple(sorted(Counter(element.role for element in document.elements).items())),
    )
    # Two ways to the same text: ProcessedDocument compares them and does not exist where they differ (laws 1 and 4).
    processed = ProcessedDocument(plan.apply(document.text), project(document, plan), report)
    _check_written(document, plan, processed)
    if keep is not None:
        keep(Reversal.of(document.text, plan))
    return processed


def arranged(document: ExtractedDocument, cleaner: Cleaner) -> ExtractedDocument:
    """The document in the order in which `cleaner` cleans it; only docveil's own has another one than the document."""
    return cleaner.arranged(document) if isinstance(cleaner, TextCleaner) else document


def plan_document(document: ExtractedDocument, cleaner: Cleaner) -> EditPlan:
    """The edits that `cleaner` asks for, checked for what they are.

    Raises:
        UsageError: the cleaner does not work on the whole document, or returns text instead of edits.
        CleaningFailed: the cleaner failed. Its own words are not passed on: they may quote the document.
    """
    advice = "Return an EditPlan from plan(document): one Edit with its source range for each change."
    if not callable(getattr(cleaner, "plan", None)):
        raise UsageError("A cleaner from text to text cannot be proven on a document's elements.", next_step=advice)
    if getattr(cleaner, "pii_processing", None) != UNIFIED:
        raise UsageError('A document is cleaned as a whole: the cleaner needs pii_processing="unified".')
    with _without_its_words():
        plan = cleaner.plan(document)
    if type(plan) is not EditPlan:
        raise UsageError("The cleaner returned something else than an EditPlan.", next_step=advice)
    if not isinstance(cleaner, TextCleaner) and _tells(document, plan):
        raise CleaningFailed("An edit is named after what it hides, and names stand in the report.")
    return plan


def _tells(document: ExtractedDocument, plan: EditPlan) -> bool:
    """Whether the name of a label or detector, which a foreign cleaner is free to choose, is a value that the plan hides."""
    names = {compact(name) for edit in plan.edits for name in (edit.label.removeprefix(DROP), *edit.detectors)}
    hidden = (edit.range.of(document.text) for edit in plan.edits if is_hiding(edit) or edit.is_dropping)
    return any(compact(text) in names for text in hidden)


def plan_and_forms(document: ExtractedDocument, cleaner: Cleaner) -> tuple[EditPlan, tuple[str, ...]]:
    """The plan, and the compact forms of what it hides: none of them may stand in anything written for the document.

    One detection serves both; it is nearly all of the work. The forms are private: they are the values.

    Raises:
        UsageError: as `plan_document`.
        CleaningFailed: as `plan_document`.
    """
    if not isinstance(cleaner, TextCleaner):
        plan = plan_document(document, cleaner)
        return plan, _forms(document, plan)
    with _without_its_words():
        findings = cleaner.findings(document)
        return cleaner.plan_for(document, findings), removed_forms(document, findings)


def _forms(document: ExtractedDocument, plan: EditPlan) -> tuple[str, ...]:
    """Compact forms of what a plan hides, by the plan alone."""
    hidden = (text for text in hidden_texts(document.text, plan) if not is_common(text.casefold()))
    return tuple(sorted({form for text in hidden if (form := searchable(text)) is not None}))


def _check_written(document: ExtractedDocument, plan: EditPlan, processed: ProcessedDocument) -> None:
    """Tables written as lines put cells beside each other that were apart: that must not spell what was hidden."""
    text = written_text(processed)
    if text == processed.text:
        return
    before, after = (Haystack(TOKEN.sub("\n", part)) for part in (processed.text, text))
    if any(any(after.find(form)) and not any(before.find(form)) for form in _forms(document, plan)):
        raise CleaningFailed(
            "A table written as lines would show again what is hidden.", next_step="Write it with --tables cells."
        )


@contextmanager
def _without_its_words() -> Iterator[None]:
    """Where a cleaner works: what it raises that is not docveil's own is replaced, since it may quote the document."""
    try:
        yield
    except DocveilError:
        raise
    except Exception as error:
        raise CleaningFailed(f"The cleaner failed with {type(error).__name__}.") from None


def _fingerprint(cleaner: Cleaner) -> Fingerprint:
    """What the cleaner says it is; a foreign one may fail here with words of its own."""
    with _without_its_words():
        fingerprint = cleaner.fingerprint
    if type(fingerprint) is not Fingerprint:
        raise UsageError("The cleaner has no Fingerprint.")
    return fingerprint


def _ledger(ledger: Ledger, plan: EditPlan) -> Ledger:
    """The document's ledger, with what was left out, what was mended and what was left undecided."""
    counts = Counter(
        (DROPPED, _code(edit.label.removeprefix(DROP))) if edit.is_dropping else ("normalised", _code(edit.label))
        for edit in plan.edits
        if not is_hiding(edit)
    )
    notes = tuple(LedgerNote(name, reason, count) for (reason, name), count in sorted(counts.items()))
    return Ledger(ledger.pages, (*ledger.notes, *notes, *plan.notes))


def _code(label: str) -> str:
    return re.sub(r"[^a-z0-9_]", "_", label)[:64]


@lru_cache(maxsize=4)  # of a corpus of rows all are the same
def _merged(document: Fingerprint, cleaner: Fingerprint) -> Fingerprint:
    return Fingerprint(
        docveil=document.docveil,
        provider=document.provider,
        packages=tuple(sorted({*document.packages, *cleaner.packages})),
        options=tuple(sorted({*document.options, *cleaner.options})),
        models=tuple(sorted({*document.models, *cleaner.models})),
    )
