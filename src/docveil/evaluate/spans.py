"""How much personal data a detector leaves, and how much else it takes.

Everything is counted over labelled texts. Leak rate is the share of personal letters and digits that no finding covers,
over-redaction the share of the other letters and digits that one covers; what is neutral counts in neither. Precision,
recall, F1 and F2 (recall counts twice; van Rijsbergen 1979) count spans: exact ones, and ones that overlap.
"""

import time
from collections import Counter
from collections.abc import Callable, Collection, Iterable, Sequence

from attrs import field, frozen

from docveil.errors import UsageError
from docveil.evaluate.data import Gold, LabelMap
from docveil.model.findings import Finding
from docveil.model.ranges import SourceRange

Find = Callable[[str], Sequence[Finding]]


@frozen
class Score:
    """Counts of spans and what follows from them.

    Attributes:
        gold: Labelled spans.
        predicted: Spans that were found.
        found: Labelled spans that were found.
        right: Found spans that are labelled.
    """

    gold: int
    predicted: int
    found: int
    right: int

    @property
    def precision(self) -> float:
        """Share of the found spans that are labelled; 1 where nothing was found."""
        return self.right / self.predicted if self.predicted else 1.0

    @property
    def recall(self) -> float:
        """Share of the labelled spans that were found; 1 where nothing is labelled."""
        return self.found / self.gold if self.gold else 1.0

    def f(self, beta: float) -> float:
        """F measure: recall weighs `beta` times as much as precision; 0 where both are 0."""
        weighted = beta * beta * self.precision + self.recall
        return (1 + beta * beta) * self.precision * self.recall / weighted if weighted else 0.0

    def as_dict(self) -> dict[str, float]:
        """Plain numbers for JSON."""
        return {
            "gold": self.gold,
            "predicted": self.predicted,
            "precision": self.precision,
            "recall": self.recall,
            "f1": self.f(1),
            "f2": self.f(2),
        }


@frozen
class LabelResult:
    """What was counted for one family of labels, or for all.

    Attributes:
        exact: Spans with the same bounds.
        overlap: Spans that share a code point.
        personal: Labelled letters and digits.
        leaked: Those of them that no finding of any kind covers.
    """

    exact: Score
    overlap: Score
    personal: int
    leaked: int

    @property
    def leak_rate(self) -> float:
        """Share of the labelled letters and digits that no finding covers."""
        return self.leaked / self.personal if self.personal else 0.0

    def as_dict(self) -> dict[str, object]:
        """Plain values for JSON."""
        return {"exact": self.exact.as_dict(), "overlap": self.overlap.as_dict(), "leak_rate": self.leak_rate}


@frozen
class Evaluation:
    """The result over a data set.

    Attributes:
        documents: Texts read.
        characters: Code points read.
        seconds: Time that detection took.
        documents_with_leak: Texts with at least one personal letter or digit uncovered.
        over_redaction: Share of the other letters and digits that a finding covers.
        total: All families together.
        labels: `(family, result)` pairs, ascending.
    """

    documents: int
    characters: int
    seconds: float
    documents_with_leak: int
    over_redaction: float
    total: LabelResult
    labels: tuple[tuple[str, LabelResult], ...]

    @property
    def leak_rate(self) -> float:
        """Share of the personal letters and digits that no finding covers."""
        return self.total.leak_rate

    @property
    def characters_per_second(self) -> float:
        """Code points a second, detection only."""
        return self.characters / self.seconds if self.seconds > 0 else 0.0

    def as_dict(self) -> dict[str, object]:
        """One JSON object: rates from 0 to 1."""
        return {
            "documents": self.documents,
            "characters": self.characters,
            "leak_rate": self.leak_rate,
            "over_redaction": self.over_redaction,
            "documents_with_leak": self.documents_with_leak,
            "characters_per_second": self.characters_per_second,
            "exact": self.total.exact.as_dict(),
            "overlap": self.total.overlap.as_dict(),
            "labels": {family: result.as_dict() for family, result in self.labels},
        }


@frozen
class _Tally:
    """Mutable counters behind frozen names; one for each family."""

    counts: Counter[str] = field(factory=Counter)

    def result(self) -> LabelResult:
        c = self.counts
        return LabelResult(
            Score(c["gold"], c["predicted"], c["exact"], c["exact"]),
            Score(c["gold"], c["predicted"], c["found"], c["right"]),
            c["personal"],
            c["leaked"],
        )


