"""How a corpus run shows how far it is: a bar on a terminal, a line now and then elsewhere, and a summary at the end."""

import time
from collections.abc import Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING

from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

from docveil.cli.options import say

if TYPE_CHECKING:
    from docveil.corpus.run import Progress as RunProgress

_SECONDS_BETWEEN_LINES = 30.0


class Watch:
    """Told how far a run is. `bar` is None where there is no terminal; quiet ones show nothing."""

    def __init__(self, bar: Progress | None, *, quiet: bool) -> None:
        self._bar = bar
        self._quiet = quiet
        self._task = None if bar is None else bar.add_task("documents", total=None, detail="")
        self._start = self._said = time.monotonic()

    @property
    def seconds(self) -> float:
        """Since the start."""
        return time.monotonic() - self._start

    def __call__(self, progress: "RunProgress") -> None:
        """Show it, if it is time to."""
        counts = progress.counts
        detail = f"{counts.pages:,} pages, {counts.characters:,} characters, {counts.failed:,} failed"
        if self._bar is not None and self._task is not None:
            self._bar.update(self._task, total=progress.total, completed=counts.documents, detail=detail)
        elif not self._quiet and time.monotonic() - self._said >= _SECONDS_BETWEEN_LINES:
            self._said = time.monotonic()
            here = counts.documents - progress.skipped
            left = self.seconds / here * (progress.total - counts.documents) if here else 0.0
            say(f"{counts.documents:,} of {progress.total:,} documents, {detail}, about {left:,.0f} s left")


@contextmanager
def shown(*, quiet: bool) -> Iterator[Watch]:
    """A watch that shows progress on standard error."""
    console = Console(stderr=True)
    if quiet or not console.is_terminal:
        yield Watch(None, quiet=quiet)
        return
    columns = (BarColumn(), MofNCompleteColumn(), TextColumn("documents, {task.fields[detail]}"), TimeRemainingColumn())
    with Progress(*columns, console=console) as bar:
        yield Watch(bar, quiet=False)


def summary(progress: "RunProgress", seconds: float) -> list[str]:
    """Lines that say what became of the documents."""
    counts = progress.counts
    cleaned = counts.statuses.get("cleaned", 0)
    before = f"; {progress.skipped:,} documents were done before" if progress.skipped else ""
    whole = f"{cleaned:,} cleaned, {counts.partial:,} without some pages, {counts.failed:,} failed"
    lines = [
        f"{progress.total:,} documents: {whole}; {counts.copies:,} further copies.",
        f"{counts.pages:,} pages, {counts.characters:,} characters in {seconds:,.1f} s{before}.",
    ]
    return lines + [f"failed at {where}: {count:,}" for where, count in sorted(counts.failures.items())]
