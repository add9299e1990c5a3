"""A second stage over the models: how likely each word is part of a person's name or of a place.

A network of one hidden layer over the evidence of each word. It was fitted on the `dev` splits by benchmarks/fit_judge.py, which
also prints how it does on the half that it did not see; its weights are data, in judge.json.
"""

import json
from bisect import bisect_left, bisect_right
from collections.abc import Iterable, Iterator, Sequence
from importlib import resources
from typing import Any, Final, Self

import numpy as np
from attrs import frozen

from docveil.detect import labels as L
from docveil.detect.evidence import Evidence, is_post, over_document
from docveil.detect.protocol import Span
from docveil.detect.tidy import is_model_number
from docveil.detect.words import whole_name

NAME = "judge"
# Below the first, no name, whatever one detector says; from the second on a name, whatever the others say. Between
# the two the detectors decide. Chosen on the dev splits, by the half that the weights had not seen.
LEAST, SUFFICIENT = 0.05, 0.2
# The same as SUFFICIENT for posts, whose writing leaves the detectors less to go by.
SUFFICIENT_IN_POSTS = 0.12
_JUDGED: Final = frozenset({L.PERSON, L.LOCATION, L.ADDRESS})
_CLASSES: Final = (L.PERSON, L.LOCATION)
# What a company is never names a person or a place.
_LEGAL_FORMS = frozenset({"inc", "llc", "llp", "ltd", "plc", "corp", "gmbh", "sarl"})
# What stands between two names and is of neither; the lists have `Trinidad and Tobago`.
_BETWEEN = frozenset(
    "a an and are as at by for from has her his in into is it its near on or that this to was were who with".split()
)
_CLIP = 4.0
_LONGEST_GAP = 3


@frozen(eq=False, repr=False)
class Judge:
    """The fitted network: softmax(relu(x * hidden + bias) * output + bias) over none, person, place."""

    mean: Any
    scale: Any
    hidden: Any
    hidden_bias: Any
    output: Any
    output_bias: Any

    @classmethod
    def load(cls) -> Self:
        """The weights that ship with docveil."""
        data = json.loads(resources.files("docveil.detect").joinpath("judge.json").read_text(encoding="utf-8"))
        return cls(**{name: np.array(values) for name, values in data.items()})

    def probabilities(self, texts: Sequence[Evidence]) -> list[Any]:
        """For each text one row a word: how likely it is of a person and of a place, from 0 to 1."""
        return [self._judge(rows) if len(rows) else np.zeros((0, 2)) for rows in over_document(texts)]

    def _judge(self, rows: Any) -> Any:
        scaled = np.clip((rows - self.mean) / self.scale, -_CLIP, _CLIP)
        hidden = np.maximum(scaled @ self.hidden + self.hidden_bias, 0.0)
        logits = hidden @ self.output + self.output_bias
        shifted = np.exp(logits - logits.max(axis=1, keepdims=True))
        return np.round(shifted / shifted.sum(axis=1, keepdims=True), 4)[:, 1:]


def weigh(text: str, spans: Iterable[Span], words: Sequence[tuple[int, int]], likely: Any) -> Iterator[Span]:
    """`spans` without the words at their edges that are no names, and the names that the spans left out."""
    either = likely.sum(axis=1).tolist() if words else []
    either = [0.0 if _is_no_name(text[a:b]) else value for value, (a, b) in zip(either, words, strict=True)]
    starts, ends = [start for start, _ in words], [end for _, end in words]
    for span in spans:
        if span.label not in _JUDGED:
            yield span
            continue
        inside = range(bisect_right(ends, span.start), bisect_left(starts, span.end))
        kept = [i for i in inside if either[i] >= LEAST]
        if kept:
            start = span.start if kept[0] == inside[0] else words[kept[0]][0]
            end = span.end if kept[-1] == inside[-1] else words[kept[-1]][1]
            yield Span(start, end, span.label, span.score, span.source)
    yield from _likely(text, words, likely, either)


def _likely(text: str, words: Sequence[tuple[int, int]], likely: Any, either: Sequence[float]) -> Iterator[Span]:
    sufficient = SUFFICIENT_IN_POSTS if is_post(text) else SUFFICIENT
    run: list[int] = []
    for index in [*(i for i, value in enumerate(either) if value >= sufficient), len(words)]:
        if run and (
            index == len(words) or index != run[-1] + 1 or not _joins(text, words[run[-1]][1], words[index][0])
        ):
            start, end = whole_name(text, words[run[0]][0], words[run[-1]][1])
            label = _CLASSES[int(likely[run].sum(axis=0).argmax())]
            # A number needs another reason.
            if any(map(str.isalpha, text[start:end])) and not is_model_number(text, start, end):
                yield Span(start, end, label, round(max(either[i] for i in run), 4), NAME)
            run = []
        run.append(index)


def _is_no_name(word: str) -> bool:
    return word in _BETWEEN or word.lower() in _LEGAL_FORMS


def _joins(text: str, end: int, start: int) -> bool:
    gap = text[end:start]
    return len(gap) <= _LONGEST_GAP and all(c in " .'\u2019-," for c in gap)