def evaluate_spans(  # noqa: PLR0913 - two of them are only for tests
    data: Iterable[Gold],
    find: Find,
    mapping: LabelMap,
    *,
    split: str | None = None,
    hidden: Callable[[str], bool] = lambda _: True,
    clock: Callable[[], float] = time.perf_counter,
) -> Evaluation:
    """Hold what `find` finds against labelled texts.

    Args:
        data: The labelled texts. Which families count is judged over all of them, before `split` is chosen.
        find: From a text to disjoint findings in it.
        mapping: Which labels mean the same.
        split: Name of the split to read, or None for all.
        hidden: Whether the policy hides a label, for the families that are neutral otherwise.
        clock: Seconds; only differences count.

    Raises:
        UsageError: a labelled text has a label that the mapping does not know, or no text is in the split.
    """
    rows = tuple(data)
    unknown = {label for row in rows for _, label in row.spans} - mapping.gold.keys()
    if unknown:
        raise UsageError("The data has a label that the mapping of labels does not know.")
    hides = {family for label, family in mapping.predicted.items() if hidden(label)}
    neutral = mapping.when_hidden - hides
    scope = {mapping.gold[label] for row in rows for _, label in row.spans} - neutral
    chosen = [row for row in rows if split is None or row.split == split]
    if not chosen:
        raise UsageError("The data has no text in that split.")
    tallies = {family: _Tally() for family in scope}
    seconds, leaky, other, covered = 0.0, 0, 0, 0
    for row in chosen:
        begin = clock()
        findings = find(row.text)
        seconds += clock() - begin
        gold = [(span, mapping.gold[label]) for span, label in row.spans if mapping.gold[label] not in neutral]
        aside = (*row.neutral, *(span for span, label in row.spans if mapping.gold[label] in neutral))
        found = [(f, mapping.predicted[f.label]) for f in findings if mapping.predicted.get(f.label) in scope]
        leaked, rest, taken = _count(row.text, gold, found, aside, tallies)
        leaky, other, covered = leaky + (leaked > 0), other + rest, covered + taken
    results = {family: tally.result() for family, tally in tallies.items()}
    return Evaluation(
        documents=len(chosen),
        characters=sum(len(row.text) for row in chosen),
        seconds=seconds,
        documents_with_leak=leaky,
        over_redaction=covered / other if other else 0.0,
        total=_sum(results.values()),
        labels=tuple(sorted(results.items())),
    )


def _count(
    text: str,
    gold: Sequence[tuple[SourceRange, str]],
    found: Sequence[tuple[Finding, str]],
    aside: Sequence[SourceRange],
    tallies: dict[str, _Tally],
) -> tuple[int, int, int]:
    """Add one text to the tallies; its personal characters that leak, its other characters, and those taken."""
    letters = [c.isalnum() for c in text]
    cover = _mask(len(text), (r for finding, _ in found for r in finding.fragments))
    personal = _mask(len(text), (span for span, _ in gold))
    skip = _mask(len(text), aside)
    for span, family in gold:
        inside = [i for i in range(span.start, span.end) if letters[i]]
        same = [f for f, kind in found if kind == family]
        tallies[family].counts.update(
            gold=1,
            exact=any(_whole(f) == span for f in same),
            found=any(r.overlaps(span) for f in same for r in f.fragments),
            personal=len(inside),
            leaked=sum(not cover[i] for i in inside),
        )
    for finding, family in found:
        at = [i for r in finding.fragments for i in range(r.start, r.end)]
        if all(skip[i] or not letters[i] for i in at):
            continue  # neither for nor against
        labelled = [span for span, kind in gold if kind == family]
        tallies[family].counts.update(
            predicted=1, right=any(r.overlaps(span) for span in labelled for r in finding.fragments)
        )
    rest = [i for i, is_letter in enumerate(letters) if is_letter and not personal[i] and not skip[i]]
    leaked = sum(is_letter and p and not c for is_letter, p, c in zip(letters, personal, cover, strict=True))
    return leaked, len(rest), sum(cover[i] for i in rest)


def _whole(finding: Finding) -> SourceRange:
    return SourceRange(finding.fragments[0].start, finding.fragments[-1].end)


def _mask(length: int, ranges: Iterable[SourceRange]) -> bytearray:
    mask = bytearray(length)
    for item in ranges:
        mask[item.start : item.end] = b"\x01" * (item.end - item.start)
    return mask


def _sum(results: Collection[LabelResult]) -> LabelResult:
    def added(scores: Iterable[Score]) -> Score:
        rows = [(s.gold, s.predicted, s.found, s.right) for s in scores]
        return Score(*(sum(column) for column in zip(*rows, strict=True))) if rows else Score(0, 0, 0, 0)

    return LabelResult(
        added(r.exact for r in results),
        added(r.overlap for r in results),
        sum(r.personal for r in results),
        sum(r.leaked for r in results),
    )
