"""Parse records out of a folder: of `docveil clean`, from its reports; of `docveil corpus`, from its shards."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pyarrow as pa
import pyarrow.json as pa_json
import pyarrow.parquet as pq

from docveil.corpus.schemas import SCHEMAS, fingerprint_row, record_row
from docveil.emit.records import parse_record
from docveil.emit.wire import WrittenReport, load_report
from docveil.errors import DocveilError, UsageError, VerificationFailed

# What is read of a corpus; none of these tables holds text.
TABLES = ("records", "fingerprints", "failures")
_REPORTS = "*.report.json"
_LONGEST_ROW = 64 << 20  # bytes of a line; one of a page takes about 100


def read_records(directory: Path) -> dict[str, Any]:
    """`{table: Arrow table}` for each of `TABLES`, with the columns of `docveil.corpus.schemas.SCHEMAS`.

    Raises:
        UsageError: the folder holds no records.
        VerificationFailed: a file cannot be read, or is not what docveil writes.
    """
    corpus = (directory / "records").is_dir()
    try:
        if corpus:
            return {name: _shards(directory / name, SCHEMAS[name]) for name in TABLES}
        reports = sorted(directory.rglob(_REPORTS))
        if reports:
            return _of_reports(load_report(path.read_bytes()) for path in reports)
    except (OSError, pa.ArrowException, DocveilError):
        raise VerificationFailed(
            "A file of records cannot be read.", next_step="Run `docveil verify` on it, or make the folder again."
        ) from None
    raise UsageError(
        "The folder holds no parse records.",
        next_step="Give the --out of `docveil clean`, or the OUT of `docveil corpus`.",
    )


def _of_reports(reports: Iterator[WrittenReport]) -> dict[str, Any]:
    rows: dict[str, dict[str, dict[str, Any]]] = {name: {} for name in TABLES}
    for written in reports:
        # A document that was cleaned into two folders below this one is still one document; its last report counts.
        rows["records"][written.doc_id] = record_row(parse_record(written.doc_id, written.report))
        made_by = fingerprint_row(written.report.fingerprint)
        rows["fingerprints"][made_by["fingerprint"]] = made_by
    return {name: pa.Table.from_pylist(list(own.values()), SCHEMAS[name]) for name, own in rows.items()}


def _shards(folder: Path, schema: Any) -> Any:
    # ParquetFile reads one file alone; it takes no columns from the names of folders.
    packed = (pq.ParquetFile(path).read() for path in sorted(folder.glob("*.parquet")))
    files = sorted((*folder.glob("*.jsonl"), *folder.glob("*.jsonl.zst")))
    lines = (_lines(path, schema) for path in files if path.stat().st_size)
    return pa.concat_tables([schema.empty_table(), *(_fitted(table, schema) for table in (*packed, *lines))])


def _lines(path: Path, schema: Any) -> Any:
    how = pa_json.ParseOptions(explicit_schema=schema, unexpected_field_behavior="ignore")
    size = pa_json.ReadOptions(block_size=_LONGEST_ROW)
    with pa.OSFile(str(path)) as raw:
        stream = pa.CompressedInputStream(raw, "zstd") if path.suffix == ".zst" else raw
        return pa_json.read_json(stream, read_options=size, parse_options=how)


def _fitted(table: Any, schema: Any) -> Any:
    """The columns of `schema`, in its order; one that another version of docveil did not write is null."""
    columns = [
        table.column(field.name).cast(field.type)
        if field.name in table.column_names
        else pa.nulls(len(table), field.type)
        for field in schema
    ]
    return pa.table(columns, schema=schema)
