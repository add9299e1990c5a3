"""Findings in what is left out of a document: what is gone needs no replacement, and takes none with it. Pure."""

from collections.abc import Iterable, Iterator, Sequence
from itertools import pairwise

from attrs import evolve

from docveil.model.findings import Finding
from docveil.model.ranges import SourceRange, merge_ranges, without_ranges


def outside(findings: Iterable[Finding], dropped: Sequence[SourceRange], text: str) -> tuple[Finding, ...]:
    """`findings` less the `dropped` ranges, so that a replacement stands in the first place that stays.

    A finding that is dropped whole vanishes. Where only white space parts what stays of one, since what stood between is
    dropped, it takes that along: the two are one name again.

    Args:
        findings: In `text`.
        dropped: Ascending and disjoint.
        text: The document's text.
    """
    return tuple(_cut(findings, dropped, text)) if dropped else tuple(findings)


def _cut(findings: Iterable[Finding], dropped: Sequence[SourceRange], text: str) -> Iterator[Finding]:
    for finding in findings:
        kept = without_ranges(finding.fragments, dropped)
        bridges: list[SourceRange] = []
        for before, after in pairwise(kept):
            gap = (SourceRange(before.end, after.start),)
            rest = without_ranges(gap, dropped)
            if rest != list(gap) and not any(part.of(text).strip() for part in rest):
                bridges += rest
        fragments = merge_ranges((*kept, *bridges))
        if fragments:
            yield evolve(finding, fragments=fragments)
