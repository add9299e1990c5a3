"""Providers and cleaners that misbehave: each is refused, and nothing they said gets out."""

from pathlib import Path
from typing import Any

import pytest

from docveil import Edit, EditPlan, ExtractedDocument, SourceRange, clean_document, extract_document
from docveil.errors import CleaningFailed, ExtractionFailed, UsageError
from docveil.model.document import DocumentElement, Fingerprint
from tests.support import document

SECRET = "Philippa Marchetti"


class Provider:
    """A provider that does what it is told."""

    def __init__(self, action: Any) -> None:
        self._action = action

    def extract(self, path: Path) -> ExtractedDocument:
        result: ExtractedDocument = self._action()
        return result

    def extract_source(self, source: Any) -> ExtractedDocument:
        return self.extract(source)


class FixedCleaner:
    """A cleaner with a fixed answer."""

    pii_processing = "unified"
    fingerprint = Fingerprint("0", "fixed")

    def __init__(self, answer: Any) -> None:
        self._answer = answer

    def plan(self, _: ExtractedDocument) -> EditPlan:
        result: EditPlan = self._answer() if callable(self._answer) else self._answer
        return result


def explode() -> ExtractedDocument:
    raise ValueError(f"cannot parse {SECRET!r} in /home/marchetti/file.pdf")


def test_a_providers_own_exception_text_is_hidden() -> None:
    with pytest.raises(ExtractionFailed) as caught:
        extract_document(Path("x"), provider=Provider(explode))
    assert SECRET not in str(caught.value)
    assert "marchetti" not in str(caught.value)
    assert caught.value.__cause__ is None
    assert caught.value.__suppress_context__


@pytest.mark.parametrize("answer", [None, SECRET, {"text": SECRET}, object()])
def test_a_provider_must_return_an_extracted_document(answer: Any) -> None:
    with pytest.raises(ExtractionFailed) as caught:
        extract_document(Path("x"), provider=Provider(lambda: answer))
    assert SECRET not in str(caught.value)


@pytest.mark.parametrize(
    "fields",
    [
        {"separator": "x"},
        {"role": "unknown"},
        {"page": 0},
        {"page": True},
        {"bbox": (1.0, 2.0, 0.0, 3.0)},
        {"bbox": [0.0, 0.0, 1.0, 1.0]},
        {"id": "name"},
        {"text": type("Sub", (str,), {})("x")},
        {"text": "\ud800"},
        {"kind": "table_cell"},
        {"cell": (0, 1, 0, 1)},
    ],
)
def test_an_element_that_breaks_the_data_model_is_an_extraction_failure(fields: dict[str, Any]) -> None:
    def build() -> ExtractedDocument:
        return document(DocumentElement(**{"id": "e0", "text": SECRET, **fields}))

    with pytest.raises(ExtractionFailed) as caught:
        extract_document(Path("x"), provider=Provider(build))
    assert SECRET not in str(caught.value)


def test_a_cleaner_must_work_on_the_whole_document() -> None:
    cleaner = FixedCleaner(EditPlan((), 4))
    cleaner.pii_processing = "per_element"
    with pytest.raises(UsageError, match="unified"):
        clean_document(document("text"), cleaner)


@pytest.mark.parametrize("answer", ["cleaned text", None, ["edit"]])
def test_a_cleaner_must_return_edits_not_text(answer: Any) -> None:
    with pytest.raises(UsageError, match="EditPlan"):
        clean_document(document("text"), FixedCleaner(answer))


def test_a_function_from_text_to_text_is_refused_with_advice() -> None:
    with pytest.raises(UsageError, match="Return an EditPlan"):
        clean_document(document("text"), str.upper)  # type: ignore[arg-type]


def test_a_cleaner_that_fails_fails_the_document_without_its_words() -> None:
    with pytest.raises(CleaningFailed) as caught:
        clean_document(document("text"), FixedCleaner(explode))
    assert SECRET not in str(caught.value)


def test_a_plan_for_another_document_is_refused() -> None:
    plan = EditPlan((Edit(SourceRange(0, 2), "", "PERSON"),), 99)
    with pytest.raises(CleaningFailed):
        clean_document(document("text"), FixedCleaner(plan))


def test_counts_count_findings_not_fragments() -> None:
    edits = (
        Edit(SourceRange(0, 1), "<PERSON>", "PERSON", ("one",)),
        Edit(SourceRange(2, 3), "", "PERSON", ("one",), continues=True),
    )
    report = clean_document(document("a b"), FixedCleaner(EditPlan(edits, 3))).report
    assert report.labels == (("PERSON", 1),)
    assert report.detectors == (("one", 1),)


def test_no_repr_shows_text() -> None:
    source = document(SECRET)
    plan = EditPlan((Edit(SourceRange(0, 8), SECRET, "PERSON"),), len(SECRET))
    processed = clean_document(source, FixedCleaner(plan))
    for noun in (source, source.elements[0], plan, plan.edits[0], processed):
        assert SECRET not in repr(noun)
