"""The profile heron with Docling's own classes on torch, and models of the right shape with random weights."""

import json
import sys
from collections.abc import Callable, Sequence
from pathlib import Path
from tempfile import gettempdir
from typing import TYPE_CHECKING, Any, NoReturn, cast

import pytest

from docveil.artifacts import store as store_module
from docveil.artifacts.manifest import load_profile
from docveil.artifacts.store import ArtifactStore
from docveil.errors import ArtifactsError
from docveil.extract.docling_pdf import DoclingExtractor
from docveil.extract.grid import place_words
from docveil.extract.page_work import PageWork, Straight
from docveil.extract.words import Word
from docveil.model.ranges import PageBox
from tests.extract.heron_models import LABELS, directory

if TYPE_CHECKING:
    from docling.datamodel.base_models import Page

pytestmark = [
    pytest.mark.slow,
    # Docling's own libraries warn about each other.
    pytest.mark.filterwarnings("ignore"),
]

# The shape of TableFormer accurate; its own file is not at hand.
TOKENS = ["<pad>", "<unk>", "<start>", "<end>", "ecel", "fcel", "lcel", "ucel", "xcel", "nl", "ched", "rhed", "srow"]
TABLE_CONFIG: dict[str, Any] = {
    "dataset": {
        "name": "invented",
        "resized_image": 448,
        "image_normalization": {"state": True, "mean": [0.94, 0.94, 0.94], "std": [0.18, 0.18, 0.18]},
    },
    "model": {
        "type": "TableModel04_rs",
        "name": "invented",
        "save_dir": "",
        "backbone": "resnet18",
        "enc_image_size": 28,
        "tag_embed_dim": 16,
        "hidden_dim": 512,
        "tag_decoder_dim": 512,
        "bbox_embed_dim": 256,
        "tag_attention_dim": 256,
        "bbox_attention_dim": 512,
        "enc_layers": 6,
        "dec_layers": 6,
        "nheads": 8,
        "dropout": 0.1,
        "bbox_classes": 2,
    },
    "train": {"bbox": True},
    "predict": {"max_steps": 24, "beam_size": 5, "bbox": True, "pdf_cell_iou_thres": 0.05, "profiling": False},
    "dataset_wordmap": {
        "word_map_tag": {token: n for n, token in enumerate(TOKENS)},
        "word_map_cell": {"<pad>": 0, "<unk>": 1, "<start>": 2, "<end>": 3},
    },
}


def layout_files(folder: Path, labels: Sequence[str]) -> list[dict[str, bytes]]:
    """Heron's files for each of `labels`: random weights, with heads that call everything so, and draw large boxes."""
    import torch
    from transformers import RTDetrImageProcessor, RTDetrV2Config, RTDetrV2ForObjectDetection

    torch.manual_seed(0)
    classes = dict(enumerate(LABELS))
    model = RTDetrV2ForObjectDetection(RTDetrV2Config(id2label=classes, label2id={v: k for k, v in classes.items()}))
    heads = [m for name, m in model.named_modules() if "class_embed" in name and isinstance(m, torch.nn.Linear)]
    made = []
    with torch.no_grad():
        for name, module in model.named_modules():
            if "decoder.bbox_embed" in name and name.endswith("layers.2"):
                module.bias.copy_(torch.tensor([0.0, 0.0, 4.0, 4.0]))
        for label in labels:
            for head in heads:
                head.bias.fill_(-5.0)
                head.bias[LABELS.index(label)] = 5.0
            model.save_pretrained(folder)
            RTDetrImageProcessor().save_pretrained(folder)
            names = ("config.json", "model.safetensors", "preprocessor_config.json")
            made.append({f"layout/{name}": (folder / name).read_bytes() for name in names})
    return made


def table_files(folder: Path) -> dict[str, bytes]:
    """TableFormer's files."""
    import torch
    from docling_ibm_models.tableformer.models.table04_rs.tablemodel04_rs import TableModel04_rs
    from safetensors.torch import save_model

    torch.manual_seed(0)
    model = TableModel04_rs(TABLE_CONFIG, {"word_map": TABLE_CONFIG["dataset_wordmap"]}, "cpu")
    save_model(model, str(folder / "weights"))
    return {
        "tables/tableformer_accurate.safetensors": (folder / "weights").read_bytes(),
        "tables/tm_config.json": json.dumps(TABLE_CONFIG).encode(),
    }


@pytest.fixture(scope="module")
def table(tmp_path_factory: pytest.TempPathFactory) -> dict[str, bytes]:
    """TableFormer's files, made once."""
    return table_files(tmp_path_factory.mktemp("tables"))


@pytest.fixture(scope="module")
def layouts(tmp_path_factory: pytest.TempPathFactory) -> dict[str, dict[str, bytes]]:
    """Heron's files, of a model that sees formulas and of one that sees tables."""
    labels = ("formula", "table")
    return dict(zip(labels, layout_files(tmp_path_factory.mktemp("layout"), labels), strict=True))


Make = Callable[[str], Path]


