"""Verification finds each way to go wrong, by the check that is there for it. The files are sealed again after each change."""

import json
from collections.abc import Callable
from pathlib import Path

import pytest
from attrs import evolve

from docveil import (
    DocumentElement,
    ExtractedDocument,
    ProcessedDocument,
    TextCleaner,
    TextCleanerConfig,
    clean_document,
)
from docveil.cleaner import UNIFIED
from docveil.detect.ensemble import Ensemble
from docveil.detect.rules import RulesReader
from docveil.emit.chunk_files import Chunking
from docveil.emit.files import document_files
from docveil.emit.wire import WrittenReport as Written
from docveil.emit.wire import load
from docveil.intake import PDF, SourceBytes
from docveil.model.document import join_elements
from docveil.verification import Verdict, verify_source, verify_written
from tests.faults.cleaners import WellBehaved
from tests.redact.support import KEY
from tests.support import document, table

SOURCE = SourceBytes(b"%PDF-1.7 an invented source", PDF, 1)
NUMBER = "(202) 555-0143"
CARD = "4929 1234 5678 9010"
DOCUMENT = document(
    f"Please call {NUMBER} about the  boiler and the radia-\ntor.",
    DocumentElement("e1", "The card 4242 4242 4242 4242 was used by mara.lindqvist@example.org.", page=1),
    *table(("Phone", "Note"), (NUMBER, "twice"), first=2),
    DocumentElement("e6", "The radiator was warm on 2025-05-12 again."),
)
OPERATORS = ["placeholder", "indexed", "pseudonym", "hash", "mask", "mask:4", "remove", "synthetic", "reversible"]
FORMS = ["202 555 0143", "2025550143", "(202)\u00a0555\u20110143", "2025\u200b550143", "\uff12\uff10\uff12 555 0143"]


class Provider:
    """Gives the one document."""

    def extract(self, _: Path) -> ExtractedDocument:
        return DOCUMENT

    def extract_source(self, _: SourceBytes) -> ExtractedDocument:
        return DOCUMENT


def cleaner(operator: str = "placeholder") -> TextCleaner:
    """Docveil's cleaner with its rules alone: no model is loaded."""
    config = TextCleanerConfig.from_preset("strict", pii_processing=UNIFIED).with_operator(operator, KEY)
    config = evolve(config, policy=evolve(config.policy, normalise=("control", "white_space", "hyphens")))
    made = TextCleaner(config)
    made.__dict__["_ensemble"] = Ensemble((RulesReader(),))
    return made


def files_of(processed: ProcessedDocument) -> dict[str, bytes]:
    return dict(document_files(processed, SOURCE.doc_id))


def processed_with(operator: str = "placeholder") -> ProcessedDocument:
    return clean_document(DOCUMENT, cleaner(operator), keep=lambda _: None)


def verdict(files: dict[str, bytes], operator: str = "placeholder") -> Verdict:
    return verify_source(SOURCE, files, Provider(), cleaner(operator))


def rebuilt(processed: ProcessedDocument, elements: list[DocumentElement]) -> dict[str, bytes]:
    """Files of changed elements: sealed and consistent, so only the source can show the change."""
    changed = ProcessedDocument(join_elements(elements), tuple(elements), processed.report)
    files = files_of(changed)
    assert not [v.failures for v in verify_written(files) if v.failures]
    return files


def replaced(index: int, old: str, new: str) -> Callable[[list[DocumentElement]], list[DocumentElement]]:
    def change(elements: list[DocumentElement]) -> list[DocumentElement]:
        assert old in elements[index].text
        elements[index] = evolve(elements[index], text=elements[index].text.replace(old, new, 1))
        return elements

    return change


def separator(elements: list[DocumentElement]) -> list[DocumentElement]:
    return [evolve(elements[0], separator="\n"), *elements[1:]]


def dropped(elements: list[DocumentElement]) -> list[DocumentElement]:
    return [*elements[:1], *elements[2:]]


def moved(elements: list[DocumentElement]) -> list[DocumentElement]:
    return [elements[1], elements[0], *elements[2:]]


def other_place(elements: list[DocumentElement]) -> list[DocumentElement]:
    return [elements[0], evolve(elements[1], page=2), *elements[2:]]


@pytest.mark.parametrize("operator", OPERATORS)
def test_what_was_cleaned_is_proven(operator: str) -> None:
    result = verdict(files_of(processed_with(operator)), operator)
    assert result.failures == ()
    assert len(result.checks) == 7


@pytest.mark.parametrize("operator", ["placeholder", "indexed", "synthetic", "remove"])
@pytest.mark.parametrize("form", [NUMBER, *FORMS])
def test_a_replacement_put_back_is_found_however_it_is_written(operator: str, form: str) -> None:
    processed = processed_with(operator)
    elements = list(processed.elements)
    new = cleaner(operator).plan(DOCUMENT).edits[0].replacement
    text = elements[0].text
    elements[0] = evolve(elements[0], text=text.replace(f"call {new}", f"call {form}", 1))
    failures = verdict(rebuilt(processed, elements), operator).failures
    assert "1 removed forms stand in the written files." in failures
    if form == NUMBER:
        assert "1 replacements were put back, 0 were changed." in failures


