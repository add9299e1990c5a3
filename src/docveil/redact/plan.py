"""Findings to one edit plan: the replacement goes to the first fragment, the others become empty.

Pure and order-free: the same findings in any order give the same plan (law 7).
"""

from collections.abc import Callable, Iterable, Sequence
from itertools import pairwise

from attrs import evolve

from docveil.errors import CleaningFailed
from docveil.model.document import ExtractedDocument
from docveil.model.edits import Edit, EditPlan
from docveil.model.findings import Finding
from docveil.model.ranges import SourceRange


def plan_edits(document: ExtractedDocument, findings: Sequence[Finding], replace: Callable[[str], str]) -> EditPlan:
    """The plan that hides `findings`, each behind `replace(label)`.

    Raises:
        CleaningFailed: two findings overlap, or one reaches past the end of the text.
    """
    protected = _grid_separators(document)
    edits: list[Edit] = []
    for finding in findings:
        fragments = _trimmed(document.text, _without(finding.fragments, protected))
        for index, fragment in enumerate(fragments):
            edits.append(
                Edit(
                    fragment,
                    "" if index else replace(finding.label),
                    finding.label,
                    (finding.detector,),
                    continues=index > 0,
                )
            )
    edits.sort(key=lambda e: (e.range, e.label, e.detectors))
    if any(a.range.end > b.range.start for a, b in pairwise(edits)):
        raise CleaningFailed("Two findings overlap, and nothing says which one holds.")
    if edits and edits[-1].range.end > len(document.text):
        raise CleaningFailed("A finding reaches past the end of the text.")
    return EditPlan(tuple(edits), len(document.text))


def _grid_separators(document: ExtractedDocument) -> tuple[SourceRange, ...]:
    """Separators behind table cells: they are the grid, so no finding takes them along."""
    return tuple(
        SourceRange(source.end, source.end + len(element.separator))
        for element, source in zip(document.elements[:-1], document.source_ranges[:-1], strict=True)
        if element.table is not None and element.separator
    )


def _without(fragments: Iterable[SourceRange], protected: Sequence[SourceRange]) -> list[SourceRange]:
    """`fragments` less the `protected` ranges, both ascending."""
    kept: list[SourceRange] = []
    for fragment in fragments:
        position = fragment.start
        for hole in _overlapping(fragment, protected):
            if position < hole.start:
                kept.append(SourceRange(position, hole.start))
            position = max(position, hole.end)
        if position < fragment.end:
            kept.append(SourceRange(position, fragment.end))
    return kept


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
