"""A provider in a child process, under limits: what hangs or crashes a parser ends there, and the parent lives."""

import time
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from types import TracebackType
from typing import Any, Literal, Self

from attrs import define, field, frozen

from docveil.child import Child, Failed, Silent
from docveil.errors import DocveilError, ExtractionFailed, UsageError
from docveil.extract.messages import Began, Build, Done, Read, Ready, receive_report
from docveil.intake import Limits, SourceBytes, read_source
from docveil.model.document import ExtractedDocument

OnPageError = Literal["fail", "keep-going"]
EVERY_TYPE = "docveil.extract.format_extractor:FormatExtractor"
_LONGEST_REPORT = 1 << 31
SECONDS_A_PAGE = 30.0  # several times what OCR takes for a dense page on one core
_START = 120.0  # seconds for a child to build its provider


@frozen
class WorkerLimits:
    """What a document may cost.

    Attributes:
        seconds_per_page: Longest time without a page begun or done; loading the models counts into the first.
        seconds: Longest time for a document, over all attempts; None for an hour, or `SECONDS_A_PAGE` where that is more.
        max_bytes: Largest address space of the child, in bytes. Models and libraries are in it, some 3 GB of addresses.
    """

    seconds_per_page: float = 120.0
    seconds: float | None = None
    max_bytes: int = 16 << 30

    def __attrs_post_init__(self) -> None:
        if min(self.seconds_per_page, self.seconds_for(0), self.max_bytes) <= 0:
            raise UsageError("A limit must be above zero.")

    def seconds_for(self, pages: int) -> float:
        """Longest time for a document of `pages` pages."""
        return self.seconds if self.seconds is not None else max(3600.0, pages * SECONDS_A_PAGE)


@frozen
class _Broken(Exception):
    """The child hung or died while it had `pages` in hand."""

    reason: Literal["time_limit", "crash"]
    pages: tuple[int, ...]


@define
class _TimeLeft:
    """What is left of a document's time; it runs while a child reads, not while one starts."""

    seconds: float

    @contextmanager
    def running(self) -> Iterator[float]:
        """Until when, on the monotonic clock."""
        deadline = time.monotonic() + self.seconds
        try:
            yield deadline
        finally:
            self.seconds = deadline - time.monotonic()


class _OutOfTime(ExtractionFailed):
    """The time for the whole document is over: no page is to blame, and none is tried again."""

    def __init__(self) -> None:
        super().__init__(
            "The document took longer than it may.", next_step="Give it more with --max-seconds-per-document."
        )


@define(repr=False)
class IsolatedExtractor:
    """A `DocumentExtractor` that runs another one in a child process, started at the first document and kept.

    Attributes:
        target: The provider, as `package.module:name`; it is built in the child.
        options: Arguments for it.
        limits: What a document may cost.
        on_page_error: `fail`, or `keep-going` to publish the other pages with the failed ones in the ledger.
        door: What is refused before a provider sees it.
    """

    target: str = EVERY_TYPE
    options: Mapping[str, Any] = field(factory=dict)
    limits: WorkerLimits = field(factory=WorkerLimits)
    on_page_error: OnPageError = "fail"
    door: Limits = field(factory=Limits)
    _child: Child | None = field(default=None, init=False)

    def __repr__(self) -> str:
        return f"IsolatedExtractor({self.target}, {self.on_page_error})"

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close(at_once=kind is not None)

    def close(self, *, at_once: bool = False) -> None:
        """End the child."""
        if self._child is not None:
            self._child.close(at_once=at_once)
            self._child = None

    def extract(self, path: Path) -> ExtractedDocument:
        """The document in the file `path`; see `extract_source`."""
        return self.extract_source(read_source(path, self.door))

    def extract_source(self, source: SourceBytes) -> ExtractedDocument:
        """Read a source in the child.

        Raises:
            ExtractionFailed: the provider failed, hung or crashed; the message names the page where one is to blame.
            DocveilError: whatever else the provider raises.
        """
        without: dict[int, str] = {}
        time_left = _TimeLeft(self.limits.seconds_for(source.pages))
        while True:
            try:
                return self._read(source, without, time_left)
            except _Broken as broken:
                page = self._culprit(source, broken, time_left)
                if page is None or self.on_page_error == "fail":
                    raise _failure(page, broken) from None
                without[page] = broken.reason

    def _culprit(self, source: SourceBytes, broken: _Broken, time_left: _TimeLeft) -> int | None:
        """The page that breaks the child by itself: the stages work on several at once."""
        if len(broken.pages) < 2:
            return next(iter(broken.pages), None)
        for page in broken.pages:
            others = {n: "not_tried" for n in range(1, source.pages + 1) if n != page}
            try:
                self._read(source, others, time_left)
            except _Broken:
                return page
            except _OutOfTime:
                raise
            except DocveilError:
                continue
        return None

    def _read(self, source: SourceBytes, without: Mapping[int, str], time_left: _TimeLeft) -> ExtractedDocument:
        child = self._ready()
        order = Read(source, without, self.on_page_error == "keep-going")
        in_hand: dict[int, None] = {}
        try:
            with time_left.running() as deadline:
                report = self._outcome(child, order, in_hand, deadline)
        except (EOFError, OSError):
            self.close(at_once=True)
            raise _Broken("crash", tuple(in_hand)) from None
        except Silent:
            self.close(at_once=True)
            if time_left.seconds <= 0:
                raise _OutOfTime from None
            raise _Broken("time_limit", tuple(in_hand)) from None
        except BaseException:
            # A child that was left in the middle of a document would answer the next order with this one.
            self.close(at_once=True)
            raise
        if isinstance(report, Failed):
            raise report.as_error()
        return report

    def _outcome(
        self, child: Child, order: Read, in_hand: dict[int, None], deadline: float
    ) -> ExtractedDocument | Failed:
        child.send(order)
        while True:
            report = _next(child, min(self.limits.seconds_per_page, deadline - time.monotonic()))
            if isinstance(report, Began):
                in_hand[report.page] = None
            elif isinstance(report, Done):
                in_hand.pop(report.page, None)
            elif isinstance(report, ExtractedDocument | Failed):
                return report
            else:
                raise ExtractionFailed("The child process sent what is no document.")

    def _ready(self) -> Child:
        if self._child is not None and self._child.process.poll() is None:
            return self._child
        self.close(at_once=True)
        child = self._child = Child.start("docveil.extract.worker")
        try:
            child.send(Build(self.target, dict(self.options), self.limits.max_bytes))
            report = _next(child, _START)
        except (EOFError, OSError, Silent):
            self.close(at_once=True)
            raise ExtractionFailed(
                "The child process did not start.", next_step="Give it more memory or time."
            ) from None
        if isinstance(report, Failed):
            self.close(at_once=True)
            raise report.as_error()
        if not isinstance(report, Ready):
            raise ExtractionFailed("The child process sent what is no answer.")
        return child


def _next(child: Child, seconds: float) -> Any:
    child.wait(seconds)
    return receive_report(child.reports, _LONGEST_REPORT)


def _failure(page: int | None, broken: _Broken) -> ExtractionFailed:
    where = "The document" if page is None else f"Page {page}"
    if broken.reason == "time_limit":
        return ExtractionFailed(
            f"{where} took longer than it may.",
            next_step="Raise --seconds-per-page, or leave the page out with --on-page-error keep-going.",
        )
    return ExtractionFailed(
        f"{where} crashed the parser or used up its memory.",
        next_step="Print the file to a new PDF, or leave the page out with --on-page-error keep-going.",
    )
