"""What a detector is, and the one way from a match on a view to a finding in the document."""

from collections.abc import Iterable, Iterator, Sequence
from typing import Protocol, runtime_checkable

from attrs import frozen

from docveil.errors import CleaningFailed
from docveil.model.alignment import View
from docveil.model.findings import Finding


@frozen(order=True)
class Span:
    """A match in one text: zero-based, end-exclusive code points.

    Attributes:
        start: First code point.
        end: One past the last code point.
        label: One of `docveil.detect.labels`.
        score: Confidence from 0 to 1.
        source: Name of the rule or model that matched, such as `rules.email`.
    """

    start: int
    end: int
    label: str
    score: float
    source: str


@runtime_checkable
class Detector(Protocol):
    """Reads one view and reports what it finds there, located in the document.

    Attributes:
        name: Lower-case code, such as `rampart`.
        labels: Every label that it may report.
    """

    name: str
    labels: frozenset[str]

    def detect(self, view: View) -> Iterable[Finding]:
        """Findings of one view, in any order.

        Raises:
            CleaningFailed: the view could not be read whole.
        """
        ...


@runtime_checkable
class TextReader(Protocol):
    """A detector that judges each block of a text by itself, so that one block is read once for all views.

    Attributes:
        name: Lower-case code, such as `rampart`.
        labels: Every label that it may report.
    """

    name: str
    labels: frozenset[str]

    def read(self, texts: tuple[str, ...]) -> tuple[tuple[Span, ...], ...]:
        """The spans of each text, in the order of `texts`."""
        ...


@runtime_checkable
class ReadsAhead(Protocol):
    """A reader that reads the texts of several documents sooner together; what it finds in each stays the same."""

    def having_read(self, texts: Sequence[str]) -> TextReader:
        """The same reader, with what it needs of these texts at hand."""
        ...


def locate(view: View, spans: Iterable[Span], detector: str) -> Iterator[Finding]:
    """Findings for `spans` of `view`; white space at the edges is trimmed, a match of glue alone is dropped.

    Raises:
        CleaningFailed: a span does not fit the view; nothing is clamped.
    """
    text = view.text
    for span in spans:
        start, end = span.start, span.end
        if type(start) is not int or type(end) is not int or not 0 <= start < end <= len(text):
            raise CleaningFailed(f"The detector {detector} returned offsets that do not fit the text.")
        while start < end and text[start].isspace():
            start += 1
        while end > start and text[end - 1].isspace():
            end -= 1
        if start == end:
            continue
        fragments = view.locate(start, end)
        if fragments:
            yield Finding(fragments, span.label, span.score, span.source)
