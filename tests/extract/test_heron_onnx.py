"""The profile heron-onnx, with a tiny model that has Heron's inputs and outputs."""

import json
import os
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from onnx import TensorProto

from docveil.errors import ArtifactsError, ExtractionFailed, UsageError
from docveil.extract.docling_heron import _cell
from docveil.extract.docling_pdf import DoclingExtractor
from docveil.extract.format_extractor import FormatExtractor
from docveil.extract.heron import LABELS, named, regions_of
from docveil.model.document import ExtractedDocument
from docveil.model.ranges import PageBox
from tests.extract import heron_models
from tests.extract.heron_models import SETTINGS, Seen, directory, onnx_files

# On the first page of the case file, in points: two paragraphs, of which the model calls one a formula, and is not sure
# enough of the other.
WIDTH, HEIGHT = 595.28, 841.89
FORMULA = "The applicant lives at"
UNSURE = "The heating was repaired"
SEEN: tuple[Seen, ...] = (
    ("formula", 0.9, (70 / WIDTH, 164 / HEIGHT, 500 / WIDTH, 226 / HEIGHT)),
    ("formula", 0.49, (70 / WIDTH, 238 / HEIGHT, 530 / WIDTH, 300 / HEIGHT)),
    ("form", 0.99, (0.0, 0.0, 1.0, 1.0)),
)


@pytest.fixture(autouse=True)
def _own_environment(monkeypatch: pytest.MonkeyPatch) -> None:
    """Flags that reading sets are taken back after the test."""
    for name in ("DO_NOT_TRACK", "HF_HUB_DISABLE_IMPLICIT_TOKEN", "HF_HUB_DISABLE_TELEMETRY"):
        monkeypatch.setenv(name, "0")
    for name in ("HF_HUB_OFFLINE", "TRANSFORMERS_OFFLINE"):
        monkeypatch.setenv(name, "")


Make = Callable[..., DoclingExtractor]


@pytest.fixture
def make(tmp_path: Path, artifacts_dir: Path, monkeypatch: pytest.MonkeyPatch) -> Make:
    """Makes a provider on a directory with the given layout files."""

    def provider(files: dict[str, bytes], threads: int = 2) -> DoclingExtractor:
        target = tmp_path / f"models-{len(list(tmp_path.iterdir()))}"
        directory(target, artifacts_dir, "heron-onnx", files, monkeypatch)
        return DoclingExtractor(target, profile="heron-onnx", threads=threads)

    return provider


def roles(document: ExtractedDocument) -> dict[str, str]:
    return {e.text[:22]: e.role for e in document.elements if e.page == 1}


def test_what_the_model_sees_is_in_the_document(make: Make, case_file: Path, provider: DoclingExtractor) -> None:
    """Also on a page that the embedded profile reads without its model; everything else is the same."""
    document = make(onnx_files(SEEN)).extract(case_file)
    seen = {text: role for text, role in roles(document).items() if text.startswith((FORMULA, UNSURE[:22]))}
    assert seen == {FORMULA: "formula", UNSURE[:22]: "body"}
    embedded = provider.extract(case_file)
    assert sorted(document.text.split()) == sorted(embedded.text.split())
    assert [e.cell for e in document.elements if e.cell] == [e.cell for e in embedded.elements if e.cell]
    assert document.ledger == embedded.ledger
    assert "".join(e.text + e.separator for e in document.elements[:-1]) + document.elements[-1].text == document.text


def test_result_depends_neither_on_threads_nor_on_the_run(make: Make, first_page: Path) -> None:
    first = make(onnx_files(SEEN), threads=1)
    second = make(onnx_files(SEEN), threads=3)
    assert first.extract(first_page) == second.extract(first_page)


def test_model_that_takes_bytes(make: Make, first_page: Path) -> None:
    """It scales them itself; scaled twice, the page would be black to it."""
    document = make(onnx_files(SEEN, raw=True)).extract(first_page)
    assert roles(document)[FORMULA] == "formula"


def test_picture_is_prepared_as_the_settings_say(make: Make, first_page: Path) -> None:
    """With others the tiny model sees nothing."""
    for change in (
        {"do_rescale": False},
        {"rescale_factor": 1 / 1000},
        {"do_normalize": True, "image_mean": [0.9, 0.9, 0.9], "image_std": [1, 1, 1]},
    ):
        files = {
            **onnx_files(SEEN),
            "layout/preprocessor_config.json": json.dumps({**SETTINGS, **change}).encode(),
        }
        document = make(files).extract(first_page)
        assert roles(document)[FORMULA] == "body"


