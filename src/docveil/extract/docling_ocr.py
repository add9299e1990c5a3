"""OCR by the RapidOCR engine with the verified PP-OCRv6 weights, as a stage of Docling's pipeline.

A page with a usable text layer is never recognised as a whole; a page without one is.
"""

from collections.abc import Iterable
from typing import Any

import numpy as np
from docling.datamodel.base_models import Page
from docling.datamodel.document import ConversionResult
from docling.models.base_model import BasePageModel
from docling_core.types.doc import BoundingBox, CoordOrigin
from docling_core.types.doc.page import BoundingRectangle, TextCell

from docveil.artifacts.store import ArtifactStore
from docveil.errors import ArtifactsError

# Fewer non-blank characters in the text layer, and it is not taken for the page's text (a stamp, a page number).
USABLE_CHARACTERS = 20
_DOTS_PER_INCH = 200
_SCALE = _DOTS_PER_INCH / 72.0
# The engine scales a picture down to this many pixels on the longer side; A4 at 200 dots per inch has 2,339.
_LONGEST_SIDE = 2600
_MIN_SCORE = 0.5


class RapidOcrStage(BasePageModel):
    """The OCR stage.

    Args:
        store: The verified files `ocr.detect`, `ocr.recognise` and `ocr.direction`.
        threads: Threads of the model runtime.

    Raises:
        ArtifactsError: the engine cannot load the files.
    """

    def __init__(self, store: ArtifactStore, threads: int) -> None:
        self._engine = _engine(store, threads)

    def __call__(self, conv_res: ConversionResult, page_batch: Iterable[Page]) -> Iterable[Page]:
        """Pages with the recognised lines as their text cells, where the text layer is not usable."""
        for page in page_batch:
            if layer_characters(page) < USABLE_CHARACTERS:
                cells = self._read(page)
                if cells:
                    _replace_cells(page, cells)
            yield page

    def _read(self, page: Page) -> list[TextCell]:
        image = page.get_image(scale=_SCALE)
        if image is None:
            return []
        found, _ = self._engine(np.asarray(image.convert("RGB"))[:, :, ::-1])
        cells: list[TextCell] = []
        for corners, text, score in found or []:
            if not text.strip():
                continue
            x = [float(point[0]) / _SCALE for point in corners]
            y = [float(point[1]) / _SCALE for point in corners]
            box = BoundingBox(l=min(x), t=min(y), r=max(x), b=max(y), coord_origin=CoordOrigin.TOPLEFT)
            cells.append(
                TextCell(
                    index=len(cells),
                    text=text,
                    orig=text,
                    confidence=float(score),
                    from_ocr=True,
                    rect=BoundingRectangle.from_bounding_box(box),
                )
            )
        return cells


def layer_characters(page: Page) -> int:
    """Non-blank characters of the page's text layer."""
    return sum(len("".join(cell.text.split())) for cell in page.cells if not cell.from_ocr)


def _replace_cells(page: Page, cells: list[TextCell]) -> None:
    if page.parsed_page is None:
        return
    # What little the text layer had stays, behind what was read: nothing is lost, and the assembly drops duplicates.
    kept = [cell for cell in page.parsed_page.textline_cells if cell.text.strip() and not _overlaps(cell, cells)]
    merged = [*cells, *kept]
    for index, cell in enumerate(merged):
        cell.index = index
    page.parsed_page.textline_cells = merged
    page.parsed_page.has_lines = True


def _overlaps(cell: TextCell, others: list[TextCell]) -> bool:
    box = cell.rect.to_bounding_box()
    return any(box.intersection_over_self(other.rect.to_bounding_box()) > 0.5 for other in others)


def _engine(store: ArtifactStore, threads: int) -> Any:
    """RapidOCR on verified files only; its bundled weights, which join English words, are never opened."""
    from rapidocr_onnxruntime import RapidOCR  # noqa: PLC0415 - slow to import, and only scans need it

    paths = {}
    for role, name in (("ocr.detect", "det"), ("ocr.recognise", "rec"), ("ocr.direction", "cls")):
        file = store.file(role)
        file.read_bytes()
        paths[f"{name}_model_path"] = str(file.path)
    try:
        return RapidOCR(
            **paths,
            text_score=_MIN_SCORE,
            max_side_len=_LONGEST_SIDE,
            intra_op_num_threads=threads,
            inter_op_num_threads=1,
        )
    except Exception:
        raise ArtifactsError("The OCR models cannot be loaded.") from None
