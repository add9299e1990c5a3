"""The door: what a source is, decided by its first bytes, and whether it is within the limits.

Nothing here reads the text of a document; pypdfium2 is asked for the number and size of pages only.
"""

import hashlib
from pathlib import Path
from typing import Any

import pypdfium2
from attrs import field, frozen

from docveil.errors import ExtractionFailed, SourceRefused

PDF = "application/pdf"
# PDF 32000-1, annex H: readers accept the header anywhere within the first 1024 bytes.
_HEADER_WINDOW = 1024
# The end marker stands last; some writers add a little after it. A file cut short ends in the middle of something.
_END = b"%%EOF"
_TRAILER_WINDOW = 1024
# The largest page that PDF 32000-1 annex C names: 200 inches.
_POINTS_PER_INCH = 72.0


@frozen
class Limits:
    """What is refused at the door.

    Attributes:
        max_bytes: Largest source, in bytes.
        max_pages: Most pages.
        max_page_points: Longest side of a page, in points.
        max_rendered_pixels: Most pixels over all pages, as if each were rendered at 200 dots per inch.
    """

    max_bytes: int = 100 * 1024 * 1024
    max_pages: int = 2000
    max_page_points: float = 14_000.0
    max_rendered_pixels: int = 12_000_000_000


@frozen(repr=False)
class SourceBytes:
    """A source that passed the door.

    Attributes:
        data: Its bytes, exactly as they were read.
        doc_id: First 16 hex digits of the SHA-256 of `data`; no name goes into it.
        media_type: What it is, by its first bytes.
        pages: Number of pages.
    """

    data: bytes
    media_type: str
    pages: int
    doc_id: str = field(init=False)

    def __attrs_post_init__(self) -> None:
        object.__setattr__(self, "doc_id", hashlib.sha256(self.data).hexdigest()[:16])

    def __repr__(self) -> str:
        return f"SourceBytes({self.doc_id}, {self.media_type}, {len(self.data)} bytes, {self.pages} pages)"


def read_source(path: Path, limits: Limits | None = None) -> SourceBytes:
    """Read a source file once and check it.

    Raises:
        SourceRefused: not a readable file, empty, of another type, locked, or over a limit. The file's name is not said.
        ExtractionFailed: a PDF that is truncated or corrupt.
    """
    limits = limits or Limits()
    try:
        if not path.is_file():
            raise SourceRefused("The source is not a file.")
        with path.open("rb") as file:
            data = file.read(limits.max_bytes + 1)
    except OSError:
        raise SourceRefused("The source cannot be read.", next_step="Check its permissions.") from None
    return check_source(data, limits)


def check_source(data: bytes, limits: Limits | None = None) -> SourceBytes:
    """Check a source that is in memory already; raises as `read_source`."""
    limits = limits or Limits()
    if not data:
        raise SourceRefused("The source is empty: zero bytes.")
    if len(data) > limits.max_bytes:
        raise SourceRefused(f"The source is over the limit of {limits.max_bytes} bytes.")
    if b"%PDF-" not in data[:_HEADER_WINDOW]:
        raise SourceRefused("The source is not a PDF by its first bytes.", next_step="Convert it to PDF first.")
    pages = _check_pages(data, limits)
    # After opening, so that a locked file is called locked. pdfium mends a cut file and shows fewer pages: text would
    # be lost and nobody told.
    end = data.rfind(_END)
    if end < 0 or len(data[end + len(_END) :].strip(b"\0\t\n\f\r ")) > _TRAILER_WINDOW:
        raise ExtractionFailed("The PDF ends before its end marker: it was cut short.")
    return SourceBytes(data, PDF, pages)


def _check_pages(data: bytes, limits: Limits) -> int:
    document = _open(data)
    try:
        pages = len(document)
        if pages == 0:
            raise ExtractionFailed("The PDF has no page.")
        if pages > limits.max_pages:
            raise SourceRefused(f"The source has {pages} pages, over the limit of {limits.max_pages}.")
        pixels = 0.0
        for number in range(1, pages + 1):
            width, height = _page_size(document, number)
            if max(width, height) > limits.max_page_points:
                raise SourceRefused(f"Page {number} is over the limit of {limits.max_page_points:g} points a side.")
            pixels += width * height * (200.0 / _POINTS_PER_INCH) ** 2
        if pixels > limits.max_rendered_pixels:
            raise SourceRefused("The pages are over the limit of rendered pixels.")
        return pages
    finally:
        document.close()


def _open(data: bytes) -> Any:
    """The PDF, opened with the empty user password: a file locked only against change is read."""
    try:
        return pypdfium2.PdfDocument(data)
    except pypdfium2.PdfiumError as error:
        if getattr(error, "err_code", None) == pypdfium2.raw.FPDF_ERR_PASSWORD:
            raise SourceRefused(
                "The PDF asks for a password to be opened.", next_step="Save a copy without the password."
            ) from None
        if getattr(error, "err_code", None) == pypdfium2.raw.FPDF_ERR_SECURITY:
            raise SourceRefused("The PDF is locked in a way that cannot be opened.") from None
        raise ExtractionFailed("The PDF is truncated or corrupt: no page could be found in it.") from None


def _page_size(document: Any, number: int) -> tuple[float, float]:
    try:
        width, height = document.get_page_size(number - 1)
    except pypdfium2.PdfiumError:
        # Whether one corrupt page fails the document is not for the door to say: the provider fails on it.
        return 0.0, 0.0
    return float(width), float(height)
