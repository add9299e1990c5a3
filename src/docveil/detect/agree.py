"""Second opinions: what one model only suspects counts where another sees a name too.

Rampart reports names from a low score on. Such a hint is kept where spaCy has an entity of any kind at the same place, and then
covers all of that entity: a person that spaCy took for an organisation, a town that it took for a product.
"""

from collections.abc import Iterable, Iterator

from docveil.detect.labels import ORGANIZATION
from docveil.model.findings import Finding
from docveil.model.ranges import SourceRange, merge_ranges

HINTING = "rampart"
# From this score on a hint needs no second opinion.
_SUFFICIENT = 0.25


def agreed(findings: Iterable[Finding]) -> Iterator[Finding]:
    """`findings` with each hint that found a second opinion, and without the others. Pure; order does not matter."""
    hints: list[Finding] = []
    entities: list[tuple[SourceRange, Finding]] = []
    for finding in findings:
        if finding.detector == HINTING and finding.score < _SUFFICIENT:
            hints.append(finding)
            continue
        yield finding
        if finding.detector.startswith("spacy."):
            entities += ((fragment, finding) for fragment in finding.fragments)
    for hint, entity in _overlaps(hints, entities):
        ranges = (*hint.fragments, *entity.fragments) if entity.label == ORGANIZATION else hint.fragments
        yield Finding(merge_ranges(ranges), hint.label, hint.score, hint.detector)


def _overlaps(
    hints: Iterable[Finding], entities: Iterable[tuple[SourceRange, Finding]]
) -> Iterator[tuple[Finding, Finding]]:
    """Pairs that share a code point. Sweeps once over both; entities that ended are dropped."""
    events = sorted(
        [(fragment, 0, i, hint) for i, hint in enumerate(hints) for fragment in hint.fragments]
        + [(fragment, 1, i, entity) for i, (fragment, entity) in enumerate(entities)],
        key=lambda event: event[:3],
    )
    open_events: list[tuple[SourceRange, int, int, Finding]] = []
    for event in events:
        open_events = [other for other in open_events if other[0].end > event[0].start]
        for other in open_events:
            if other[1] != event[1]:
                yield (event[3], other[3]) if event[1] == 0 else (other[3], event[3])
        open_events.append(event)
