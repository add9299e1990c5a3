"""One resolver: findings in any order become disjoint findings that cover the same characters.

Findings that share a code point are one, however long the chain; so are parts of one address, or of one person's name,
that stand next to each other with blanks only between them, which `adjoining` decides before. The joined finding has every
fragment of its parts; its label is the first in `labels.PRECEDENCE` among the parts (see `_label`), its score the best.
"""

from collections.abc import Iterable, Sequence

from docveil.detect.labels import rank
from docveil.model.findings import Finding
from docveil.model.ranges import SourceRange, merge_ranges


def resolve(findings: Iterable[Finding]) -> tuple[Finding, ...]:
    """Disjoint findings that cover exactly the union of the code points of `findings`, ascending.

    The result is the same for every order of `findings`. O(n log n) in the number of fragments.
    """
    items = sorted(findings, key=finding_key)
    return tuple(sorted((_joined(group) for group in _overlapping(items)), key=finding_key))


def finding_key(finding: Finding) -> tuple[tuple[SourceRange, ...], tuple[int, str], float, str]:
    """The canonical order: place, label, score (best first), detector."""
    return (finding.fragments, rank(finding.label), -finding.score, finding.detector)


def _overlapping(items: Sequence[Finding]) -> list[list[Finding]]:
    """Classes of findings that share a code point, directly or through others."""
    parent = list(range(len(items)))

    def root(index: int) -> int:
        while parent[index] != index:
            parent[index] = parent[parent[index]]
            index = parent[index]
        return index

    reach, holder = -1, -1
    for fragment, index in sorted((f, i) for i, item in enumerate(items) for f in item.fragments):
        if fragment.start < reach:
            a, b = root(holder), root(index)
            parent[max(a, b)] = min(a, b)
        if fragment.end > reach:
            reach, holder = fragment.end, index
    groups: dict[int, list[Finding]] = {}
    for index, item in enumerate(items):
        groups.setdefault(root(index), []).append(item)
    return list(groups.values())


def _joined(group: Sequence[Finding]) -> Finding:
    if len(group) == 1:
        return group[0]
    label = _label(group)
    best = min((f for f in group if f.label == label), key=lambda f: (-f.score, f.detector, f.fragments))
    return Finding(merge_ranges(r for f in group for r in f.fragments), label, best.score, best.detector)


def _label(group: Sequence[Finding]) -> str:
    return min((f.label for f in group), key=rank)
