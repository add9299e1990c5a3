"""What a label says against a finding: the digits under `Invoice no.` are no telephone number.

A model that reads a bare number guesses; the column header, or the label on the same line, knows. Where it says that a value
is not personal, guesses on that value fall. What proves itself (a checksum, an e-mail address) stands.
"""

import re
from bisect import bisect_left
from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import cached_property

from attrs import evolve, frozen

from docveil.detect.form_words import is_form_word
from docveil.detect.judge import NAME as JUDGE
from docveil.detect.labels import ADDRESS, DATE_TIME, LOCATION, NUMBERS, ORGANIZATION, PERSON
from docveil.detect.ordinary import (
    broken_words,
    claimed_values,
    is_short,
    ordinary_values,
    unclaimed_values,
    values_with_reason,
)
from docveil.detect.terms import Terms
from docveil.detect.words import MARK_BETWEEN
from docveil.model.alignment import View
from docveil.model.findings import Finding
from docveil.model.ranges import SourceRange, merge_ranges

_ORDINARY_LABEL = re.compile(
    r"(?<![\w-])(?:invoice|order|purchase\sorder|item|article|product|part|sku|ticket|reference|quantity|qty|amount|total|"
    r"sub-?total|price|cost|rate|fee|balance|page|chapter|section|version|revision|size|weight|height|width|length|"
    r"model|serial|count|score|year|row|line|step|figure|table)"
    r"(?:\s(?:no|nr|number|num|id|code|count)\b\.?)?\s?[:#]\s{0,4}"
    r"([\d.,%/ -]{1,40}|[A-Z]{0,4}-?\d[\d-]{0,20})(?=\s|$)",
    re.IGNORECASE,
)
_PLACES = frozenset({ADDRESS, LOCATION})
_NAMES = _PLACES | {PERSON}
_MARK = re.compile(MARK_BETWEEN)
# A body that is named after its street: `Harbour Street Advice Centre`.
_INSTITUTION = re.compile(
    r"\b(?:Street|Road|Lane|Avenue|Square|Hill|Park|Gate|Row|Way)\s(?:[^\W\d_][\w'\u2019-]{1,20}\s){0,3}"
    r"(?:Cent(?:re|er)|Office|College|School|Hospital|Surgery|Practice|Clinic|Institute|Library|Court|Bank|Church|Society|Trust)\Z"
)
_PROVEN = ("rules.", "presidio.")
# Labels of values that need a reason where they are short; an address has digits of its own.
_SHORT_LABELS = NUMBERS - {ADDRESS, DATE_TIME}
# `GB` behind a number and a blank is its unit.
_UNIT_GAP = 2
_FIGURES = (NUMBERS | {LOCATION}) - {DATE_TIME}


def weigh_context(findings: Iterable[Finding], views: Sequence[View]) -> tuple[Finding, ...]:
    """`findings` without guesses that a label, the way a value is written, or the document's own terms speak against.

    Args:
        findings: Findings of every reader, in any order.
        views: Every view of the document; the first is its text.
    """
    source = views[0].text
    found = tuple(part for finding in findings for part in _parted(finding, source))
    bodies = merge_ranges(
        r for f in found if f.label == ORGANIZATION for r in f.fragments if _INSTITUTION.search(r.of(source))
    )
    against = _Against(views, source, bodies)
    witnesses: defaultdict[tuple[SourceRange, ...], set[str]] = defaultdict(set)
    for f in found:
        if f.detector != JUDGE:
            witnesses[f.fragments].add(f.detector.split(".")[0])
    return tuple(
        f for f in found if f.detector.startswith(_PROVEN) or not against.speaks(f, len(witnesses[f.fragments]))
    )


def _parted(finding: Finding, source: str) -> Iterator[Finding]:
    """A name is cut where a layout puts a mark between two things on one line: `Harbour Street - Case file`."""
    place = finding.fragments[0]
    marks = list(_MARK.finditer(source, place.start, place.end)) if finding.label in _NAMES else []
    if not marks or len(finding.fragments) > 1:
        yield finding
        return
    edges = [place.start, *(edge for mark in marks for edge in mark.span()), place.end]
    for start, end in zip(edges[::2], edges[1::2], strict=True):
        if start < end:
            yield evolve(finding, fragments=(SourceRange(start, end),))


def _located(views: Sequence[View], values: Callable[[str], Iterator[tuple[int, int]]]) -> list[SourceRange]:
    """The source ranges of values in all views."""
    return [place for view in views for start, end in values(view.text) for place in view.locate(start, end)]


def _labelled_ordinary(text: str) -> Iterator[tuple[int, int]]:
    """Values that a label calls something ordinary."""
    for match in _ORDINARY_LABEL.finditer(text):
        yield match.span(1)


