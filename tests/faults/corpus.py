"""A provider and a cleaner that need no model, and that hang, crash, leave, eat or chatter at a word in the document."""

import os
import signal
import sys
import time
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from docveil.errors import SourceRefused
from docveil.extract.format_extractor import FormatExtractor
from docveil.extract.provider import Progress
from docveil.intake import SourceBytes
from docveil.model.document import (
    FAILED_PAGE,
    DocumentElement,
    ExtractedDocument,
    Fingerprint,
    Ledger,
    LedgerNote,
    PageRecord,
)
from docveil.model.edits import EditPlan
from tests.faults.cleaners import WellBehaved

PROVIDER = "tests.faults.corpus:Lines"
SECRET = "Philippa"
HANG = "PLEASE-HANG"


def misbehave(text: str) -> None:
    """What the words of the document ask for."""
    if HANG in text:
        time.sleep(600)
    if "PLEASE-CRASH" in text:
        os.kill(os.getpid(), signal.SIGKILL)
    if "PLEASE-LEAVE" in text:
        os._exit(0)
    if "PLEASE-RAISE" in text:
        raise ValueError(text)
    if "PLEASE-CHATTER" in text:
        sys.stdout.write(text)
        os.write(2, text.encode())
    if "PLEASE-EAT" in text:
        kept = []
        while True:
            kept.append(bytes(64 << 20))  # asked for, never touched
    if "SLOWLY" in text:
        time.sleep(0.05)


class Lines:
    r"""Each line an element; `\\f` parts pages, of which one with the word PARTIAL cannot be read."""

    def __init__(self, **_: Any) -> None:
        pass

    def extract(self, path: Path) -> ExtractedDocument:
        raise NotImplementedError

    def extract_source(self, source: SourceBytes) -> ExtractedDocument:
        text = source.data.decode()
        misbehave(text)
        if "PLEASE-REFUSE" in text:
            raise SourceRefused("It is not wanted.")
        pages = text.split("\f")
        elements: list[DocumentElement] = []
        notes = []
        for number, page in enumerate(pages, 1):
            if "PARTIAL" in page:
                notes.append(LedgerNote(FAILED_PAGE, "crash", page=number))
                continue
            for line in page.splitlines():
                box = (72.0, 72.0, 300.0, 90.0)
                elements.append(DocumentElement(f"e{len(elements)}", line, page=number, bbox=box, separator="\n"))
        records = tuple(PageRecord(n, len(page), 0) for n, page in enumerate(pages, 1))
        return ExtractedDocument(tuple(elements), Ledger(records, tuple(notes)), Fingerprint("0", "lines"))


class HangingFormats(FormatExtractor):
    """The real provider, but it hangs at the word of `fixtures/make_corpus.py`."""

    def extract_pages(
        self, source: SourceBytes, *, progress: Progress, without: Mapping[int, str], keep_going: bool
    ) -> ExtractedDocument:
        if HANG.encode() in source.data:
            time.sleep(600)
        return super().extract_pages(source, progress=progress, without=without, keep_going=keep_going)


class FirstWord(WellBehaved):
    """Hides the first word; the word CLEANING brings out the faults here rather than in the provider."""

    def plan(self, document: ExtractedDocument) -> EditPlan:
        if "CLEANING" in document.text:
            misbehave(document.text.replace("CLEANING", "PLEASE"))
        return super().plan(document)
