"""OCR by the RapidOCR engine with the verified PP-OCRv6 weights: pictures in, words out. No other file knows it.

A picture is straightened first: by quarter turns, which the shape of the lines and the direction classifier tell, and by
the small angle at which its lines lean.
"""

from concurrent.futures import ThreadPoolExecutor
from typing import Any

import cv2
import numpy as np
from attrs import evolve, frozen
from numpy.typing import NDArray

from docveil.artifacts.store import ArtifactStore
from docveil.errors import ArtifactsError
from docveil.extract.ocr_lines import Part, parts_of
from docveil.extract.onnx import open_session
from docveil.extract.words import Word, is_rtl, renumbered
from docveil.model.ranges import PageBox

Pixels = NDArray[np.uint8]
Corners = NDArray[np.float32]

# Lines that are recognised with less are no text: specks, rules, drawings.
MIN_SCORE = 0.5
# The detector sees a picture with this many pixels on its longer side, or doubled if it is small, in steps of its stride;
# the recogniser sees all pixels. The bounds are on the longer side: a thin strip must not be blown up to many pages' worth.
_DETECT_SIDE = 1088
_MOST_ENLARGED = 2.0
_STRIDE = 32
_DIRECTION_SAMPLE = 12
_DIRECTION_SCORE = 0.6
_HEIGHT = 48
_STEP = 8
# A line is shown to the recogniser at this share of its width: it reads as well, and time goes with the width. Lines that are
# shorter, in heights, stay as they are: their few letters have nothing to spare.
_SQUEEZE = 0.85
_SHORT_LINE = 10
_SMALLEST_LEAN = 0.05
_LARGEST_LEAN = 12.0


@frozen
class _Line:
    box: PageBox
    parts: tuple[Part, ...]
    score: float

    @property
    def words(self) -> list[Word]:
        """The words in the order in which they are read."""
        box, width = self.box, self.box.right - self.box.left
        words = [
            Word(
                p.text,
                PageBox(box.left + p.left * width, box.top, box.left + p.right * width, box.bottom),
                0,
                confidence=self.score,
            )
            for p in self.parts
        ]
        return words[::-1] if is_rtl("".join(p.text for p in self.parts)) else words


@frozen
class Recognised:
    """What OCR found on a picture.

    Attributes:
        words: In the straightened picture's pixels, lines from top to bottom.
        scores: Confidence of each line, from 0 to 1.
        unsure: Boxes of lines that were left out, since their confidence was too low.
        quarter: Quarter turns counter-clockwise by which the text lay turned.
        lean: Degrees counter-clockwise by which it leaned besides.
    """

    words: tuple[Word, ...] = ()
    scores: tuple[float, ...] = ()
    unsure: tuple[PageBox, ...] = ()
    quarter: int = 0
    lean: float = 0.0