@frozen(repr=False, slots=False)
class _Against:
    """What speaks against the guesses of a document; each part is looked for where a guess first asks for it."""

    views: Sequence[View]
    source: str
    bodies: Sequence[SourceRange]

    @cached_property
    def terms(self) -> Terms:
        return Terms(self.source)

    @cached_property
    def halves(self) -> Sequence[SourceRange]:
        return merge_ranges(half for pair in broken_words(self.source) for half in pair)

    @cached_property
    def ordinary(self) -> Sequence[SourceRange]:
        return merge_ranges(_located(self.views, ordinary_values) + _located(self.views, _labelled_ordinary))

    @cached_property
    def unclaimed(self) -> Sequence[SourceRange]:
        return merge_ranges(_located(self.views, unclaimed_values))

    @cached_property
    def claims(self) -> Sequence[SourceRange]:
        return merge_ranges(_located(self.views, claimed_values))

    @cached_property
    def reasons(self) -> Sequence[SourceRange]:
        return merge_ranges(_located(self.views, values_with_reason))

    def speaks(self, finding: Finding, witnesses: int) -> bool:
        """Whether it is no finding; `witnesses` models, the judge aside, took the same place for something."""
        places, label = finding.fragments, finding.label
        if finding.label in _FIGURES and self._is_figure(finding):
            return True
        if len(places) == 1 and _within(places[0], self.halves):
            return True
        return (
            is_form_word(finding, self.source)
            or (self.terms.cover(label, places) and not self._is_claimed(places))
            or (label in _PLACES and all(_within(place, self.bodies) for place in places))
            or (witnesses <= 1 and self.terms.are_ordinary(label, places))
            or (witnesses == 0 and self.terms.begins(label, places))
        )

    def _is_claimed(self, places: Sequence[SourceRange]) -> bool:
        return any(map(str.isdigit, places[0].of(self.source))) and _touches(places, self.claims)

    def _is_figure(self, finding: Finding) -> bool:
        places = finding.fragments
        if not any(map(str.isdigit, self.source[max(0, places[0].start - _UNIT_GAP) : places[-1].end])):
            return False
        if all(_within(place, self.ordinary) for place in places):
            return True
        if all(_within(place, self.unclaimed) for place in places):
            return not _touches(places, self.claims if finding.label != ADDRESS else self.reasons)
        is_bare = not any(char.isalpha() for place in places for char in place.of(self.source))
        return (
            is_bare
            and (finding.label in _SHORT_LABELS or finding.detector.startswith("part."))
            and is_short(self.source, places)
            and not _touches(places, self.reasons)
        )


def _within(place: SourceRange, ranges: Sequence[SourceRange]) -> bool:
    return any(other.contains(place) for other in _near(ranges, place))


def _touches(places: Sequence[SourceRange], ranges: Sequence[SourceRange]) -> bool:
    return any(other.overlaps(place) for place in places for other in _near(ranges, place))


def _near(ranges: Sequence[SourceRange], place: SourceRange) -> Sequence[SourceRange]:
    """Those of the ascending `ranges` that may overlap `place`."""
    low = bisect_left(ranges, place.start, key=lambda r: r.end)
    return ranges[low : bisect_left(ranges, place.end, key=lambda r: r.start)]


def cut_at(findings: Iterable[Finding], boundaries: Sequence[SourceRange]) -> tuple[Finding, ...]:
    """Findings that run over a boundary (the end of a table row) as one finding on either side of it.

    The raw text has nothing but a line end there, and a model reads `Phone` over `Adaeze` as one name.
    """
    return tuple(part for finding in findings for part in _parts(finding, boundaries))


def cut_numbers_at(findings: Iterable[Finding], boundaries: Sequence[SourceRange], source: str) -> tuple[Finding, ...]:
    """Numbers that run over a boundary (the end of a table cell) as one finding on either side of it; names run on.

    `5550142` and the invoice number in the next cell look like one long number. What proved the whole proves no part, so a
    header may still speak against it; a part without a digit is dropped.
    """
    result: list[Finding] = []
    for finding in findings:
        parts = _parts(finding, boundaries) if finding.label in NUMBERS else [finding]
        if len(parts) > 1:
            parts = [
                evolve(part, detector=f"part.{part.detector}")
                for part in parts
                if any(char.isdigit() for f in part.fragments for char in f.of(source))
            ]
        result += parts
    return tuple(result)


def _parts(finding: Finding, boundaries: Sequence[SourceRange]) -> list[Finding]:
    groups: list[list[SourceRange]] = [[]]
    for fragment in finding.fragments:
        position = fragment.start
        for boundary in boundaries[_at(boundaries, fragment.start) : _at(boundaries, fragment.end)]:
            if position < boundary.start:
                groups[-1].append(SourceRange(position, boundary.start))
            groups.append([])
            position = min(boundary.end, fragment.end)
        if position < fragment.end:
            groups[-1].append(SourceRange(position, fragment.end))
    return [finding] if len(groups) == 1 else [evolve(finding, fragments=tuple(g)) for g in groups if g]


def _at(boundaries: Sequence[SourceRange], position: int) -> int:
    return bisect_left(boundaries, position, key=lambda boundary: boundary.start)
