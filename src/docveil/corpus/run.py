"""A corpus run: rows in order through an engine, shard after shard to the disk, and on again after any stop."""

from collections import deque
from collections.abc import Callable, Iterable, Iterator, Mapping
from concurrent.futures import FIRST_COMPLETED, Future, wait
from itertools import groupby
from pathlib import Path
from typing import Protocol

from attrs import frozen

from docveil.corpus.batches import batched
from docveil.corpus.counts import Counts
from docveil.corpus.index import Entry, Index, build_index
from docveil.corpus.inputs import Fetched, Inputs
from docveil.corpus.output import Plan, claim, owned, sweep
from docveil.corpus.row import Failure, Outcome, Row
from docveil.corpus.schemas import rows_of
from docveil.corpus.shard import Marker, ShardWriter
from docveil.errors import CleaningFailed

_BYTES_PER_SHARD = 64 << 20
_AHEAD = 2  # batches handed out for each worker: one in work, one on its way
_WAITING = 64  # batches that may wait for an earlier one


class Engine(Protocol):
    """Where rows are cleaned."""

    def submit(self, rows: tuple[Row, ...]) -> "Future[tuple[Outcome, ...]]":
        """Have rows cleaned, together where that is sooner."""
        ...


@frozen
class Progress:
    """How far a run is.

    Attributes:
        total: Different documents of the corpus.
        counts: Of the documents whose outcome is known, those of finished shards included.
        skipped: How many of them an earlier run did.
    """

    total: int
    counts: Counts
    skipped: int


def run_corpus(  # noqa: PLR0913 - what comes in, how, where to, and who watches
    inputs: Inputs,
    out: Path,
    fingerprint: Mapping[str, str],
    engine: Engine,
    plan: Plan,
    *,
    watch: Callable[[Progress], None] = lambda _: None,
) -> Progress:
    """Clean a corpus into `out`.

    Args:
        inputs: The rows.
        out: The output folder; made if it is not there.
        fingerprint: Of the settings that `engine` cleans with.
        engine: Where rows are cleaned.
        plan: How.
        watch: Told how far the run is after each document.

    Raises:
        UsageError: the output holds something else, or another run is at it.
        CleaningFailed: the output cannot be written, or more documents failed than may. What is finished stays.
    """
    with owned(out):
        sweep(out)
        index = build_index(
            inputs.scan(), documents_per_shard=inputs.documents_per_shard, bytes_per_shard=_BYTES_PER_SHARD
        )
        index = claim(out, index, fingerprint, plan, inputs)
        try:
            return _run(inputs, out, engine, plan, index, watch)
        finally:
            sweep(out)


@frozen
class _Work:
    """Documents on their way together."""

    shard: int
    documents: tuple[tuple[Entry, Fetched], ...]
    outcomes: "Future[tuple[Outcome, ...]]"


def _run(  # noqa: PLR0913, PLR0917 - see run_corpus
    inputs: Inputs, out: Path, engine: Engine, plan: Plan, index: Index, watch: Callable[[Progress], None]
) -> Progress:
    done = {shard: marker for shard in range(index.shards) if (marker := Marker.read(out, shard)) is not None}
    counts = sum((marker.counts for marker in done.values()), Counts())
    skipped = counts.documents
    watch(Progress(index.documents, counts, skipped))
    todo = []
    for shard in sorted(set(range(index.shards)) - done.keys()):
        if next(index.shard(shard), None) is None:
            ShardWriter(out, shard, plan.kind).finish()
        else:
            todo.append(shard)
    in_order = _in_order(_submitted(inputs, index, todo, engine), _AHEAD * plan.workers)
    for shard, works in groupby(in_order, lambda work: work.shard):
        writer = ShardWriter(out, shard, plan.kind)
        try:
            done_here = (pair for work in works for pair in zip(work.documents, work.outcomes.result(), strict=True))
            for (entry, fetched), outcome in done_here:
                rows, own = rows_of(outcome, len(entry.places), fetched.row_ids)
                writer.add(entry.doc_id, rows, own)
                counts += own
                watch(Progress(index.documents, counts, skipped))
                _check_budget(counts, plan)
            writer.finish()
        except BaseException:
            writer.abandon()
            raise
    return Progress(index.documents, counts, skipped)


def _check_budget(counts: Counts, plan: Plan) -> None:
    if plan.max_failures is not None and counts.failed > plan.max_failures:
        raise CleaningFailed(
            f"{counts.failed} documents failed, more than --max-failures allows.",
            next_step="Finished shards stay; run again with --resume and a higher number to go on.",
        )


def _submitted(inputs: Inputs, index: Index, shards: Iterable[int], engine: Engine) -> Iterator[_Work]:
    for shard in shards:
        entries = tuple(index.shard(shard))
        pairs = zip(entries, inputs.fetch(entries), strict=True)
        for batch in batched(pairs, lambda pair: pair[1].row.content if pair[1].row is not None else None):
            yield _Work(shard, batch, _outcomes(batch, engine))


def _outcomes(batch: tuple[tuple[Entry, Fetched], ...], engine: Engine) -> "Future[tuple[Outcome, ...]]":
    rows = tuple(fetched.row for _, fetched in batch if fetched.row is not None)
    if rows:
        return engine.submit(rows)
    failed: Future[tuple[Outcome, ...]] = Future()
    failed.set_result(tuple(Failure(entry.doc_id, "intake", fetched.code) for entry, fetched in batch))
    return failed


def _in_order(works: Iterator[_Work], most_open: int) -> Iterator[_Work]:
    """Each work when it is done, in order; some are ahead, but never so many that memory grows with the corpus."""
    waiting: deque[_Work] = deque()
    for work in works:
        waiting.append(work)
        while True:
            while waiting and waiting[0].outcomes.done():
                yield waiting.popleft()
            still_open = {w.outcomes for w in waiting if not w.outcomes.done()}
            if len(still_open) < most_open and len(waiting) < max(_WAITING, most_open):
                break
            wait(still_open, return_when=FIRST_COMPLETED)
    while waiting:
        wait({waiting[0].outcomes})
        yield waiting.popleft()