@pytest.fixture
def make(
    layouts: dict[str, dict[str, bytes]],
    table: dict[str, bytes],
    tmp_path: Path,
    artifacts_dir: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> Make:
    """Makes a prepared directory of a model that sees nothing but the label, everywhere."""

    def prepared(label: str) -> Path:
        target = tmp_path / f"models-{label}"
        directory(target, artifacts_dir, "heron", {**layouts[label], **table}, monkeypatch)
        return target

    return prepared


def test_random_models_have_the_sizes_of_the_pinned_ones(
    layouts: dict[str, dict[str, bytes]], table: dict[str, bytes]
) -> None:
    """To the byte: so they are of the right shape, and the sizes in the manifest are those of such models."""
    pinned = {f.path: f.size for f in load_profile("heron").files}
    assert len(layouts["table"]["layout/model.safetensors"]) == pinned["layout/model.safetensors"]
    assert len(table["tables/tableformer_accurate.safetensors"]) == pinned["tables/tableformer_accurate.safetensors"]


def test_pipeline_runs_through(
    make: Make, artifacts_dir: Path, first_page: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    """What the layout model says is in the document, every word is there once, and nothing is printed."""
    provider = DoclingExtractor(make("formula"), profile="heron")
    assert "extract.threads" in dict(provider.fingerprint.options)
    assert {"torch", "transformers", "docling-ibm-models"} <= dict(provider.fingerprint.packages).keys()
    document = provider.extract(first_page)
    assert "torch" in sys.modules
    assert {e.role for e in document.elements} & {"formula"}
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(store_module, "load_profile", load_profile)
        embedded = DoclingExtractor(artifacts_dir).extract(first_page)
    assert sorted(document.text.split()) == sorted(embedded.text.split())
    assert "formula" not in {e.role for e in embedded.elements}
    assert document.ledger.pages[0].text_layer_characters == embedded.ledger.pages[0].text_layer_characters
    assert "".join(e.text + e.separator for e in document.elements[:-1]) + document.elements[-1].text == document.text
    assert provider.extract(first_page) == document
    assert capfd.readouterr() == ("", "")


def test_table_that_makes_no_sense_stays_text(make: Make, first_page: Path) -> None:
    """TableFormer is asked, and with random weights sees no grid; the ledger says so."""
    document = DoclingExtractor(make("table"), profile="heron").extract(first_page)
    assert "structure_not_sound_kept_as_text" in {n.reason for n in document.ledger.notes}


def test_cells_of_tableformer(make: Make) -> None:
    """What its network would say is given; matching, the answer's form and its meaning are real."""
    import torch
    from PIL import Image

    from docveil.extract.docling_heron import TableFormerModel

    model = TableFormerModel(ArtifactStore.open(make("table"), "heron"), 2)
    steps = (0, 1, 2)
    tags = ["<start>", *(["fcel", "fcel", "fcel", "nl"] * 3), "<end>"]
    region = PageBox(100.0, 100.0, 400.0, 220.0)
    words = [(110.0 + 100 * column, 110.0 + 40 * row) for row in steps for column in steps]
    places = [(1 / 6 + column / 3, 1 / 6 + row / 3, 0.3, 0.25) for row in steps for column in steps]
    answer = ([TOKENS.index(t) for t in tags], torch.tensor([[0.0, 0.0, 1.0]] * 9), torch.tensor(places))
    model._predictor._model.predict = lambda *_: answer
    work = PageWork(1, Straight(600.0, 800.0))
    work.words = [Word(f"w{n}", PageBox(x, y, x + 40.0, y + 12.0), n) for n, (x, y) in enumerate(words)]

    class Blank:
        def get_image(self, scale: float) -> Image.Image:
            return Image.new("RGB", (int(600 * scale), int(800 * scale)), "white")

    cells = place_words(model._predict(cast("Page", Blank()), work, region), work.words)
    assert sorted((c.span.as_tuple(), [w.text for w in c.words]) for c in cells) == [
        ((row, row + 1, column, column + 1), [f"w{3 * row + column}"]) for row in steps for column in steps
    ]


def test_structure_that_tableformer_trips_over(make: Make, first_page: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The page is read; its table stays text, with a line in the ledger."""
    from docveil.extract.docling_heron import TableFormerModel

    provider = DoclingExtractor(make("table"), profile="heron")
    build = TableFormerModel.__init__

    def trip(*_: Any, **__: Any) -> NoReturn:
        raise IndexError

    def broken(self: Any, *given: Any) -> None:
        build(self, *given)
        monkeypatch.setattr(self._predictor, "multi_table_predict", trip)

    monkeypatch.setattr(TableFormerModel, "__init__", broken)
    document = provider.extract(first_page)
    assert "structure_not_sound_kept_as_text" in {n.reason for n in document.ledger.notes}


def test_file_that_changes_between_verifying_and_loading(make: Make, first_page: Path) -> None:
    """It is not loaded, and no copy is left."""
    directory = make("table")
    provider = DoclingExtractor(directory, profile="heron")
    path = directory / "tables" / "tm_config.json"
    path.write_bytes(path.read_bytes().replace(b"0.05", b"0.06"))
    before = set(Path(gettempdir()).glob("docveil-models-*"))
    with pytest.raises(ArtifactsError, match="changed after"):
        provider.extract(first_page)
    assert set(Path(gettempdir()).glob("docveil-models-*")) == before


def test_model_that_cannot_be_loaded(
    table: dict[str, bytes], tmp_path: Path, artifacts_dir: Path, first_page: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The library's own words, with a path in them, are not passed on."""
    files = {f"layout/{n}": b"{}" for n in ("config.json", "model.safetensors", "preprocessor_config.json")}
    directory(tmp_path / "models", artifacts_dir, "heron", {**files, **table}, monkeypatch)
    with pytest.raises(ArtifactsError, match="cannot load the models of the profile heron") as caught:
        DoclingExtractor(tmp_path / "models", profile="heron").extract(first_page)
    assert caught.value.__cause__ is None
    assert "tmp" not in str(caught.value)
