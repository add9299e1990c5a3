"""Providers that misbehave, one fault each; the child process builds them by name."""

import ctypes
import os
import sys
import time
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from docveil.errors import SourceRefused
from docveil.extract.provider import Progress
from docveil.intake import SourceBytes
from docveil.model.document import FAILED_PAGE, DocumentElement, ExtractedDocument, Fingerprint, Ledger, LedgerNote

SECRET = "Philippa Marchetti"


class Pages:
    """One element a page; `fault` is what happens on page `bad`, if it is read; None is every page."""

    def __init__(self, fault: str = "none", bad: int | None = 3) -> None:
        self._fault = fault
        self._bad = bad

    def extract(self, path: Path) -> ExtractedDocument:
        raise NotImplementedError

    def extract_source(self, source: SourceBytes) -> ExtractedDocument:
        return self.extract_pages(source, progress=lambda _page, _done: None, without={}, keep_going=False)

    def extract_pages(
        self, source: SourceBytes, *, progress: Progress, without: Mapping[int, str], keep_going: bool
    ) -> ExtractedDocument:
        # Two pages at work at a time, as in a pipeline with stages.
        pages = [page for page in range(1, source.pages + 1) if page not in without]
        for place, page in enumerate(pages):
            for begun in pages[place : place + 2]:
                progress(begun, False)
            if self._bad in (page, None):
                FAULTS[self._fault]()
            progress(page, True)
        return document(pages, without)


def document(pages: list[int], without: Mapping[int, str]) -> ExtractedDocument:
    elements = tuple(
        DocumentElement(id=f"e{i}", text=f"Page {page}", kind="text", role="body", separator="\n")
        for i, page in enumerate(pages)
    )
    notes = tuple(LedgerNote(FAILED_PAGE, reason, page=page) for page, reason in sorted(without.items()))
    return ExtractedDocument(elements, Ledger(notes=notes), Fingerprint("0", "stand-in"))


def _hang() -> None:
    time.sleep(600)


def _segfault() -> None:
    ctypes.string_at(0)


def _leave() -> None:
    os._exit(0)


def _eat() -> None:
    kept = []
    while True:
        kept.append(bytearray(64 << 20))


def _chatter() -> None:
    sys.stdout.write(SECRET)
    sys.stderr.write(SECRET)
    os.write(1, SECRET.encode())
    os.write(2, SECRET.encode())


def _raise() -> None:
    raise ValueError(SECRET)


def _refuse() -> None:
    raise SourceRefused("It is not wanted.", next_step="Give another.")


FAULTS: dict[str, Any] = {
    "none": lambda: None,
    "hang": _hang,
    "segfault": _segfault,
    "leave": _leave,
    "eat": _eat,
    "chatter": _chatter,
    "raise": _raise,
    "refuse": _refuse,
}


class NoDocument(Pages):
    """Returns something else."""

    def extract_pages(self, source: SourceBytes, **_: Any) -> Any:
        return {"text": SECRET}


class CannotBeBuilt:
    """Fails while it is built, with a name in its message."""

    def __init__(self) -> None:
        raise ValueError(SECRET)


class RunsCode:
    """Sends a record that would run code in the parent when it is read there."""

    def extract(self, path: Path) -> ExtractedDocument:
        raise NotImplementedError

    def extract_source(self, source: SourceBytes) -> Any:
        return document([1], {})

    def extract_pages(self, source: SourceBytes, *, progress: Progress, without: Any, keep_going: bool) -> Any:
        progress(_Evil(), False)  # type: ignore[arg-type]
        return document([1], {})


class _Evil:
    def __reduce__(self) -> Any:
        return (os.mkdir, ("/tmp/docveil-ran-code",))  # noqa: S108 - it must never come to be
