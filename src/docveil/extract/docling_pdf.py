"""PDF through Docling's pipeline, put together by hand from verified files: no plug-in, no service, no torch."""

import re
from collections.abc import Mapping, Sequence
from functools import cache
from importlib.metadata import version
from io import BytesIO
from pathlib import Path
from typing import Any

from docveil import __version__
from docveil.artifacts.catalogue import missing_packages
from docveil.artifacts.manifest import PROFILES
from docveil.artifacts.prepare import prepare
from docveil.artifacts.store import ArtifactStore, resolve_directory
from docveil.errors import DocveilError, ExtractionFailed, SourceRefused, UsageError
from docveil.extract.job import Job
from docveil.extract.line_layout import layout_of
from docveil.extract.mapping import map_document
from docveil.extract.offline import go_offline
from docveil.extract.pdf_contents import read_contents
from docveil.extract.provider import Order, Progress
from docveil.extract.quiet import quiet
from docveil.intake import Limits, SourceBytes, read_source
from docveil.model.document import FAILED_PAGE, ExtractedDocument, Fingerprint, Ledger, LedgerNote, PageRecord

# Docling keeps a name in its document; the source's own never gets that far.
_NAME = "source.pdf"
# Fewer characters a page than this, and nothing from OCR, and the document is refused as empty.
_FEWEST_CHARACTERS = 20
_INCLUDABLE = frozenset({"annotations"})
_PACKAGES = ("docling-core", "docling-slim", "numpy", "onnxruntime", "pypdfium2", "rapidocr-onnxruntime")

_TORCH_PACKAGES = ("docling-ibm-models", "torch", "torchvision", "transformers")


def prepare_docling_artifacts(
    directory: Path,
    *,
    allow_download: bool = False,
    profile: str = "embedded",
    wheelhouse: Path | None = None,
    expect: Path | None = None,
) -> None:
    """Make `directory` the model directory of `profile`; see `docveil.artifacts.prepare`.

    Raises:
        ArtifactsError: neither a download nor a wheelhouse was given, or something is not the pinned file.
    """
    prepare(directory, profile, allow_download=allow_download, wheelhouse=wheelhouse, expect=expect)


