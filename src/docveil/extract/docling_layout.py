"""Layout of a page by PP-PicoDet trained on CDLA, as a stage of Docling's pipeline.

The detector is PicoDet (Yu et al. 2021, arXiv 2111.00902): at four strides, each grid point gives class scores and, for each
side of a box, a distribution over distances (generalised focal loss, Li et al. 2020, arXiv 2006.04388).
"""

from abc import abstractmethod
from collections.abc import Sequence
from typing import Any

import cv2
import numpy as np
from docling.datamodel.base_models import LayoutPrediction, Page
from docling.datamodel.document import ConversionResult
from docling.datamodel.pipeline_options import BaseLayoutOptions, LayoutOptions
from docling.models.base_layout_model import BaseLayoutModel
from numpy.typing import NDArray

from docveil.artifacts.store import VerifiedFile
from docveil.extract.blocks import Region
from docveil.extract.docling_backend import work_of
from docveil.extract.onnx import open_session
from docveil.extract.page_work import PageWork
from docveil.model.ranges import PageBox

Floats = NDArray[np.float32]

# The classes of CDLA, in the model's order.
_LABELS = (
    "text",
    "heading",
    "picture",
    "caption",
    "table",
    "caption",
    "page_header",
    "page_footer",
    "text",
    "formula",
)
_STRIDES = (8, 16, 32, 64)
_HEIGHT, _WIDTH = 800, 608
_MEAN = np.array([0.485, 0.456, 0.406], dtype=np.float32)
_DEVIATION = np.array([0.229, 0.224, 0.225], dtype=np.float32)
_MIN_SCORE = 0.4
_MAX_OVERLAP = 0.5


class RegionModel(BaseLayoutModel):
    """A layout stage: what it sees is kept with the page, as regions in points."""

    @classmethod
    def get_options_type(cls) -> type[BaseLayoutOptions]:
        """Docling's own options; none of them is read here."""
        return LayoutOptions

    def predict_layout(self, conv_res: ConversionResult, pages: Sequence[Page]) -> Sequence[LayoutPrediction]:
        """The regions of each page, kept with it; Docling gets an empty prediction."""
        for page in pages:
            work = work_of(page)
            image = page.get_image(scale=1.0) if work.words and self._is_asked(work) else None
            if image is not None:
                upright = np.rot90(np.asarray(image.convert("RGB")), -work.frame.quarter)
                work.regions = self._regions(upright, work.frame.page)
        return [LayoutPrediction() for _ in pages]

    @abstractmethod
    def _is_asked(self, work: PageWork) -> bool:
        """Whether the model is worth its time on this page."""

    @abstractmethod
    def _regions(self, image: NDArray[np.uint8], page: PageBox) -> list[Region]:
        """The regions on an upright picture of the page, `(rows, columns, RGB)`."""


class PicoDetLayoutModel(RegionModel):
    """The layout stage.

    Args:
        file: `layout_cdla.onnx`, verified.
        threads: Threads of the model runtime.
    """

    def __init__(self, file: VerifiedFile, threads: int) -> None:
        self._session = open_session(file, threads)

    def _is_asked(self, work: PageWork) -> bool:
        return not work.is_plain

    def _regions(self, image: NDArray[np.uint8], page: PageBox) -> list[Region]:
        outputs = self._session.run(None, {"image": _prepared(image)})
        found = detections([o[0] for o in outputs[:4]], [o[0] for o in outputs[4:]])
        scale = np.array([page.right / _WIDTH, page.bottom / _HEIGHT] * 2)
        regions = []
        for label, score, box in found:
            left, top, right, bottom = (float(v) for v in box * scale)
            left, top = max(left, 0.0), max(top, 0.0)
            edges = PageBox(left, top, max(min(right, page.right), left), max(min(bottom, page.bottom), top))
            regions.append(Region(_LABELS[label], edges, score))
        return regions


def _prepared(image: NDArray[np.uint8]) -> Floats:
    """`(1, 3, 800, 608)`, normalised as ImageNet; the channel order is the one that the model was trained with (BGR)."""
    resized = cv2.resize(np.ascontiguousarray(image[:, :, ::-1]), (_WIDTH, _HEIGHT)).astype(np.float32) / np.float32(
        255.0
    )
    normal = (resized - _MEAN) / _DEVIATION
    return np.ascontiguousarray(normal.transpose(2, 0, 1)[np.newaxis], dtype=np.float32)


def detections(scores: Sequence[Floats], distances: Sequence[Floats]) -> list[tuple[int, float, Floats]]:
    """`(class, score, box)` of what was found, best first; boxes are `(left, top, right, bottom)` in input pixels.

    Args:
        scores: For each stride, `(points, classes)`.
        distances: For each stride, `(points, 4 * bins)`.
    """
    boxes = np.concatenate([_boxes(d, s) for d, s in zip(distances, _STRIDES, strict=True)])
    merged = np.concatenate(list(scores))
    found: list[tuple[int, float, Floats]] = []
    for label in range(merged.shape[1]):
        candidates = np.flatnonzero(merged[:, label] > _MIN_SCORE)
        # A stable sort: equal scores stay in grid order, so the result never depends on the sorting algorithm.
        order = candidates[np.argsort(-merged[candidates, label], kind="stable")]
        found += [(label, float(merged[i, label]), boxes[i]) for i in _suppressed(boxes, order)]
    return sorted(found, key=lambda item: (-item[1], item[0], tuple(item[2].tolist())))


def _boxes(distances: Floats, stride: int) -> Floats:
    """The box of each grid point: its centre, and the expected distance to each side."""
    columns, rows = _WIDTH // stride + (_WIDTH % stride > 0), _HEIGHT // stride + (_HEIGHT % stride > 0)
    x, y = np.meshgrid((np.arange(columns) + 0.5) * stride, (np.arange(rows) + 0.5) * stride)
    centres = np.stack([x.ravel(), y.ravel(), x.ravel(), y.ravel()], axis=1)
    bins = distances.reshape(len(distances), 4, -1).astype(np.float64)
    weights = np.exp(bins - bins.max(axis=2, keepdims=True))
    expected = (weights / weights.sum(axis=2, keepdims=True) * np.arange(bins.shape[2])).sum(axis=2) * stride
    boxes: Floats = (centres + expected * np.array([-1, -1, 1, 1])).astype(np.float32)
    return boxes


def _suppressed(boxes: Floats, order: NDArray[np.intp]) -> list[int]:
    """Greedy non-maximum suppression by intersection over union."""
    kept: list[int] = []
    for index in order:
        if all(_overlap(boxes[index], boxes[other]) <= _MAX_OVERLAP for other in kept):
            kept.append(int(index))
    return kept


def _overlap(a: Any, b: Any) -> float:
    width = min(a[2], b[2]) - max(a[0], b[0])
    height = min(a[3], b[3]) - max(a[1], b[1])
    if width <= 0 or height <= 0:
        return 0.0
    shared = width * height
    return float(shared / ((a[2] - a[0]) * (a[3] - a[1]) + (b[2] - b[0]) * (b[3] - b[1]) - shared))
