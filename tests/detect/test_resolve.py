from hypothesis import given
from hypothesis import strategies as st

from docveil.detect.labels import LABELS
from docveil.detect.resolve import resolve
from docveil.model.findings import Finding
from docveil.model.ranges import SourceRange, merge_ranges


def finding(label: str, *ranges: tuple[int, int], score: float = 0.8, detector: str = "test") -> Finding:
    return Finding(tuple(SourceRange(*r) for r in ranges), label, score, detector)


def _points(findings: "tuple[Finding, ...] | list[Finding]") -> set[int]:
    return {i for f in findings for r in f.fragments for i in range(r.start, r.end)}


@st.composite
def some_findings(draw: st.DrawFn) -> Finding:
    ranges = draw(st.lists(st.tuples(st.integers(0, 60), st.integers(1, 9)), min_size=1, max_size=3))
    return Finding(
        merge_ranges(SourceRange(start, start + length) for start, length in ranges),
        draw(st.sampled_from(sorted(LABELS))),
        draw(st.sampled_from([0.3, 0.8, 1.0])),
        draw(st.sampled_from(["rampart", "rules.email", "spacy.person", "memory"])),
    )


@given(st.lists(some_findings(), max_size=12), st.randoms(use_true_random=False))
def test_the_result_is_disjoint_covers_the_same_and_has_no_order(findings: list[Finding], rng: object) -> None:
    """Law 7, and nothing that went in is left uncovered."""
    result = resolve(findings)
    shuffled = list(findings)
    rng.shuffle(shuffled)  # type: ignore[attr-defined]
    assert resolve(shuffled) == result
    assert resolve(result) == result
    assert _points(result) == _points(findings)
    assert sum(len(r) for f in result for r in f.fragments) == len(_points(findings))
    assert {f.label for f in result} <= {f.label for f in findings}


def test_touching_findings_stay_apart() -> None:
    two = (finding("PERSON", (0, 4)), finding("PHONE_NUMBER", (4, 9)))
    assert resolve(two) == two


def test_a_chain_of_overlaps_is_one_finding() -> None:
    joined = resolve([finding("LOCATION", (0, 5)), finding("ADDRESS", (4, 9)), finding("LOCATION", (8, 12))])
    assert [f.fragments for f in joined] == [(SourceRange(0, 12),)]


def test_fragments_are_kept_and_join_what_each_of_them_overlaps() -> None:
    """A name over a page break, and a detector that saw only its second half."""
    joined = resolve(
        [finding("PERSON", (0, 4), (50, 58)), finding("PERSON", (52, 60)), finding("EMAIL_ADDRESS", (20, 30))]
    )
    assert [f.fragments for f in joined] == [(SourceRange(0, 4), SourceRange(50, 60)), (SourceRange(20, 30),)]
