"""Writing a shard: every table under a temporary name, then all renamed, then the marker that says that it is whole."""

import hashlib
import json
import os
from collections.abc import Iterator, Mapping
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any, BinaryIO, Literal

import pyarrow as pa
import pyarrow.parquet as pq
from attrs import asdict, define, field, frozen

from docveil.corpus.counts import Counts
from docveil.corpus.schemas import SCHEMAS, Rows
from docveil.errors import CleaningFailed

Format = Literal["jsonl", "jsonl.zst", "parquet"]
FORMATS: tuple[Format, ...] = ("jsonl", "jsonl.zst", "parquet")
TEMPORARY = ".docveil-part-"
MARKERS = "markers"
_ROWS_PER_GROUP = 4096
_CHARACTERS_PER_GROUP = 8 << 20


@contextmanager
def writing() -> Iterator[None]:
    """A full disk or a folder that may not be written to, as an error without a path.

    Raises:
        CleaningFailed: in place of every OSError.
    """
    try:
        yield
    except OSError:
        raise CleaningFailed(
            "The output cannot be written.",
            next_step="Check its permissions and the free space, then run with --resume.",
        ) from None


@frozen
class Marker:
    """A shard that is whole.

    Attributes:
        shard: Its number.
        documents: SHA-256 over its doc_ids, in order, a line each.
        counts: What became of them.
        files: `{name below the output: SHA-256}`.
    """

    shard: int
    documents: str
    counts: Counts
    files: Mapping[str, str]

    def to_bytes(self) -> bytes:
        """Canonical JSON."""
        values = {"schema": "docveil.shard/1"} | asdict(self)
        return f"{json.dumps(values, indent=1, sort_keys=True)}\n".encode()

    @classmethod
    def read(cls, out: Path, shard: int) -> "Marker | None":
        """The marker of a shard whose files are all there and unchanged, else None."""
        try:
            values = json.loads((out / MARKERS / f"{shard:05d}.json").read_bytes())
            if values.pop("schema") != "docveil.shard/1":
                return None
            marker = cls(**values | {"counts": Counts(**values["counts"])})
            whole = all(_sha256(out / name) == digest for name, digest in marker.files.items())
        except (OSError, ValueError, TypeError, KeyError, AttributeError):
            return None
        return marker if whole else None


@define
class ShardWriter:
    """Takes the documents of one shard, ascending by doc_id.

    Attributes:
        out: The output folder.
        shard: Its number.
        kind: How tables are written.

    Raises:
        CleaningFailed: the output cannot be written.
    """

    out: Path
    shard: int
    kind: Format
    _tables: "dict[str, _Table]" = field(factory=dict, init=False)
    _ids: Any = field(factory=hashlib.sha256, init=False)
    _counts: Counts = field(factory=Counts, init=False)
    _seen: set[str] = field(factory=set, init=False)

    def add(self, doc_id: str, rows: Rows, counts: Counts) -> None:
        """Write what became of one document."""
        self._ids.update(f"{doc_id}\n".encode())
        self._counts += counts
        for fingerprint in rows.pop("fingerprints", []):
            if fingerprint["fingerprint"] not in self._seen:
                self._seen.add(fingerprint["fingerprint"])
                rows["fingerprints"] = [fingerprint]
        with writing():
            for name, values in rows.items():
                if values:
                    self._table(name).add(values, counts.characters)

    def finish(self) -> Marker:
        """Rename every table to its name, then write the marker."""
        with writing():
            if self.kind == "parquet":
                for name in SCHEMAS:
                    self._table(name)
            digests = {t.name: t.close() for _, t in sorted(self._tables.items())}
            # What an earlier attempt left for a table that now has no rows.
            for name in SCHEMAS.keys() - self._tables.keys():
                (self.out / self._name(name)).unlink(missing_ok=True)
            for table in self._tables.values():
                (self.out / table.name).parent.mkdir(exist_ok=True)
                table.path.replace(self.out / table.name)
                _to_disk((self.out / table.name).parent)
            marker = Marker(self.shard, self._ids.hexdigest(), self._counts, digests)
            publish(self.out / MARKERS / f"{self.shard:05d}.json", marker.to_bytes())
        return marker

    def abandon(self) -> None:
        """Take away what is not whole."""
        for table in self._tables.values():
            table.abandon()

    def _table(self, name: str) -> "_Table":
        if name not in self._tables:
            path = self.out / f"{TEMPORARY}{name}-{self.shard:05d}"
            self._tables[name] = _Table(self._name(name), SCHEMAS[name], path, self.kind)
        return self._tables[name]

    def _name(self, table: str) -> str:
        return f"{table}/{self.shard:05d}.{self.kind}"


class _Table:
    """One file of one shard. What is written when depends on the rows alone, so the bytes do too."""

    def __init__(self, name: str, schema: Any, path: Path, kind: Format) -> None:
        self.name = name
        self.path = path
        self._schema = schema
        self._rows: list[dict[str, Any]] = []
        self._characters = 0
        self._file: BinaryIO = path.open("wb")
        self._parquet = pq.ParquetWriter(self._file, schema, compression="zstd") if kind == "parquet" else None
        self._stream: Any = pa.CompressedOutputStream(self._file, "zstd") if kind == "jsonl.zst" else self._file

    def add(self, rows: list[dict[str, Any]], characters: int) -> None:
        self._rows += rows
        self._characters += characters
        if len(self._rows) >= _ROWS_PER_GROUP or self._characters >= _CHARACTERS_PER_GROUP:
            self._flush()

    def close(self) -> str:
        """Write what is left, down to the disk; the SHA-256 of the file."""
        if self._rows or self._parquet is not None:
            self._flush()
        if self._parquet is not None:
            self._parquet.close()
        self._stream.close()
        self._file.close()
        _to_disk(self.path)
        return _sha256(self.path)

    def abandon(self) -> None:
        # Closing may want to write, and the disk may be full; pyarrow's own objects are left to it.
        with suppress(OSError):
            self._file.close()
        self.path.unlink(missing_ok=True)

    def _flush(self) -> None:
        if self._parquet is not None:
            self._parquet.write_table(pa.Table.from_pylist(self._rows, self._schema))
        else:
            lines = (json.dumps(row, ensure_ascii=False, allow_nan=False) for row in self._rows)
            self._stream.write("".join(f"{line}\n" for line in lines).encode("utf-8"))
        self._rows = []
        self._characters = 0


def publish(path: Path, data: bytes) -> None:
    """Write a small file under a temporary name in the output, then rename it; its folder is made, and made to last."""
    path.parent.mkdir(exist_ok=True)
    temporary = path.with_name(f"{TEMPORARY}{path.name}")
    temporary.write_bytes(data)
    _to_disk(temporary)
    temporary.replace(path)
    _to_disk(path.parent)


def _to_disk(path: Path) -> None:
    """Wait until a file, or the names in a folder, would outlive a loss of power."""
    descriptor = os.open(path, os.O_RDONLY)
    try:
        os.fsync(descriptor)
    finally:
        os.close(descriptor)


def _sha256(path: Path) -> str:
    with path.open("rb") as file:
        return hashlib.file_digest(file, "sha256").hexdigest()
