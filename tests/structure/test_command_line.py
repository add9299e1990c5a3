"""Structure at the command line: what is written, that it is proven, and that nothing hidden comes back."""

import json
from pathlib import Path
from typing import Any

import pytest

from docveil import extract_document
from docveil.errors import ExitCode
from docveil.extract.docling_pdf import DoclingExtractor
from tests.structure.report import HEAD, LONG, NOTE, make_report
from tests.support.calls import Call

HIDDEN_NOTE = NOTE.replace("Lindqvist", "<PERSON>")


@pytest.fixture(scope="module")
def report_pdf(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return make_report(tmp_path_factory.mktemp("report") / "report.pdf")


def cleaned(docveil: Call, source: Path, out: Path, *options: "str | Path") -> str:
    """The written text, after it was proven."""
    done = docveil("clean", source, "--out", out, *options)
    assert done.returncode == 0, done.stderr
    kept = [o for pair in zip(options[::2], options[1::2], strict=True) if pair[0] != "--vault" for o in pair]
    proven = docveil("verify", out, "--source", source, *kept)
    assert proven.returncode == 0, proven.stdout
    assert b"no removed form in any file" in proven.stdout
    written = b"".join(path.read_bytes() for path in out.iterdir())
    assert b"Lindqvist" not in written
    return next(out.glob("*.txt")).read_text(encoding="utf-8")


def notes_of(out: Path) -> set[tuple[str, str, int]]:
    report: Any = json.loads(next(out.glob("*.report.json")).read_bytes())
    return {(n["part"], n["reason"], n["count"]) for n in report["report"]["ledger"]["notes"]}


def test_a_name_in_the_running_head_is_hidden_in_the_body_and_the_head_is_gone(
    tmp_path: Path, docveil: Call, report_pdf: Path
) -> None:
    text = cleaned(docveil, report_pdf, tmp_path / "out")
    assert "Case file" not in text
    assert "of 3" not in text
    assert "The list was read to <PERSON> before noon." in text
    assert {("page_header", "dropped", 3), ("page_footer", "dropped", 3)} <= notes_of(tmp_path / "out")
    kept = cleaned(docveil, report_pdf, tmp_path / "kept", "--drop", "none")
    assert kept.count("Case file of <PERSON>") == HEAD.count("Case file") * 3
    other = docveil("verify", tmp_path / "out", "--source", report_pdf, "--drop", "none")
    assert other.returncode == ExitCode.VERIFICATION_FAILED


@pytest.mark.parametrize(("footnotes", "note"), [("end", HIDDEN_NOTE), ("drop", ""), ("inline", HIDDEN_NOTE)])
def test_a_sentence_is_whole_where_its_footnote_is_aside(
    tmp_path: Path, docveil: Call, report_pdf: Path, footnotes: str, note: str
) -> None:
    text = cleaned(docveil, report_pdf, tmp_path / "out", "--footnotes", footnotes)
    assert (LONG in text) == (footnotes != "inline")
    assert (note or HIDDEN_NOTE) in text or footnotes == "drop"
    assert text.endswith(HIDDEN_NOTE) == (footnotes == "end")
    reason = {"end": ("footnote", "moved_to_end", 1), "drop": ("footnote", "dropped", 1)}
    assert footnotes == "inline" or reason[footnotes] in notes_of(tmp_path / "out")
    document = json.loads(next((tmp_path / "out").glob("????????????????.json")).read_bytes())
    pages = [e["page"] for e in document["elements"] if e["role"] == "footnote"]
    assert pages == [1]


def test_tables_are_written_as_lines_or_as_a_grid(tmp_path: Path, docveil: Call, report_pdf: Path) -> None:
    rows = cleaned(docveil, report_pdf, tmp_path / "rows", "--tables", "rows")
    count = "Weight in store"
    first = f"Product: Paint \u00b7 {count} First count: 412 kg \u00b7 {count} Last count: 420 kg"
    assert f"{first}\nProduct: Paint \u00b7 {count} First count: 310 kg\n" in rows
    grid = cleaned(docveil, report_pdf, tmp_path / "grid", "--tables", "grid")
    assert (
        f"| Product | {count} First count | {count} Last count |\n| --- | --- | --- |\n| Paint | 412 kg | 420 kg |"
        in grid
    )
    cells = cleaned(docveil, report_pdf, tmp_path / "cells")
    document = json.loads(next((tmp_path / "rows").glob("????????????????.json")).read_bytes())
    assert document["text"] == cells
    done = docveil("clean", report_pdf, "--stdout", "--tables", "rows")
    assert done.stdout.decode() == rows
    text = next((tmp_path / "rows").glob("*.txt"))
    text.write_text(cells, encoding="utf-8")
    assert docveil("verify", tmp_path / "rows").returncode == ExitCode.VERIFICATION_FAILED


def test_the_way_back_holds_what_was_dropped(
    tmp_path: Path, docveil: Call, report_pdf: Path, artifacts_dir: Path
) -> None:
    key, vault = tmp_path / "key", tmp_path / "vault"
    key.write_bytes(bytes(range(32)))
    options = ("--operator", "reversible", "--key-file", key, "--vault", vault)
    text = cleaned(docveil, report_pdf, tmp_path / "out", *options, "--footnotes", "drop", "--tables", "rows")
    assert "Case file" not in text
    restored = docveil("restore", tmp_path / "out", "--key-file", key, "--vault", vault)
    source = extract_document(report_pdf, provider=DoclingExtractor(artifacts_path=artifacts_dir))
    assert restored.stdout == source.text.encode()
    assert HEAD in source.text
    moved = docveil("clean", report_pdf, "--out", tmp_path / "moved", *options, "--footnotes", "end")
    assert moved.returncode == ExitCode.USAGE
    assert b"in its own order" in moved.stderr


@pytest.mark.parametrize(
    "options",
    [("--drop", "body"), ("--drop", "PRIVATE"), ("--tables", "PRIVATE"), ("--cleaner", "x", "--drop", "none")],
)
def test_what_is_no_setting_is_refused_before_a_source_is_opened(
    tmp_path: Path, docveil: Call, options: tuple[str, ...]
) -> None:
    done = docveil("clean", tmp_path / "absent.pdf", "--out", tmp_path / "out", *options)
    assert done.returncode == ExitCode.USAGE
    assert b"PRIVATE" not in done.stderr
    assert not (tmp_path / "out").exists()
