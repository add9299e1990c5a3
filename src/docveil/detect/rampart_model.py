"""The Rampart model (BERT for token classification, ONNX, 4-bit): the score of each label for each word piece of a text.

A text is judged by itself: several are read in one call only because a short call costs as much as a longer one, and the scores
are the same to the last bit (a test holds them to that).
"""

import json
from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import Any, Final, TypeVar

import numpy as np
import onnxruntime
from attrs import frozen
from tokenizers import Tokenizer

from docveil.detect.windows import Window, squeezed, units
from docveil.errors import ArtifactsError, CleaningFailed

# A unit of several sentences has at most about this many code points; only a longer sentence is read in windows.
LONGEST, MARGIN = 800, 50
_MOST_TOKENS = 512
# Units of about the same length are read in one call while they have no more tokens than this, with their padding.
_TOKENS_TOGETHER = 128

_T = TypeVar("_T")

LABELS: Final = (
    "BANK_ACCOUNT",
    "BUILDING_NUMBER",
    "CITY",
    "DRIVERS_LICENSE",
    "EMAIL",
    "GIVEN_NAME",
    "GOVERNMENT_ID",
    "PASSPORT",
    "PHONE",
    "ROUTING_NUMBER",
    "SECONDARY_ADDRESS",
    "STATE",
    "STREET_NAME",
    "SURNAME",
    "TAX_ID",
    "URL",
    "ZIP_CODE",
)


@frozen(eq=False, repr=False)
class Scores:
    """What the model says of one text.

    Attributes:
        places: One row a word piece: first code point, one past the last.
        kinds: One row a word piece, one column each of `LABELS`: the score from 0 to 1.
    """

    places: Any
    kinds: Any

    @classmethod
    def joined(cls, parts: "Sequence[Scores]") -> "Scores":
        """The scores of consecutive parts of a text."""
        if not parts:
            return cls(np.zeros((0, 2), dtype=np.int64), np.zeros((0, len(LABELS))))
        return cls(np.vstack([part.places for part in parts]), np.vstack([part.kinds for part in parts]))


@frozen(eq=False, repr=False)
class _Job:
    """A unit on its way to the model.

    Attributes:
        number: Of its text.
        unit: Where it stands there.
        ids: Its tokens.
        places: One row a token: first code point in the unit, one past the last.
    """

    number: int
    unit: Window
    ids: Any
    places: Any


