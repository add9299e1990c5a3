"""A PDF at the door. Nothing here reads its text; pypdfium2 is asked for the number and size of pages only."""

from typing import Any

import pypdfium2

from docveil.errors import ExtractionFailed, SourceRefused
from docveil.intake.limits import Limits

# The end marker stands last; some writers add a little after it. A file cut short ends in the middle of something.
_END = b"%%EOF"
_TRAILER_WINDOW = 1024
_POINTS_PER_INCH = 72.0


def check_pdf(data: bytes, limits: Limits) -> int:
    """The number of pages.

    Raises:
        SourceRefused: locked, or over a limit.
        ExtractionFailed: truncated or corrupt.
    """
    pages = _check_pages(data, limits)
    # After opening, so that a locked file is called locked. pdfium mends a cut file and shows fewer pages: text would
    # be lost and nobody told.
    end = data.rfind(_END)
    if end < 0 or len(data[end + len(_END) :].strip(b"\0\t\n\f\r ")) > _TRAILER_WINDOW:
        raise ExtractionFailed("The PDF ends before its end marker: it was cut short.")
    return pages


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
