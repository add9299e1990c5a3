"""Stand-ins for Docling's models: directories of the right files, and a tiny layout model with Heron's inputs and outputs."""

import hashlib
import json
import os
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import numpy as np
import onnx
import pytest
from attrs import evolve
from numpy.typing import NDArray
from onnx import TensorProto, helper, numpy_helper

from docveil.artifacts import store as store_module
from docveil.artifacts.manifest import ArtifactFile, Profile, load_profile
from docveil.artifacts.record import RECORD, record
from docveil.errors import UsageError

LABELS = (
    "caption footnote formula list_item page_footer page_header picture section_header table text title "
    "document_index code checkbox_selected checkbox_unselected form key_value_region"
).split()
CONFIG = {"model_type": "rt_detr_v2", "id2label": {str(n): name for n, name in enumerate(LABELS)}}
SETTINGS = {
    "do_normalize": False,
    "do_rescale": True,
    "do_resize": True,
    "resample": 2,
    "rescale_factor": 1 / 255,
    "size": {"height": 640, "width": 640},
}
# (class, score, box as shares of the page: left, top, right, bottom)
Seen = tuple[str, float, tuple[float, float, float, float]]
_PADDING = 300


def directory(
    target: Path, artifacts: Path, name: str, files: Mapping[str, bytes], patch: pytest.MonkeyPatch
) -> Profile:
    """A prepared directory of the profile `name` with `files`, `{path: bytes}`, in place of the large ones.

    The manifest that ships is patched to hold their digests; all other files are those of the embedded profile.
    """
    real = load_profile(name)
    profile = evolve(real, files=tuple(_with(file, files) for file in real.files))
    target.mkdir()
    for file in profile.files:
        place = target / file.path
        place.parent.mkdir(parents=True, exist_ok=True)
        if file.path in files:
            place.write_bytes(files[file.path])
        else:
            os.link(artifacts / file.path, place)
    (target / RECORD).write_bytes(record(profile))

    def load(asked: str) -> Profile:
        if asked != name:
            raise UsageError("There is no profile of that name.")
        return profile

    patch.setattr(store_module, "load_profile", load)
    return profile


def _with(file: ArtifactFile, files: Mapping[str, bytes]) -> ArtifactFile:
    if file.path not in files:
        return file
    data = files[file.path]
    return evolve(file, size=len(data), sha256=hashlib.sha256(data).hexdigest())


def onnx_files(seen: Sequence[Seen], **changes: Any) -> dict[str, bytes]:
    """The layout files of the profile heron-onnx."""
    return {
        "layout/model.onnx": tiny_layout(seen, **changes),
        "layout/config.json": json.dumps(CONFIG).encode(),
        "layout/preprocessor_config.json": json.dumps(SETTINGS).encode(),
    }


def tiny_layout(  # noqa: PLR0913 - what can be wrong with a model, each by name
    seen: Sequence[Seen],
    *,
    raw: bool = False,
    names: Sequence[str] = ("labels", "boxes", "scores"),
    label: int | None = None,
    factor: float = 1.0,
    kind: int | None = None,
) -> bytes:
    """A model that sees the same on every page that is mostly white, as long as its picture was prepared as it should be.

    Args:
        seen: What it sees.
        raw: Whether it takes bytes, and scales them itself.
        names: Of its outputs.
        label: A class in place of all others.
        factor: All boxes are multiplied by it.
        kind: Type of its pictures.
    """
    count = _PADDING - len(seen)
    labels = [LABELS.index(name) if label is None else label for name, _, _ in seen] + [0] * count
    scores = [score for _, score, _ in seen] + [0.01] * count
    boxes = [list(box) for _, _, box in seen] + [[0.0, 0.0, 0.1, 0.1]] * count
    with np.errstate(all="ignore"):
        places = np.array([boxes], dtype=np.float32) * np.float32(factor)
    constants: dict[str, NDArray[Any]] = {
        "all_labels": np.array([labels], dtype=np.int64),
        "all_scores": np.array([scores], dtype=np.float32),
        "all_boxes": places,
        "darkest": np.array(0.5, dtype=np.float32),
        "lightest": np.array(1.01, dtype=np.float32),
        "scale": np.array(1 / 255 if raw else 1.0, dtype=np.float32),
    }
    nodes = [
        helper.make_node("Cast", ["images"], ["numbers"], to=TensorProto.FLOAT),
        helper.make_node("Mul", ["numbers", "scale"], ["scaled"]),
        helper.make_node("ReduceMean", ["scaled"], ["light"], keepdims=0),
        helper.make_node("Greater", ["light", "darkest"], ["not_dark"]),
        helper.make_node("Less", ["light", "lightest"], ["not_over"]),
        helper.make_node("And", ["not_dark", "not_over"], ["white"]),
        helper.make_node("Cast", ["white"], ["weight"], to=TensorProto.FLOAT),
        helper.make_node("Mul", ["all_scores", "weight"], [names[2]]),
        helper.make_node("Cast", ["orig_target_sizes"], ["sides"], to=TensorProto.FLOAT),
        helper.make_node("Concat", ["sides", "sides"], ["edges"], axis=1),
        helper.make_node("Mul", ["all_boxes", "edges"], [names[1]]),
        helper.make_node("Identity", ["all_labels"], [names[0]]),
    ]
    pictures = kind or (TensorProto.UINT8 if raw else TensorProto.FLOAT)
    graph = helper.make_graph(
        nodes,
        "layout",
        [
            helper.make_tensor_value_info("images", pictures, [1, 3, 640, 640]),
            helper.make_tensor_value_info("orig_target_sizes", TensorProto.INT64, [1, 2]),
        ],
        [
            helper.make_tensor_value_info(names[0], TensorProto.INT64, [1, _PADDING]),
            helper.make_tensor_value_info(names[1], TensorProto.FLOAT, [1, _PADDING, 4]),
            helper.make_tensor_value_info(names[2], TensorProto.FLOAT, [1, _PADDING]),
        ],
        [numpy_helper.from_array(value, name) for name, value in constants.items()],
    )
    model = helper.make_model(graph, opset_imports=[helper.make_opsetid("", 17)], ir_version=10)
    onnx.checker.check_model(model)
    data: bytes = model.SerializeToString()
    return data
