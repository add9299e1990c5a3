"""The Rampart model (BERT for token classification, ONNX, 4-bit) as a reader of paragraphs.

The model scores every word piece; a piece is personal where the scores of all personal labels together reach the
threshold of the strongest of them. Pieces of one kind that stand side by side become one span of whole words.
"""

import json
import re
import unicodedata
from types import MappingProxyType
from typing import Any, Final

import numpy as np
import onnxruntime
from attrs import frozen
from tokenizers import Tokenizer

from docveil.detect import labels as L
from docveil.detect.common_words import is_common
from docveil.detect.gazetteer import gazetteer
from docveil.detect.protocol import Span
from docveil.detect.tidy import is_handle, tidy_address, tidy_person, tidy_place
from docveil.detect.windows import Window, flat, squeezed, units
from docveil.detect.words import trim, whole_name, whole_word
from docveil.errors import ArtifactsError, CleaningFailed

NAME = "rampart"
# A unit of several sentences has at most about this many code points; only a longer sentence is read in windows.
LONGEST, MARGIN = 800, 50
_MOST_TOKENS = 512

# Model label -> (docveil label, least sum of personal scores). Tuned on the dev splits for recall.
_KINDS: Final = MappingProxyType(
    {
        "GIVEN_NAME": (L.PERSON, 0.25),
        "SURNAME": (L.PERSON, 0.25),
        "EMAIL": (L.EMAIL_ADDRESS, 0.5),
        "PHONE": (L.PHONE_NUMBER, 0.35),
        "URL": (L.URL, 0.5),
        "TAX_ID": (L.TAX_ID, 0.5),
        "BANK_ACCOUNT": (L.BANK_ACCOUNT, 0.5),
        "ROUTING_NUMBER": (L.ROUTING_NUMBER, 0.5),
        "GOVERNMENT_ID": (L.NATIONAL_ID, 0.4),
        "PASSPORT": (L.PASSPORT, 0.5),
        "DRIVERS_LICENSE": (L.DRIVER_LICENSE, 0.5),
        "BUILDING_NUMBER": (L.ADDRESS, 0.25),
        "STREET_NAME": (L.ADDRESS, 0.25),
        "SECONDARY_ADDRESS": (L.ADDRESS, 0.25),
        "ZIP_CODE": (L.ADDRESS, 0.25),
        "CITY": (L.LOCATION, 0.25),
        "STATE": (L.LOCATION, 0.25),
    }
)
_LEAST: Final = min(threshold for _, threshold in _KINDS.values())
_ORDER: Final = tuple(sorted(_KINDS))
_PLACE = frozenset({L.ADDRESS, L.LOCATION})
_GROUPS: Final = (
    [i for i, kind in enumerate(_ORDER) if _KINDS[kind][0] == L.PERSON],
    [i for i, kind in enumerate(_ORDER) if _KINDS[kind][0] in _PLACE],
    [i for i, kind in enumerate(_ORDER) if _KINDS[kind][0] not in (L.PERSON, *_PLACE)],
)
# From this score on a lower-case word may be a name.
_SURE = 0.5
_CODE_WORD = re.compile(r"\b(?:zip|post|postal|plz|cap|cp)\b", re.IGNORECASE)
# What stands before a postcode that has no word before it: the edge of the text, a comma, a place.
_BEFORE_CODE = re.compile(r"(?:^|[,\n]|\b[A-Z][\w.'-]*)\s{0,3}\Z")
_GAP = re.compile(r"[\s,.'’\-/()+:@_]{0,3}")
_NUMBERS = L.NUMBERS - {L.ADDRESS}


@frozen
class _Piece:
    start: int
    end: int
    label: str
    score: float


@frozen(eq=False, repr=False)
class Scores:
    """What the model says of one text.

    Attributes:
        places: One row a word piece: first code point, one past the last.
        kinds: One row a word piece: the score of each kind in `_ORDER`, from 0 to 1.
    """

    places: Any
    kinds: Any

    def for_names(self) -> Any:
        """One row a piece: its place, and its scores for person, place and all other kinds together."""
        groups = [self.kinds[:, columns].sum(axis=1) for columns in _GROUPS]
        return np.column_stack([self.places, *groups])