class Recogniser:
    """The engine on verified files only; its bundled weights, which join English words, are never opened.

    Args:
        store: Holds `ocr.detect`, `ocr.recognise` and `ocr.direction`.
        threads: Threads of the model runtime.

    Raises:
        ArtifactsError: the engine cannot load the files.
    """

    def __init__(self, store: ArtifactStore, threads: int) -> None:
        from rapidocr_onnxruntime import RapidOCR  # noqa: PLC0415 - slow to import, and only scans need it

        paths = {}
        for role, name in (("ocr.detect", "det"), ("ocr.recognise", "rec"), ("ocr.direction", "cls")):
            paths[f"{name}_model_path"] = str(store.file(role).path)
        try:
            self._engine: Any = RapidOCR(**paths, intra_op_num_threads=threads, inter_op_num_threads=1)
        except Exception:
            raise ArtifactsError("The OCR models cannot be loaded.") from None
        # The engine reads paths. Its sessions are replaced by ones from the bytes that were hashed.
        self._threads = threads
        self._engine.text_det.infer.session = open_session(store.file("ocr.detect"), threads)
        self._engine.text_rec.session.session = open_session(store.file("ocr.recognise"), 1)
        self._engine.text_cls.infer.session = open_session(store.file("ocr.direction"), threads)
        # One line at a time, padded little, each on a thread of its own: a line reads the same whatever else is on the
        # page, and in less time.
        self._engine.text_rec.rec_batch_num = 1
        self._engine.text_rec.rec_image_shape = [3, _HEIGHT, 96]

    def read(self, picture: Pixels, *, straighten: bool = True) -> Recognised:
        """Words on `picture` (rows, columns, RGB).

        Args:
            picture: The picture.
            straighten: Whether it may lie turned; a picture on an upright page does not.
        """
        image = np.ascontiguousarray(picture[:, :, ::-1])
        corners = self._detect(image)
        quarter = self._quarter(image, corners) if straighten and len(corners) else 0
        if quarter:
            image = np.ascontiguousarray(np.rot90(image, -quarter))
            corners = self._detect(image)
        if not len(corners):
            return Recognised(quarter=quarter)
        lean = _lean(corners)
        crops = self._engine.get_crop_img_list(image, list(corners))
        boxes = [_box(_leaned(c, -lean, image.shape[1], image.shape[0])) for c in corners]
        with ThreadPoolExecutor(self._threads) as pool:
            lines = [_Line(box, *seen) for box, seen in zip(boxes, pool.map(self._recognise, crops), strict=True)]
        lines = sorted((line for line in lines if line.parts), key=lambda e: (e.box.top + e.box.bottom, e.box.left))
        kept = [line for line in lines if line.score >= MIN_SCORE]
        return Recognised(
            tuple(renumbered(evolve(w, line=n) for n, line in enumerate(kept, 1) for w in line.words)),
            tuple(line.score for line in kept),
            tuple(line.box for line in lines if line.score < MIN_SCORE),
            quarter,
            lean,
        )

    def _recognise(self, crop: Pixels) -> tuple[tuple[Part, ...], float]:
        """The words of one line and its confidence."""
        height, width = crop.shape[:2]
        shown: Any = crop
        if width > _SHORT_LINE * height:
            shown = cv2.resize(crop, (round(width * _SQUEEZE), height), interpolation=cv2.INTER_AREA)
        found, _ = self._engine.text_rec([shown], True)
        _, score, (_, groups, steps, *_) = found[0]
        # One step of the recogniser is 8 columns of a picture that is 48 pixels high.
        column = _STEP * height / _HEIGHT * width / shown.shape[1]
        characters = [c for group in groups for c in group]
        places = [(step + 0.5) * column for group in steps for step in group]
        return tuple(parts_of(crop, characters, places)), min(max(float(score), 0.0), 1.0)

    def _detect(self, image: Pixels) -> Corners:
        """Corners of each line, `(lines, 4, 2)`: clockwise from the top left one, in pixels of `image`."""
        height, width = image.shape[:2]
        ratio = min(_DETECT_SIDE / max(height, width), _MOST_ENLARGED)
        rows, columns = (max(round(side * ratio / _STRIDE), 1) * _STRIDE for side in (height, width))
        small = cv2.resize(image, (columns, rows), interpolation=cv2.INTER_AREA if ratio < 1 else cv2.INTER_LINEAR)
        shown = (small.astype(np.float32) * np.float32(2 / 255) - np.float32(1)).transpose(2, 0, 1)[np.newaxis]
        detector = self._engine.text_det
        [seen, *_] = detector.infer(np.ascontiguousarray(shown))
        found, _ = detector.postprocess_op(seen, (height, width))
        return np.asarray(detector.filter_tag_det_res(found, (height, width)), dtype=np.float32).reshape(-1, 4, 2)

    def _quarter(self, image: Pixels, corners: Corners) -> int:
        """Quarter turns counter-clockwise by which most of the text lies."""
        wide = np.linalg.norm(corners[:, 1] - corners[:, 0], axis=1)
        tall = np.linalg.norm(corners[:, 3] - corners[:, 0], axis=1)
        weights = wide * tall
        sideways = weights[tall > 1.5 * wide].sum() > weights[wide > 1.5 * tall].sum()
        length = tall if sideways else wide
        longest = np.argsort(-length, kind="stable")[:_DIRECTION_SAMPLE]
        # The engine stands a tall crop up by a turn to the left, so text that reads downwards comes out upright.
        crops = self._engine.get_crop_img_list(image, [corners[i] for i in longest])
        # The classifier squeezes a line to four times its height; of a longer one it is shown the beginning.
        crops = [np.ascontiguousarray(c[:, : 4 * c.shape[0]]) for c in crops]
        _, verdicts, _ = self._engine.text_cls(crops)
        turned = sum(label == "180" and score >= _DIRECTION_SCORE for label, score in verdicts)
        upright = sum(label == "0" and score >= _DIRECTION_SCORE for label, score in verdicts)
        if sideways:
            return 1 if turned > upright else 3
        return 2 if turned > upright else 0


def _lean(corners: Corners) -> float:
    """Degrees counter-clockwise by which the lines lean: the median of the long ones, weighted by length."""
    edge = corners[:, 1] - corners[:, 0]
    length = np.linalg.norm(edge, axis=1)
    tall = np.linalg.norm(corners[:, 3] - corners[:, 0], axis=1)
    chosen = np.flatnonzero(length > 4 * tall)
    if not len(chosen):
        return 0.0
    angles = -np.degrees(np.arctan2(edge[chosen, 1], edge[chosen, 0]))
    order = np.argsort(angles, kind="stable")
    total = np.cumsum(length[chosen][order])
    angle = float(angles[order][int(np.searchsorted(total, total[-1] / 2))])
    return round(angle, 2) if _SMALLEST_LEAN <= abs(angle) <= _LARGEST_LEAN else 0.0


def _leaned(corners: Corners, degrees: float, width: int, height: int) -> Corners:
    """Corners turned counter-clockwise about the middle of the picture."""
    if not degrees:
        return corners
    turn = cv2.getRotationMatrix2D((width / 2, height / 2), degrees, 1.0).astype(np.float32)
    turned: Corners = corners @ turn[:, :2].T + turn[:, 2]
    return turned


def _box(corners: Corners) -> PageBox:
    x, y = corners[:, 0], corners[:, 1]
    return PageBox(float(x.min()), float(y.min()), float(x.max()), float(y.max()))
