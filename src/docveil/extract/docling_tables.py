"""Table structure by SLANet-plus, as a stage of Docling's pipeline.

SLANet (PaddleOCR, PP-StructureV2, Li et al. 2022, arXiv 2210.05391) writes a table as HTML structure tokens, and with each
cell token the four corners of the cell in the padded input picture.
"""

import re
from abc import abstractmethod
from collections.abc import Sequence
from functools import partial
from typing import Any

import cv2
import numpy as np
from attrs import evolve
from docling.datamodel.base_models import Page, TableStructurePrediction
from docling.datamodel.document import ConversionResult
from docling.datamodel.pipeline_options import BaseTableStructureOptions, TableStructureOptions
from docling.models.base_table_model import BaseTableStructureModel
from numpy.typing import NDArray

from docveil.artifacts.store import VerifiedFile
from docveil.extract.docling_backend import top_left, work_of
from docveil.extract.grid import GridCell
from docveil.extract.onnx import open_session
from docveil.extract.page_work import PageWork
from docveil.extract.table_finder import find_tables
from docveil.model.ranges import CellSpan, PageBox

_SIDE = 488
_MEAN = np.array([0.485, 0.456, 0.406], dtype=np.float32)
_DEVIATION = np.array([0.229, 0.224, 0.225], dtype=np.float32)
# Pixels per point of the picture of a table.
_SCALE = 2.0
# Points around a table that belong to its picture: outer rules stand on the edge.
_MARGIN = 4.0
_SPAN = re.compile(r'\s*(col|row)span="(\d+)"')


class CellModel(BaseTableStructureModel):
    """A table stage: ruling lines where they make a whole grid, else a model; the cells are kept with the page."""

    enabled = True

    @classmethod
    def get_options_type(cls) -> type[BaseTableStructureOptions]:
        """Docling's own options; none of them is read here."""
        return TableStructureOptions

    def predict_tables(self, conv_res: ConversionResult, pages: Sequence[Page]) -> Sequence[TableStructurePrediction]:
        """The structure of each table on the pages, kept with it; Docling gets an empty prediction."""
        for page in pages:
            find_tables(work_of(page), partial(self._predict, page))
        return [TableStructurePrediction() for _ in pages]

    @abstractmethod
    def _predict(self, page: Page, work: PageWork, region: PageBox) -> tuple[GridCell, ...]:
        """The cells of a region of the page, in its straight frame; none where the model sees no table."""


class SlanetTableModel(CellModel):
    """The table stage of the embedded model.

    Args:
        file: `slanet-plus.onnx`, verified.
        threads: Threads of the model runtime.
    """

    def __init__(self, file: VerifiedFile, threads: int) -> None:
        self._session = open_session(file, threads)
        self._tokens = ["sos", *_dictionary(self._session), "eos"]

    def _predict(self, page: Page, work: PageWork, region: PageBox) -> tuple[GridCell, ...]:
        whole = work.frame.page
        box = PageBox(
            max(region.left - _MARGIN, 0.0),
            max(region.top - _MARGIN, 0.0),
            min(region.right + _MARGIN, whole.right),
            min(region.bottom + _MARGIN, whole.bottom),
        )
        shown = work.frame.shown(box)
        image = page.get_image(scale=_SCALE, cropbox=top_left(*shown.as_tuple()))
        if image is None:
            return ()
        pixels, ratio = _prepared(np.rot90(np.asarray(image.convert("RGB")), -work.frame.quarter))
        corners, structure = self._session.run(None, {"x": pixels})
        chosen = structure[0].argmax(axis=1)
        tokens: list[str] = []
        boxes: list[PageBox] = []
        for step, index in enumerate(chosen):
            token = self._tokens[int(index)]
            if token == "eos":
                break
            if token == "sos":
                continue
            tokens.append(token)
            if token in ("<td", "<td></td>"):
                boxes.append(_page_box(corners[0][step], ratio, box))
        return grid_from_tokens(tokens, boxes)


def _dictionary(session: Any) -> list[str]:
    """The structure tokens in the model's metadata; an empty cell without a span is one token."""
    tokens = session.get_modelmeta().custom_metadata_map["character"].splitlines()
    if "<td></td>" not in tokens:
        tokens.append("<td></td>")
    return [t for t in tokens if t != "<td>"]


def _prepared(image: NDArray[np.uint8]) -> tuple[NDArray[np.float32], float]:
    """`(1, 3, 488, 488)`, the longer side scaled to fit and the rest black; and the scale."""
    height, width = image.shape[:2]
    ratio = _SIDE / max(height, width)
    resized = cv2.resize(
        np.ascontiguousarray(image[:, :, ::-1]), (max(int(width * ratio), 1), max(int(height * ratio), 1))
    )
    normal = (resized.astype(np.float32) / np.float32(255.0) - _MEAN) / _DEVIATION
    padded = np.zeros((_SIDE, _SIDE, 3), dtype=np.float32)
    padded[: normal.shape[0], : normal.shape[1]] = normal
    return np.ascontiguousarray(padded.transpose(2, 0, 1)[np.newaxis], dtype=np.float32), ratio


def _page_box(corners: NDArray[np.float32], ratio: float, region: PageBox) -> PageBox:
    """Corners, as shares of the padded square, as a box on the page in points."""
    x = [float(v) * _SIDE / ratio / _SCALE + region.left for v in corners[0::2]]
    y = [float(v) * _SIDE / ratio / _SCALE + region.top for v in corners[1::2]]
    return PageBox(min(x), min(y), max(x), max(y))


def grid_from_tokens(tokens: Sequence[str], boxes: Sequence[PageBox]) -> tuple[GridCell, ...]:
    """HTML structure tokens as cells of a grid; a slot that a span from above holds is passed over."""
    taken: set[tuple[int, int]] = set()
    cells: list[GridCell] = []
    row = -1
    column = 0
    spans = {"row": 1, "col": 1}
    remaining = list(reversed(boxes))

    def close() -> None:
        nonlocal column
        while (row, column) in taken:
            column += 1
        span = CellSpan(row, row + spans["row"], column, column + spans["col"])
        taken.update((r, c) for r in range(row, span.row_end) for c in range(column, span.column_end))
        cells.append(GridCell(span, remaining.pop()))
        column = span.column_end
        spans.update(row=1, col=1)

    for token in tokens:
        if token == "<tr>":
            row, column = row + 1, 0
        elif row < 0 or not remaining:
            continue
        elif token in ("<td></td>", "</td>"):
            close()
        elif match := _SPAN.fullmatch(token):
            spans[match[1]] = min(max(int(match[2]), 1), 64)
    return _clipped(cells, row + 1)


def _clipped(cells: Sequence[GridCell], rows: int) -> tuple[GridCell, ...]:
    """A row span may not reach past the last row."""
    return tuple(evolve(c, span=evolve(c.span, row_end=min(c.span.row_end, rows))) for c in cells)