def test_table_that_the_model_sees_goes_to_the_embedded_table_model(make: Make, first_page: Path) -> None:
    """A paragraph is none: its structure is not believed, and the ledger says so."""
    seen: tuple[Seen, ...] = (("table", 0.9, SEEN[0][2]),)
    document = make(onnx_files(seen)).extract(first_page)
    assert roles(document)[FORMULA] == "body"
    assert [n.reason for n in document.ledger.notes if n.part == "table" and n.page == 1] == [
        "structure_not_sound_kept_as_text"
    ]


def test_fingerprint_names_profile_and_models(make: Make) -> None:
    """Every file that decides, and none that finds personal data."""
    provider = make(onnx_files(SEEN))
    fingerprint = provider.fingerprint
    assert ("extract.profile", "heron-onnx") in fingerprint.options
    assert [role for role, _ in fingerprint.models] == [
        "layout/config.json",
        "layout/model.onnx",
        "layout/preprocessor_config.json",
        "ocr.detect",
        "ocr.direction",
        "ocr.licences",
        "ocr.recognise",
        "tables",
    ]
    assert dict(fingerprint.models)["layout/model.onnx"] == provider.store.file("layout/model.onnx").sha256


def test_every_format_is_read_with_the_profile(make: Make, first_page: Path) -> None:
    """The provider of every type hands it on."""
    models = make(onnx_files(SEEN)).store.directory
    document = FormatExtractor(models, profile="heron-onnx").extract(first_page)
    assert roles(document)[FORMULA] == "formula"


