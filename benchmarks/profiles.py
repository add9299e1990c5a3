"""What the models of each profile cost: processor time and memory, on the pages of one PDF.

TableFormer takes the 24 steps at which its stand-in ends: those of a table of some 20 cells.
Run it where docveil[heron] is installed: `.venv-heron/bin/python -m benchmarks.profiles [PDF]`. The large models have
random weights of the real shape, which take the same time; what they see means nothing. Each stage runs in a process of its own.
"""

import resource
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pypdfium2
import pytest

from docveil.artifacts.store import ArtifactStore, resolve_directory
from docveil.model.ranges import PageBox
from tests.extract.heron_models import directory
from tests.extract.test_heron import layout_files, table_files

ROOT = Path(__file__).parents[1]
STAGES = ("embedded layout", "heron layout", "embedded table", "heron table")
THREADS = 2


def store_of(profile: str, folder: Path) -> ArtifactStore:
    """The embedded models, or random ones."""
    embedded = resolve_directory()
    if profile == "embedded":
        return ArtifactStore.open(embedded)
    [layout] = layout_files(folder, ["text"])
    directory(folder / "models", embedded, profile, {**layout, **table_files(folder)}, pytest.MonkeyPatch())
    return ArtifactStore.open(folder / "models", profile)


def stage_of(name: str, store: ArtifactStore) -> Callable[[Any], object]:
    """What the stage does with a page's picture at 72 dots an inch."""
    from docveil.extract.docling_layout import PicoDetLayoutModel
    from docveil.extract.docling_tables import SlanetTableModel
    from docveil.extract.page_work import PageWork, Straight
    from docveil.extract.words import Word

    class Shown:
        def __init__(self, picture: Any) -> None:
            self.picture = picture

        def get_image(self, scale: float, cropbox: Any = None) -> Any:  # noqa: ARG002 - a page's signature
            return self.picture.resize([round(side * scale) for side in self.picture.size])

    def layout(model: Any) -> Callable[[Any], object]:
        import numpy as np

        return lambda p: model._regions(np.asarray(p), PageBox(0.0, 0.0, float(p.width), float(p.height)))  # noqa: SLF001

    def table(model: Any) -> Callable[[Any], object]:
        work = PageWork(1, Straight(595.0, 842.0))
        work.words = [Word("x", PageBox(100.0, 100.0, 140.0, 112.0), 0)]
        return lambda p: model._predict(Shown(p), work, PageBox(72.0, 80.0, 520.0, 400.0))  # noqa: SLF001

    if name == "embedded layout":
        return layout(PicoDetLayoutModel(store.file("layout"), THREADS))
    if name == "embedded table":
        return table(SlanetTableModel(store.file("tables"), THREADS))
    from docveil.extract.docling_heron import HeronLayoutModel, TableFormerModel

    return layout(HeronLayoutModel(store, THREADS)) if "layout" in name else table(TableFormerModel(store, THREADS))


def measure(name: str, source: Path, models: Path) -> None:
    """Print a line about one stage."""
    store = ArtifactStore.open(models, "embedded") if name.startswith("embedded") else None
    with tempfile.TemporaryDirectory() as folder:
        store = store or store_of("heron", Path(folder))
        # The libraries are in memory whichever stage is measured.
        import torch
        import transformers.models.rt_detr_v2.modeling_rt_detr_v2  # noqa: F401

        import docveil.extract.docling_heron
        import docveil.extract.docling_tables  # noqa: F401

        torch.set_num_threads(THREADS)
        libraries = _resident()
        begun = time.perf_counter()
        stage = stage_of(name, store)
        loaded = time.perf_counter() - begun
        document = pypdfium2.PdfDocument(source)
        pictures = [document[n].render(scale=1.0).to_pil().convert("RGB") for n in range(min(len(document), 5))]
        stage(pictures[0])
        begun = time.process_time()
        for picture in pictures:
            stage(picture)
        each = (time.process_time() - begun) / len(pictures)
    print(
        f"{name:18} load {loaded:5.1f} s   each {each:6.2f} s of processor   {_resident() - libraries:5} MB more in memory"
    )


def _resident() -> int:
    """Megabytes in memory now."""
    pages = int(Path("/proc/self/statm").read_text(encoding="ascii").split()[1])
    return pages * resource.getpagesize() >> 20


def main() -> None:
    """Each stage in a process of its own; without arguments, all of them."""
    if len(sys.argv) > 2:
        measure(sys.argv[1], Path(sys.argv[2]), resolve_directory())
        return
    source = Path(sys.argv[1]) if len(sys.argv) > 1 else ROOT / "fixtures" / "case_file.pdf"
    for name in STAGES:
        subprocess.run(  # noqa: S603 - this file itself
            [sys.executable, "-W", "ignore", "-m", "benchmarks.profiles", name, str(source)], check=True
        )


if __name__ == "__main__":
    main()
