"""The output folder: whose it is, what run it holds, and what a killed run left behind."""

import fcntl
import json
import os
import shutil
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from attrs import evolve, frozen

from docveil.corpus.index import Index
from docveil.corpus.inputs import Inputs
from docveil.corpus.schemas import SCHEMAS
from docveil.corpus.shard import MARKERS, TEMPORARY, Format, publish, writing
from docveil.errors import UsageError

RECORD = "corpus.json"
_SCHEMA = "docveil.corpus/1"


@frozen
class Plan:
    """How a run goes about it; of these only `kind` and `shards` decide bytes.

    Attributes:
        kind: How tables are written.
        workers: How many rows the engine cleans at a time.
        shards: Number of shards, or None for one that fits the corpus.
        resume: Go on with an output that is there.
        restart: Throw away an output that is there.
        max_failures: Stop when more documents than this failed; None for never.
    """

    kind: Format = "jsonl"
    workers: int = 1
    shards: int | None = None
    resume: bool = False
    restart: bool = False
    max_failures: int | None = None


@contextmanager
def owned(out: Path) -> Iterator[None]:
    """Hold the output folder against other runs on this machine; it is made if it is not there.

    Raises:
        UsageError: another run is at it.
        CleaningFailed: it cannot be made.
    """
    with writing():
        out.mkdir(parents=True, exist_ok=True)
        descriptor = os.open(out, os.O_RDONLY | os.O_DIRECTORY)
    try:
        try:
            fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError:
            raise UsageError("Another run writes to this output.", next_step="Wait for it, or give another.") from None
        yield
    finally:
        os.close(descriptor)


def sweep(out: Path) -> None:
    """Take away what a killed run left under temporary names.

    Raises:
        CleaningFailed: it cannot be taken away.
    """
    with writing():
        for path in (*out.glob(f"{TEMPORARY}*"), *out.glob(f"{MARKERS}/{TEMPORARY}*")):
            path.unlink()


def claim(out: Path, index: Index, fingerprint: Mapping[str, str], plan: Plan, inputs: Inputs) -> Index:
    """Write down what the output is going to hold, or see that it holds just that; the index with its number of shards.

    Raises:
        UsageError: it holds something else.
        CleaningFailed: it cannot be written.
    """
    old = _record(out)
    if old is not None and plan.restart:
        _clear(out)
        old = None
    if old is None:
        if any(out.iterdir()):
            raise UsageError("The output folder holds something else.", next_step="Give a new or empty folder.")
        index = index if plan.shards is None else evolve(index, shards=plan.shards)
        record = _record_of(index, fingerprint, plan, inputs)
        with writing():
            publish(out / RECORD, f"{json.dumps(record, indent=1)}\n".encode())
        return index
    if not plan.resume:
        raise UsageError(
            "The output folder holds a run already.", next_step="Give --resume, --restart or another folder."
        )
    shards = plan.shards or old.get("shards")
    index = evolve(index, shards=shards) if type(shards) is int and shards > 0 else index
    changed = _changes(old, _record_of(index, fingerprint, plan, inputs))
    if changed:
        raise UsageError(
            f"The output folder holds a run that differs in: {', '.join(changed)}.",
            next_step="Give --restart to throw it away, or another folder.",
        )
    return index


def _record(out: Path) -> dict[str, Any] | None:
    try:
        record: dict[str, Any] = json.loads((out / RECORD).read_bytes())
        known = record["schema"] == _SCHEMA
    except FileNotFoundError:
        return None
    except (OSError, ValueError, KeyError, TypeError):
        known = False
    if not known:
        raise UsageError("The output folder holds a run of another kind.", next_step="Give another folder.")
    return record


def _record_of(index: Index, fingerprint: Mapping[str, str], plan: Plan, inputs: Inputs) -> dict[str, Any]:
    return {
        "schema": _SCHEMA,
        "documents": index.documents,
        "rows": index.rows,
        "inputs": index.digest,
        "row_ids": inputs.has_row_ids,
        "shards": index.shards,
        "format": plan.kind,
        "settings": dict(fingerprint),
    }


def _changes(old: Mapping[str, Any], new: Mapping[str, Any]) -> list[str]:
    """Names of what differs. They are docveil's own, also where the file says otherwise."""
    changed = [name for name in new if name != "settings" and old.get(name) != new[name]]
    before, after = old.get("settings"), new["settings"]
    if not isinstance(before, dict) or before.keys() - after.keys():
        changed.append("settings")
        before = before if isinstance(before, dict) else {}
    return changed + [name for name in after if before.get(name) != after[name]]


def _clear(out: Path) -> None:
    """Markers first and the record last, so that a kill in between leaves a run that can be restarted."""
    with writing():
        for name in (MARKERS, *SCHEMAS):
            if (out / name).is_dir():
                shutil.rmtree(out / name)
        (out / RECORD).unlink()
