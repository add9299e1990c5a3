"""What a finding covers as it will be replaced: its fragments without edges of white space, and the text they show."""

import re
from collections.abc import Iterable, Sequence
from itertools import pairwise

from attrs import evolve, frozen

from docveil.errors import CleaningFailed
from docveil.model.document import ExtractedDocument
from docveil.model.findings import Finding
from docveil.model.ranges import SourceRange, without_ranges

_BROKEN = re.compile(r"(?<=[a-z\u00df-\u00ff])[-\u2010\u00ad][ \t]*(?:\r\n|\r|\n)\s*(?=[a-z\u00df-\u00ff])")
_AFTER_HYPHEN = re.compile(r"(?<=[-\u2010])\s*[\r\n]\s*")


@frozen(repr=False)
class Mention:
    """One place where a value stands. Private: it holds the value.

    Attributes:
        label: Kind of personal data.
        detector: Who found it.
        fragments: Ascending, disjoint source ranges; the first takes the replacement.
        text: The value as a reader takes it in: on one line where it runs over elements, words not broken.
    """

    label: str
    detector: str
    fragments: tuple[SourceRange, ...]
    text: str

    def __repr__(self) -> str:
        return f"Mention({self.label}, {len(self.fragments)} fragments)"


def mentions_of(document: ExtractedDocument, findings: Sequence[Finding]) -> tuple[Mention, ...]:
    """The mentions of `findings` in reading order; findings of white space alone vanish.

    Raises:
        CleaningFailed: two findings overlap, or one reaches past the end of the text.
    """
    protected = _grid_separators(document)
    mentions: list[Mention] = []
    for finding in findings:
        if finding.fragments[-1].end > len(document.text):
            raise CleaningFailed("A finding reaches past the end of the text.")
        fragments = _trimmed(document.text, without_ranges(finding.fragments, protected))
        if fragments:
            mentions.append(Mention(finding.label, finding.detector, tuple(fragments), _text(document, fragments)))
    mentions.sort(key=lambda m: (m.fragments, m.label, m.detector))
    ranges = sorted(fragment for mention in mentions for fragment in mention.fragments)
    if any(a.end > b.start for a, b in pairwise(ranges)):
        raise CleaningFailed("Two findings overlap, and nothing says which one holds.")
    return tuple(mentions)


def _text(document: ExtractedDocument, fragments: Sequence[SourceRange]) -> str:
    """Lines stay only inside one element, where the replacement may have them too."""
    text = _AFTER_HYPHEN.sub("", _BROKEN.sub("", "\n".join(f.of(document.text) for f in fragments)))
    in_one = len(fragments) == 1 and any(
        r.contains(fragments[0]) for r in _overlapping(fragments[0], document.source_ranges)
    )
    return text if in_one else " ".join(text.split())


def _grid_separators(document: ExtractedDocument) -> tuple[SourceRange, ...]:
    """Separators behind table cells: they are the grid, so no finding takes them along."""
    return tuple(
        SourceRange(source.end, source.end + len(element.separator))
        for element, source in zip(document.elements[:-1], document.source_ranges[:-1], strict=True)
        if element.table is not None and element.separator
    )


def _overlapping(fragment: SourceRange, ranges: Sequence[SourceRange]) -> Iterable[SourceRange]:
    low, high = 0, len(ranges)
    while low < high:
        middle = (low + high) // 2
        if ranges[middle].end <= fragment.start:
            low = middle + 1
        else:
            high = middle
    while low < len(ranges) and ranges[low].start < fragment.end:
        yield ranges[low]
        low += 1


def _trimmed(text: str, fragments: Iterable[SourceRange]) -> list[SourceRange]:
    """Fragments without white space at the outer edges of the whole; a fragment of white space alone vanishes."""
    kept = [f for f in fragments if f.of(text).strip()]
    if kept:
        kept[0] = evolve(kept[0], start=kept[0].end - len(kept[0].of(text).lstrip()))
        kept[-1] = evolve(kept[-1], end=kept[-1].start + len(kept[-1].of(text).rstrip()))
    return kept
