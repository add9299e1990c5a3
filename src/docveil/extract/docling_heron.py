"""Docling's own large models, Heron and TableFormer, as stages of its pipeline. They need torch: the extra docveil[heron].

Docling's libraries open folders by themselves. They get a private copy, hashed as it was written, that is taken away when
the model is loaded: what they read is what was verified, whoever writes to the model directory meanwhile.
"""

from collections.abc import Iterator
from contextlib import contextmanager, redirect_stderr
from io import StringIO
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import numpy as np
from docling.datamodel.accelerator_options import AcceleratorDevice, AcceleratorOptions
from docling.datamodel.base_models import Page
from docling.datamodel.pipeline_options import LayoutObjectDetectionOptions, TableFormerMode, TableStructureOptions
from numpy.typing import NDArray
from PIL import Image

from docveil.artifacts.store import ArtifactStore
from docveil.errors import ArtifactsError, DocveilError
from docveil.extract.blocks import Region
from docveil.extract.docling_layout import RegionModel
from docveil.extract.docling_tables import CellModel
from docveil.extract.grid import GridCell
from docveil.extract.heron import LEAST_SCORE, named, regions_of
from docveil.extract.offline import go_offline
from docveil.extract.page_work import PageWork
from docveil.extract.table_finder import words_in
from docveil.extract.words import hull
from docveil.model.ranges import CellSpan, PageBox

# Where Docling looks below the folder that it is given.
_LAYOUT = "docling-project--docling-layout-heron"
_TABLES = "docling-project--docling-models/model_artifacts/tableformer/accurate"
# Pixels per point, as in Docling's table stage.
_SCALE = 2.0


class HeronLayoutModel(RegionModel):
    """The layout stage, by Docling's layout class on its torch engine.

    Args:
        store: Holds the files of `layout/`.
        threads: Threads of torch.

    Raises:
        ArtifactsError: they cannot be loaded.
    """

    def __init__(self, store: ArtifactStore, threads: int) -> None:
        with _loading(store, {"layout": _LAYOUT}) as folder:
            from docling.datamodel.object_detection_engine_options import (  # noqa: PLC0415 - only with torch
                TransformersObjectDetectionEngineOptions,
            )
            from docling.models.stages.layout.layout_object_detection_model import (  # noqa: PLC0415
                LayoutObjectDetectionModel,
            )

            engine = TransformersObjectDetectionEngineOptions(compile_model=False, score_threshold=LEAST_SCORE)
            options = LayoutObjectDetectionOptions.from_preset("layout_heron_default", engine_options=engine)
            self._model = LayoutObjectDetectionModel(folder, _processor(threads), options)
        self._names = named(self._model.engine.get_label_mapping())

    def _is_asked(self, work: PageWork) -> bool:
        return True

    def _regions(self, image: NDArray[np.uint8], page: PageBox) -> list[Region]:
        from docling.models.inference_engines.object_detection import ObjectDetectionEngineInput  # noqa: PLC0415

        height, width = image.shape[:2]
        shown = ObjectDetectionEngineInput(image=Image.fromarray(np.ascontiguousarray(image)))
        [seen] = self._model.engine.predict_batch([shown])
        found = zip(seen.label_ids, seen.scores, seen.bboxes, strict=True)
        return regions_of(self._names, found, (page.right / width, page.bottom / height), page)


class TableFormerModel(CellModel):
    """The table stage: ruling lines where they make a whole grid, else TableFormer in its accurate form.

    Args:
        store: Holds the files of `tables/`.
        threads: Threads of torch.

    Raises:
        ArtifactsError: they cannot be loaded.
    """

    def __init__(self, store: ArtifactStore, threads: int) -> None:
        with _loading(store, {"tables": _TABLES}) as folder:
            from docling.models.stages.table_structure.table_structure_model import (  # noqa: PLC0415 - only with torch
                TableStructureModel,
            )

            options = TableStructureOptions(mode=TableFormerMode.ACCURATE, do_cell_matching=True)
            model = TableStructureModel(True, folder, options, _processor(threads))
            self._predictor: Any = model.tf_predictor

    def _predict(self, page: Page, work: PageWork, region: PageBox) -> tuple[GridCell, ...]:
        image = page.get_image(scale=_SCALE)
        words = words_in(work.words, region)
        box = [round(v) * _SCALE for v in region.as_tuple()]
        if image is None or not words or box[2] - box[0] < 2 * _SCALE or box[3] - box[1] < 2 * _SCALE:
            return ()
        pixels = np.rot90(np.asarray(image.convert("RGB")), -work.frame.quarter)
        given = {
            "width": work.frame.page.right * _SCALE,
            "height": work.frame.page.bottom * _SCALE,
            "image": np.ascontiguousarray(pixels),
            # It looks at the boxes; what the words say is none of its business.
            "tokens": [{"id": n, "text": "x", "bbox": _edges(word.box)} for n, word in enumerate(words)],
        }
        try:
            [table] = self._predictor.multi_table_predict(given, [box], do_matching=True)
            return tuple(_cell(entry) for entry in table["tf_responses"])
        except (ArithmeticError, LookupError, TypeError, ValueError):
            # Its matching trips over odd structures. Without cells the table stays text, and the ledger says so.
            return ()


def _edges(box: PageBox) -> dict[str, Any]:
    left, top, right, bottom = (v * _SCALE for v in box.as_tuple())
    return {"l": left, "t": top, "r": right, "b": bottom, "coord_origin": "TOPLEFT"}


def _cell(entry: dict[str, Any]) -> GridCell:
    """A cell in docveil's terms; its box is that of the words that were matched to it, if any were."""
    rows = (int(entry["start_row_offset_idx"]), int(entry["end_row_offset_idx"]))
    columns = (int(entry["start_col_offset_idx"]), int(entry["end_col_offset_idx"]))
    boxes = [_box(b) for b in entry.get("text_cell_bboxes", ()) if b] or [_box(entry["bbox"])]
    return GridCell(CellSpan(*rows, *columns), hull(boxes))


def _box(edges: dict[str, Any]) -> PageBox:
    left, right = sorted(float(edges[side]) / _SCALE for side in ("l", "r"))
    top, bottom = sorted(float(edges[side]) / _SCALE for side in ("t", "b"))
    return PageBox(left, top, right, bottom)


def _processor(threads: int) -> AcceleratorOptions:
    return AcceleratorOptions(num_threads=threads, device=AcceleratorDevice.CPU)


@contextmanager
def _loading(store: ArtifactStore, places: dict[str, str]) -> Iterator[Path]:
    """A private copy of the store's folders at their `places`, for as long as they are loaded.

    Raises:
        ArtifactsError: a file was changed since it was verified, or cannot be loaded.
    """
    go_offline()
    try:
        # Standard error is the user's; progress bars of a library have no place there.
        with redirect_stderr(StringIO()), TemporaryDirectory(prefix="docveil-models-") as name:
            folder = Path(name)
            for prefix, place in places.items():
                for role, _ in store.digests:
                    if role.startswith(f"{prefix}/"):
                        store.file(role).copy_to(folder / place / role.removeprefix(f"{prefix}/"))
            yield folder
    except DocveilError:
        raise
    except Exception as error:
        raise ArtifactsError(
            f"Docling cannot load the models of the profile {store.profile}: {type(error).__name__}."
        ) from None
