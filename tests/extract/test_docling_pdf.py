"""The extractor as a whole: the same bytes out, nothing mixed, nothing half done, nothing said."""

import logging
from pathlib import Path
from typing import Any

import pytest

from docveil.errors import ArtifactsError, ExtractionFailed
from docveil.extract.docling_pdf import DoclingExtractor
from docveil.extract.page_layout import lay_out
from docveil.extract.pdf_reader import read_page
from docveil.intake import check_source
from fixtures import make_bad_inputs, make_layouts

MIXED = ("two_columns", "merged_header", "picture_with_text", "form_field")


def test_threads_and_order_of_files_change_nothing(
    tmp_path: Path, artifacts_dir: Path, provider: DoclingExtractor
) -> None:
    """One thread in one order, two threads in the other: equal documents, ledgers and fingerprints."""
    paths = [make_layouts.make_one(tmp_path, name).path for name in MIXED]
    alone = DoclingExtractor(artifacts_dir, threads=1)
    forth = [alone.extract(path) for path in paths]
    back = [provider.extract(path) for path in reversed(paths)]
    assert forth == back[::-1]


def test_building_one_loads_no_model_and_a_changed_file_stops_it(tmp_path: Path, artifacts_dir: Path) -> None:
    """The hashes come first: before a source is opened."""
    assert DoclingExtractor(artifacts_dir)._pipeline is None
    with pytest.raises(ArtifactsError):
        DoclingExtractor(tmp_path)


def test_a_page_that_fails_fails_the_document_and_names_itself(
    monkeypatch: pytest.MonkeyPatch, provider: DoclingExtractor, caplog: pytest.LogCaptureFixture
) -> None:
    """No partial result; the message has the page's number and nothing of the error, nor has any log."""

    def faulty(work: Any, *rest: Any) -> None:
        if work.number == 2:
            raise ValueError("The printer on the second floor")
        read_page(work, *rest)

    monkeypatch.setattr("docveil.extract.docling_reader.read_page", faulty)
    with caplog.at_level(logging.DEBUG), pytest.raises(ExtractionFailed, match=r"Page 2 .* \(1 of 3 pages") as caught:
        provider.extract_source(check_source(make_bad_inputs.text_pdf(3)))
    assert "printer" not in str(caught.value)
    assert caught.value.__cause__ is None
    assert "printer" not in caplog.text
    monkeypatch.undo()
    assert len(provider.extract_source(check_source(make_bad_inputs.text_pdf(3))).ledger.pages) == 3


def test_a_word_that_gets_lost_fails_the_page(monkeypatch: pytest.MonkeyPatch, provider: DoclingExtractor) -> None:
    """The assembly counts: a layout that drops a block is not published."""

    def lossy(work: Any) -> None:
        lay_out(work)
        work.ordered = work.ordered[1:]

    monkeypatch.setattr("docveil.extract.docling_assembly.lay_out", lossy)
    with pytest.raises(ExtractionFailed, match="Page 1 "):
        provider.extract_source(check_source(make_bad_inputs.text_pdf(1)))


def test_a_file_locked_against_change_only_is_read(provider: DoclingExtractor) -> None:
    """Owner password, empty user password."""
    plain = make_bad_inputs.text_pdf(1)
    locked = provider.extract_source(check_source(make_bad_inputs.encrypted(plain, user="")))
    assert locked.text == provider.extract_source(check_source(plain)).text
