"""The same bytes, however the work was shared out, ordered or interrupted."""

import errno
import os
import random
import shutil
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

import pytest
from attrs import evolve

from docveil.corpus import shard
from docveil.corpus.inputs import FileInputs, open_inputs
from docveil.corpus.local import clean_corpus
from docveil.corpus.output import Plan, owned
from docveil.corpus.settings import CorpusSettings
from docveil.errors import CleaningFailed, UsageError
from docveil.intake import Limits
from tests.corpus.runner import SHARDS
from tests.corpus.support import contents

ROOT = Path(__file__).parents[2]
DOCUMENTS = 60
PLAN = Plan(workers=2, shards=SHARDS)


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("in")
    for number in range(DOCUMENTS):
        (folder / f"{number}.txt").write_text(f"Philippa came SLOWLY\nfor the {number}. time\n")
    (folder / "copy.txt").write_text((folder / "7.txt").read_text())
    (folder / "bad.txt").write_text("PLEASE-REFUSE")
    return folder


@pytest.fixture(scope="module")
def clean(folder: Path, settings: CorpusSettings, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A run that nothing disturbed."""
    out = tmp_path_factory.mktemp("clean")
    clean_corpus(open_inputs(folder), out, settings, PLAN)
    return out


@pytest.mark.parametrize("workers", [1, 4])
def test_workers_and_order_change_no_byte(
    workers: int, folder: Path, settings: CorpusSettings, clean: Path, tmp_path: Path
) -> None:
    paths = list(folder.iterdir())
    random.Random(workers).shuffle(paths)
    clean_corpus(FileInputs(tuple(paths), Limits()), tmp_path / "out", settings, evolve(PLAN, workers=workers))
    assert contents(tmp_path / "out") == contents(clean)


def test_killed_at_any_moment_it_goes_on_to_the_same_bytes(
    folder: Path, clean: Path, artifacts_dir: Path, tmp_path: Path
) -> None:
    out = tmp_path / "out"
    dice = random.Random(os.urandom(4))
    for moment in (1, 4, 8):
        run = _start(folder, out, artifacts_dir)
        _until(lambda n=moment: len(list((out / "markers").glob("*.json"))) >= n)
        time.sleep(dice.random() / 2)
        family = _descendants(run.pid)
        assert run.poll() is None, "the run was over before it could be killed"
        run.kill()
        run.wait()
        _until(lambda f=family: not any(_alive(pid) for pid in f))
    finished = {path.name: path.stat().st_mtime_ns for path in (out / "markers").glob("*.json")}
    assert len(finished) >= 8
    last = _start(folder, out, artifacts_dir)
    assert last.wait() == 0
    assert contents(out) == contents(clean)
    assert {name: (out / "markers" / name).stat().st_mtime_ns for name in finished} == finished


def _start(folder: Path, out: Path, artifacts: Path) -> "subprocess.Popen[bytes]":
    return subprocess.Popen(
        [sys.executable, "-m", "tests.corpus.runner", str(folder), str(out), "2", str(artifacts)], cwd=ROOT
    )


def _until(happened: Any) -> None:
    deadline = time.monotonic() + 120
    while not happened():
        assert time.monotonic() < deadline, "it did not happen"
        time.sleep(0.02)


def _descendants(pid: int) -> list[int]:
    found = []
    for task in Path(f"/proc/{pid}/task").iterdir():
        for child in map(int, (task / "children").read_text().split()):
            found += [child, *_descendants(child)]
    return found


def _alive(pid: int) -> bool:
    try:
        state = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0]
    except (FileNotFoundError, ProcessLookupError):
        return False
    return state != "Z"


def test_resuming_what_is_finished_changes_nothing_and_starts_no_worker(
    folder: Path, settings: CorpusSettings, clean: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def refuse() -> Any:
        raise AssertionError

    monkeypatch.setattr("docveil.corpus.pool.Child.start", refuse)
    before = {path: path.stat().st_mtime_ns for path in clean.rglob("*")}
    progress = clean_corpus(open_inputs(folder), clean, settings, evolve(PLAN, resume=True))
    assert progress.skipped == progress.total == DOCUMENTS + 1
    assert {path: path.stat().st_mtime_ns for path in clean.rglob("*")} == before


def test_a_damaged_shard_is_done_again(folder: Path, settings: CorpusSettings, clean: Path, tmp_path: Path) -> None:
    out = tmp_path / "out"
    shutil.copytree(clean, out)
    broken = out / "documents" / "00003.jsonl"
    broken.write_bytes(broken.read_bytes()[:-9])
    progress = clean_corpus(open_inputs(folder), out, settings, evolve(PLAN, resume=True))
    assert 0 < progress.total - progress.skipped < DOCUMENTS
    assert contents(out) == contents(clean)


def test_an_output_is_not_mixed_with_another(
    folder: Path, settings: CorpusSettings, clean: Path, tmp_path: Path
) -> None:
    out = tmp_path / "out"
    shutil.copytree(clean, out)
    inputs = open_inputs(folder)
    with pytest.raises(UsageError, match="holds a run already"):
        clean_corpus(inputs, out, settings, PLAN)
    changes = {
        "extract.order": (evolve(settings, order="layout"), PLAN),
        "extract.door": (evolve(settings, door=Limits(max_pages=3)), PLAN),
        "format": (settings, evolve(PLAN, kind="parquet")),
        "shards": (settings, evolve(PLAN, shards=5)),
    }
    for name, (other, plan) in changes.items():
        with pytest.raises(UsageError, match=name):
            clean_corpus(inputs, out, other, evolve(plan, resume=True))
    with pytest.raises(UsageError, match="inputs"):
        clean_corpus(FileInputs((folder / "1.txt",)), out, settings, evolve(PLAN, resume=True))
    assert contents(out) == contents(clean)
    clean_corpus(FileInputs((folder / "1.txt",)), out, settings, Plan(restart=True))
    assert sorted(path.name for path in out.iterdir()) == [
        "corpus.json", "documents", "elements", "fingerprints", "markers", "records",
    ]  # fmt: skip


def test_a_folder_of_something_else_is_left_alone(folder: Path, settings: CorpusSettings, tmp_path: Path) -> None:
    (tmp_path / "mine.txt").write_text("mine")
    for plan in (PLAN, evolve(PLAN, resume=True), evolve(PLAN, restart=True)):
        with pytest.raises(UsageError, match="something else"):
            clean_corpus(open_inputs(folder), tmp_path, settings, plan)
    assert contents(tmp_path) == {"mine.txt": b"mine"}


def test_two_runs_do_not_share_an_output(folder: Path, settings: CorpusSettings, tmp_path: Path) -> None:
    with owned(tmp_path), pytest.raises(UsageError, match="Another run"):
        clean_corpus(open_inputs(folder), tmp_path, settings, PLAN)


def test_a_full_disk_stops_the_run_and_it_goes_on_when_there_is_room(
    folder: Path, settings: CorpusSettings, clean: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    real = shard._to_disk
    written = []

    def full(path: Path) -> None:
        written.append(path)
        if len(written) > 30:
            raise OSError(errno.ENOSPC, "No space left on device", str(path))
        real(path)

    out = tmp_path / "out"
    with monkeypatch.context() as patch:
        patch.setattr(shard, "_to_disk", full)
        with pytest.raises(CleaningFailed, match=r"cannot be written.*--resume") as caught:
            clean_corpus(open_inputs(folder), out, settings, PLAN)
    assert str(tmp_path) not in str(caught.value)
    assert not [name for name in contents(out) if Path(name).name.startswith(".")]
    assert 0 < len(list((out / "markers").iterdir())) < SHARDS
    clean_corpus(open_inputs(folder), out, settings, evolve(PLAN, resume=True))
    assert contents(out) == contents(clean)


def test_an_output_that_cannot_be_made_is_a_message(folder: Path, settings: CorpusSettings, tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    with pytest.raises(CleaningFailed, match="cannot be written"):
        clean_corpus(open_inputs(folder), tmp_path / "file" / "out", settings, PLAN)


def test_settings_that_no_worker_can_use_stop_the_run(folder: Path, settings: CorpusSettings, tmp_path: Path) -> None:
    broken = evolve(settings, provider="tests.faults.providers:CannotBeBuilt")
    with pytest.raises(UsageError, match="cannot be built"):
        clean_corpus(open_inputs(folder), tmp_path / "out", broken, PLAN)


def test_a_file_that_changes_after_it_was_counted_fails(settings: CorpusSettings, tmp_path: Path) -> None:
    path = tmp_path / "one.txt"
    path.write_text("Philippa came")

    class Changing(FileInputs):
        def fetch(self, entries: Any) -> Any:
            path.write_text("Philippa went")
            return super().fetch(entries)

    progress = clean_corpus(Changing((path,)), tmp_path / "out", settings, Plan())
    assert progress.counts.failures == {"intake/changed": 1}
