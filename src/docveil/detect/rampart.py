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
from docveil.detect.given_names import is_given_name
from docveil.detect.protocol import Span
from docveil.detect.tidy import is_handle, tidy_address, tidy_person, tidy_place
from docveil.detect.windows import Window, flat, windows
from docveil.detect.words import trim, whole_name, whole_word
from docveil.errors import ArtifactsError, CleaningFailed

NAME = "rampart"
CORE, MARGIN = 500, 50
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
_PLACE = frozenset({L.ADDRESS, L.LOCATION})
# Least sum of personal scores that is a hint, the score that hints are reported with, and the labels that they have.
HINT = 0.06
_HINT_SCORE, _NAME_SCORE = 0.2, 0.3
_HINTED = frozenset({L.PERSON, L.LOCATION})
# From this score on a lower-case word may be a name.
_SURE = 0.5
_CODE_WORD = re.compile(r"\b(?:zip|post|postal|plz|cap|cp)\b", re.IGNORECASE)
_GAP = re.compile(r"[\s,.'’\-/()+:@_]{0,3}")
_NUMBERS = L.NUMBERS - {L.ADDRESS}


@frozen
class _Piece:
    start: int
    end: int
    label: str
    score: float
    certain: bool


class RampartReader:
    """Reads paragraphs with the Rampart model.

    Args:
        model: Bytes of `model_q4.onnx`, verified.
        tokenizer: Bytes of `tokenizer.json`, verified.
        config: Bytes of `config.json`, verified.
        threads: Threads that ONNX Runtime may use for one call.
        core: Largest part of a paragraph that is judged at once, in code points.

    Raises:
        ArtifactsError: the files do not make a model that docveil knows.
    """

    name = NAME
    labels = frozenset(label for label, _ in _KINDS.values()) | {L.USERNAME}

    def __init__(self, model: bytes, tokenizer: bytes, config: bytes, *, threads: int = 2, core: int = CORE) -> None:
        options = onnxruntime.SessionOptions()
        options.intra_op_num_threads = threads
        options.inter_op_num_threads = 1
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
        self._outside = np.array([kind is None for kind in self._kinds])
        self._core = core

    def read(self, texts: tuple[str, ...]) -> tuple[tuple[Span, ...], ...]:
        """Spans of each paragraph; each is judged by itself.

        Raises:
            CleaningFailed: a paragraph could not be read whole.
        """
        pieces = {text: self._pieces(text) for text in sorted({flat(text) for text in texts})}
        return tuple(_spans_and_hints(text, pieces[flat(text)]) for text in texts)

    def _pieces(self, text: str) -> list[_Piece]:
        return [
            piece
            for window in windows(text, self._core, MARGIN)
            if any(map(str.isalnum, text[window.core_start : window.core_end]))
            for piece in self._judge(text, window)
        ]

    def _judge(self, text: str, window: Window) -> list[_Piece]:
        part = text[window.start : window.end]
        encoding = self._tokenizer.encode(part)
        if len(encoding.ids) > _MOST_TOKENS:
            return self._judge_halves(text, window)
        ids = np.array([encoding.ids], dtype=np.int64)
        feed = {"input_ids": ids, "attention_mask": np.ones_like(ids), "token_type_ids": np.zeros_like(ids)}
        logits: Any = self._session.run(None, feed)[0]
        if logits.shape != (1, len(encoding.ids), len(self._kinds)):
            raise CleaningFailed("The detector rampart returned scores of an unexpected shape.")
        pieces = []
        for row, (start, end) in zip(_softmax(logits[0]), encoding.offsets, strict=True):
            if start == end:
                continue  # [CLS] and [SEP]
            if not 0 <= start < end <= len(part):
                raise CleaningFailed("The detector rampart returned offsets that do not fit the text.")
            if window.core_start <= start + window.start < window.core_end:
                found = self._strongest(row)
                if found is not None:
                    pieces.append(_Piece(start + window.start, _with_marks(text, end + window.start), *found))
        return pieces

    def _judge_halves(self, text: str, window: Window) -> list[_Piece]:
        """A window with more pieces than the model takes (one character may be several) is read in two."""
        size = window.core_end - window.core_start
        if size < 2:
            raise CleaningFailed("The detector rampart cannot read a stretch of text whole.")
        half = window.core_start + size // 2
        margin = min(MARGIN, size // 4)
        return [
            piece
            for low, high in ((window.core_start, half), (half, window.core_end))
            for piece in self._judge(
                text, Window(max(window.start, low - margin), min(window.end, high + margin), low, high)
            )
        ]

    def _strongest(self, row: Any) -> tuple[str, float, bool] | None:
        personal = round(float(1.0 - row[self._outside].sum()), 4)
        if personal < HINT:
            return None
        totals: dict[str, float] = {}
        for value, kind in zip(row, self._kinds, strict=True):
            if kind is not None:
                totals[kind] = totals.get(kind, 0.0) + float(value)
        best = max(sorted(totals), key=lambda kind: round(totals[kind], 4))
        label, threshold = _KINDS[best]
        certain = personal >= threshold
        return (label, min(1.0, personal), certain) if certain or label in _HINTED else None


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
        and not is_given_name(found)
    )


def _joins(text: str, left: _Piece, right: _Piece) -> bool:
    if left.label != right.label and not {left.label, right.label} <= _PLACE:
        return False
    between = text[left.end : right.start]
    return "\n" not in between.strip(" ") and _GAP.fullmatch(between) is not None


def _spans_and_hints(text: str, pieces: list[_Piece]) -> tuple[Span, ...]:
    """What is certain, and as hints what it would be with the uncertain pieces: these count where others see more too."""
    certain = _spans(text, [piece for piece in pieces if piece.certain])
    known = {(span.start, span.end) for span in certain}
    hints = [span for span in _spans(text, pieces) if (span.start, span.end) not in known]
    return (
        *certain,
        *(Span(h.start, h.end, h.label, _hint_score(text, h), h.source) for h in hints if h.label in _HINTED),
    )


def _hint_score(text: str, hint: Span) -> float:
    """Words that are written as names and are no English words need no second opinion."""
    words = re.findall(r"[^\s,.'’\-]+", text[hint.start : hint.end])
    is_name = all(len(w) > 3 and w.isalpha() and w.istitle() and not is_common(w.casefold()) for w in words)
    return _NAME_SCORE if is_name else _HINT_SCORE


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
    """Digits alone are part of an address only where a model is asked about five or more of them, or a word says so."""
    found = text[start:end]
    if any(map(str.isalpha, found)):
        return False
    return sum(map(str.isdigit, found)) < 5 and _CODE_WORD.search(text, max(0, start - 24), start) is None
