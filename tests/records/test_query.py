"""Questions over records: the same answers for every kind of folder, and nothing in reach but the records."""

import json
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import duckdb
import pytest
from attrs import evolve, frozen

from docveil.cli import main
from docveil.corpus.schemas import SCHEMAS
from docveil.corpus.shard import FORMATS
from docveil.emit.files import document_files, publish
from docveil.errors import ExitCode, UsageError, VerificationFailed
from docveil.records.ask import _SEALED, TABLES, _load, ask
from docveil.records.folder import read_records
from docveil.records.questions import older_than, pages_under, unresolved
from tests.records.support import DOCUMENTS, NAME, clean_folder, corpus_folder

A, B, C = DOCUMENTS


@pytest.fixture(params=["clean", *FORMATS])
def folder(request: pytest.FixtureRequest, tmp_path: Path) -> Path:
    out = tmp_path / f'{NAME} it\'s "quoted"; *?[a]'
    return clean_folder(out) if request.param == "clean" else corpus_folder(out, request.param)


def test_a_page_under_is_found_by_its_characters_and_one_that_failed_has_none(folder: Path) -> None:
    tables = read_records(folder)
    assert pages_under(tables, 4).rows == ((A, 2, 3), (B, 2, 0))
    assert pages_under(tables, 3).rows == ((B, 2, 0),)
    assert [row[:2] for row in pages_under(tables, 701).rows] == [(A, 2), (B, 1), (B, 2), (B, 3)]


def test_unresolved_parts_are_told_from_parts_that_nobody_asked_for(folder: Path) -> None:
    assert unresolved(read_records(folder)).rows == (
        (B, 1, "ocr_line", "confidence_too_low", 2),
        (B, 2, "failed_page", "time_limit", 1),
    )


@pytest.mark.parametrize(
    ("asked", "found"),
    [
        ("0.10.0", [A, C]),  # 0.9 is older than 0.10, which texts would deny; what is no version counts as older
        ("0.10.1.dev1", [A, B, C]),
        ("0.9.0", [C]),
        ("docling-core=2.104.0", []),
        ("docling-core==2.104.1", [A]),
        ("docling-core=3", [A, B]),
        ("nothing-of-that-name=1", []),
    ],
)
def test_versions_are_compared_as_versions(folder: Path, asked: str, found: list[str]) -> None:
    assert [row[0] for row in older_than(read_records(folder), asked).rows] == found


def test_the_record_holds_what_the_ledger_says(folder: Path) -> None:
    sql = """
        SELECT doc_id, characters, columns, ocr_pages, ocr_confidence, chrome, chrome_removed, footnotes, failed_pages, unresolved
        FROM records ORDER BY doc_id"""
    assert ask(read_records(folder), sql).rows == (
        (A, 903, 2, 0, None, 2, 2, 1, 0, 0),
        (B, 1110, 1, 2, 0.75, 0, 0, 0, 1, 3),
        (C, None, None, 0, None, 0, 0, 0, 0, 0),
    )


def test_a_failure_of_a_corpus_can_be_asked_for(tmp_path: Path) -> None:
    tables = read_records(corpus_folder(tmp_path / "out", "parquet"))
    assert ask(tables, "FROM failures").rows == (("d" * 16, "extract", "extraction_failed"),)


def test_every_table_can_be_asked_and_holds_no_text(folder: Path) -> None:
    tables = read_records(folder)
    for name in TABLES:
        answer = ask(tables, f"FROM {name}")
        assert NAME not in repr(answer)
        assert "Lindqvist" not in repr(answer)
    fingerprints = ask(tables, "SELECT count(*), count(DISTINCT fingerprint) FROM fingerprints").rows
    assert fingerprints == ((3, 3),)


