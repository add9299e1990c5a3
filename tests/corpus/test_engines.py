"""Ray and datatrove give what a local run gives, row for row, failures included."""

import json
import os
import subprocess
import sys
from pathlib import Path

import pyarrow.parquet as pq
import pytest

from docveil.corpus.inputs import open_inputs
from docveil.corpus.local import clean_corpus
from docveil.corpus.output import Plan
from docveil.corpus.rowfiles import Columns
from docveil.corpus.settings import CorpusSettings
from tests.corpus.support import contents, rows

ROOT = Path(__file__).parents[2]
TEXTS = [f"Philippa came for the {number}. time" for number in range(20)]
TEXTS += ["Philippa CLEANING-CRASH", "Philippa CLEANING-HANG", "Philippa CLEANING-RAISE"]


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("engines")
    lines = (json.dumps({"id": number, "text": text}) for number, text in enumerate(TEXTS))
    (folder / "rows.jsonl").write_text("\n".join(lines))
    return folder


@pytest.fixture(scope="module")
def local(folder: Path, settings: CorpusSettings) -> Path:
    inputs = open_inputs(folder / "rows.jsonl", columns=Columns("text", "id"))
    clean_corpus(inputs, folder / "local", settings, Plan(workers=2, shards=2))
    return folder / "local"


def test_two_actors_of_a_local_ray_give_the_same(
    folder: Path, local: Path, artifacts_dir: Path, installed: Path
) -> None:
    environment = os.environ | {"PYTHONPATH": f"{ROOT}:{installed}"}
    command = [sys.executable, "-m", "tests.corpus.cluster", str(folder), str(artifacts_dir.resolve())]
    done = subprocess.run(command, cwd=ROOT, env=environment, capture_output=True, text=True, check=False, timeout=400)
    assert done.returncode == 0, done.stderr[-3000:]
    assert "Philippa" not in done.stdout + done.stderr
    # Other limits of memory are no part of what decides bytes, so even the records are equal.
    assert contents(folder / "ray") == contents(local)
    found = {row["row_id"]: row for row in pq.read_table(folder / "dataset.parquet").to_pylist()}
    assert len(found) == len(TEXTS)
    ids = {row["row_id"]: row["doc_id"] for row in rows(local, "rows")}
    documents = {row["doc_id"]: row for row in rows(local, "documents")}
    failures = {row["doc_id"]: row for row in rows(local, "failures")}
    assert len(failures) == 3
    for row_id, doc_id in ids.items():
        expected = documents[doc_id] | {"stage": None, "code": None} | failures.get(doc_id, {})
        assert {name: found[row_id][name] for name in expected} == expected


def test_a_datatrove_pipeline_gives_the_same(
    folder: Path, local: Path, settings: CorpusSettings, tmp_path: Path
) -> None:
    from datatrove.pipeline.readers import JsonlReader
    from datatrove.pipeline.writers import JsonlWriter

    from docveil.corpus.datatrove import Docveil

    (tmp_path / "in").mkdir()
    (tmp_path / "in" / "rows.jsonl").write_text((folder / "rows.jsonl").read_text())
    failures = JsonlWriter(str(tmp_path / "failed"), compression=None)
    # As datatrove's executors chain steps; these talk to a manager over a socket, which tests deny.
    data = None
    for step in (
        JsonlReader(str(tmp_path / "in")),
        Docveil(settings, failures),
        JsonlWriter(str(tmp_path / "out"), compression=None),
    ):
        data = step(data, 0, 1)
    assert data is not None
    assert len(list(data)) == len(TEXTS) - 3
    texts = {row["doc_id"]: row["text"] for row in rows(local, "documents")}
    expected = {row["row_id"]: texts[row["doc_id"]] for row in rows(local, "rows") if texts[row["doc_id"]]}
    written = [json.loads(line) for line in (tmp_path / "out" / "00000.jsonl").read_text().splitlines()]
    # Its writer leaves out an id that is 0.
    assert {str(row.get("id", 0)): row["text"] for row in written} == expected
    lost = [json.loads(line) for line in (tmp_path / "failed" / "00000.jsonl").read_text().splitlines()]
    assert sorted(row["metadata"]["code"] for row in lost) == ["cleaning_failed", "crash", "time_limit"]
    for path in tmp_path.rglob("*"):
        if path.is_file() and path.parent.name != "in":
            assert b"Philippa" not in path.read_bytes()
