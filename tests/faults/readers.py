"""Detectors that misbehave, one fault each. What they know of the text must not get out."""

from typing import Any

from docveil.detect.protocol import Span


class Reader:
    """A reader with a fixed answer for each paragraph."""

    name = "faulty"
    labels = frozenset({"PERSON"})

    def __init__(self, *spans: Any) -> None:
        self._spans = spans

    def read(self, texts: tuple[str, ...]) -> Any:
        return tuple(self._spans for _ in texts)


class Raises(Reader):
    """Fails with the text in its message."""

    def read(self, texts: tuple[str, ...]) -> Any:
        raise ValueError(f"cannot read {texts[0]}")


class Forgets(Reader):
    """Answers for fewer paragraphs than it was asked."""

    def read(self, texts: tuple[str, ...]) -> Any:
        return ((),) * (len(texts) - 1)


PAST_THE_END = Reader(Span(0, 999, "PERSON", 1.0, "faulty"))
BACKWARDS = Reader(Span(5, 2, "PERSON", 1.0, "faulty"))
EMPTY = Reader(Span(2, 2, "PERSON", 1.0, "faulty"))
NEGATIVE = Reader(Span(-3, 2, "PERSON", 1.0, "faulty"))
OTHER_LABEL = Reader(Span(0, 2, "SURPRISE", 1.0, "faulty"))
NO_SPAN = Reader((0, 2, "PERSON"))
ALL: tuple[Reader, ...] = (
    Raises(),
    Forgets(),
    PAST_THE_END,
    BACKWARDS,
    EMPTY,
    NEGATIVE,
    OTHER_LABEL,
    NO_SPAN,
)