class RampartReader:
    """Reads paragraphs with the Rampart model.

    Args:
        model: Bytes of `model_q4.onnx`, verified.
        tokenizer: Bytes of `tokenizer.json`, verified.
        config: Bytes of `config.json`, verified.
        threads: Threads that ONNX Runtime may use for one call.

    Raises:
        ArtifactsError: the files do not make a model that docveil knows.
    """

    name = NAME
    labels = frozenset(label for label, _ in _KINDS.values()) | {L.USERNAME}

    def __init__(self, model: bytes, tokenizer: bytes, config: bytes, *, threads: int = 2) -> None:
        options = onnxruntime.SessionOptions()
        options.intra_op_num_threads = threads
        options.inter_op_num_threads = 1
        # Idle threads sleep; spinning takes the processor from others and finds nothing.
        options.add_session_config_entry("session.intra_op.allow_spinning", "0")
        options.log_severity_level = 4
        try:
            self._session = onnxruntime.InferenceSession(model, options, providers=["CPUExecutionProvider"])
            self._tokenizer = Tokenizer.from_buffer(tokenizer)
            names = {int(index): name for index, name in json.loads(config)["id2label"].items()}
            self._kinds = [_kind(names[index]) for index in range(len(names))]
        except Exception:
            raise ArtifactsError("The Rampart files do not make a model.") from None
        self._tokenizer.no_truncation()
        self._tokenizer.no_padding()
        self._columns = np.array([[name == kind for name in self._kinds] for kind in _ORDER], dtype=np.float64).T

    def read(self, texts: tuple[str, ...]) -> tuple[tuple[Span, ...], ...]:
        """Spans of each paragraph; each is judged by itself.

        Raises:
            CleaningFailed: a paragraph could not be read whole.
        """
        scores = {text: self.scores(text) for text in sorted({flat(text) for text in texts})}
        return tuple(self.spans(text, scores[flat(text)]) for text in texts)

    def scores(self, text: str) -> Scores:
        """The scores of every word piece of a flat text.

        Raises:
            CleaningFailed: the text could not be read whole.
        """
        text, kept = squeezed(text)
        positions = np.array(kept, dtype=np.int64)
        read = [
            self._judge(text, unit)
            for unit in units(text, LONGEST, MARGIN)
            if any(map(str.isalnum, text[unit.core_start : unit.core_end]))
        ]
        if not read:
            return Scores(np.zeros((0, 2), dtype=np.int64), np.zeros((0, len(_ORDER))))
        places = np.vstack([places for places, _ in read])
        places = np.column_stack([positions[places[:, 0]], positions[places[:, 1] - 1] + 1])
        return Scores(places, np.vstack([kinds for _, kinds in read]))

    def spans(self, text: str, scores: Scores) -> tuple[Span, ...]:
        """Spans of a text whose flat form has `scores`."""
        personal = np.round(scores.kinds.sum(axis=1), 4)
        pieces = []
        for index in np.flatnonzero(personal >= _LEAST).tolist():
            start, end = scores.places[index].tolist()
            label, threshold = _KINDS[_ORDER[int(np.round(scores.kinds[index], 4).argmax())]]
            if personal[index] >= threshold:
                pieces.append(_Piece(start, _with_marks(text, end), label, min(1.0, float(personal[index]))))
        return tuple(_spans(text, pieces))

    def _judge(self, text: str, unit: Window) -> tuple[Any, Any]:
        part = text[unit.start : unit.end]
        encoding = self._tokenizer.encode(part)
        if len(encoding.ids) > _MOST_TOKENS:
            return self._judge_halves(text, unit)
        ids = np.array([encoding.ids], dtype=np.int64)
        feed = {"input_ids": ids, "attention_mask": np.ones_like(ids), "token_type_ids": np.zeros_like(ids)}
        logits: Any = self._session.run(None, feed)[0]
        if logits.shape != (1, len(encoding.ids), len(self._kinds)):
            raise CleaningFailed("The detector rampart returned scores of an unexpected shape.")
        places = np.array(encoding.offsets, dtype=np.int64)
        start, end = places[:, 0], places[:, 1]
        if (start < 0).any() or (start > end).any() or (end > len(part)).any():
            raise CleaningFailed("The detector rampart returned offsets that do not fit the text.")
        places = places + unit.start
        # [CLS] and [SEP] are empty.
        kept = (start < end) & (places[:, 0] >= unit.core_start) & (places[:, 0] < unit.core_end)
        return places[kept], _softmax(logits[0])[kept] @ self._columns

    def _judge_halves(self, text: str, unit: Window) -> tuple[Any, Any]:
        """A unit with more pieces than the model takes (one character may be several) is read in two."""
        size = unit.core_end - unit.core_start
        if size < 2:
            raise CleaningFailed("The detector rampart cannot read a stretch of text whole.")
        half = unit.core_start + size // 2
        margin = min(MARGIN, size // 4)
        (places, kinds), (more_places, more_kinds) = (
            self._judge(text, Window(max(unit.start, low - margin), min(unit.end, high + margin), low, high))
            for low, high in ((unit.core_start, half), (half, unit.core_end))
        )
        return np.vstack([places, more_places]), np.vstack([kinds, more_kinds])


def _with_marks(text: str, end: int) -> int:
    """The model's pieces stop before the combining marks of their last letter."""
    while end < len(text) and unicodedata.combining(text[end]):
        end += 1
    return end


def _kind(name: str) -> str | None:
    if name == "O":
        return None
    kind = name[2:]
    if kind not in _KINDS:
        raise ArtifactsError("The Rampart model has a label that docveil does not know.")
    return kind


def _softmax(logits: Any) -> Any:
    shifted = np.exp(logits.astype(np.float64) - logits.max(axis=1, keepdims=True))
    return shifted / shifted.sum(axis=1, keepdims=True)


def _is_ordinary(found: str, label: str, score: float) -> bool:
    """A lone word in lower case that is an ordinary word: `aloud` is no name, and `spring` no town."""
    return (
        label in (L.PERSON, L.LOCATION)
        and found.isalpha()
        and found.islower()
        and score < 0.95
        and is_common(found)
        and found not in gazetteer().given
    )


def _joins(text: str, left: _Piece, right: _Piece) -> bool:
    if left.label != right.label and not {left.label, right.label} <= _PLACE:
        return False
    between = text[left.end : right.start]
    return "\n" not in between.strip(" ") and _GAP.fullmatch(between) is not None


def _spans(text: str, pieces: list[_Piece]) -> list[Span]:
    groups: list[list[_Piece]] = []
    for piece in pieces:
        if groups and _joins(text, groups[-1][-1], piece):
            groups[-1].append(piece)
        else:
            groups.append([piece])
    spans = []
    for group in groups:
        label = min((p.label for p in group), key=L.rank)
        score = round(max(p.score for p in group), 4)
        span = _span(text, group[0].start, group[-1].end, label, score)
        if span is not None:
            spans.append(span)
    return spans


def _span(text: str, start: int, end: int, label: str, score: float) -> Span | None:
    grow = whole_name if label == L.PERSON else whole_word
    start, end = trim(text, start, end)
    if start == end:
        return None
    start, end = trim(text, *grow(text, start, end), " \t\r\n.,;:")
    found = text[start:end]
    if not any(map(str.isalnum, found)) or (label in _NUMBERS and not any(map(str.isdigit, found))):
        return None
    if label in (L.PERSON, *_PLACE) and is_handle(found):
        return Span(start, end, L.USERNAME, score, NAME)
    tidied: tuple[int, int] | None = (start, end)
    if label == L.PERSON:
        tidied = tidy_person(text, start, end, sure=score >= _SURE)
    elif label == L.LOCATION:
        tidied = tidy_place(text, start, end)
    elif label == L.ADDRESS:
        tidied = tidy_address(text, start, end)
    if tidied is None:
        return None
    start, end = tidied
    if _is_ordinary(text[start:end], label, score) or (label == L.ADDRESS and _is_bare_number(text, start, end)):
        return None
    return Span(start, end, label, score, NAME)


def _is_bare_number(text: str, start: int, end: int) -> bool:
    """Digits alone are part of an address only where a word says so, or where five or more stand as a postcode does."""
    found = text[start:end]
    if any(map(str.isalpha, found)):
        return False
    if _CODE_WORD.search(text, max(0, start - 24), start):
        return False
    return sum(map(str.isdigit, found)) < 5 or _BEFORE_CODE.search(text, max(0, start - 24), start) is None
