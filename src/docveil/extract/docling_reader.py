"""The first stage of Docling's pipeline: the page's words, from its text layer or by OCR, and what is drawn on it."""

from collections.abc import Iterable

import numpy as np
from docling.datamodel.base_models import Page
from docling.datamodel.document import ConversionResult
from docling.models.base_model import BasePageModel
from docling.utils.locks import pypdfium2_lock

from docveil.artifacts.store import ArtifactStore
from docveil.extract.docling_backend import backend_of, top_left
from docveil.extract.page_work import PageWork, Pixels, Straight
from docveil.extract.pdf_reader import DOTS_PER_POINT, read_page
from docveil.extract.pdfium_page import read_shapes
from docveil.extract.pdfium_text import read_words
from docveil.extract.rapid_ocr import Recognised, Recogniser
from docveil.model.ranges import PageBox


class ReaderStage(BasePageModel):
    """Reads pages into their job.

    Args:
        store: The verified model files.
        threads: Threads of the model runtime.
    """

    def __init__(self, store: ArtifactStore, threads: int) -> None:
        self._store = store
        self._threads = threads
        self._recogniser: Recogniser | None = None

    def __call__(self, conv_res: ConversionResult, page_batch: Iterable[Page]) -> Iterable[Page]:
        """Pages as they came; what was read is kept with them."""
        for page in page_batch:
            self._read(page)
            yield page

    def _read(self, page: Page) -> None:
        backend = backend_of(page)
        with pypdfium2_lock:
            words, unmapped = read_words(backend.native)
            shapes = read_shapes(backend.native)
        size = backend.get_size()
        work = PageWork(page.page_no, Straight(size.width, size.height), shapes=shapes)
        work.values = backend.job.values.get(page.page_no, ())

        def render(box: PageBox) -> Pixels:
            image: Pixels = np.asarray(backend.get_page_image(DOTS_PER_POINT, top_left(*box.as_tuple())))
            return image

        read_page(work, words, unmapped, render, self._recognise)
        backend.job.pages[page.page_no] = work

    def _recognise(self, picture: Pixels, straighten: bool) -> Recognised:
        if self._recogniser is None:
            self._recogniser = Recogniser(self._store, self._threads)
        return self._recogniser.read(picture, straighten=straighten)


class PassStage(BasePageModel):
    """A stage of Docling's that has nothing to do here."""

    def __call__(self, conv_res: ConversionResult, page_batch: Iterable[Page]) -> Iterable[Page]:
        """The pages as they came."""
        yield from page_batch
