"""Rows in, tables out: with the real models, every kind of input, and as other programs read them."""

import base64
import json
from pathlib import Path
from typing import Any

import pyarrow as pa
import pyarrow.parquet as pq
import pytest

from docveil import TextCleaner, TextCleanerConfig, clean_document, extract_document
from docveil.corpus.inputs import Inputs, open_inputs
from docveil.corpus.local import clean_corpus
from docveil.corpus.output import Plan
from docveil.corpus.row import text_document
from docveil.corpus.rowfiles import Columns
from docveil.corpus.schemas import SCHEMAS
from docveil.corpus.settings import CorpusSettings
from docveil.errors import UsageError
from docveil.extract.format_extractor import FormatExtractor
from docveil.intake import read_source
from fixtures import make_corpus
from tests.corpus.support import rows

FILES = 8


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("in")
    make_corpus.make(folder, FILES, corrupt=1)
    for scan in folder.rglob("*scan.pdf"):
        scan.unlink()
    return folder


@pytest.fixture(scope="module")
def parquet(folder: Path, artifacts_dir: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Files of several types, as Parquet."""
    out = tmp_path_factory.mktemp("parquet")
    clean_corpus(open_inputs(folder), out, CorpusSettings(artifacts=artifacts_dir), Plan("parquet", shards=2))
    return out


@pytest.fixture(scope="module")
def jsonl(artifacts_dir: Path, tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, Path]:
    """Rows of text, as packed JSON Lines; the input and the output."""
    folder = tmp_path_factory.mktemp("rows")
    make_corpus.make_rows(folder / "rows.jsonl", 12)
    with (folder / "rows.jsonl").open("a") as file:
        file.write('{"id": "a-1", "text": ""}\nno json\n{"id": 7}\n{"id": 8, "text": "\\ud800"}\n')
    inputs = open_inputs(folder / "rows.jsonl", columns=Columns("text", None))
    clean_corpus(inputs, folder / "out", CorpusSettings(artifacts=artifacts_dir), Plan("jsonl.zst", shards=2))
    return folder / "rows.jsonl", folder / "out"


def test_files_are_cleaned_as_docveil_clean_does(folder: Path, parquet: Path, artifacts_dir: Path) -> None:
    documents = {row["doc_id"]: row for row in pq.read_table(parquet / "documents").to_pylist()}
    elements = pq.read_table(parquet / "elements").to_pylist()
    provider = FormatExtractor(artifacts_dir)
    cleaner = TextCleaner(TextCleanerConfig.from_preset("training", pii_processing="unified"), store=provider.store)
    checked = 0
    for path in sorted(folder.rglob("*.pdf")):
        if path.parent.name == "bad":
            continue
        source = read_source(path)
        processed = clean_document(extract_document(source, provider=provider), cleaner)
        row = documents[source.doc_id]
        assert row["text"] == processed.text
        assert row["labels"] == [{"label": label, "count": count} for label, count in processed.report.labels]
        own = [e for e in elements if e["doc_id"] == source.doc_id]
        assert [(e["id"], e["text"], e["separator"]) for e in own] == [
            (e.id, e.text, e.separator) for e in processed.elements
        ]
        checked += 1
    assert checked >= 2
    failed = {doc_id for doc_id, row in documents.items() if row["status"] == "failed"}
    assert {row["doc_id"] for row in pq.read_table(parquet / "failures").to_pylist()} == failed


def test_parquet_is_read_by_pandas_and_datasets(parquet: Path, tmp_path: Path) -> None:
    import datasets
    import pandas as pd

    for name, schema in SCHEMAS.items():
        frame = pd.read_parquet(parquet / name)
        assert list(frame.columns) == schema.names
    documents = pd.read_parquet(parquet / "documents")
    assert len(documents) == FILES - 1
    elements = pd.read_parquet(parquet / "elements")
    whole = documents[documents.status == "cleaned"].set_index("doc_id")
    assert len(whole) >= 4
    for doc_id, own in elements.groupby("doc_id", sort=False):
        parts = [part for row in own.itertuples() for part in (row.text, row.separator)]
        assert "".join(parts[:-1]) == whole.text[doc_id]
    loaded = datasets.load_dataset("parquet", data_dir=str(parquet / "documents"), cache_dir=str(tmp_path))["train"]
    assert loaded["doc_id"] == list(documents.doc_id)
    assert loaded.features["labels"] is not None


def test_packed_json_lines_are_read_by_datasets(jsonl: tuple[Path, Path], tmp_path: Path) -> None:
    import datasets

    _, out = jsonl
    for name in ("documents", "elements", "records"):
        features = datasets.Features.from_arrow_schema(SCHEMAS[name])
        loaded = datasets.load_dataset("json", data_dir=str(out / name), features=features, cache_dir=str(tmp_path))[
            "train"
        ]
        assert loaded.column_names == SCHEMAS[name].names
        assert len(loaded) > 0


def read_packed(out: Path, table: str) -> list[dict[str, Any]]:
    found = []
    for path in sorted((out / table).glob("*.jsonl.zst")):
        with pa.OSFile(str(path)) as raw, pa.CompressedInputStream(raw, "zstd") as stream:
            found += [json.loads(line) for line in stream.read().decode().split("\n") if line]
    return found


def test_texts_are_cleaned_as_they_are_and_none_is_lost(jsonl: tuple[Path, Path], artifacts_dir: Path) -> None:
    source, out = jsonl
    documents = {row["doc_id"]: row for row in read_packed(out, "documents")}
    cleaner = TextCleaner(
        TextCleanerConfig.from_preset("training", pii_processing="unified", artifacts_path=artifacts_dir)
    )
    first = json.loads(source.read_text().split("\n")[0])["text"]
    expected = clean_document(text_document(first), cleaner).text
    assert expected != first
    assert expected in {row["text"] for row in documents.values()}
    assert [row["copies"] for row in read_packed(out, "duplicates")] == [2, 2, 2]
    # 9 texts, an empty one, a line that is no JSON, a row without a text, a text that is no Unicode
    assert len(documents) == 13
    failures = sorted(f"{row['stage']}/{row['code']}" for row in read_packed(out, "failures"))
    assert failures == ["intake/bad_row", "intake/bad_row", "intake/invalid_noun"]
    assert [row["status"] for row in documents.values() if row["text"] == ""] == ["cleaned"]


ROWS = [("7", "Philippa came"), ("8", "Marchetti went"), ("9", "Philippa came")]


def _jsonl(folder: Path, *, packed: bool = False) -> Path:
    lines = "".join(json.dumps({"n": int(n), "body": text}) + "\n" for n, text in ROWS)
    path = folder / ("rows.jsonl.gz" if packed else "rows.ndjson")
    with pa.output_stream(str(path), compression="gzip" if packed else None) as stream:
        stream.write(lines.encode())
    return path


def _parquet(folder: Path) -> Path:
    path = folder / "rows.parquet"
    pq.write_table(pa.table({"n": [int(n) for n, _ in ROWS], "body": [t for _, t in ROWS]}), path, row_group_size=2)
    return path


def _binary(folder: Path) -> Path:
    path = folder / "rows.parquet"
    pq.write_table(
        pa.table({"n": [n for n, _ in ROWS], "body": [{"bytes": t.encode(), "path": None} for _, t in ROWS]}), path
    )
    return path


def _base64(folder: Path) -> Path:
    path = folder / "rows.jsonl"
    rows = [{"n": n, "body": base64.b64encode(text.encode()).decode()} for n, text in ROWS]
    path.write_text("".join(json.dumps(row) + "\n" for row in rows))
    return path


def _saved(folder: Path) -> Path:
    import datasets

    columns = {"n": [n for n, _ in ROWS], "body": [t for _, t in ROWS]}
    datasets.DatasetDict({"train": datasets.Dataset.from_dict(columns)}).save_to_disk(
        str(folder / "set"), num_shards={"train": 2}
    )
    return folder / "set"


def _folder(folder: Path) -> Path:
    _parquet(folder)
    (folder / "notes.txt").write_text("not a row")
    return folder


@pytest.mark.parametrize(
    "make", [_jsonl, lambda f: _jsonl(f, packed=True), _parquet, _binary, _base64, _saved, _folder]
)
def test_every_kind_of_rows_gives_the_same_documents(make: Any, settings: CorpusSettings, tmp_path: Path) -> None:
    columns = Columns("body", "n", base64=make is _base64)
    inputs = open_inputs(make(tmp_path), columns=columns)
    assert isinstance(inputs, Inputs)
    clean_corpus(inputs, tmp_path / "out", settings, Plan(shards=2))
    texts = {row["doc_id"]: row["text"] for row in rows(tmp_path / "out", "documents")}
    assert sorted(texts.values()) == ["<WORD> came", "<WORD> went"]
    named = {row["row_id"]: texts[row["doc_id"]] for row in rows(tmp_path / "out", "rows")}
    assert named == {"7": "<WORD> came", "8": "<WORD> went", "9": "<WORD> came"}


def test_ids_that_could_be_names_are_refused(tmp_path: Path) -> None:
    path = tmp_path / "rows.jsonl"
    path.write_text('{"text": "a", "id": 1}\n{"text": "b", "id": "philippa@example.org"}\n')
    with pytest.raises(UsageError, match="id of row 1") as caught:
        list(open_inputs(path, columns=Columns("text", "id")).scan())
    assert "philippa" not in str(caught.value)


@pytest.mark.parametrize("name", ["rows.parquet", "rows.arrow", "rows.jsonl.zst"])
def test_a_file_that_is_no_rows_is_an_error_without_its_name(name: str, tmp_path: Path) -> None:
    (tmp_path / name).write_bytes(b"Philippa" * 9)
    with pytest.raises(UsageError, match="cannot be read") as caught:
        list(open_inputs(tmp_path / name).scan())
    assert "Philippa" not in str(caught.value)
    assert name not in str(caught.value)


def test_lists_and_globs_choose_files(tmp_path: Path) -> None:
    (tmp_path / "deep" / "er").mkdir(parents=True)
    for name in ("a.txt", "deep/b.txt", "deep/er/c.md"):
        (tmp_path / name).write_text(name)
    (tmp_path / "list").write_text("a.txt\n\ndeep/er/c.md\n")
    assert len(list(open_inputs(tmp_path, globs=["*.txt"]).scan())) == 2
    assert len(list(open_inputs(tmp_path, globs=["deep/er/*"]).scan())) == 1
    assert len(list(open_inputs(tmp_path / "list").scan())) == 2
    (tmp_path / "list").write_text("a.txt\nPhilippa.txt\n")
    with pytest.raises(UsageError, match="Entry 2") as caught:
        open_inputs(tmp_path / "list")
    assert "Philippa" not in str(caught.value)
