"""Detection reads the whole document before anything is left out; the rules alone, no model."""

from pathlib import Path

import pytest
from attrs import evolve

from docveil import DocumentElement, ExtractedDocument, TextCleaner, TextCleanerConfig, clean_document
from docveil.cleaner import UNIFIED
from docveil.corpus.row import Cleaned
from docveil.corpus.schemas import rows_of
from docveil.detect.ensemble import Ensemble
from docveil.detect.rules import RulesReader
from docveil.emit.files import document_files
from docveil.emit.rendering import written_text
from docveil.errors import CleaningFailed, UsageError
from docveil.intake import PDF, SourceBytes
from docveil.model.document import Ledger, PageRecord
from docveil.redact.policy import load_policy
from docveil.verification import verify_source
from tests.structure.paper import SENTENCE, Typewriter
from tests.structure.support import Provider
from tests.support import document, table

SOURCE = SourceBytes(b"%PDF-1.7 an invented source", PDF, 1)


def cleaner(**structure: object) -> TextCleaner:
    config = TextCleanerConfig.from_preset("strict", pii_processing=UNIFIED)
    made = TextCleaner(evolve(config, policy=config.policy.with_structure(structure)))
    made.__dict__["_ensemble"] = Ensemble((RulesReader(),))
    return made


def written(source: ExtractedDocument, **structure: object) -> str:
    """The written text, once `verify` has found nothing."""
    tool = cleaner(**structure)
    processed = clean_document(source, tool)
    verdict = verify_source(SOURCE, dict(document_files(processed, SOURCE.doc_id)), Provider(source), tool)
    assert verdict.failures == ()
    return written_text(processed)


def test_a_number_that_only_the_dropped_head_explains_is_hidden_in_the_body() -> None:
    body = "The form is kept under 078051120 in the office."
    source = document(("Social security number: 078-05-1120", "page_header"), body)
    assert "078051120" in written(document(body))
    hidden = "The form is kept under <US_SSN> in the office."
    assert written(source, drop=["page_header"]) == hidden
    assert written(source).endswith(hidden)


def test_a_number_that_a_dropped_caption_cut_is_hidden_where_the_halves_meet() -> None:
    """Nothing reads the two halves as one before the caption between them is gone."""
    source = document("Call 202-555-0143 now.", "It is (202) 555", ("Plate 7 of the set", "caption"), "0143 again")
    assert "0143 again" in written(source)
    assert "0143" not in written(source, drop=["caption"])


def test_findings_in_what_is_dropped_are_not_counted_as_hidden() -> None:
    source = document(("mara@example.org", "page_header"), "Write to erik@example.org.")
    processed = clean_document(source, cleaner(drop=["page_header"]))
    assert processed.report.labels == (("EMAIL_ADDRESS", 1),)
    assert [(n.part, n.reason, n.count) for n in processed.report.ledger.notes] == [("page_header", "dropped", 1)]
    assert [e.text for e in processed.elements] == ["", "Write to <EMAIL_ADDRESS>."]


@pytest.mark.parametrize("tables", ["rows", "grid"])
def test_nothing_hidden_returns_in_a_tables_lines(tables: str) -> None:
    cells = table(("Name of item", "Mail"), ("Pump", "mara@example.org"), ("Crane", "erik@example.org"))
    text = written(document(*cells), tables=tables)
    assert "example.org" not in text
    assert text.count("<EMAIL_ADDRESS>") == 2


def test_a_line_that_would_spell_what_is_hidden_fails_the_document() -> None:
    """Two cells that were apart are neighbours in a line; what they spell was hidden elsewhere."""

    def cell(index: int, text: str, *span: int) -> DocumentElement:
        rows = (span[0], span[1], span[2], span[3])
        return DocumentElement(f"e{index}", text, kind="table_cell", role="cell", cell=rows, table="t0", separator="\t")

    source = document(
        DocumentElement("e9", "Call 202-555-0143 now."),
        cell(0, "(202) 555", 0, 2, 0, 1),
        cell(1, "19", 0, 1, 1, 2),
        cell(2, "0143", 1, 2, 1, 2),
    )
    with pytest.raises(CleaningFailed, match="show again"):
        clean_document(source, cleaner(tables="rows"))
    assert "0143" in written(source, tables="cells")


def test_a_policy_file_has_a_table_of_its_own_for_structure(tmp_path: Path) -> None:
    path = tmp_path / "policy.toml"
    path.write_text('extends = "training"\n[structure]\nfootnotes = "end"\ntables = "rows"\n', encoding="utf-8")
    structure = load_policy(path).structure
    assert (structure.drop, structure.footnotes, structure.tables) == (("page_footer", "page_header"), "end", "rows")
    assert ("policy.structure.tables", "rows") in load_policy(path).settings()
    for wrong in ('drop = "page_header"', 'drop = ["body"]', "tables = 1", 'table = "rows"', "footnotes = true"):
        path.write_text(f"[structure]\n{wrong}\n", encoding="utf-8")
        with pytest.raises(UsageError):
            load_policy(path)
    path.write_text('operator = "reversible"\n[structure]\nfootnotes = "end"\n', encoding="utf-8")
    with pytest.raises(UsageError, match="own order"):
        load_policy(path)


def test_a_corpus_has_the_written_text_and_the_cells() -> None:
    source = document(*table(("Item", "Mail"), ("Pump", "mara@example.org")))
    processed = clean_document(source, cleaner(tables="rows"))
    written_rows, counts = rows_of(Cleaned(SOURCE.doc_id, processed), 1, ())
    (row,) = written_rows["documents"]
    assert row["text"] == "Item: Pump \u00b7 Mail: <EMAIL_ADDRESS>"
    assert row["characters"] == counts.characters == len(row["text"])
    assert [e["text"] for e in written_rows["elements"]] == ["Item", "Mail", "Pump", "<EMAIL_ADDRESS>"]


def test_the_report_says_where_geometry_counts_other_columns_than_the_reader() -> None:
    made = Typewriter()
    for left in (72.0, 307.0):
        made.y = 72.0
        made.block(*[SENTENCE[:45]] * 8, left=left, width=215.0)
    read = made.document()
    read = evolve(read, ledger=Ledger(pages=(PageRecord(1, 700, 0, columns=1),)))
    report = clean_document(read, cleaner()).report
    assert [(note.part, note.count, note.page) for note in report.ledger.notes if note.part == "columns"] == [
        ("columns", 2, 1)
    ]
