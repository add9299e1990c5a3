"""`docveil corpus`: codes, messages, and where things may be written."""

import json
import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from docveil.cli.corpus_progress import shown, summary
from docveil.corpus.counts import Counts
from docveil.corpus.run import Progress
from tests.corpus.support import contents, rows

Run = subprocess.CompletedProcess[str]


def docveil(*args: "str | Path", artifacts: Path) -> Run:
    command = [sys.executable, "-m", "docveil", "corpus", *map(str, args), "--artifacts", str(artifacts)]
    return subprocess.run(command, capture_output=True, text=True, check=False, env=dict(os.environ))


@pytest.fixture(scope="module")
def lines(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("PRIVATE-Okonkwo") / "Okonkwo.jsonl"
    texts = ["Please call Mara Lindqvist on (202) 555-0143.", "Mara Lindqvist wrote to mara@example.org.", "Fine."]
    path.write_text("".join(json.dumps({"body": text}) + "\n" for text in texts) + '{"body": 7}\n')
    return path


def test_a_run_with_pseudonyms_leaves_with_8_and_links_people(lines: Path, artifacts_dir: Path, tmp_path: Path) -> None:
    (tmp_path / "key").write_bytes(b"sixteen bytes at least")
    options = ("--column", "body", "--operator", "pseudonym", "--key-file", tmp_path / "key", "--workers", "1")
    timings = ("--timings", tmp_path / "seconds.json")
    done = docveil(lines, tmp_path / "out", *options, *timings, artifacts=artifacts_dir)
    assert done.returncode == 8, done.stderr
    assert done.stdout == ""
    assert "4 documents: 3 cleaned, 0 without some pages, 1 failed" in done.stderr
    assert "failed at intake/bad_row: 1" in done.stderr
    assert json.loads((tmp_path / "seconds.json").read_text())["seconds"] > 0
    for word in ("Okonkwo", "Mara", "Lindqvist", "555-0143"):
        assert word not in done.stderr
        assert not [name for name, data in contents(tmp_path / "out").items() if word.encode() in data]
    tokens = [
        word.strip(".")
        for row in rows(tmp_path / "out", "documents")
        for word in (row["text"] or "").split()
        if word.startswith("<PERSON_")
    ]
    assert len(tokens) == 2
    assert len(set(tokens)) == 1
    before = contents(tmp_path / "out")
    again = docveil(lines, tmp_path / "out", *options, "--resume", "--quiet", artifacts=artifacts_dir)
    assert again.returncode == 8
    assert "4 documents were done before" in again.stderr
    assert contents(tmp_path / "out") == before
    other = docveil(lines, tmp_path / "out", "--column", "body", "--resume", artifacts=artifacts_dir)
    assert other.returncode == 2
    assert "policy.operator" in other.stderr
    for change in (("--tables", "rows"), ("--drop", "none"), ("--footnotes", "drop")):
        other = docveil(lines, tmp_path / "out", *options, "--resume", *change, artifacts=artifacts_dir)
        assert other.returncode == 2
        assert f"policy.structure.{change[0][2:]}" in other.stderr


@pytest.mark.parametrize(
    ("options", "says"),
    [
        (("--resume", "--restart"), "either"),
        (("--operator", "pseudonym"), "key"),
        (("--operator", "reversible", "--key-file", "KEY"), "reversible"),
        (("--column", "missing"), "failed at intake/bad_row: 4"),
        (("--key-file", "OUT/key"), "outside OUT"),
        (("--timings", "OUT/seconds"), "outside OUT"),
    ],
)
def test_what_cannot_be_done_is_said(
    options: tuple[str, ...], says: str, lines: Path, artifacts_dir: Path, tmp_path: Path
) -> None:
    (tmp_path / "KEY").write_bytes(b"k" * 32)
    places = [str(tmp_path / o) if o.startswith(("KEY", "OUT")) else o for o in options]
    done = docveil(lines, tmp_path / "OUT", *places, artifacts=artifacts_dir)
    assert done.returncode in (2, 8)
    assert says in done.stderr
    assert "Okonkwo" not in done.stderr


def test_ctrl_c_is_said_keeps_what_is_done_and_a_resumed_run_is_as_if_nothing_had_happened(
    artifacts_dir: Path, tmp_path: Path
) -> None:
    folder = tmp_path / "in"
    folder.mkdir()
    for number in range(300):
        (folder / f"{number}.txt").write_text(f"Philippa came for the {number}. time.\n")
    options = ("--cleaner", "first-word", "--shards", "60", "--workers", "1", "--artifacts", str(artifacts_dir))
    command = [sys.executable, "-m", "docveil", "corpus", str(folder)]
    run = subprocess.Popen(
        [*command, str(tmp_path / "out"), *options],
        stderr=subprocess.PIPE,
        text=True,
        # A shell that runs the tests in the background has told its children to ignore Ctrl-C.
        preexec_fn=lambda: signal.signal(signal.SIGINT, signal.SIG_DFL),  # noqa: PLW1509 - no thread runs here
    )
    deadline = time.monotonic() + 120
    while not list((tmp_path / "out" / "markers").glob("*.json")):
        assert time.monotonic() < deadline
        time.sleep(0.01)
    run.send_signal(signal.SIGINT)
    _, said = run.communicate(timeout=60)
    assert run.returncode == 130
    assert said.splitlines()[-1] == "Stopped. Finished shards stay; run again with --resume to go on."
    assert len(list((tmp_path / "out" / "markers").glob("*.json"))) < 60
    again = subprocess.run([*command, str(tmp_path / "out"), *options, "--resume", "--quiet"], check=False)
    whole = subprocess.run([*command, str(tmp_path / "whole"), *options, "--quiet"], check=False)
    assert (again.returncode, whole.returncode) == (0, 0)
    assert contents(tmp_path / "out") == contents(tmp_path / "whole")


def test_the_part_of_a_web_page_is_a_setting(artifacts_dir: Path, tmp_path: Path) -> None:
    folder = tmp_path / "in"
    folder.mkdir()
    page = "<html><body><nav><a href='/'>Tide tables</a></nav><article>" + "<p>The pump was mended at noon.</p>" * 9
    (folder / "page.html").write_text(page + "</article></body></html>")
    for part, is_there in (("main", False), ("full", True)):
        out = tmp_path / part
        done = docveil(
            folder, out, "--html", part, "--cleaner", "first-word", "--workers", "1", artifacts=artifacts_dir
        )
        assert done.returncode == 0, done.stderr
        assert ("tables" in rows(out, "documents")[0]["text"]) is is_there
    other = docveil(folder, tmp_path / "full", "--cleaner", "first-word", "--resume", artifacts=artifacts_dir)
    assert other.returncode == 2
    assert "extract.html" in other.stderr


def test_the_output_may_not_lie_in_the_input(artifacts_dir: Path, tmp_path: Path) -> None:
    assert docveil(tmp_path, tmp_path / "out", artifacts=artifacts_dir).returncode == 2
    assert list(tmp_path.iterdir()) == []


def test_progress_is_lines_without_a_terminal(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("docveil.cli.corpus_progress._SECONDS_BETWEEN_LINES", 0.0)
    progress = Progress(9, Counts({"cleaned": 3, "failed": 1}, {"worker/crash": 1}, 5, 1234), 0)
    with shown(quiet=True) as watch:
        watch(progress)
    assert capsys.readouterr().err == ""
    with shown(quiet=False) as watch:
        watch(progress)
    said = capsys.readouterr().err
    assert said.startswith("4 of 9 documents, 5 pages, 1,234 characters, 1 failed, about ")
    assert summary(progress, 2.0)[-1] == "failed at worker/crash: 1"


def test_progress_is_a_bar_on_a_terminal(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    monkeypatch.setenv("FORCE_COLOR", "1")
    monkeypatch.setenv("TERM", "xterm")
    monkeypatch.setenv("COLUMNS", "200")
    with shown(quiet=False) as watch:
        watch(Progress(9, Counts({"cleaned": 4}, {}, 5, 1234), 0))
    said = capsys.readouterr().err
    assert "4/9" in said
    assert "5 pages, 1,234 characters, 0 failed" in said
