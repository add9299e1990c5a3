"""The provider that reads every type of `docveil formats`."""

from collections.abc import Mapping
from functools import partial
from importlib.metadata import version
from pathlib import Path

from attrs import evolve

from docveil import __version__
from docveil.artifacts.store import ArtifactStore
from docveil.errors import SourceRefused, UsageError
from docveil.extract.docling_pdf import DoclingExtractor
from docveil.extract.flow import Content, Notes, Tick, joined, numbered
from docveil.extract.picture_pages import frame_pages, has_metadata
from docveil.extract.provider import Order, Progress
from docveil.extract.readers import ReadOptions, read_format
from docveil.intake import Limits, SourceBytes, read_source
from docveil.intake.formats import EML, MSG, PDF, format_of
from docveil.model.document import ExtractedDocument, Fingerprint, Ledger, LedgerNote, PageRecord

_PACKAGES = ("docling-core", "docling-slim", "lxml", "openpyxl", "python-docx", "python-oxmsg", "python-pptx")
# What may be asked for besides the text itself.
INCLUDABLE = frozenset({"annotations", "comments", "quoted"})


class FormatExtractor:
    """Reads every type of `docveil formats`: PDF with the verified models, everything else without any.

    Args:
        artifacts_path: Prepared model directory; None for `DOCVEIL_ARTIFACTS` or the default directory.
        profile: Which set of models.
        order: Order of the elements of a PDF, `reading` or `layout`.
        threads: Threads of the model runtime; the result is the same for any number.
        limits: What is refused at the door.
        min_ocr_confidence: A PDF or picture with a page that OCR read with less mean confidence is refused.
        include: What else is read: `comments` (for a PDF also called `annotations`) and `quoted`, the history in e-mails.
        html: `main` for the main text of a web page, `full` for the whole page.

    Raises:
        ArtifactsError: a model file is missing, changed or extra.
        UsageError: an option has a value that is not known.
    """

    def __init__(  # noqa: PLR0913 - options, each by name
        self,
        artifacts_path: Path | None = None,
        *,
        profile: str = "embedded",
        order: Order = "reading",
        threads: int = 2,
        limits: Limits | None = None,
        min_ocr_confidence: float = 0.0,
        include: frozenset[str] = frozenset(),
        html: str = "main",
    ) -> None:
        if not include <= INCLUDABLE:
            raise UsageError(f"What can be included: {', '.join(sorted(INCLUDABLE))}.")
        if html not in ("main", "full"):
            raise UsageError('The part of a web page must be "main" or "full".')
        comments = bool(include & {"annotations", "comments"})
        self._limits = limits or Limits()
        self._min_confidence = min_ocr_confidence
        # One a type: the versions of packages are read from disk.
        self._fingerprints: dict[str, Fingerprint] = {}
        self._options = ReadOptions(html, comments, "quoted" in include, self._limits)
        self._pdf = DoclingExtractor(
            artifacts_path,
            profile=profile,
            order=order,
            threads=threads,
            limits=limits,
            min_ocr_confidence=min_ocr_confidence,
            include=frozenset({"annotations"}) if comments else frozenset(),
        )

    def __repr__(self) -> str:
        return f"FormatExtractor({self._pdf!r}, html={self._options.html})"

    @property
    def store(self) -> ArtifactStore:
        """The verified model files."""
        return self._pdf.store

    def extract(self, path: Path) -> ExtractedDocument:
        """The document in the file `path`; see `extract_source`."""
        return self.extract_source(read_source(path, self._limits))

    def extract_source(self, source: SourceBytes) -> ExtractedDocument:
        """Read a source whole, or not at all.

        Raises:
            ExtractionFailed: a part could not be read.
            SourceRefused: there is no text in it, or a part of it is hostile or over a limit.
            ArtifactsError: a model cannot be loaded.
        """
        return self.extract_pages(source, progress=lambda _page, _done: None, without={}, keep_going=False)

    def extract_pages(
        self, source: SourceBytes, *, progress: Progress, without: Mapping[int, str], keep_going: bool
    ) -> ExtractedDocument:
        """Read a source; only a PDF can do without some pages. Raises as `extract_source`.

        For other types `progress` is told only that something is done, never that a page begins: then no page is blamed
        for a hang and tried to do without.
        """
        if source.media_type == PDF:
            return self._pdf.extract_pages(source, progress=progress, without=without, keep_going=keep_going)

        def tick() -> None:
            progress(1, True)

        content = read_format(source, self._options, partial(self._read_pages, tick=tick), tick=tick)
        tick()
        if not content.elements:
            raise SourceRefused(
                f"The source is empty: there is no text in its {format_of(source.media_type).name} parts that are read.",
                next_step="Check that the file opens and shows text.",
            )
        elements = numbered(content.elements, tick)
        tick()
        document = ExtractedDocument(elements, Ledger(content.pages, content.notes), self._fingerprint(source))
        tick()
        return document

    def _read_pages(self, source: SourceBytes, tick: Tick) -> Content:
        """A PDF that is attached to something, or a picture."""
        if source.media_type == PDF:
            document = self._read_pdf(source, tick)
            return Content(document.elements, document.ledger.notes, document.ledger.pages)
        notes = Notes()
        notes.add("metadata", count=1 if has_metadata(source.data) else 0)
        pages = [self._read_frame(data, page, tick) for page, data in enumerate(frame_pages(source.data), start=1)]
        whole = joined(pages)
        records = tuple(record for content in pages for record in content.pages)
        return Content(whole.elements, (*notes.lines(), *whole.notes), records)

    def _read_pdf(self, source: SourceBytes, tick: Tick) -> ExtractedDocument:
        return self._pdf.extract_pages(source, progress=lambda _page, _done: tick(), without={}, keep_going=False)

    def _read_frame(self, data: bytes, page: int, tick: Tick) -> Content:
        try:
            document = self._read_pdf(SourceBytes(data, PDF, 1), tick)
        except SourceRefused:
            if self._min_confidence:
                raise
            # An empty page between others; a picture of nothing but empty pages has no element and is refused.
            return Content(notes=(LedgerNote("page", "no_text_found", page=page),), pages=(PageRecord(page, 0, 0),))
        return Content(
            tuple(evolve(e, page=page) for e in document.elements),
            tuple(evolve(n, page=page) for n in document.ledger.notes),
            tuple(evolve(r, page=page) for r in document.ledger.pages),
        )

    def _fingerprint(self, source: SourceBytes) -> Fingerprint:
        if source.media_type not in self._fingerprints:
            self._fingerprints[source.media_type] = self._new_fingerprint(source)
        return self._fingerprints[source.media_type]

    def _new_fingerprint(self, source: SourceBytes) -> Fingerprint:
        pages = self._pdf.fingerprint
        # An e-mail may hold a picture or a PDF, so what reads these goes into its fingerprint too.
        reads_pages = format_of(source.media_type).is_picture or source.media_type in (EML, MSG)
        return Fingerprint(
            docveil=__version__,
            provider="docling-formats",
            packages=tuple(sorted({*((n, version(n)) for n in _PACKAGES), *(pages.packages if reads_pages else ())})),
            options=tuple(
                sorted(
                    (
                        *(pages.options if reads_pages else ()),
                        ("extract.comments", str(self._options.comments).lower()),
                        ("extract.html", self._options.html),
                        ("extract.quoted", str(self._options.quoted).lower()),
                        ("extract.type", source.media_type),
                    )
                )
            ),
            models=pages.models if reads_pages else (),
        )
