"""A corpus on a Ray cluster: actors in place of local workers, or a Ray data set in place of an output folder.

Each actor has a worker process of its own, so that a document that crashes or hangs costs what it costs on one machine. The
model directory must be on every node, at the same path; each actor verifies it there before it loads anything.
"""

import logging
import os
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pyarrow as pa
import ray
from attrs import define

from docveil.child import Failed
from docveil.corpus.batches import MOST_ROWS, batched
from docveil.corpus.inputs import Inputs
from docveil.corpus.output import Plan
from docveil.corpus.pool import Pool
from docveil.corpus.row import Failure, Outcome, Row, row_of
from docveil.corpus.run import Progress, run_corpus
from docveil.corpus.schemas import SCHEMAS, rows_of
from docveil.corpus.settings import CorpusSettings
from docveil.errors import DocveilError

_ELEMENT = pa.struct([field for field in SCHEMAS["elements"] if field.name != "doc_id"])
DATASET_SCHEMA = pa.schema(
    [
        *SCHEMAS["documents"],
        pa.field("stage", pa.string()),
        pa.field("code", pa.string()),
        pa.field("row_id", pa.string()),
        pa.field("items", pa.list_(_ELEMENT)),
    ]
)


def clean_dataset(
    dataset: Any, settings: CorpusSettings, *, column: str = "text", id_column: str | None = None, workers: int = 2
) -> Any:
    """A Ray data set with one row for each row of `dataset`, by `DATASET_SCHEMA`.

    The columns are those of the table `documents`, with stage and code of a failure, the id, and the elements as `items`. No
    other column of the input is carried along.

    Args:
        dataset: A `ray.data.Dataset`.
        settings: What is done; a key in it travels to the actors.
        column: Column with text or bytes.
        id_column: Column whose values are carried along as `row_id`.
        workers: How many actors, of one CPU each, which load the models once. Reading `dataset` needs a CPU beside them: Ray
            waits for ever where the actors take all.
    """
    return dataset.map_batches(
        _Batches,
        fn_constructor_args=(settings, column, id_column),
        compute=ray.data.ActorPoolStrategy(size=workers),
        batch_format="pyarrow",
        batch_size=MOST_ROWS,
        num_cpus=1,
    )


class _Batches:
    """What an actor does to a batch of rows."""

    def __init__(self, settings: CorpusSettings, column: str, id_column: str | None) -> None:
        self._pool = Pool.local(settings)
        self._column = column
        self._id_column = id_column

    def __call__(self, batch: Any) -> Any:
        ids = batch.column(self._id_column).to_pylist() if self._id_column is not None else [None] * batch.num_rows
        contents = ["" if content is None else content for content in batch.column(self._column).to_pylist()]
        outcomes = [
            outcome
            for together in batched(contents, lambda content: content)
            for outcome in self._pool.submit(tuple(map(row_of, together))).result()
        ]
        rows = [self._row(outcome, row_id) for outcome, row_id in zip(outcomes, ids, strict=True)]
        return pa.Table.from_pylist(rows, DATASET_SCHEMA)

    @staticmethod
    def _row(outcome: Outcome, row_id: object) -> dict[str, Any]:
        tables, _ = rows_of(outcome, 1, ())
        failure = tables.get("failures", [{"stage": None, "code": None}])[0]
        return tables["documents"][0] | {
            "stage": failure["stage"],
            "code": failure["code"],
            "row_id": None if row_id is None else str(row_id),
            "items": tables.get("elements", []),
        }


class _Actor:
    """What an actor does to one batch of rows at a time. Errors travel in parts: Ray would add what it sees around them."""

    def __init__(self, settings: CorpusSettings) -> None:
        self._pool = Pool.local(settings)

    def clean(self, rows: tuple[Row, ...]) -> "tuple[Outcome, ...] | Failed":
        """The outcomes, or an error that is no fault of the rows."""
        try:
            return self._pool.submit(rows).result()
        except DocveilError as error:
            return Failed.of(error)


@define
class _RaySeat:
    """An actor; one whose node is lost is started again elsewhere, and its rows are done again."""

    actor: Any

    def clean(self, rows: tuple[Row, ...]) -> tuple[Outcome, ...]:
        try:
            report = ray.get(self.actor.clean.remote(rows))
        except ray.exceptions.RayError:
            if len(rows) > 1:
                return tuple(outcome for row in rows for outcome in self.clean((row,)))
            return (Failure(rows[0].doc_id, "worker", "crash"),)
        if isinstance(report, Failed):
            raise report.as_error()
        outcomes: tuple[Outcome, ...] = report
        return outcomes

    def kill(self) -> None:
        ray.kill(self.actor)

    def close(self, *, at_once: bool) -> None:  # noqa: ARG002 - an actor has nothing to finish
        ray.kill(self.actor)


def clean_corpus(
    inputs: Inputs,
    out: Path,
    settings: CorpusSettings,
    plan: Plan | None = None,
    *,
    watch: Callable[[Progress], None] = lambda _: None,
) -> Progress:
    """Clean `inputs` into `out` as `docveil.corpus.local.clean_corpus` does, with an actor for each of the plan's workers.

    The sources and the output are read and written here; the cleaning is done where Ray has room. Ray is started on this
    machine, or joined as `RAY_ADDRESS` says, if it is not yet.
    """
    plan = plan or Plan()
    fingerprint = settings.fingerprint()
    start_ray()
    kind = ray.remote(num_cpus=1, max_restarts=-1, max_task_retries=-1)(_Actor)
    with Pool([_RaySeat(kind.remote(settings)) for _ in range(plan.workers)]) as pool:
        return run_corpus(inputs, out, fingerprint, pool, plan, watch=watch)


def start_ray(**options: Any) -> None:
    """Start or join Ray, without its usage report, its dashboard and its own copies of what actors print."""
    os.environ["RAY_USAGE_STATS_ENABLED"] = "0"
    if not ray.is_initialized():
        # A dashboard belongs to a cluster that is there already; starting one for a single run opens a port for nothing.
        alone: dict[str, Any] = {} if os.environ.get("RAY_ADDRESS") else {"include_dashboard": False}
        ray.init(log_to_driver=False, logging_level=logging.ERROR, **alone, **options)
