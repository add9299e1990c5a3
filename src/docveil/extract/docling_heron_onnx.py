"""Docling's layout model Heron as ONNX, as a stage of Docling's pipeline: without torch and without the hub's client.

The model takes `images`, `(1, 3, height, width)`, and `orig_target_sizes`, `(1, 2)`, and gives `labels`, `boxes` and `scores`
of as many regions as it has queries, the boxes in pixels of the size that it was told.
"""

import json
from typing import Any

import numpy as np
from numpy.typing import NDArray
from PIL import Image

from docveil.artifacts.store import ArtifactStore, VerifiedFile
from docveil.errors import ArtifactsError
from docveil.extract.blocks import Region
from docveil.extract.docling_layout import RegionModel
from docveil.extract.heron import LEAST_SCORE, named, regions_of
from docveil.extract.onnx import open_session
from docveil.extract.page_work import PageWork
from docveil.model.ranges import PageBox

# A square: whether the model was exported for (width, height) or (height, width) then makes no difference.
_SIDE = 1000
_LARGEST_INPUT = 4096
_OUTPUTS = ("labels", "boxes", "scores")


class HeronOnnxLayoutModel(RegionModel):
    """The layout stage.

    Args:
        store: Holds `layout/model.onnx`, `layout/config.json` and `layout/preprocessor_config.json`.
        threads: Threads of the model runtime.

    Raises:
        ArtifactsError: the files are no such model.
    """

    def __init__(self, store: ArtifactStore, threads: int) -> None:
        self._names = _names(_parsed(store.file("layout/config.json")))
        self._session = open_session(store.file("layout/model.onnx"), threads)
        inputs = {i.name: i.type for i in self._session.get_inputs()}
        outputs = {o.name for o in self._session.get_outputs()}
        kind = inputs.get("images")
        if inputs.keys() != {"images", "orig_target_sizes"} or not outputs >= set(_OUTPUTS):
            raise ArtifactsError("The layout model has not the inputs and outputs of Heron.")
        if kind not in ("tensor(float)", "tensor(uint8)"):
            raise ArtifactsError("The layout model takes pictures of a kind that docveil does not make.")
        self._prepare = _Preparation(
            _parsed(store.file("layout/preprocessor_config.json")), raw=kind == "tensor(uint8)"
        )

    def _is_asked(self, work: PageWork) -> bool:
        return True

    def _regions(self, image: NDArray[np.uint8], page: PageBox) -> list[Region]:
        size = np.array([[_SIDE, _SIDE]], dtype=np.int64)
        given = {"images": self._prepare(image), "orig_target_sizes": size}
        labels, boxes, scores = (output[0] for output in self._session.run(list(_OUTPUTS), given))
        found = [
            (int(label), float(score), [float(v) for v in box])
            for label, score, box in zip(labels, scores, boxes, strict=True)
            if not score < LEAST_SCORE
        ]
        return regions_of(self._names, found, (page.right / _SIDE, page.bottom / _SIDE), page)


class _Preparation:
    """What the model's own settings say is done to a picture: size, scale, mean and deviation.

    Args:
        settings: Of the image processor.
        raw: Whether the model takes bytes and does the rest by itself.
    """

    def __init__(self, settings: dict[str, Any], *, raw: bool) -> None:
        try:
            self._size = (int(settings["size"]["width"]), int(settings["size"]["height"]))
            self._filter = Image.Resampling(settings.get("resample", Image.Resampling.BILINEAR))
            factor = float(settings.get("rescale_factor", 1 / 255)) if settings.get("do_rescale", True) else 1.0
            normal = bool(settings.get("do_normalize", False))
            mean = settings["image_mean"] if normal else (0.0, 0.0, 0.0)
            deviation = settings["image_std"] if normal else (1.0, 1.0, 1.0)
            self._mean = np.array(mean, dtype=np.float32).reshape(3, 1, 1)
            self._deviation = np.array(deviation, dtype=np.float32).reshape(3, 1, 1)
        except (KeyError, TypeError, ValueError):
            raise ArtifactsError("The settings of the layout model's pictures cannot be read.") from None
        if not all(0 < side <= _LARGEST_INPUT for side in self._size) or not self._deviation.all():
            raise ArtifactsError("The settings of the layout model's pictures cannot be right.")
        self._factor = np.float32(factor)
        self._raw = raw

    def __call__(self, image: NDArray[np.uint8]) -> NDArray[Any]:
        resized = np.asarray(Image.fromarray(np.ascontiguousarray(image)).resize(self._size, self._filter))
        pixels = np.ascontiguousarray(resized.transpose(2, 0, 1)[np.newaxis])
        if self._raw:
            return pixels
        return (pixels.astype(np.float32) * self._factor - self._mean) / self._deviation


def _parsed(file: VerifiedFile) -> dict[str, Any]:
    try:
        content = json.loads(file.read_bytes())
    except (ValueError, RecursionError):
        content = None
    if not isinstance(content, dict):
        raise ArtifactsError(f"The model file {file.role} cannot be read.")
    return content


def _names(config: dict[str, Any]) -> Any:
    listed = config.get("id2label")
    if not isinstance(listed, dict) or not all(
        k.isascii() and k.isdigit() and isinstance(v, str) for k, v in listed.items()
    ):
        raise ArtifactsError("The layout model's classes cannot be read.")
    return named({int(number): name for number, name in listed.items()})
