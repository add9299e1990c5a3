"""A document that hangs, crashes or misbehaves costs that document only, in every stage."""

from hashlib import sha256
from pathlib import Path

import pytest
from attrs import evolve

from docveil.corpus.inputs import open_inputs
from docveil.corpus.local import clean_corpus
from docveil.corpus.output import Plan
from docveil.corpus.run import Progress
from docveil.corpus.settings import CorpusSettings
from docveil.errors import CleaningFailed
from tests.corpus.support import contents, rows
from tests.faults.corpus import SECRET

# name -> content, and what becomes of it
SOURCES: dict[str, tuple[bytes, str]] = {
    "good": (b"Philippa came\nand went\n", "cleaned"),
    "copy": (b"Philippa came\nand went\n", "cleaned"),
    "chatter": (b"Philippa PLEASE-CHATTER\n", "cleaned"),
    "partial": (b"Philippa came\fPARTIAL Philippa", "partial"),
    "hang": (b"Philippa PLEASE-HANG", "extract/extraction_failed"),
    "crash": (b"Philippa PLEASE-CRASH", "extract/extraction_failed"),
    "leave": (b"Philippa PLEASE-LEAVE", "extract/extraction_failed"),
    "raise": (b"Philippa PLEASE-RAISE", "extract/extraction_failed"),
    "refuse": (b"Philippa PLEASE-REFUSE", "extract/source_refused"),
    "eat": (b"Philippa PLEASE-EAT", "extract/extraction_failed"),
    "clean-hang": (b"Philippa CLEANING-HANG", "worker/time_limit"),
    "clean-crash": (b"Philippa CLEANING-CRASH", "worker/crash"),
    "clean-leave": (b"Philippa CLEANING-LEAVE", "worker/crash"),
    "clean-raise": (b"Philippa CLEANING-RAISE", "clean/cleaning_failed"),
    "clean-eat": (b"Philippa CLEANING-EAT", "clean/cleaning_failed"),
    "nothing": (b"", "intake/source_refused"),
    "unknown": (bytes(range(256)) * 9, "intake/source_refused"),
}


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("Philippa")
    for name, (content, _) in SOURCES.items():
        (folder / f"{name}.txt").write_bytes(content)
    return folder


@pytest.fixture(scope="module")
def done(folder: Path, settings: CorpusSettings, tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, Progress]:
    out = tmp_path_factory.mktemp("out") / "corpus"
    return out, clean_corpus(open_inputs(folder), out, settings, Plan(workers=2, shards=3))


def test_each_document_has_its_own_outcome(done: tuple[Path, Progress]) -> None:
    out, _ = done
    failures = {row["doc_id"]: f"{row['stage']}/{row['code']}" for row in rows(out, "failures")}
    outcomes = {row["doc_id"]: failures.get(row["doc_id"], row["status"]) for row in rows(out, "documents")}
    assert outcomes == {sha256(content).hexdigest()[:16]: outcome for content, outcome in SOURCES.values()}


def test_the_counts_are_those_of_the_tables(done: tuple[Path, Progress]) -> None:
    out, progress = done
    assert progress.total == progress.counts.documents == len(SOURCES) - 1
    assert progress.counts.failed == len(rows(out, "failures")) == 13
    assert (progress.counts.partial, progress.counts.copies) == (1, 1)
    assert [row["copies"] for row in rows(out, "duplicates")] == [2]


def test_no_value_and_no_name_is_anywhere(done: tuple[Path, Progress], capfd: pytest.CaptureFixture[str]) -> None:
    out, _ = done
    written = [path for path in out.rglob("*") if path.is_file()]
    assert written
    for path in written:
        assert SECRET.encode() not in path.read_bytes()
        assert not path.name.startswith(".")
    said = capfd.readouterr()
    assert SECRET not in said.out + said.err


def test_a_failed_document_is_listed_without_a_text(done: tuple[Path, Progress]) -> None:
    out, _ = done
    for row in rows(out, "documents"):
        assert (row["text"] is None) == (row["status"] == "failed")


def test_too_many_failures_stop_the_run_and_it_goes_on_from_there(settings: CorpusSettings, tmp_path: Path) -> None:
    folder = tmp_path / "in"
    folder.mkdir()
    for number in range(8):
        (folder / f"{number}.txt").write_text(f"Philippa {number}\n{'PLEASE-RAISE' if number % 2 else ''}")
    inputs, plan = open_inputs(folder), Plan(workers=2, shards=3)
    clean_corpus(inputs, tmp_path / "whole", settings, plan)
    out = tmp_path / "out"
    with pytest.raises(CleaningFailed, match="max-failures"):
        clean_corpus(inputs, out, settings, evolve(plan, max_failures=2))
    assert contents(out).keys() < contents(tmp_path / "whole").keys()
    clean_corpus(inputs, out, settings, evolve(plan, workers=1, resume=True))
    assert contents(out) == contents(tmp_path / "whole")
