"""The Rampart model as a reader of paragraphs.

The model scores every word piece; a piece is personal where the scores of all personal labels together reach the
threshold of the strongest of them. Pieces of one kind that stand side by side become one span of whole words.
"""

import re
import unicodedata
from types import MappingProxyType
from typing import Any, Final

import numpy as np
from attrs import frozen

from docveil.detect import labels as L
from docveil.detect.common_words import is_common
from docveil.detect.gazetteer import gazetteer
from docveil.detect.protocol import Span
from docveil.detect.rampart_model import LABELS, RampartModel, Scores
from docveil.detect.tidy import is_handle, tidy_address, tidy_person, tidy_place
from docveil.detect.windows import flat, unescaped
from docveil.detect.words import trim, whole_name, whole_word

NAME = "rampart"

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
_PLACE = frozenset({L.ADDRESS, L.LOCATION})
_GROUPS: Final = (
    [i for i, kind in enumerate(LABELS) if _KINDS[kind][0] == L.PERSON],
    [i for i, kind in enumerate(LABELS) if _KINDS[kind][0] in _PLACE],
    [i for i, kind in enumerate(LABELS) if _KINDS[kind][0] not in (L.PERSON, *_PLACE)],
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


@frozen
class RampartReader:
    """Reads paragraphs with the Rampart model.

    Attributes:
        model: The model.
    """

    model: RampartModel

    name = NAME
    labels = frozenset(label for label, _ in _KINDS.values()) | {L.USERNAME}

    def read(self, texts: tuple[str, ...]) -> tuple[tuple[Span, ...], ...]:
        """Spans of each paragraph; each is judged by itself.

        Raises:
            CleaningFailed: a paragraph could not be read whole.
        """
        texts = tuple(map(unescaped, texts))
        flats = tuple(sorted({flat(text) for text in texts}))
        scores = dict(zip(flats, self.model.scores(flats), strict=True))
        return tuple(self.spans(text, scores[flat(text)]) for text in texts)

    def spans(self, text: str, scores: Scores) -> tuple[Span, ...]:
        """Spans of a text whose flat form has `scores`."""
        personal = np.round(scores.kinds.sum(axis=1), 4)
        pieces = []
        for index in np.flatnonzero(personal >= _LEAST).tolist():
            start, end = scores.places[index].tolist()
            label, threshold = _KINDS[LABELS[int(np.round(scores.kinds[index], 4).argmax())]]
            if personal[index] >= threshold:
                pieces.append(_Piece(start, _with_marks(text, end), label, min(1.0, float(personal[index]))))
        return tuple(_spans(text, pieces))


def for_names(scores: Scores) -> Any:
    """One row a piece: its place, and its scores for person, place and all other kinds together."""
    groups = [scores.kinds[:, columns].sum(axis=1) for columns in _GROUPS]
    return np.column_stack([scores.places, *groups])


def _with_marks(text: str, end: int) -> int:
    """The model's pieces stop before the combining marks of their last letter."""
    while end < len(text) and unicodedata.combining(text[end]):
        end += 1
    return end


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