@pytest.mark.parametrize(
    ("change", "failure"),
    [
        (replaced(0, "Please ", ""), "1 ordinary words are missing."),
        (replaced(0, "Please", "Kindly"), "Text outside the edits was changed."),
        (replaced(0, "the boiler", "the  boiler"), "0 replacements were put back, 1 were changed."),
        (replaced(0, "<PHONE_NUMBER>", "<PERSON>"), "0 replacements were put back, 1 were changed."),
        (separator, "A separator was changed."),
        (dropped, "An element was dropped or moved."),
        (moved, "An element was dropped or moved."),
        (other_place, "An element was dropped or moved."),
    ],
)
def test_each_mutation_fails_its_own_check(
    change: Callable[[list[DocumentElement]], list[DocumentElement]], failure: str
) -> None:
    processed = processed_with()
    failures = verdict(rebuilt(processed, change(list(processed.elements)))).failures
    assert failure in failures
    assert "other files" in failures[-1]


def test_a_removed_form_in_any_other_file_is_found() -> None:
    files = files_of(processed_with())
    for form in FORMS:
        noted = {**files, "notes.md": f"it was {form}".encode()}
        assert "1 removed forms stand in the written files." in verdict(noted).failures


@pytest.mark.parametrize("damaged", [False, True])
def test_a_removed_form_in_a_file_of_chunks_is_found_also_behind_escapes(damaged: bool) -> None:
    processed = processed_with()
    chunks = Chunking(60).file(processed, SOURCE.doc_id)
    files = dict(document_files(processed, SOURCE.doc_id, (chunks,)))
    assert verdict(files).failures == ()
    assert verify_written(files)[0].failures == ()
    name, data = chunks
    lines = [json.loads(line) for line in data.decode().splitlines()]
    lines[-1]["context"] = "(202)\n555-0143"
    spoiled = "".join(f"{json.dumps(line)}\n" for line in lines).encode()
    if damaged:
        spoiled = spoiled.replace(b"docveil.chunk/1", b"{", 1).replace(b"\\n555", b" 555")
    again = dict(document_files(processed, SOURCE.doc_id, ((name, spoiled),)))
    assert "1 removed forms stand in the written files." in verdict(again).failures
    assert verify_written(again)[0].failures


def test_a_missing_or_damaged_json_is_a_failure_not_a_crash() -> None:
    files = files_of(processed_with())
    name = f"{SOURCE.doc_id}.json"
    for data in (b"", b"{}", files[name].replace(b"docveil.document/1", b"docveil.document/2", 1)[:-1]):
        assert any("JSON" in failure for failure in verdict({**files, name: data}).failures)


def test_another_operator_or_key_is_no_proof() -> None:
    assert verdict(files_of(processed_with("indexed")), "placeholder").failures


def test_a_cleaner_of_the_users_own_is_verified_too() -> None:
    custom = WellBehaved()
    processed = clean_document(DOCUMENT, custom)
    files = files_of(processed)
    assert verify_source(SOURCE, files, Provider(), custom).failures == ()
    elements = list(processed.elements)
    elements[0] = evolve(elements[0], text=elements[0].text.replace("<WORD>", "Please"))
    failures = verify_source(SOURCE, rebuilt(processed, elements), Provider(), custom).failures
    assert "1 replacements were put back, 0 were changed." in failures


@pytest.mark.parametrize("operator", OPERATORS)
def test_the_report_holds_counts_and_no_value(operator: str) -> None:
    name = f"{SOURCE.doc_id}.report.json"
    data = files_of(processed_with(operator))[name]
    report = load(data, Written).report
    assert dict(report.labels) == {"CREDIT_CARD": 1, "DATE_TIME": 1, "EMAIL_ADDRESS": 1, "PHONE_NUMBER": 2}
    policy = dict(report.policy)
    assert policy["policy.operator"] == operator
    assert policy["policy.key"] == KEY.fingerprint
    assert ("Faker" in dict(report.fingerprint.packages)) == (operator == "synthetic")
    text = data.decode()
    assert KEY.secret.hex() not in text
    assert KEY.secret.decode() not in text
    for value in ("555", "4242", "lindqvist", "2025-05"):
        assert value not in json.dumps(json.loads(text)["report"]["labels"])
        assert value not in text.replace(policy["policy.key"], "").split('"ledger"')[0]
    assert {(n.part, n.reason) for n in report.ledger.notes} == {
        ("white_space", "normalised"),
        ("hyphens", "normalised"),
    }
