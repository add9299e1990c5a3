"""One resolver: findings in any order become disjoint findings that cover the same characters.

Findings that share a code point are one, however long the chain; so are parts of one address, or of one person's name,
that stand next to each other with blanks only between them, which `adjoining` decides before. The joined finding has every
fragment of its parts; its label is that of the part with the best evidence, and of equals the first in `labels.PRECEDENCE`.
"""

from collections.abc import Iterable, Sequence

from docveil.detect.labels import NUMBERS, rank
from docveil.model.findings import Finding
from docveil.model.ranges import merge_ranges


def resolve(findings: Iterable[Finding]) -> tuple[Finding, ...]:
    """Disjoint findings that cover exactly the union of the code points of `findings`, ascending.

    The result is the same for every order of `findings`. O(n log n) in the number of fragments.
    """
    items = sorted(findings, key=finding_key)
    return tuple(sorted((_joined(group) for group in _overlapping(items)), key=finding_key))


def finding_key(finding: Finding) -> tuple[tuple[tuple[int, int], ...], tuple[int, str], float, str]:
    """The canonical order: place, label, score (best first), detector."""
    places = tuple((r.start, r.end) for r in finding.fragments)
    return (places, rank(finding.label), -finding.score, finding.detector)


def _overlapping(items: Sequence[Finding]) -> list[list[Finding]]:
    """Classes of findings that share a code point, directly or through others."""
    parent = list(range(len(items)))

    def root(index: int) -> int:
        while parent[index] != index:
            parent[index] = parent[parent[index]]
            index = parent[index]
        return index

    reach, holder = -1, -1
    for start, end, index in sorted((f.start, f.end, i) for i, item in enumerate(items) for f in item.fragments):
        if start < reach:
            a, b = root(holder), root(index)
            parent[max(a, b)] = min(a, b)
        if end > reach:
            reach, holder = end, index
    groups: dict[int, list[Finding]] = {}
    for index, item in enumerate(items):
        groups.setdefault(root(index), []).append(item)
    return list(groups.values())


def _joined(group: Sequence[Finding]) -> Finding:
    if len(group) == 1:
        return group[0]
    label = max(group, key=_evidence).label
    best = min((f for f in group if f.label == label), key=lambda f: (-f.score, f.detector, f.fragments))
    return Finding(merge_ranges(r for f in group for r in f.fragments), label, best.score, best.detector)


def _evidence(finding: Finding) -> tuple[float, int]:
    """How much a finding says about the label of the whole: its score, less what its detector is known to overstate.

    Rampart is sure of nearly everything it says, and of a bare number it can only guess the kind; ties go by precedence.
    """
    trust = 1.0
    if finding.detector == "rampart":
        trust = 0.8 if finding.label in NUMBERS else 0.9
    elif finding.detector in ("memory", "sweep"):
        trust = 0.5
    return (round(finding.score * trust, 3), -rank(finding.label)[0])
