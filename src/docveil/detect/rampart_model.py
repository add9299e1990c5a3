"""The Rampart model (BERT for token classification, ONNX, 4-bit): the score of each label for each word piece of a text.

A unit of text is read by itself: the input of a layer is rounded by one scale a call, so two in one call would move each other's
scores.
"""

import json
from collections.abc import Iterator, Sequence
from typing import Any, Final

import numpy as np
import onnxruntime
from attrs import frozen
from tokenizers import Tokenizer

from docveil.detect.eight_bits import in_eight_bits
from docveil.detect.windows import Window, squeezed, units
from docveil.errors import ArtifactsError, CleaningFailed

# A unit of several sentences has at most about this many code points; only a longer sentence is read in windows.
LONGEST, MARGIN = 800, 50
_MOST_TOKENS = 512

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
            self._session = onnxruntime.InferenceSession(
                in_eight_bits(model), options, providers=["CPUExecutionProvider"]
            )
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

    def _read(self, jobs: Sequence[_Job]) -> Iterator[Scores]:
        """Views of a text often differ in blanks alone, which the model does not see: the same tokens are read once."""
        read: dict[bytes, Any] = {}
        for job in jobs:
            tokens = job.ids.tobytes()
            if tokens not in read:
                read[tokens] = self._run(job.ids)
            yield self._scores(job, read[tokens])

    def _run(self, ids: Any) -> Any:
        row = ids.astype(np.int64)[None, :]
        feed = {"input_ids": row, "attention_mask": np.ones_like(row), "token_type_ids": np.zeros_like(row)}
        logits: Any = self._session.run(None, feed)[0]
        if logits.shape != (*row.shape, self._outputs):
            raise CleaningFailed("The detector rampart returned scores of an unexpected shape.")
        return logits[0]

    def _scores(self, job: _Job, logits: Any) -> Scores:
        unit, places = job.unit, job.places.astype(np.int64) + job.unit.start
        # [CLS] and [SEP] are empty.
        kept = (places[:, 0] < places[:, 1]) & (places[:, 0] >= unit.core_start) & (places[:, 0] < unit.core_end)
        return Scores(places[kept], _softmax(logits)[kept] @ self._columns)


def _label(name: str) -> str | None:
    if name == "O":
        return None
    if name[2:] not in LABELS:
        raise ArtifactsError("The Rampart model has a label that docveil does not know.")
    return name[2:]


def _softmax(logits: Any) -> Any:
    shifted = np.exp(logits.astype(np.float64) - logits.max(axis=1, keepdims=True))
    return shifted / shifted.sum(axis=1, keepdims=True)
