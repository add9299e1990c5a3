"""Rows out of files: JSON Lines, Parquet and Arrow, plain or compressed; one pass, one row at a time."""

import base64
import binascii
import json
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pyarrow as pa
import pyarrow.parquet as pq
from attrs import frozen

from docveil.errors import UsageError

_LINES = (".jsonl", ".ndjson")
_PACKED = {".gz": "gzip", ".zst": "zstd", ".bz2": "bz2"}
_SUFFIXES = (*_LINES, ".parquet", ".arrow")
_ROW_ID = re.compile(r"[A-Za-z0-9._:/<>+-]{1,200}", re.ASCII)
_BATCH = 256


@frozen
class Columns:
    """What is read of a row.

    Attributes:
        content: Column with the document: text, bytes, or a struct with a field `bytes`.
        row_id: Column whose values are carried to the table `rows`, or None.
        base64: Whether the text in the column is bytes in base 64, as in JSON Lines.
    """

    content: str = "text"
    row_id: str | None = None
    base64: bool = False


@frozen(repr=False)
class Cell:
    """One row: what it holds, and its id where a column of ids was named; `broken` is a row that is none."""

    value: bytes | str
    row_id: str = ""
    broken: bool = False

    def as_bytes(self) -> bytes:
        """What is hashed; a lone surrogate of JSON is kept apart from every other text."""
        return self.value if isinstance(self.value, bytes) else self.value.encode("utf-8", "surrogatepass")


def row_files(source: Path, rows_wanted: bool) -> tuple[Path, ...]:
    """The files of rows that `source` is, or none where it is something else."""
    if source.is_dir():
        if (source / "dataset_dict.json").is_file() or (source / "state.json").is_file():
            return tuple(sorted(source.rglob("*.arrow")))
        return tuple(sorted(p for p in source.rglob("*") if p.is_file() and _kind(p))) if rows_wanted else ()
    return (source,) if _kind(source) else ()


def read_rows(path: Path, columns: Columns, wanted: set[int] | None) -> Iterator[tuple[int, Cell]]:
    """Rows of a file with their numbers from 0; only `wanted` ones where that is given.

    Raises:
        UsageError: the file cannot be read, has no such column, or an id is more than a code. It is not named.
    """
    kind = _kind(path)
    reader = {".parquet": _parquet, ".arrow": _arrow}.get(kind, _lines)
    try:
        yield from reader(path, columns, wanted)
    except (OSError, pa.ArrowException, EOFError):
        raise UsageError(
            "A file of rows cannot be read.", next_step="Check that it is whole and of its type."
        ) from None


def _kind(path: Path) -> str:
    name = path.name.lower().removesuffix(path.suffix.lower()) if path.suffix.lower() in _PACKED else path.name.lower()
    return next((suffix for suffix in _SUFFIXES if name.endswith(suffix)), "")


def _lines(path: Path, columns: Columns, wanted: set[int] | None) -> Iterator[tuple[int, Cell]]:
    raw = pa.OSFile(str(path), "rb")
    packed = _PACKED.get(path.suffix.lower())
    number = -1
    with raw, pa.CompressedInputStream(raw, packed) if packed else raw as stream:
        for line in _split(stream):
            if not line.strip():
                continue
            number += 1
            if wanted is None or number in wanted:
                yield number, _parsed(line, columns, number)


def _split(stream: Any) -> Iterator[bytes]:
    kept = b""
    while chunk := stream.read(1 << 20):
        *whole, kept = (kept + chunk).split(b"\n")
        yield from whole
    if kept:
        yield kept


def _parsed(line: bytes, columns: Columns, number: int) -> Cell:
    try:
        values = json.loads(line)
        content = values[columns.content]
        row_id = "" if columns.row_id is None else values[columns.row_id]
    except (ValueError, KeyError, TypeError, RecursionError):
        return Cell(line, broken=True)
    if not isinstance(content, str | None):
        return Cell(line, broken=True)
    return _cell(content, row_id, columns, number)


def _parquet(path: Path, columns: Columns, wanted: set[int] | None) -> Iterator[tuple[int, Cell]]:
    with pq.ParquetFile(path) as file:
        names = _names(columns, file.schema_arrow)
        start = 0
        for group in range(file.num_row_groups):
            rows = file.metadata.row_group(group).num_rows
            if wanted is None or not wanted.isdisjoint(range(start, start + rows)):
                batches = file.iter_batches(_BATCH, row_groups=[group], columns=names)
                yield from _batches(batches, start, columns, wanted)
            start += rows


def _arrow(path: Path, columns: Columns, wanted: set[int] | None) -> Iterator[tuple[int, Cell]]:
    with pa.memory_map(str(path)) as source:
        try:
            reader: Any = pa.ipc.open_stream(source)
        except pa.ArrowInvalid:
            file = pa.ipc.open_file(source)
            _names(columns, file.schema)
            yield from _batches((file.get_batch(i) for i in range(file.num_record_batches)), 0, columns, wanted)
            return
        _names(columns, reader.schema)
        yield from _batches(reader, 0, columns, wanted)


def _names(columns: Columns, schema: Any) -> list[str]:
    names = [columns.content, *([columns.row_id] if columns.row_id is not None else [])]
    if not set(names) <= set(schema.names):
        raise UsageError(
            "A file of rows has no column of that name.", next_step="Name it with --column or --id-column."
        )
    return names


def _batches(batches: Any, start: int, columns: Columns, wanted: set[int] | None) -> Iterator[tuple[int, Cell]]:
    for batch in batches:
        content = batch.column(columns.content)
        ids = batch.column(columns.row_id) if columns.row_id is not None else None
        for i in range(batch.num_rows):
            number = start + i
            if wanted is None or number in wanted:
                value = content[i].as_py()
                if isinstance(value, dict):
                    value = value.get("bytes")
                yield number, _cell(value, "" if ids is None else ids[i].as_py(), columns, number)
        start += batch.num_rows


def _cell(value: Any, row_id: Any, columns: Columns, number: int) -> Cell:
    """A row without a content is an empty text."""
    if columns.row_id is not None and (isinstance(row_id, bool) or not _ROW_ID.fullmatch(str(row_id))):
        raise UsageError(
            f"The id of row {number} is more than a code, and ids are written as they are.",
            next_step="Name a column of numbers or plain codes, or none.",
        )
    value = "" if value is None else value
    if columns.base64 and isinstance(value, str):
        try:
            value = base64.b64decode(value, validate=True)
        except (binascii.Error, ValueError):
            return Cell(value.encode("utf-8", "surrogatepass"), str(row_id), broken=True)
    if not isinstance(value, str | bytes):
        raise UsageError("The column holds neither text nor bytes.")
    return Cell(value, str(row_id))
