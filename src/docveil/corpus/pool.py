"""A pool of worker processes; a document that crashes or hangs its process costs that document, and the process is replaced.

Each process has pipes of its own, so that one that dies takes no lock with it and keeps no other from its work.
"""

from collections.abc import Mapping, Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from queue import SimpleQueue
from types import TracebackType
from typing import Any, Protocol, Self

from attrs import define, field

from docveil.child import Child, Failed, Silent, receive
from docveil.corpus.row import READING_AHEAD, Cleaned, Failure, Outcome, Row
from docveil.corpus.settings import CorpusSettings
from docveil.errors import CleaningFailed
from docveil.intake import Limits

_NO_START = Failed.of(CleaningFailed("A worker did not start.", next_step="Give it more memory, or start fewer."))
_READING_AHEAD = 60.0  # seconds, at least, for the models to read a batch of short texts
_START = 300.0  # seconds for a worker to verify and load its models
# More threads than this inside a worker would only take turns: the pool is what runs side by side.
_THREADS: Mapping[str, str] = dict.fromkeys(("OMP_NUM_THREADS", "OPENBLAS_NUM_THREADS", "MKL_NUM_THREADS"), "1")


@define
class _LocalSeat:
    """A place for one worker process at a time."""

    settings: CorpusSettings
    _process: Child | None = field(default=None, init=False)
    _killed: bool = field(default=False, init=False)

    def clean(self, rows: tuple[Row, ...]) -> tuple[Outcome, ...]:
        outcomes: list[Outcome] = []
        process = self._ready()
        try:
            process.send(rows)
            while len(outcomes) < len(rows):
                outcomes.append(self._outcome(process))
        except (EOFError, OSError):
            code = "crash"
        except Silent:
            code = "time_limit"
        else:
            return tuple(outcomes)
        self.close(at_once=True)
        if len(rows) == 1 or self._killed:
            return (*outcomes, *(Failure(row.doc_id, "worker", code) for row in rows[len(outcomes) :]))
        # Which of them it was shows where each of the others is cleaned by itself.
        return (*outcomes, *(outcome for row in rows[len(outcomes) :] for outcome in self.clean((row,))))

    def _outcome(self, process: Child) -> Outcome:
        limits = self.settings.limits
        # Reading has a limit of its own in the worker, which starts when the worker's child is ready.
        report = _next(process, limits.seconds_for(Limits().max_pages) + _START)
        while isinstance(report, str):
            least = _READING_AHEAD if report == READING_AHEAD else 0.0
            report = _next(process, max(least, limits.seconds_for(0)))
        if isinstance(report, Failed):
            self.close(at_once=True)
            raise report.as_error()
        if not isinstance(report, Cleaned | Failure):
            self.close(at_once=True)
            raise CleaningFailed("A worker sent what is no outcome.")
        return report

    def close(self, *, at_once: bool) -> None:
        if self._process is not None:
            self._process.close(at_once=at_once)
            self._process = None

    def kill(self) -> None:
        """From another thread: the one that waits for the process sees it end, and starts no other."""
        self._killed = True
        if self._process is not None:
            self._process.process.kill()

    def _ready(self) -> Child:
        if self._process is not None:
            return self._process
        process = self._process = Child.start("docveil.corpus.worker", environment=_THREADS)
        try:
            process.send(self.settings)
            report = _next(process, _START)
        except (EOFError, OSError, Silent):
            report = _NO_START
        if report is not None:
            self.close(at_once=True)
            raise report.as_error()
        return process


class Seat(Protocol):
    """A place where one batch of rows at a time is cleaned."""

    def clean(self, rows: tuple[Row, ...]) -> tuple[Outcome, ...]:
        """Clean rows, each whole or not at all; raises as `Pool.submit` says."""
        ...

    def kill(self) -> None:
        """From another thread: let `clean` return at once."""
        ...

    def close(self, *, at_once: bool) -> None:
        """End what works here."""
        ...


class Pool:
    """Hands rows to seats, as they come free.

    Args:
        seats: Where rows are cleaned.
    """

    def __init__(self, seats: Sequence[Seat]) -> None:
        self._seats = seats
        self._free: SimpleQueue[Seat] = SimpleQueue()
        for seat in self._seats:
            self._free.put(seat)
        # A worker ends with the thread that started it, and these threads last as long as the pool.
        self._threads = ThreadPoolExecutor(len(seats), "docveil-seat")

    @classmethod
    def local(cls, settings: CorpusSettings, workers: int = 1) -> Self:
        """A pool of `workers` processes here; each verifies the model files and loads them once, and has a child that reads."""
        return cls([_LocalSeat(settings) for _ in range(workers)])

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close(at_once=kind is not None)

    def submit(self, rows: tuple[Row, ...]) -> "Future[tuple[Outcome, ...]]":
        """Have `rows` cleaned, on one seat.

        The future raises ArtifactsError or UsageError where no row could be cleaned with these settings on this machine, and
        CleaningFailed where no worker can be started.
        """
        return self._threads.submit(self._clean, rows)

    def close(self, *, at_once: bool = False) -> None:
        """End every process; at once, also in the middle of a document."""
        if at_once:
            for seat in self._seats:
                seat.kill()
        self._threads.shutdown(cancel_futures=True)
        for seat in self._seats:
            seat.close(at_once=at_once)

    def _clean(self, rows: tuple[Row, ...]) -> tuple[Outcome, ...]:
        seat = self._free.get()
        try:
            return seat.clean(rows)
        finally:
            self._free.put(seat)


def _next(child: Child, seconds: float) -> Any:
    child.wait(seconds)
    # The worker checked what its own child made of a hostile file; what it sends is docveil's own.
    return receive(child.reports)
