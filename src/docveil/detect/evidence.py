"""What speaks for and against each word being a name of a person or a place, as numbers.

A word is a run of letters and digits. Its evidence is what the models think of it, how it is written, what the lists know it
as and how frequent it is; the same of its two neighbours; how the text as a whole is written; and what the models think of
the same word elsewhere in the document.
"""

import re
from collections.abc import Sequence
from itertools import pairwise
from typing import Any, Final

import numpy as np
from attrs import frozen

from docveil.detect.common_words import frequency
from docveil.detect.gazetteer import gazetteer, is_joined_name, phrases_in
from docveil.detect.surroundings import surroundings

ENTITIES: Final = ("PERSON", "GPE", "LOC", "FAC", "ORG", "NORP")
_WORD = re.compile(r"[^\W_]+")
_CAMEL = re.compile(r"[a-z][A-Z]")
_STOP = re.compile(r"[.!?:;\"\u201c\n]")
_POST = re.compile(r"[#@]\w|\bRT\b|http")
_LONGEST, _MOST_WORDS = 15, 3
_SHORTEST_JOINED = 8
# Which columns of a word's evidence its neighbours are told, and which are averaged over the document.
_SHARED = 9
_REMEMBERED = 6


@frozen(eq=False, repr=False)
class Evidence:
    """The words of one text.

    Attributes:
        words: Zero-based, end-exclusive code points of each word.
        forms: Each word in lower case.
        rows: One row a word.
        shared: The columns of each word that are compared over the document.
    """

    words: tuple[tuple[int, int], ...]
    forms: tuple[str, ...]
    rows: Any
    shared: Any


def gather(text: str, scores: Any, entities: Sequence[tuple[int, int, str]]) -> Evidence:
    """The evidence of one text by itself.

    Args:
        text: The text.
        scores: One row a word piece: first code point, one past the last, and the model's scores for person, place and others.
        entities: `(start, end, label)` of the entities of another model.
    """
    words = tuple(m.span() for m in _WORD.finditer(text))
    found = [text[start:end] for start, end in words]
    forms = tuple(word.lower() for word in found)
    if not words:
        return Evidence((), (), np.zeros((0, 0)), np.zeros((0, _REMEMBERED)))
    model = _log_odds(_by_word(words, scores))
    labels = _entity_flags(words, entities)
    names = gazetteer()
    gaps = ["", *(text[left[1] : right[0]] for left, right in pairwise(words))]
    tight = np.array([bool(gap) and not gap.strip() for gap in gaps], float)
    given = np.array([form in names.given for form in forms], float)
    surname = np.array([form in names.surnames for form in forms], float)
    common = np.array([frequency(form) for form in forms])
    title = np.array([w[0].isupper() and not (len(w) > 1 and w.isupper()) for w in found], float)
    lower = np.array([w.islower() for w in found], float)
    own = (
        model,
        labels,
        common,
        common == 0,
        title,
        [len(w) > 1 and w.isupper() for w in found],
        lower,
        [any(map(str.isdigit, w)) for w in found],
        [_CAMEL.search(w) is not None for w in found],
        [min(len(w), _LONGEST) for w in found],
        [len(w) == 1 and w.isupper() for w in found],
        given,
        surname,
        [form in names.peoples for form in forms],
        _phrase_lengths(forms, names.large),
        _phrase_lengths(forms, names.towns),
        [not gap or _STOP.search(gap) is not None for gap in gaps],
        [gap.endswith("#") for gap in gaps],
        [gap.endswith(("@", "_")) for gap in gaps],
        [_joins_two_names(form) for form in forms],
    )
    places = labels[:, 1:4].max(axis=1)
    told = np.column_stack([model[:, :2], labels[:, 0], places, labels[:, 4], title, given, surname, common])
    blank = np.concatenate([_log_odds(np.zeros(2)), np.zeros(_SHARED - 2)])[None]
    letters = sum(map(str.isalpha, text))
    whole = [is_post(text), sum(map(str.isupper, text)) / max(1, letters), np.log(len(words) + 1)]
    rows = np.column_stack(
        [
            *own,
            np.vstack([blank, told[:-1]]),
            np.vstack([told[1:], blank]),
            tight,
            np.append(tight[1:], 0.0),
            np.tile(whole, (len(words), 1)),
            surroundings(forms, found, [text[: words[0][0]], *gaps[1:], text[words[-1][1] :]]),
        ]
    )
    shared = np.column_stack([np.maximum(told[:, :2], -5.0), told[:, 2:5], 1 - lower])
    return Evidence(words, forms, rows, shared)


def is_post(text: str) -> bool:
    """Whether a text is written like a message on a social network: with hashtags, mentions or links."""
    return _POST.search(text) is not None


def over_document(texts: Sequence[Evidence]) -> list[Any]:
    """The rows of each text, with what the same words are elsewhere. The texts are in a fixed order, so sums are too."""
    totals: dict[str, list[Any]] = {}
    for text in texts:
        for form, row in zip(text.forms, text.shared, strict=True):
            total = totals.setdefault(form, [0, np.zeros(_REMEMBERED)])
            total[0] += 1
            total[1] = total[1] + row
    return [
        np.column_stack([text.rows, *_elsewhere(text, totals)]) if text.words else np.zeros((0, 0)) for text in texts
    ]


def _elsewhere(text: Evidence, totals: dict[str, list[Any]]) -> tuple[Any, Any]:
    counts = np.array([totals[form][0] for form in text.forms], float)
    sums = np.array([totals[form][1] for form in text.forms])
    others = (sums - text.shared) / np.maximum(counts - 1, 1)[:, None]
    return np.log(counts), np.where(counts[:, None] > 1, others, text.shared)


def _log_odds(probabilities: Any) -> Any:
    clipped = np.clip(probabilities, 1e-4, 1 - 1e-4)
    return np.log(clipped / (1 - clipped))


def _by_word(words: Sequence[tuple[int, int]], scores: Any) -> Any:
    """The best scores of the pieces that begin in each word."""
    best = np.zeros((len(words), 3))
    if len(scores):
        starts = np.array([start for start, _ in words])
        ends = np.array([end for _, end in words])
        at = np.searchsorted(starts, scores[:, 0], side="right") - 1
        inside = (at >= 0) & (scores[:, 0] < ends[np.maximum(at, 0)])
        np.maximum.at(best, at[inside], scores[inside, 2:])
    return best


def _entity_flags(words: Sequence[tuple[int, int]], entities: Sequence[tuple[int, int, str]]) -> Any:
    flags = np.zeros((len(words), len(ENTITIES)))
    starts = [start for start, _ in words]
    ends = [end for _, end in words]
    for start, end, label in entities:
        if label in ENTITIES:
            low, high = np.searchsorted(ends, start, side="right"), np.searchsorted(starts, end)
            flags[low:high, ENTITIES.index(label)] = 1
    return flags


def _phrase_lengths(forms: Sequence[str], table: Any) -> Any:
    lengths = np.zeros(len(forms))
    for first, end in phrases_in(forms, table):
        lengths[first:end] = np.maximum(lengths[first:end], min(end - first, _MOST_WORDS))
    return lengths


def _joins_two_names(form: str) -> bool:
    return len(form) >= _SHORTEST_JOINED and form.isalpha() and not frequency(form) and is_joined_name(form)