@pytest.mark.parametrize(
    "sql",
    [
        f"SELECT '{NAME}",
        f'SELECT "{NAME}"',
        f"SELECT '{NAME}'::INT",
        f"SELECT error('{NAME}')",
        f"FROM '{NAME}.csv'",
        f"FROM read_text('/etc/{NAME}')",
        "FROM read_text('/etc/hostname')",
        "FROM read_csv('https://example.org/a.csv')",
        "FROM glob('/*')",
        "FROM tables",
        "FROM sql",
        f"ATTACH '/tmp/{NAME}.db'",
        f"COPY records TO '/tmp/{NAME}.csv'",
        "EXPORT DATABASE '/tmp/of_records'",
        "INSTALL httpfs",
        "LOAD httpfs",
        "SET enable_external_access = true",
        "RESET enable_external_access",
        "PRAGMA database_list",
        "DROP TABLE records",
        "INSERT INTO records SELECT * FROM records",
        "SELECT 1; DROP TABLE records",
        "CALL pragma_version()",
        "",
        "-- nothing",
    ],
)
def test_a_query_reaches_nothing_else_and_an_error_repeats_none_of_it(sql: str) -> None:
    tables = {name: SCHEMAS[name].empty_table() for name in ("records", "fingerprints", "failures")}
    with pytest.raises(UsageError) as caught:
        ask(tables, sql)
    text = str(caught.value)
    assert "Mara" not in text
    assert "hostname" not in text
    assert caught.value.exit_code is ExitCode.USAGE
    assert caught.value.__cause__ is None
    assert caught.value.__suppress_context__ or caught.value.__context__ is None


@pytest.mark.parametrize(
    "sql",
    [
        "ATTACH '/tmp/docveil_of_records.db'",
        "COPY records TO '/tmp/docveil_of_records.csv'",
        "EXPORT DATABASE '/tmp/docveil_of_records'",
        "INSTALL httpfs",
        "LOAD httpfs",
        "SET enable_external_access = true",
        "RESET enable_external_access",
        "SET memory_limit = '1GB'",
        "SET allow_community_extensions = true",
        "FROM tables",
    ],
)
def test_the_engine_itself_is_locked_behind_that(sql: str) -> None:
    tables = {name: SCHEMAS[name].empty_table() for name in ("records", "fingerprints", "failures")}
    with duckdb.connect(":memory:", config=_SEALED) as connection:
        _load(connection, tables)
        with pytest.raises(duckdb.Error):
            connection.execute(sql)
    assert not list(Path("/tmp").glob("docveil_of_records*"))  # noqa: S108


def test_a_folder_without_records_and_a_damaged_one_are_told_apart(tmp_path: Path) -> None:
    with pytest.raises(UsageError):
        read_records(tmp_path)
    with pytest.raises(UsageError):
        read_records(tmp_path / NAME)
    (tmp_path / "a.report.json").write_text(f'{{"schema": "{NAME}"}}')
    with pytest.raises(VerificationFailed) as caught:
        read_records(tmp_path)
    assert NAME not in str(caught.value)
    for kind in FORMATS:
        out = corpus_folder(tmp_path / kind, kind)
        (out / "records" / f"00001.{kind}").write_bytes(b"\x00 no records")
        with pytest.raises(VerificationFailed):
            read_records(out)


def test_a_report_of_another_version_can_be_asked(tmp_path: Path) -> None:
    """What an older version did not write is missing, and what a newer one adds is passed over."""
    name, data = document_files(DOCUMENTS[A], A)[-1]
    values = json.loads(data)
    values["schema"] = "docveil.report/2"
    del values["report"]["roles"]
    values["report"]["something_new"] = {"a": 1}
    (tmp_path / name).write_text(json.dumps(values))
    assert ask(read_records(tmp_path), "SELECT characters, footnotes FROM records").rows == ((903, 0),)


def test_a_shard_of_another_version_can_be_asked(tmp_path: Path) -> None:
    import pyarrow.parquet as pq

    out = corpus_folder(tmp_path / "out", "parquet")
    path = out / "records" / "00000.parquet"
    table = pq.read_table(path).drop_columns(["unresolved", "docveil"])
    pq.write_table(table.append_column("new", [["x"]]), path)
    tables = read_records(out)
    assert ask(tables, "SELECT unresolved FROM records ORDER BY doc_id").rows == ((None,), (3,), (0,))
    assert [row[0] for row in older_than(tables, "0.10.0").rows] == [A, C]


