"""What was found once is found everywhere: every other place where the same form stands.

Without this a name that a model sees in one sentence and misses in the next would leak (law 8).
"""

from bisect import bisect_right
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence

from docveil.detect.forms import Haystack, compact, searchable
from docveil.detect.resolve import finding_key
from docveil.model.alignment import Alignment, Piece, View
from docveil.model.findings import Finding
from docveil.model.ranges import SourceRange, merge_ranges

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


def sweep_around(
    findings: Sequence[Finding], views: Iterable[View], source: str, is_common: Callable[[str], bool]
) -> tuple[Finding, ...]:
    """`findings` and every place where a form stands in two halves, around what is hidden: `078-05- <PERSON> 1120`.

    A reader who passes over the replacement reads it, and so does `docveil verify`.

    Args:
        findings: Disjoint.
        views: Whole texts; what is folded in one is not looked into.
        source: The document's text.
        is_common: As of `swept_forms`.
    """
    forms = swept_forms(findings, source, is_common)
    hidden = merge_ranges(fragment for finding in findings for fragment in finding.fragments)
    ends = [part.end for part in hidden]
    around = (_without(view, hidden, ends) for view in views)
    found = (_trimmed(place, source) for place in _places(forms, around, DETECTOR))
    return _in_order({*findings, *found})


def _without(view: View, hidden: Sequence[SourceRange], ends: Sequence[int]) -> View:
    """The view with a line end in place of each hidden range."""
    parts: list[str] = []
    pieces: list[Piece] = []
    at = 0
    for piece in view.alignment.pieces:
        text = view.text[at : at + piece.length]
        at += piece.length
        if not piece.copied:
            parts.append(text)
            pieces.append(piece)
            continue
        start, end = piece.source[0].start, piece.source[0].end
        position = start
        for gap in _overlapping(hidden, ends, start, end):
            if position < gap.start:
                parts.append(text[position - start : gap.start - start])
                pieces.append(Piece.copy(SourceRange(position, gap.start)))
            parts.append("\n")
            pieces.append(Piece.glue(1))
            position = min(gap.end, end)
        if position < end:
            parts.append(text[position - start :])
            pieces.append(Piece.copy(SourceRange(position, end)))
    # Folded pieces at either end that have no code points go in the normal form; the text is the same without them.
    return View(view.name, "".join(parts), Alignment(pieces))


def _overlapping(hidden: Sequence[SourceRange], ends: Sequence[int], start: int, end: int) -> Iterator[SourceRange]:
    for index in range(bisect_right(ends, start), len(hidden)):
        if hidden[index].start >= end:
            return
        yield hidden[index]


def _trimmed(finding: Finding, source: str) -> Finding:
    """The finding without the white space at the ends of its fragments, which parts it from what is hidden between."""
    kept: list[SourceRange] = []
    for fragment in finding.fragments:
        text = fragment.of(source)
        start = fragment.start + len(text) - len(text.lstrip())
        if text.strip():
            kept.append(SourceRange(start, start + len(text.strip())))
    return Finding(tuple(kept), finding.label, finding.score, finding.detector)


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