class DoclingExtractor:
    """Reads PDF files with Docling and the verified models of a profile.

    Building one hashes every model file and loads none; the models are loaded at the first document.

    Args:
        artifacts_path: Prepared model directory; None for `DOCVEIL_ARTIFACTS` or the default directory.
        profile: Which set of models: `embedded`, `heron-onnx`, or `heron`, which needs docveil[heron].
        order: `reading` for the order in which a person reads the page, `layout` for page, top, left.
        threads: Threads of the model runtime. But for torch, and with it `heron`, the result is the same for any number.
        limits: What is refused at the door.
        min_ocr_confidence: A document with a page that OCR read with less mean confidence is refused.
        include: What else is read: `annotations`.

    Raises:
        ArtifactsError: a model file is missing, changed or extra.
        UsageError: there is no such profile or order, or the profile needs packages that are not installed.
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
    ) -> None:
        if not include <= _INCLUDABLE:
            raise UsageError("Only annotations can be included.")
        if not 0.0 <= min_ocr_confidence <= 1.0:
            raise UsageError("The least OCR confidence must be from 0 to 1.")
        if order not in ("reading", "layout"):
            raise UsageError('The order must be "reading" or "layout".')
        self.store = ArtifactStore.open(resolve_directory(artifacts_path, profile), profile)
        if missing := missing_packages(profile):
            raise UsageError(
                f"The profile {profile} needs the extra docveil[{profile}]; not installed: {', '.join(missing)}.",
                next_step=f"Install docveil[{profile}], or take the profile heron-onnx or embedded.",
            )
        self._order: Order = order
        self._threads = threads
        self._limits = limits or Limits()
        self._min_confidence = min_ocr_confidence
        self._include = include
        self._pipeline: Any = None

    def __repr__(self) -> str:
        return f"DoclingExtractor(profile={self.store.profile}, order={self._order})"

    @property
    def fingerprint(self) -> Fingerprint:
        """Versions, options and model digests."""
        used = tuple(
            (role, sha) for role, sha in self.store.digests if re.split(r"[./]", role)[0] in ("layout", "tables", "ocr")
        )
        # How torch adds up depends on the number of threads.
        threads = (("extract.threads", str(self._threads)),) if self.store.profile == "heron" else ()
        return Fingerprint(
            docveil=__version__,
            provider="docling-pdf",
            packages=_versions(self.store.profile),
            options=(
                ("extract.include", ",".join(sorted(self._include))),
                ("extract.min_ocr_confidence", f"{self._min_confidence:g}"),
                ("extract.order", self._order),
                ("extract.profile", self.store.profile),
                *threads,
            ),
            models=used,
        )

    def extract(self, path: Path) -> ExtractedDocument:
        """The document in the file `path`; see `extract_source`."""
        return self.extract_source(read_source(path, self._limits))

    def extract_source(self, source: SourceBytes) -> ExtractedDocument:
        """Read a PDF whole, or not at all.

        Raises:
            ExtractionFailed: a page failed, or something could not be placed. The message names the page.
            ArtifactsError: a model cannot be loaded.
        """
        return self.extract_pages(source, progress=lambda _page, _done: None, without={}, keep_going=False)

    def extract_pages(
        self, source: SourceBytes, *, progress: Progress, without: Mapping[int, str], keep_going: bool
    ) -> ExtractedDocument:
        """Read a PDF without some pages; see `PagedExtractor`. Raises as `extract_source`."""
        contents = read_contents(source, annotations="annotations" in self._include, progress=progress, without=without)
        job = Job(contents.values, without=without, progress=progress)
        with quiet():
            try:
                document = self._convert(source, job)
            except DocveilError:
                raise
            except Exception as error:
                raise ExtractionFailed(f"Docling failed with {type(error).__name__}.") from None
        pages = sorted(job.records, key=lambda record: record.page)
        left_out = _left_out(source, pages, without, keep_going=keep_going)
        _refuse_if_empty(pages)
        _refuse_if_unsure(pages, self._min_confidence)
        elements, map_notes = map_document(document, order=self._order, extra=contents.comments)
        notes = (*contents.notes, *left_out, *_by_page(job.notes), *map_notes)
        layout = layout_of(elements, job.lines)
        return ExtractedDocument(elements, Ledger(tuple(pages), notes), self.fingerprint, layout)

    def _convert(self, source: SourceBytes, job: Job) -> Any:
        from docling.datamodel.base_models import ConversionStatus, InputFormat  # noqa: PLC0415 - slow to import
        from docling.datamodel.document import InputDocument  # noqa: PLC0415

        from docveil.extract.docling_backend import PdfiumDocument  # noqa: PLC0415
        from docveil.extract.docling_pipeline import ProfilePipeline, pipeline_options  # noqa: PLC0415

        if self._pipeline is None:
            if self.store.profile != PROFILES[0]:
                go_offline()
            self._pipeline = ProfilePipeline(pipeline_options(), self.store, self._threads)
        given = InputDocument(
            path_or_stream=BytesIO(source.data), format=InputFormat.PDF, backend=PdfiumDocument, filename=_NAME
        )
        backend = given._backend  # noqa: SLF001 - Docling's pipeline reaches it this way
        if not given.valid or not isinstance(backend, PdfiumDocument):
            raise ExtractionFailed("The PDF is truncated or corrupt: its parser cannot open it.")
        backend.job = job
        result = self._pipeline.execute(given, raises_on_error=False)
        whole = len(result.pages) == source.pages and all(page.assembled is not None for page in result.pages)
        # Pages that failed are told by their missing records; everything else must be well.
        if whole and (result.status is not ConversionStatus.SUCCESS or result.errors):
            raise ExtractionFailed("Docling did not read the document whole.")
        return result.document


def _left_out(
    source: SourceBytes, read: Sequence[PageRecord], without: Mapping[int, str], *, keep_going: bool
) -> list[LedgerNote]:
    """A line for each page that is not in the document.

    Raises:
        ExtractionFailed: a page failed, and that is not to be borne.
    """
    missing = sorted(set(range(1, source.pages + 1)) - {record.page for record in read})
    failed = [page for page in missing if page not in without]
    if failed and (not keep_going or not read):
        raise ExtractionFailed(f"Page {failed[0]} could not be read ({len(failed)} of {source.pages} pages failed).")
    return [LedgerNote(FAILED_PAGE, without.get(page, "error"), page=page) for page in missing]


@cache
def _versions(profile: str) -> tuple[tuple[str, str], ...]:
    """Installed versions; reading their metadata takes longer than reading a page."""
    extra = _TORCH_PACKAGES if profile == "heron" else ()
    return tuple((name, version(name)) for name in sorted((*_PACKAGES, *extra)))


def _refuse_if_empty(pages: Sequence[PageRecord]) -> None:
    """A document of blank pictures is no success with an empty text."""
    layer = sum(page.text_layer_characters for page in pages)
    if layer < _FEWEST_CHARACTERS * len(pages) and not any(page.ocr_characters for page in pages):
        raise SourceRefused(
            f"The source has {layer} characters on {len(pages)} pages, and OCR found no text: it is empty.",
            next_step="Check that the pages are not blank; scan them again at 200 dots per inch or more.",
        )


def _refuse_if_unsure(pages: Sequence[PageRecord], least: float) -> None:
    unsure = [p for p in pages if p.ocr_confidence is not None and p.ocr_confidence < least]
    if unsure:
        raise SourceRefused(
            f"OCR read page {unsure[0].page} with a mean confidence under {least:g} ({len(unsure)} pages in all).",
            next_step="Scan it again at 200 dots per inch or more, or lower --min-ocr-confidence.",
        )


def _by_page(notes: Any) -> list[Any]:
    return sorted(notes, key=lambda n: (n.page or 0, n.part, n.reason, n.bbox or ()))