def test_hub_is_told_to_stay_offline(make: Make, first_page: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Before anything is loaded; a client that was imported before is told too."""
    import huggingface_hub.constants as client

    monkeypatch.setattr(client, "HF_HUB_OFFLINE", False)
    make(onnx_files(SEEN)).extract(first_page)
    assert {os.environ[name] for name in ("HF_HUB_OFFLINE", "HF_HUB_DISABLE_TELEMETRY", "DO_NOT_TRACK")} == {"1"}
    assert client.HF_HUB_OFFLINE
    assert "torch" not in sys.modules


def test_changed_model_is_not_loaded(make: Make, first_page: Path) -> None:
    """Neither at the door nor between verifying and loading."""
    provider = make(onnx_files(SEEN))
    path = provider.store.file("layout/model.onnx").path
    path.write_bytes(heron_models.tiny_layout(SEEN[:1]))
    with pytest.raises(ArtifactsError, match="changed after"):
        provider.extract(first_page)
    with pytest.raises(ArtifactsError):
        DoclingExtractor(path.parents[1], profile="heron-onnx")


@pytest.mark.parametrize(
    ("changes", "message"),
    [
        ({"names": ("classes", "boxes", "scores")}, "inputs and outputs"),
        ({"kind": TensorProto.DOUBLE}, "of a kind"),
        ({"kind": TensorProto.FLOAT16}, "of a kind"),
    ],
)
def test_model_that_is_not_heron(
    make: Make,
    first_page: Path,
    changes: dict[str, Any],
    message: str,
) -> None:
    with pytest.raises(ArtifactsError, match=message):
        make(onnx_files(SEEN, **changes)).extract(first_page)


@pytest.mark.parametrize("changes", [{"label": 17}, {"label": -1}, {"factor": float("nan")}, {"factor": float("inf")}])
def test_model_that_says_what_cannot_be(make: Make, first_page: Path, changes: dict[str, Any]) -> None:
    """The document fails; nothing is guessed."""
    with pytest.raises(ExtractionFailed):
        make(onnx_files(SEEN, **changes)).extract(first_page)


@pytest.mark.parametrize(
    ("path", "content"),
    [
        ("layout/model.onnx", b"no model"),
        ("layout/config.json", b"{"),
        ("layout/config.json", b"[]"),
        ("layout/config.json", b"\xff"),
        ("layout/config.json", b"{}"),
        ("layout/config.json", b'{"id2label": {}}'),
        ("layout/config.json", b'{"id2label": {"x": "text"}}'),
        ("layout/config.json", b'{"id2label": {"0": "dragon"}}'),
        ("layout/config.json", b'{"id2label": {"0": 1}}'),
        ("layout/preprocessor_config.json", b"{}"),
        ("layout/preprocessor_config.json", b'{"size": {"height": 0, "width": 640}}'),
        ("layout/preprocessor_config.json", b'{"size": {"height": 1000000, "width": 640}}'),
        ("layout/preprocessor_config.json", b'{"size": {"height": 640, "width": 640}, "resample": 99}'),
        ("layout/preprocessor_config.json", b'{"size": {"height": 640, "width": 640}, "do_normalize": true}'),
    ],
)
def test_files_that_cannot_be_used(
    make: Make,
    first_page: Path,
    path: str,
    content: bytes,
) -> None:
    """Digests may fit, as on first use, and the content not."""
    files = {**onnx_files(SEEN), path: content}
    with pytest.raises(ArtifactsError) as caught:
        make(files).extract(first_page)
    assert caught.value.__cause__ is None
    assert "models-" not in str(caught.value)


def test_profile_heron_says_what_is_not_installed(
    tmp_path: Path, artifacts_dir: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """After the files were verified, before anything is built."""
    files = {f"layout/{n}": b"x" for n in ("config.json", "model.safetensors", "preprocessor_config.json")}
    files |= {f"tables/{n}": b"x" for n in ("tm_config.json", "tableformer_accurate.safetensors")}
    directory(tmp_path / "models", artifacts_dir, "heron", files, monkeypatch)
    monkeypatch.setattr("docveil.artifacts.catalogue.find_spec", lambda _: None)
    with pytest.raises(UsageError, match=r"docveil\[heron\]"):
        DoclingExtractor(tmp_path / "models", profile="heron")


PAGE = PageBox(0.0, 0.0, 600.0, 800.0)
NAMES = dict(enumerate(heron_models.LABELS))


def test_every_class_of_heron_is_known() -> None:
    """By Docling's names, and as older files spell them."""
    assert set(heron_models.LABELS) == LABELS.keys()
    assert named({0: "Section-header", 1: "Document Index"}) == {0: "section_header", 1: "document_index"}


def test_thresholds_are_those_of_docling() -> None:
    """Just under Docling's own threshold a region is dropped, at it it stays."""
    from docling.utils.layout_postprocessor import LayoutPostprocessor
    from docling_core.types.doc import DocItemLabel

    for number, name in NAMES.items():
        least = LayoutPostprocessor.CONFIDENCE_THRESHOLDS[DocItemLabel[name.upper()]]
        kept = [
            len(regions_of(NAMES, [(number, score, (10, 10, 90, 90))], (1.0, 1.0), PAGE))
            for score in (least, least - 0.01)
        ]
        assert kept == [0 if LABELS[name] is None else 1, 0]


def test_regions_are_scaled_cut_and_told_apart() -> None:
    """Of two that are one the better stays; the order of the model's answers does not count."""
    text, heading = heron_models.LABELS.index("text"), heron_models.LABELS.index("section_header")
    found = [
        (text, 0.6, (10.0, 10.0, 110.0, 60.0)),
        (text, 0.9, (12.0, 10.0, 112.0, 60.0)),
        (heading, 0.7, (12.0, 10.0, 112.0, 61.0)),
        (heading, 0.8, (-50.0, 350.0, 500.0, 900.0)),
        (text, 0.99, (700.0, 10.0, 800.0, 20.0)),
    ]
    regions = regions_of(NAMES, found, (2.0, 2.0), PAGE)
    assert [(r.label, r.score, r.box.as_tuple()) for r in regions] == [
        ("text", 0.9, (24.0, 20.0, 224.0, 120.0)),
        ("heading", 0.8, (0.0, 700.0, 600.0, 800.0)),
    ]
    assert regions_of(NAMES, found[::-1], (2.0, 2.0), PAGE) == regions


def test_cell_of_tableformer_in_our_terms() -> None:
    """Its box is around the words that were matched to it, else the model's own; points, not pixels; spans are kept."""
    entry = {
        "bbox": {"l": 20.0, "t": 40.0, "r": 200.0, "b": 80.0},
        "start_row_offset_idx": 1,
        "end_row_offset_idx": 3,
        "start_col_offset_idx": 0,
        "end_col_offset_idx": 2,
        "text_cell_bboxes": [{"l": 30, "t": 44, "r": 60, "b": 60}, {"l": 70, "t": 42, "r": 90, "b": 58}],
    }
    cell = _cell(entry)
    assert (cell.span.as_tuple(), cell.box) == ((1, 3, 0, 2), PageBox(15.0, 21.0, 45.0, 30.0))
    assert _cell({**entry, "text_cell_bboxes": [{}]}).box == PageBox(10.0, 20.0, 100.0, 40.0)
