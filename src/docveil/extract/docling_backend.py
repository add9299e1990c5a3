"""Docling's view of a PDF, through pdfium: the page's size and picture. The text is read by docveil's own stage."""

from collections.abc import Iterable
from io import BytesIO
from pathlib import Path
from typing import Any

import pypdfium2
from docling.backend.pdf_backend import PdfDocumentBackend, PdfPageBackend
from docling.datamodel.backend_options import PdfBackendOptions
from docling.datamodel.base_models import Page
from docling.datamodel.document import InputDocument
from docling.utils.locks import pypdfium2_lock
from docling_core.types.doc import BoundingBox, CoordOrigin, Size
from docling_core.types.doc.page import SegmentedPdfPage, TextCell
from PIL import Image

from docveil.extract.job import Job
from docveil.extract.page_work import PageWork
from docveil.extract.pdfium_file import Opening, PdfiumFile


class PdfiumPage(PdfPageBackend):
    """One page. `native` may be used under `pypdfium2_lock` only: pdfium has no threads."""

    def __init__(self, file: PdfiumFile | None, index: int, job: Job) -> None:
        self.job = job
        self._index = index
        self.native: Any = None
        self._opening: Opening | None = None
        self._size = Size()
        if file is None:
            return
        try:
            self.native, self._opening = file.take(index)
            self._size = Size(width=float(self.native.get_width()), height=float(self.native.get_height()))
        except pypdfium2.PdfiumError:
            self.native = None
            if self._opening is not None:
                self._opening.give_back()

    @property
    def page_no(self) -> int:
        """From 1."""
        return self._index + 1

    def is_valid(self) -> bool:
        """Whether pdfium could load it."""
        return self.native is not None

    def get_size(self) -> Size:
        """Of the page as shown, in points."""
        return self._size

    def get_page_image(self, scale: float = 1, cropbox: BoundingBox | None = None) -> Image.Image:
        """The page, or a part of it, at `scale` pixels a point."""
        crop = (0.0, 0.0, 0.0, 0.0)
        if cropbox is not None:
            box = cropbox.to_top_left_origin(self._size.height)
            crop = (box.l, self._size.height - box.b, self._size.width - box.r, box.t)
        with pypdfium2_lock:
            bitmap = self.native.render(scale=scale, crop=crop)
            image: Image.Image = bitmap.to_pil().convert("RGB")
            bitmap.close()
        return image

    def get_bitmap_rects(self, scale: float = 1) -> Iterable[BoundingBox]:
        """Not asked for: docveil's own stage reads pictures."""
        return ()

    def get_text_in_rect(self, bbox: BoundingBox) -> str:
        """Not asked for: docveil's own stage reads the text."""
        return ""

    def get_segmented_page(self) -> SegmentedPdfPage | None:
        """Not asked for: docveil's own stage reads the text."""
        return None

    def get_text_cells(self) -> Iterable[TextCell]:
        """Not asked for: docveil's own stage reads the text."""
        return ()

    def unload(self) -> None:
        """Release the page."""
        if self.native is not None:
            with pypdfium2_lock:
                self.native.close()
                if self._opening is not None:
                    self._opening.give_back()
            self.native = None


class PdfiumDocument(PdfDocumentBackend):
    """A PDF in memory, and the job of reading it: a stage that outlives a failed document cannot reach the next one's."""

    def __init__(
        self, in_doc: InputDocument, path_or_stream: BytesIO | Path, options: PdfBackendOptions | None = None
    ) -> None:
        super().__init__(in_doc, path_or_stream, options)
        with pypdfium2_lock:
            self._file: PdfiumFile | None = PdfiumFile(_bytes_of(path_or_stream))
        self.job = Job()

    def page_count(self) -> int:
        """Number of pages."""
        with pypdfium2_lock:
            return len(self._file.opening.document) if self._file is not None else 0

    def load_page(self, page_no: int) -> PdfiumPage:
        """Page number `page_no`, from zero; one that is left out is not valid, and Docling passes it by."""
        if page_no + 1 in self.job.without:
            return PdfiumPage(None, page_no, self.job)
        self.job.progress(page_no + 1, False)
        with pypdfium2_lock:
            return PdfiumPage(self._file, page_no, self.job)

    def is_valid(self) -> bool:
        """Whether it has pages."""
        return self.page_count() > 0

    def unload(self) -> None:
        """Release the document."""
        if self._file is not None:
            with pypdfium2_lock:
                self._file.close()
            self._file = None
        super().unload()  # type: ignore[no-untyped-call]


def _bytes_of(source: BytesIO | Path) -> bytes:
    return source.read_bytes() if isinstance(source, Path) else source.getvalue()


def backend_of(page: Page) -> PdfiumPage:
    """The page's backend; Docling's stages reach it in the same way.

    Raises:
        TypeError: the page is another backend's.
    """
    backend = page._backend  # noqa: SLF001
    if not isinstance(backend, PdfiumPage):
        raise TypeError
    return backend


def work_of(page: Page) -> PageWork:
    """What is known about a page that was read."""
    return backend_of(page).job.pages[page.page_no]


def top_left(left: float, top: float, right: float, bottom: float) -> BoundingBox:
    """A box in Docling's terms."""
    return BoundingBox(l=left, t=top, r=right, b=bottom, coord_origin=CoordOrigin.TOPLEFT)
