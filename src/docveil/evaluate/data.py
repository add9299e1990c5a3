"""Labelled texts and the mapping of their labels, read and checked."""

import json
import tomllib
from importlib import resources
from pathlib import Path
from typing import Any

from attrs import frozen

from docveil.errors import UsageError
from docveil.model.ranges import SourceRange


@frozen(repr=False)
class Gold:
    """One labelled text.

    Attributes:
        text: The text.
        spans: `(range, label)` pairs, as labelled.
        neutral: Ranges that count neither way.
        split: Name of its split, or the empty string.
    """

    text: str
    spans: tuple[tuple[SourceRange, str], ...]
    neutral: tuple[SourceRange, ...] = ()
    split: str = ""

    def __repr__(self) -> str:
        return f"Gold({len(self.text)} code points, {len(self.spans)} spans)"


@frozen
class LabelMap:
    """Which labels mean the same.

    Attributes:
        gold: Label of a labelled text -> family.
        predicted: Label of a detector -> family.
        when_hidden: Families that are neutral unless the policy hides them.
    """

    gold: dict[str, str]
    predicted: dict[str, str]
    when_hidden: frozenset[str]


def load_gold(path: Path) -> tuple[Gold, ...]:
    """The texts of a JSON Lines file: `{"text", "spans": [[start, end, label]], "neutral"?, "split"?}` a line.

    Raises:
        UsageError: a line is not of that form. The message names the line, never its content.
    """
    try:
        lines = path.read_bytes().splitlines()
    except OSError:
        raise UsageError("The data file cannot be read.") from None
    return tuple(_gold(line, number) for number, line in enumerate(lines, 1) if line.strip())


def _gold(line: bytes, number: int) -> Gold:
    try:
        row = json.loads(line)
        text = row["text"]
        if type(text) is not str:
            raise ValueError
        spans = tuple((_range(start, end, text), _label(label)) for start, end, label in row["spans"])
        neutral = tuple(_range(start, end, text) for start, end in row.get("neutral") or ())
        return Gold(text, spans, neutral, str(row.get("split", "")))
    except (ValueError, KeyError, TypeError, AttributeError):
        raise UsageError(f"Line {number} of the data file is not a text with spans inside it.") from None


def _range(start: Any, end: Any, text: str) -> SourceRange:
    if type(start) is not int or type(end) is not int or not 0 <= start <= end <= len(text):
        raise ValueError
    return SourceRange(start, end)


def _label(label: Any) -> str:
    if type(label) is not str:
        raise ValueError
    return label


def load_label_map(path: Path | None = None) -> LabelMap:
    """The mapping in `path`, or the one that ships with docveil.

    Raises:
        UsageError: the file is not such a mapping, or puts one label into two families.
    """
    try:
        if path is None:
            content = resources.files("docveil.evaluate").joinpath("labels.toml").read_text(encoding="utf-8")
        else:
            content = path.read_text(encoding="utf-8")
        table = tomllib.loads(content)
        gold = [(label, family) for family, row in table.items() for label in row["gold"]]
        predicted = [(label, family) for family, row in table.items() for label in row["predicted"]]
        hidden = frozenset(family for family, row in table.items() if row.get("when_hidden", False))
    except (OSError, ValueError, KeyError, TypeError, AttributeError):
        raise UsageError("The mapping of labels is not a TOML file of families with gold and predicted.") from None
    for pairs in (gold, predicted):
        if len({label for label, _ in pairs}) != len(pairs):
            raise UsageError("The mapping of labels puts one label into two families.")
    return LabelMap(dict(gold), dict(predicted), hidden)
