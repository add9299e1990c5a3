"""Scans: straightened, read whole, and told apart from text layers that say something else."""

import re
from collections import Counter
from pathlib import Path
from typing import Any

import cv2
import numpy as np
import pytest

from docveil.artifacts.store import ArtifactStore
from docveil.errors import SourceRefused
from docveil.extract.docling_pdf import DoclingExtractor
from docveil.extract.rapid_ocr import Recogniser
from docveil.model.document import ExtractedDocument
from fixtures import make_bad_inputs, make_layouts, make_scans


def recall(document: ExtractedDocument, lines: tuple[str, ...]) -> float:
    truth = Counter(re.findall(r"\w+", " ".join(lines)))
    return (truth & Counter(re.findall(r"\w+", document.text))).total() / truth.total()


@pytest.mark.parametrize(("turn", "skew"), [(0, 0.4), (90, 0.4), (180, -0.4), (270, 2.0)])
def test_a_scan_is_read_however_it_lies(turn: int, skew: float, tmp_path: Path, provider: DoclingExtractor) -> None:
    """A sheet turned by a quarter and leaning a little: its words, in order, with boxes on the page as it is."""
    layout = make_layouts.make_one(tmp_path, "lists")
    sheet = tmp_path / "scan.pdf"
    make_scans.scan(layout.path, sheet, rotate=turn, skew=skew)
    document = provider.extract(sheet)
    assert recall(document, layout.lines) >= 0.98
    text = " ".join(document.text.split())
    marks = [
        text.find(words) for words in ("counts 100", "check the rope", "counts 200", "read the gauge", "counts 300")
    ]
    assert -1 not in marks
    assert marks == sorted(marks)
    width, height = (842, 595) if turn % 180 else (595, 842)
    boxes = [e.bbox for e in document.elements if e.bbox]
    assert all(-20 < b[0] < b[2] < width + 20 and -20 < b[1] < b[3] < height + 20 for b in boxes)
    [page] = document.ledger.pages
    assert page.text_layer_characters == 0
    assert page.ocr_confidence is not None
    assert page.ocr_confidence > 0.9


def test_an_invisible_layer_that_matches_is_used_once(tmp_path: Path, provider: DoclingExtractor) -> None:
    """The layer of somebody else's OCR: each line once, from the layer, and the ledger says so."""
    layout = make_layouts.make_one(tmp_path, "invisible_text_layer")
    document = provider.extract(layout.path)
    assert Counter("".join(document.text.split())) == Counter("".join("".join(layout.lines).split()))
    assert document.ledger.pages[0].ocr_characters == 0
    assert ("text_layer", "invisible_matches_the_picture") in {(n.part, n.reason) for n in document.ledger.notes}


def test_an_invisible_layer_that_differs_is_not_published(tmp_path: Path, provider: DoclingExtractor) -> None:
    """What the page shows is read; what is hidden under it is not, and the ledger says how much."""
    layout = make_layouts.make_one(tmp_path, "invisible_text_that_differs")
    document = provider.extract(layout.path)
    assert recall(document, layout.lines) >= 0.98
    hidden = [text for role, text in layout.aside if role == "hidden"]
    assert not any("".join(text.split()) in "".join(document.text.split()) for text in hidden)
    notes = {n.reason: n.count for n in document.ledger.notes}
    assert notes["differs_from_the_picture_not_read"] == len("".join("".join(hidden).split()))


def test_a_large_picture_on_a_printed_page_is_read_in_its_place(tmp_path: Path, provider: DoclingExtractor) -> None:
    """Text layer and OCR on one page: the picture's lines stand between the paragraphs around it."""
    layout = make_layouts.make_one(tmp_path, "picture_with_text")
    document = provider.extract(layout.path)
    [page] = document.ledger.pages
    assert page.text_layer_characters > 500
    assert 60 < page.ocr_characters < 100


def test_decoration_is_not_read_and_stands_in_the_ledger(tmp_path: Path, provider: DoclingExtractor) -> None:
    """A small picture costs no OCR; the ledger has its place."""
    document = provider.extract(make_layouts.make_one(tmp_path, "decoration").path)
    assert document.ledger.pages[0].ocr_confidence is None
    [note] = [n for n in document.ledger.notes if n.part == "picture"]
    assert note.reason == "too_small_for_text_not_read"
    assert note.bbox == pytest.approx((503.3, 55.9, 535.3, 87.9), abs=0.2)


def test_a_blank_picture_is_refused_as_empty(tmp_path: Path, provider: DoclingExtractor) -> None:
    """No text layer and nothing for OCR: never an empty success."""
    path = tmp_path / "blank.pdf"
    path.write_bytes(make_bad_inputs.blank_picture())
    with pytest.raises(SourceRefused, match="0 characters on 1 pages"):
        provider.extract(path)


def test_columns_of_a_scan_are_read_one_after_the_other(tmp_path: Path, provider: DoclingExtractor) -> None:
    """Lines of both columns stand at the same height; a narrow gutter is not a space."""
    layout = make_layouts.make_one(tmp_path, "two_columns")
    sheet = tmp_path / "scan.pdf"
    make_scans.scan(layout.path, sheet, skew=0.4)
    document = provider.extract(sheet)
    assert document.ledger.pages[0].columns == 2
    text, position, missing = "".join(document.text.split()), 0, 0
    for line in ("".join(line.split()) for line in layout.lines):
        place = text.find(line, position)
        missing += place < 0
        position = max(place, position)
    assert missing <= 0.1 * len(layout.lines)


def test_scans_read_the_same_with_any_threads_in_any_order(
    tmp_path: Path, artifacts_dir: Path, provider: DoclingExtractor
) -> None:
    """One thread in one order, and two, warm from other pages, in the other: every box and confidence is equal."""
    sheets = []
    for name, turn in (("lists", 0), ("merged_header", 90)):
        sheets.append(tmp_path / f"{name}.pdf")
        make_scans.scan(make_layouts.make_one(tmp_path, name).path, sheets[-1], rotate=turn)
    alone = DoclingExtractor(artifacts_dir, threads=1)
    forth = [alone.extract(sheet) for sheet in sheets]
    back = [provider.extract(sheet) for sheet in reversed(sheets)]
    assert forth == back[::-1]


def test_a_thin_strip_is_read_and_not_blown_up(artifacts_dir: Path) -> None:
    """A strip of a heading has the detector look at fewer pixels than a page has, whatever its shape."""
    recogniser = Recogniser(ArtifactStore.open(artifacts_dir, "embedded"), 1)
    infer = recogniser._engine.text_det.infer
    shapes: list[tuple[int, ...]] = []

    def watched(shown: Any) -> Any:
        shapes.append(shown.shape)
        return infer(shown)

    recogniser._engine.text_det.infer = watched
    strip = np.full((64, 1600, 3), 255, dtype=np.uint8)
    cv2.putText(strip, "Delivery note of the harbour office", (40, 44), cv2.FONT_HERSHEY_SIMPLEX, 1.2, (0, 0, 0), 2)
    found = recogniser.read(strip, straighten=False)
    assert [w.text for w in found.words] == ["Delivery", "note", "of", "the", "harbour", "office"]
    assert shapes == [(1, 3, 32, 1088)]