def test_a_document_id_that_is_none_is_not_put_on_record(tmp_path: Path) -> None:
    report = evolve(DOCUMENTS[A])
    publish(tmp_path, document_files(report, NAME))
    with pytest.raises(VerificationFailed) as caught:
        read_records(tmp_path)
    assert "Mara" not in str(caught.value)


@frozen
class Done:
    returncode: int
    out: str
    err: str


@pytest.fixture
def query(monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]) -> Callable[..., Done]:
    def call(*args: "str | Path") -> Done:
        monkeypatch.setattr(sys, "argv", ["docveil", "records", "query", *map(str, args)])
        with pytest.raises(SystemExit) as caught:
            main()
        out, err = capfd.readouterr()
        return Done(int(caught.value.code or 0), out, err)

    return call


def test_the_command_line_gives_lines_csv_and_a_table(query: Callable[..., Done], folder: Path) -> None:
    lines = query(folder, "--page-under", 4)
    assert [json.loads(line) for line in lines.out.splitlines()] == [
        {"doc_id": A, "page": 2, "characters": 3},
        {"doc_id": B, "page": 2, "characters": 0},
    ]
    assert query(folder, "--older-than", "0.10", "--format", "csv").out == (
        f"doc_id,provider,version\n{A},docling-pdf,0.9.0\n{C},office,nightly\n"
    )
    table = query(folder, "--unresolved", "--format", "table").out
    assert "confidence_too_low" in table
    assert "doc_id" in table
    nested = query(folder, "--sql", f"SELECT pages[1].columns AS c, pages FROM records WHERE doc_id = '{A}'")  # noqa: S608
    row: dict[str, Any] = json.loads(nested.out)
    assert row["c"] == 2
    assert row["pages"][1]["text_layer_characters"] == 3


def test_values_that_json_or_a_terminal_cannot_take(query: Callable[..., Done], tmp_path: Path) -> None:
    folder = clean_folder(tmp_path)
    sql = "SELECT 'nan'::DOUBLE AS a, DATE '2025-05-12' AS b, chr(27) || '[31m' AS c, [1, NULL] AS d"
    assert json.loads(query(folder, "--sql", sql).out) == {
        "a": None,
        "b": "2025-05-12",
        "c": "\x1b[31m",
        "d": [1, None],
    }
    assert "\x1b" not in query(folder, "--sql", sql, "--format", "table").out
    twice = query(folder, "--sql", "SELECT 1 AS a, 2 AS a")
    assert twice.returncode == ExitCode.USAGE
    assert query(folder, "--sql", "SELECT 1 AS a, 2 AS a", "--format", "csv").out == "a,a\n1,2\n"


@pytest.mark.parametrize(
    "args",
    [
        (),
        ("--unresolved", "--page-under", "3"),
        ("--sql", f"SELEC '{NAME}'"),
        ("--older-than", NAME),
        ("--older-than", f"{NAME}=x"),
        ("--page-under", NAME),
        ("--format", NAME, "--unresolved"),
    ],
)
def test_a_wrong_call_is_usage_and_repeats_nothing(
    query: Callable[..., Done], tmp_path: Path, args: tuple[str, ...]
) -> None:
    done = query(clean_folder(tmp_path), *args)
    assert done.returncode == ExitCode.USAGE
    assert done.out == ""
    assert "Mara" not in done.err


def test_a_query_that_is_no_utf_8_is_refused_like_any_other(tmp_path: Path) -> None:
    tables = read_records(clean_folder(tmp_path / "out"))
    with pytest.raises(UsageError) as caught:
        ask(tables, f"SELECT '{NAME}\udcc3'")
    assert NAME not in str(caught.value)
