"""The main job on the fixture: nothing planted is left, everything ordinary stays, and two runs are the same bytes."""

import json
import os
import re
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from attrs import evolve

from docveil import (
    ExtractedDocument,
    ProcessedDocument,
    TextCleaner,
    TextCleanerConfig,
    clean_document,
    extract_document,
)
from docveil.detect.forms import Haystack, compact
from docveil.emit.files import document_files
from docveil.extract.docling_pdf import DoclingExtractor


@pytest.fixture(scope="session")
def provider(artifacts_dir: Path) -> DoclingExtractor:
    return DoclingExtractor(artifacts_path=artifacts_dir)


@pytest.fixture(scope="session")
def extracted(provider: DoclingExtractor, case_file: Path) -> ExtractedDocument:
    return extract_document(case_file, provider=provider)


@pytest.fixture(scope="session")
def cleaner(provider: DoclingExtractor) -> TextCleaner:
    config = TextCleanerConfig.from_preset("training", pii_processing="unified")
    return TextCleaner(config, store=provider.store)


@pytest.fixture(scope="session")
def processed(extracted: ExtractedDocument, cleaner: TextCleaner) -> ProcessedDocument:
    return clean_document(extracted, cleaner)


@pytest.fixture(scope="session")
def truth(case_file: Path) -> Any:
    return json.loads(case_file.with_suffix(".json").read_text(encoding="utf-8"))


def test_nothing_planted_is_left_in_any_file(processed: ProcessedDocument, truth: Any) -> None:
    for name, data in document_files(processed, "0" * 16):
        text = data.decode("utf-8")
        for item in truth["planted"]:
            assert not list(Haystack(text).find(compact(item["value"]))), (name, item["label"], item["note"])
            for part in item["value"].replace(",", " ").split():
                if len(part) > 3 and part not in ("March", "Lane"):
                    # Between word edges: four digits of an account may stand inside a SHA-256 by chance.
                    assert not re.search(rf"(?<!\w){re.escape(part)}(?!\w)", text), (name, item["label"], item["note"])


def test_no_private_marker_shows_up_anywhere(
    extracted: ExtractedDocument, processed: ProcessedDocument, truth: Any
) -> None:
    written = "".join(data.decode("utf-8") for _, data in document_files(processed, "0" * 16))
    for marker in truth["markers"]:
        assert marker not in extracted.text
        assert marker not in written
        assert marker not in repr(extracted) + repr(processed)


def test_what_is_ordinary_stays(processed: ProcessedDocument, truth: Any) -> None:
    lines = " ".join(processed.text.split())
    missing = [phrase for phrase in truth["keep"] if phrase not in lines]
    assert missing == []


def test_values_are_hidden_under_their_own_label(processed: ProcessedDocument) -> None:
    text = processed.text
    assert "adviser on duty was <PERSON>, who took" in text
    assert "signed by <PERSON> today on behalf" in text
    assert "card <CREDIT_CARD> until May" in text
    assert "account <IBAN_CODE> at" in text
    assert "security number <US_SSN>." in text
    assert "was born on <DATE_OF_BIRTH>." in text
    assert "telephone to <PHONE_NUMBER> during" in text


def test_a_name_in_two_cells_is_hidden_once_and_the_grid_stays(processed: ProcessedDocument) -> None:
    rows = [line.split("\t") for line in processed.text.splitlines() if "\t" in line]
    assert rows[2] == ["<PERSON>", "", "<PHONE_NUMBER>", "7000412"]
    assert rows[3] == ["<PERSON>", "", "<PHONE_NUMBER>", "7000413"]


def test_merged_cells_are_read_once_with_their_spans(extracted: ExtractedDocument) -> None:
    cells = {e.text: e.cell for e in extracted.elements if e.kind == "table_cell"}
    assert cells["Name"] == (0, 1, 0, 2)
    assert cells["Invoice no."] == (0, 2, 3, 4)
    assert cells["Okonkwo"] == (2, 3, 1, 2)


def test_a_name_over_the_page_break_is_one_finding_and_the_sentence_is_whole_without_the_furniture(
    extracted: ExtractedDocument, cleaner: TextCleaner, processed: ProcessedDocument
) -> None:
    fragments = [[r.of(extracted.text).strip() for r in f.fragments] for f in cleaner.findings(extracted)]
    assert fragments.count(["Mara", "Lindqvist"]) == 1
    running = [e for e in processed.elements if e.role in ("page_header", "page_footer")]
    assert [e.text for e in running] == [""] * 4
    notes = {(n.part, n.reason, n.count) for n in processed.report.ledger.notes}
    assert {("page_header", "dropped", 2), ("page_footer", "dropped", 2)} <= notes


def test_furniture_that_is_kept_is_untouched(extracted: ExtractedDocument, provider: DoclingExtractor) -> None:
    config = TextCleanerConfig.from_preset("training", pii_processing="unified")
    kept = evolve(config, policy=config.policy.with_structure({"drop": []}))
    processed = clean_document(extracted, TextCleaner(kept, store=provider.store))
    assert "signed by <PERSON>\n" in processed.text
    for before, after in zip(extracted.elements, processed.elements, strict=True):
        if before.role == "page_footer":
            assert before.text == after.text


def test_elements_keep_ids_order_places_and_number(extracted: ExtractedDocument, processed: ProcessedDocument) -> None:
    def place(e: Any) -> tuple[Any, ...]:
        return (e.id, e.kind, e.role, e.page, e.bbox, e.cell, e.table)

    assert [place(e) for e in extracted.elements] == [place(e) for e in processed.elements]


def test_the_ledger_says_what_was_not_read(extracted: ExtractedDocument) -> None:
    notes = {(n.part, n.reason) for n in extracted.ledger.notes}
    assert {("metadata", "not_read_by_default"), ("attachment", "not_read_by_default")} <= notes
    assert ("annotation", "not_read_by_default") in notes
    third = extracted.ledger.pages[2]
    assert third.text_layer_characters == 0
    assert third.ocr_characters > 200
    assert third.ocr_confidence is not None
    assert third.ocr_confidence > 0.9


def test_one_thread_or_two_give_the_same_document(
    artifacts_dir: Path, case_file: Path, extracted: ExtractedDocument
) -> None:
    alone = extract_document(case_file, provider=DoclingExtractor(artifacts_path=artifacts_dir, threads=1))
    assert alone == extracted


def test_two_runs_under_different_hash_seeds_give_the_same_bytes(
    artifacts_dir: Path, case_file: Path, tmp_path: Path
) -> None:
    results = []
    for seed in ("1", "4242"):
        out = tmp_path / seed
        command = [
            sys.executable,
            "-m",
            "docveil",
            "clean",
            str(case_file),
            "--out",
            str(out),
            "--artifacts",
            str(artifacts_dir),
        ]
        done = subprocess.run(command, env={**os.environ, "PYTHONHASHSEED": seed}, capture_output=True, check=False)
        assert done.returncode == 0, done.stderr.decode()
        results.append({p.name: p.read_bytes() for p in sorted(out.iterdir())})
    assert len(results[0]) == 3
    assert results[0] == results[1]


def test_layout_order_holds_the_same_text(artifacts_dir: Path, case_file: Path, extracted: ExtractedDocument) -> None:
    layout = extract_document(case_file, provider=DoclingExtractor(artifacts_path=artifacts_dir, order="layout"))
    assert sorted("".join(layout.text.split())) == sorted("".join(extracted.text.split()))
    tops = [(e.page, e.bbox[1]) for e in layout.elements if e.bbox and e.kind == "text"]
    assert tops == sorted(tops)
