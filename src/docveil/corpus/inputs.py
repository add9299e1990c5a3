"""Where rows come from: folders and lists of files, JSON Lines, Parquet, and Arrow data sets on disk."""

import fnmatch
import hashlib
import os
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path
from typing import Protocol, runtime_checkable

from attrs import field, frozen

from docveil.corpus.index import UNREADABLE, Entry, Found, Place
from docveil.corpus.row import Row
from docveil.corpus.rowfiles import Cell, Columns, read_rows, row_files
from docveil.errors import UsageError
from docveil.intake import Limits

_CHUNK = 1 << 20


@frozen
class Fetched:
    """A document on its way to the workers.

    Attributes:
        row: What is cleaned, or None with a failure code where there is nothing to clean.
        code: Why there is nothing.
        row_ids: The ids of its rows, ascending, where an id column was named.
    """

    row: Row | None
    code: str = ""
    row_ids: tuple[str, ...] = ()


@runtime_checkable
class Inputs(Protocol):
    """A corpus that can be scanned once and then read shard by shard."""

    @property
    def documents_per_shard(self) -> int:
        """How many documents make a shard that is worth resuming."""
        ...

    @property
    def has_row_ids(self) -> bool:
        """Whether rows have ids of their own that are carried along."""
        ...

    def scan(self) -> Iterator[Found]:
        """Every row, in any order."""
        ...

    def fetch(self, entries: Sequence[Entry]) -> Iterator[Fetched]:
        """The content of `entries`, one for each, in their order."""
        ...


@frozen(repr=False)
class FileInputs:
    """One document a file.

    Attributes:
        paths: The files.
        limits: A file over `max_bytes` is not read further; the door refuses it.
    """

    paths: tuple[Path, ...]
    limits: Limits = field(factory=Limits)
    documents_per_shard: int = 50
    has_row_ids: bool = field(default=False, init=False)

    def __repr__(self) -> str:
        return f"FileInputs({len(self.paths)} files)"

    def scan(self) -> Iterator[Found]:
        """Hash every file."""
        for number, path in enumerate(self.paths):
            digest = hashlib.sha256()
            size = 0
            try:
                with path.open("rb") as stream:
                    while chunk := stream.read(_CHUNK):
                        digest.update(chunk)
                        size += len(chunk)
            except OSError:
                digest, size = hashlib.sha256(UNREADABLE), 0
            yield Found(Place(number, 0), digest.digest(), min(size, self.limits.max_bytes))

    def fetch(self, entries: Sequence[Entry]) -> Iterator[Fetched]:
        """Read each file when it is its turn."""
        for entry in entries:
            try:
                with self.paths[entry.places[0].file].open("rb") as stream:
                    data = stream.read(self.limits.max_bytes + 1)
            except OSError:
                yield Fetched(None, "source_refused")
                continue
            whole = len(data) <= self.limits.max_bytes
            if whole and hashlib.sha256(data).hexdigest()[:16] != entry.doc_id:
                yield Fetched(None, "changed")
            else:
                yield Fetched(Row(entry.doc_id, data))


@frozen(repr=False)
class RowInputs:
    """One document a row, of text or bytes.

    Attributes:
        files: JSON Lines, Parquet or Arrow files.
        columns: Which columns are read.
    """

    files: tuple[Path, ...]
    columns: Columns
    documents_per_shard: int = 5000

    @property
    def has_row_ids(self) -> bool:
        """Whether a column of ids was named."""
        return self.columns.row_id is not None

    def __repr__(self) -> str:
        return f"RowInputs({len(self.files)} files)"

    def scan(self) -> Iterator[Found]:
        """Hash every row."""
        for number, path in enumerate(self.files):
            for at, cell in read_rows(path, self.columns, None):
                data = cell.as_bytes()
                yield Found(Place(number, at), hashlib.sha256(data).digest(), len(data))

    def fetch(self, entries: Sequence[Entry]) -> Iterator[Fetched]:
        """Read through the files once and keep the rows of these entries."""
        wanted: dict[int, set[int]] = {}
        for place in (place for entry in entries for place in entry.places):
            wanted.setdefault(place.file, set()).add(place.row)
        first = {entry.places[0] for entry in entries}
        cells: dict[Place, Cell] = {}
        ids: dict[Place, str] = {}
        for number, numbers in sorted(wanted.items()):
            for at, cell in read_rows(self.files[number], self.columns, numbers):
                here = Place(number, at)
                ids[here] = cell.row_id
                if here in first:
                    cells[here] = cell
        for entry in entries:
            named = self.columns.row_id is not None
            row_ids = tuple(sorted(ids[p] for p in entry.places if p in ids)) if named else ()
            # Let go as it is handed on: what is kept is what still waits.
            yield _fetched(entry, cells.pop(entry.places[0], None), row_ids)


def _fetched(entry: Entry, cell: Cell | None, row_ids: tuple[str, ...]) -> Fetched:
    if cell is None or hashlib.sha256(cell.as_bytes()).hexdigest()[:16] != entry.doc_id:
        return Fetched(None, "changed", row_ids)
    if cell.broken:
        return Fetched(None, "bad_row", row_ids)
    return Fetched(Row(entry.doc_id, cell.value), "", row_ids)


def open_inputs(
    source: Path, *, columns: Columns | None = None, globs: Iterable[str] = (), limits: Limits | None = None
) -> Inputs:
    """The corpus at `source`, by what it is.

    A folder: every file below it that fits one of `globs`, a document each; with `columns`, or where it is a data set that
    was saved to disk, its rows. A file that ends in .jsonl, .ndjson, .parquet or .arrow: its rows. Any other file: a list,
    one path a line, relative to the list's own folder.

    Raises:
        UsageError: it is not there, or names what is not there.
    """
    limits = limits or Limits()
    found = row_files(source, columns is not None)
    if found:
        return RowInputs(found, columns or Columns())
    if columns is not None:
        raise UsageError("A column was named, and the input has no rows.")
    paths = _below(source, tuple(globs)) if source.is_dir() else _listed(source)
    return FileInputs(paths, limits)


def _below(folder: Path, globs: tuple[str, ...]) -> tuple[Path, ...]:
    def fits(path: Path) -> bool:
        relative = path.relative_to(folder).as_posix()
        return not globs or any(fnmatch.fnmatchcase(relative, g) or fnmatch.fnmatchcase(path.name, g) for g in globs)

    def refuse(_: OSError) -> None:
        raise UsageError("A folder of the input cannot be read.") from None

    paths = (Path(root) / name for root, _, names in os.walk(folder, onerror=refuse) for name in names)
    return tuple(sorted(path for path in paths if fits(path)))


def _listed(source: Path) -> tuple[Path, ...]:
    try:
        lines = source.read_text(encoding="utf-8").splitlines()
    except (OSError, UnicodeDecodeError):
        raise UsageError("The input is no folder, no file of rows and no list of files.") from None
    paths = tuple(source.parent / line for line in lines if line.strip())
    for number, path in enumerate(paths, 1):
        if not path.is_file():
            raise UsageError(f"Entry {number} of the list is no file.")
    return paths
