"""Detectors of the user's own, by entry point group `docveil.detectors`.

An entry point names a `TextReader`, a function without arguments that makes one, or a Presidio recogniser (an object with
`analyze` and `supported_entities`), which is asked paragraph by paragraph. They are code that the user installed and trusts;
what they return is checked like the findings of docveil's own detectors.
"""

import re
from collections.abc import Set as AbstractSet
from importlib.metadata import entry_points
from typing import Any

from docveil.detect.labels import LABELS
from docveil.detect.protocol import Span, TextReader
from docveil.errors import CleaningFailed

GROUP = "docveil.detectors"
# The label of a policy's own deny list.
TERM = "TERM"
_NAME = re.compile(r"[a-z][a-z0-9_.-]{0,63}")
_LABEL = re.compile(r"[A-Z][A-Z0-9_]{0,63}")


class RecogniserReader:
    """A Presidio recogniser as a reader of paragraphs.

    Args:
        name: Name of its entry point.
        recogniser: The recogniser; its `analyze(text, entities, None)` returns objects with entity_type, start, end, score.
    """

    def __init__(self, name: str, recogniser: Any) -> None:
        self.name = f"custom.{name}"
        self.labels = frozenset(map(str, recogniser.supported_entities))
        if not all(map(_LABEL.fullmatch, self.labels)):
            raise CleaningFailed(f"The detector {self.name} has a label that is no upper-case code.")
        self._recogniser = recogniser

    def read(self, texts: tuple[str, ...]) -> tuple[tuple[Span, ...], ...]:
        """Spans of each paragraph."""
        return tuple(tuple(self._spans(text)) for text in texts)

    def _spans(self, text: str) -> list[Span]:
        found = self._recogniser.analyze(text, sorted(self.labels), None) or ()
        return [Span(int(r.start), int(r.end), str(r.entity_type), float(r.score), self.name) for r in found]


def custom_readers() -> tuple[TextReader, ...]:
    """The readers of the installed entry points, by name.

    Raises:
        CleaningFailed: one cannot be loaded or is no detector. A detector that was asked for is never left out in silence.
    """
    points = sorted(entry_points(group=GROUP), key=lambda point: (point.name, point.value))
    return tuple(_reader(point.name, point.load) for point in points)


def reported(wanted: AbstractSet[str]) -> frozenset[str]:
    """Those of the labels `wanted` that some detector may report; the user's own detectors are asked only where one is missing.

    Raises:
        CleaningFailed: a detector of the user's own cannot be loaded.
    """
    known = LABELS | {TERM}
    if not wanted <= known:
        known = known.union(*(reader.labels for reader in custom_readers()))
    return frozenset(wanted & known)


def _reader(name: str, load: Any) -> TextReader:
    if _NAME.fullmatch(name) is None:
        raise CleaningFailed("A detector's entry point must be named by a lower-case code.")
    try:
        made = load()
        if isinstance(made, type) or (callable(made) and not isinstance(made, TextReader)):
            made = made()
        if not isinstance(made, TextReader) and hasattr(made, "analyze") and hasattr(made, "supported_entities"):
            made = RecogniserReader(name, made)
    except CleaningFailed:
        raise
    except Exception as error:
        raise CleaningFailed(f"The detector {name} cannot be loaded: {type(error).__name__}.") from None
    if not isinstance(made, TextReader):
        raise CleaningFailed(f"The entry point {name} is no detector.")
    return made
