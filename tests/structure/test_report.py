"""Structure on a PDF, with the models: what is written is proven, and nothing hidden comes back."""

from collections.abc import Callable
from pathlib import Path

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
from docveil.cleaner import UNIFIED
from docveil.emit.files import document_files
from docveil.emit.rendering import written_text
from docveil.extract.docling_pdf import DoclingExtractor
from docveil.intake import read_source
from docveil.model.document import UNSOUND_TABLE, Ledger, LedgerNote
from docveil.verification import verify_source
from tests.structure.report import HEAD, LONG, NOTE, make_report
from tests.structure.support import Provider

HIDDEN_NOTE = NOTE.replace("Lindqvist", "<PERSON>")
Cleaned = Callable[..., ProcessedDocument]


@pytest.fixture(scope="module")
def pdf(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return make_report(tmp_path_factory.mktemp("report") / "report.pdf")


@pytest.fixture(scope="module")
def extracted(pdf: Path, artifacts_dir: Path) -> ExtractedDocument:
    return extract_document(pdf, provider=DoclingExtractor(artifacts_path=artifacts_dir))


@pytest.fixture(scope="module")
def cleaned(pdf: Path, extracted: ExtractedDocument, artifacts_dir: Path) -> Cleaned:
    """What cleans the report under the preset training with some settings; `verify` finds nothing on it."""
    config = TextCleanerConfig.from_preset("training", pii_processing=UNIFIED, artifacts_path=artifacts_dir)
    first = TextCleaner(config)
    source = read_source(pdf)

    def clean(document: ExtractedDocument = extracted, **structure: object) -> ProcessedDocument:
        cleaner = TextCleaner(evolve(config, policy=config.policy.with_structure(structure)))
        cleaner.__dict__["_ensemble"] = first._ensemble  # the models are loaded once
        processed = clean_document(document, cleaner)
        files = dict(document_files(processed, source.doc_id))
        assert verify_source(source, files, Provider(document), cleaner).failures == ()
        assert b"Lindqvist" not in b"".join(files.values())
        return processed

    return clean


def notes_of(processed: ProcessedDocument) -> set[tuple[str, str, int]]:
    return {(n.part, n.reason, n.count) for n in processed.report.ledger.notes}


def test_a_name_in_the_running_head_is_hidden_in_the_body_and_the_head_is_gone(cleaned: Cleaned) -> None:
    processed = cleaned()
    assert "Case file" not in processed.text
    assert "of 3" not in processed.text
    assert "The list was read to <PERSON> before noon." in processed.text
    assert {("page_header", "dropped", 3), ("page_footer", "dropped", 3)} <= notes_of(processed)
    assert cleaned(drop=[]).text.count("Case file of <PERSON>") == 3
    assert HEAD == "Case file of Mara Lindqvist"


@pytest.mark.parametrize(("footnotes", "note"), [("end", "moved_to_end"), ("drop", "dropped"), ("inline", None)])
def test_a_sentence_is_whole_where_its_footnote_is_aside(cleaned: Cleaned, footnotes: str, note: str | None) -> None:
    processed = cleaned(footnotes=footnotes)
    assert (LONG in processed.text) == (footnotes != "inline")
    assert processed.text.count(HIDDEN_NOTE) == (footnotes != "drop")
    assert processed.text.endswith(HIDDEN_NOTE) == (footnotes == "end")
    assert note is None or ("footnote", note, 1) in notes_of(processed)
    assert [e.page for e in processed.elements if e.role == "footnote"] == [1]


def test_tables_are_written_as_lines_or_as_a_grid(cleaned: Cleaned) -> None:
    count = "Weight in store"
    rows, grid, cells = (cleaned(tables=tables) for tables in ("rows", "grid", "cells"))
    first = f"Product: Paint \u00b7 {count} First count: 412 kg \u00b7 {count} Last count: 420 kg"
    assert f"{first}\nProduct: Paint \u00b7 {count} First count: 310 kg\n\n" in written_text(rows)
    table = f"| Product | {count} First count | {count} Last count |\n| --- | --- | --- |\n| Paint | 412 kg | 420 kg |"
    assert table in written_text(grid)
    assert written_text(cells) == cells.text == rows.text == grid.text
    assert rows.elements == cells.elements


def test_a_table_that_was_not_believed_is_summed_up_from_cleaned_text(
    cleaned: Cleaned, extracted: ExtractedDocument
) -> None:
    """The note names a box; what stands in it is read from the cleaned elements."""
    block = next(e for e in extracted.elements if "The list was read to Lindqvist" in e.text)
    note = LedgerNote(*UNSOUND_TABLE, page=block.page, bbox=block.bbox)
    short = evolve(block, text="Items, as Mara Lindqvist counted\nPaint in tins 41\nZinc in sheets 7")
    elements = tuple(short if e is block else e for e in extracted.elements)
    document = ExtractedDocument(elements, Ledger(extracted.ledger.pages, (note,)), extracted.fingerprint)
    text = written_text(cleaned(document, tables="rows"))
    head = "Items, as <PERSON> counted"
    assert f"A table of 3 lines and 12 words that could not be read as rows, headed {head}.\n{head}" in text