class RampartModel:
    """Scores the word pieces of texts.

    Args:
        model: Bytes of `model_q4.onnx`, verified.
        tokenizer: Bytes of `tokenizer.json`, verified.
        config: Bytes of `config.json`, verified.
        threads: Threads that ONNX Runtime may use for one call.

    Raises:
        ArtifactsError: the files do not make a model that docveil knows.
    """

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
            kinds = [_label(names[index]) for index in range(len(names))]
        except Exception:
            raise ArtifactsError("The Rampart files do not make a model.") from None
        self._tokenizer.no_truncation()
        self._tokenizer.no_padding()
        self._outputs = len(kinds)
        self._columns = np.array([[kind == label for kind in kinds] for label in LABELS], dtype=np.float64).T

    def scores(self, texts: Sequence[str]) -> list[Scores]:
        """The scores of every word piece of each flat text.

        Raises:
            CleaningFailed: a text could not be read whole.
        """
        jobs: list[_Job] = []
        positions = []
        for number, text in enumerate(texts):
            short, left = squeezed(text)
            positions.append(np.array(left, dtype=np.int64))
            jobs += self._jobs(number, short)
        parts: list[list[Scores]] = [[] for _ in texts]
        for job, scores in zip(jobs, self._read(jobs), strict=True):
            kept = positions[job.number]
            places = np.column_stack([kept[scores.places[:, 0]], kept[scores.places[:, 1] - 1] + 1])
            parts[job.number].append(Scores(places, scores.kinds))
        return [Scores.joined(of_text) for of_text in parts]

    def _jobs(self, number: int, text: str) -> Iterator[_Job]:
        for unit in units(text, LONGEST, MARGIN):
            if any(map(str.isalnum, text[unit.core_start : unit.core_end])):
                yield from self._encoded(number, text, unit)

    def _encoded(self, number: int, text: str, unit: Window) -> Iterator[_Job]:
        """The unit; one with more pieces than the model takes (one character may be several) in halves."""
        encoding = self._tokenizer.encode(text[unit.start : unit.end])
        if len(encoding.ids) <= _MOST_TOKENS:
            ids, places = (np.array(values, dtype=np.int32) for values in (encoding.ids, encoding.offsets))
            if (places < 0).any() or (places[:, 0] > places[:, 1]).any() or (places > unit.end - unit.start).any():
                raise CleaningFailed("The detector rampart returned offsets that do not fit the text.")
            yield _Job(number, unit, ids, places)
            return
        size = unit.core_end - unit.core_start
        if size < 2:
            raise CleaningFailed("The detector rampart cannot read a stretch of text whole.")
        half = unit.core_start + size // 2
        margin = min(MARGIN, size // 4)
        for low, high in ((unit.core_start, half), (half, unit.core_end)):
            part = Window(max(unit.start, low - margin), min(unit.end, high + margin), low, high)
            yield from self._encoded(number, text, part)

    def _read(self, jobs: Sequence[_Job]) -> list[Scores]:
        """Views of a text often differ in blanks alone, which the model does not see: the same tokens are read once."""
        alike: defaultdict[bytes, list[int]] = defaultdict(list)
        for index, job in enumerate(jobs):
            alike[job.ids.tobytes()].append(index)
        groups = sorted(alike.values(), key=lambda group: len(jobs[group[0]].ids))
        read: dict[int, Scores] = {}
        for batch in _batches(groups, lambda group: len(jobs[group[0]].ids)):
            for group, logits in zip(batch, self._run([jobs[group[0]] for group in batch]), strict=True):
                read.update((index, self._scores(jobs[index], logits)) for index in group)
        return [read[index] for index in range(len(jobs))]

    def _run(self, jobs: Sequence[_Job]) -> Any:
        ids = np.zeros((len(jobs), max(len(job.ids) for job in jobs)), dtype=np.int64)
        mask = np.zeros_like(ids)
        for row, job in enumerate(jobs):
            ids[row, : len(job.ids)] = job.ids
            mask[row, : len(job.ids)] = 1
        feed = {"input_ids": ids, "attention_mask": mask, "token_type_ids": np.zeros_like(ids)}
        logits: Any = self._session.run(None, feed)[0]
        if logits.shape != (*ids.shape, self._outputs):
            raise CleaningFailed("The detector rampart returned scores of an unexpected shape.")
        return logits

    def _scores(self, job: _Job, logits: Any) -> Scores:
        unit, places = job.unit, job.places.astype(np.int64) + job.unit.start
        # [CLS] and [SEP] are empty.
        kept = (places[:, 0] < places[:, 1]) & (places[:, 0] >= unit.core_start) & (places[:, 0] < unit.core_end)
        return Scores(places[kept], _softmax(logits[: len(places)])[kept] @ self._columns)


def _batches(items: Iterable[_T], length: Callable[[_T], int]) -> Iterator[list[_T]]:
    """Items, ascending by their length in tokens, in groups that one call reads."""
    batch: list[_T] = []
    for item in items:
        if batch and (len(batch) + 1) * length(item) > _TOKENS_TOGETHER:
            yield batch
            batch = []
        batch.append(item)
    if batch:
        yield batch


def _label(name: str) -> str | None:
    if name == "O":
        return None
    if name[2:] not in LABELS:
        raise ArtifactsError("The Rampart model has a label that docveil does not know.")
    return name[2:]


def _softmax(logits: Any) -> Any:
    shifted = np.exp(logits.astype(np.float64) - logits.max(axis=1, keepdims=True))
    return shifted / shifted.sum(axis=1, keepdims=True)
