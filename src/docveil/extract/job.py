"""One document at work: what the stages of Docling's pipeline share, page by page."""

from collections.abc import Mapping

from attrs import define, field

from docveil.extract.line_layout import PlacedText
from docveil.extract.page_work import FormValue, PageWork
from docveil.extract.provider import Progress
from docveil.model.document import LedgerNote, PageRecord


@define
class Job:
    """Filled by the stages; each page is in the hands of one stage at a time.

    Attributes:
        values: Filled form fields by page number.
        pages: Pages at work, by number; one that is done is let go, so that memory does not grow with the document.
        without: Pages that are left out, and why.
        progress: Told when work on a page begins and when it is done.
        records: An account of each page that is done.
        notes: For the ledger.
        lines: Where the lines of each text are.
    """

    values: dict[int, tuple[FormValue, ...]] = field(factory=dict)
    pages: dict[int, PageWork] = field(factory=dict)
    without: Mapping[int, str] = field(factory=dict)
    progress: Progress = lambda _page, _done: None
    records: list[PageRecord] = field(factory=list)
    notes: list[LedgerNote] = field(factory=list)
    lines: list[PlacedText] = field(factory=list)

    def done(self, page: int) -> None:
        """Let a page go and keep its account."""
        work = self.pages.pop(page)
        self.records.append(work.record)
        self.notes += work.notes
        self.progress(page, True)
