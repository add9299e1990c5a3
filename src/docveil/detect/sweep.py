"""What was found once is found everywhere: every other place where the same form stands.

Without this a name that a model sees in one sentence and misses in the next would leak (law 8).
"""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence

from docveil.detect.forms import Haystack, compact, searchable
from docveil.detect.resolve import finding_key
from docveil.model.alignment import View
from docveil.model.findings import Finding

DETECTOR = "sweep"


def covered_text(finding: Finding, source: str) -> str:
    """What a finding covers, its fragments joined by a space."""
    return " ".join(fragment.of(source) for fragment in finding.fragments)


def swept_forms(
    findings: Iterable[Finding], source: str, is_common: Callable[[str], bool]
) -> dict[str, tuple[str, float]]:
    """Compact forms to look for, each with the label and score of the best finding that covers it.

    A single word that is an ordinary word too (`Brand`, `Reading`) is left to the detectors: it falls where they see a
    name, and stays in `brand new`.
    """
    forms: dict[str, tuple[str, float]] = {}
    for finding in sorted(findings, key=lambda f: (-f.score, f.label, f.fragments)):
        text = covered_text(finding, source)
        form = searchable(text)
        if form is not None and not (_is_word(text) and is_common(text.strip().casefold())):
            forms.setdefault(form, (finding.label, finding.score))
    return forms


def _is_word(text: str) -> bool:
    return all(c.isalpha() for c in text.strip())


def sweep(
    findings: Sequence[Finding], views: Iterable[View], source: str, is_common: Callable[[str], bool]
) -> tuple[Finding, ...]:
    """`findings` and, in every view, every other place where one of their forms stands."""
    forms = swept_forms(findings, source, is_common)
    return _in_order({*findings, *_places(forms, views, DETECTOR)})


def term_findings(terms: Iterable[str], views: Iterable[View], label: str = "TERM") -> tuple[Finding, ...]:
    """Every place where one of the user's `terms` stands, whatever its length."""
    forms = {compact(term): (label, 1.0) for term in terms}
    return _in_order(set(_places(forms, views, "policy")))


def _places(forms: Mapping[str, tuple[str, float]], views: Iterable[View], detector: str) -> Iterator[Finding]:
    """A finding for each place in any view where one of the compact `forms` stands."""
    for view in views if forms else ():
        haystack = Haystack(view.text)
        for form, (label, score) in forms.items():
            for start, end in haystack.find(form):
                fragments = view.locate(start, end)
                if fragments:
                    yield Finding(fragments, label, score, detector)


def _in_order(findings: Iterable[Finding]) -> tuple[Finding, ...]:
    return tuple(sorted(findings, key=finding_key))
