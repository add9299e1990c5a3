"""Whole-document memory: once a person is found, the other ways of writing the name fall too.

From `Adaeze Okonkwo` follow `ADAEZE OKONKWO`, `Okonkwo, Adaeze`, `A. Okonkwo`, `Ms Okonkwo`, `Okonkwo's`, `Okonkwo` alone, and
`adaeze.okonkwo` before an at sign. A name part that is also an ordinary word is followed by itself only where two detectors
agreed on the full name, and only where it is written as a name inside a sentence: `said Brand`, but not `brand new` or
`Brand new`.
"""

import re
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import combinations

from attrs import frozen

from docveil.detect.common_words import is_common
from docveil.detect.forms import compact
from docveil.detect.labels import PERSON
from docveil.detect.resolve import finding_key
from docveil.detect.words import WORD
from docveil.model.alignment import View
from docveil.model.findings import Finding
from docveil.model.ranges import SourceRange

DETECTOR = "memory"
_SCORE = 0.8
_CONFIDENT = 0.8
_MIN_PART = 3
_TITLES = frozenset(
    [
        "mr",
        "mrs",
        "ms",
        "miss",
        "mx",
        "dr",
        "prof",
        "sir",
        "dame",
        "lord",
        "lady",
        "rev",
        "fr",
        "sr",
        "herr",
        "frau",
        "monsieur",
        "madame",
        "m",
        "mme",
        "signor",
        "signora",
        "señor",
        "señora",
        "sra",
        "don",
        "doña",
    ]
)
_PARTICLES = frozenset(
    [
        "van",
        "von",
        "der",
        "den",
        "de",
        "del",
        "della",
        "di",
        "da",
        "dos",
        "du",
        "la",
        "le",
        "el",
        "al",
        "bin",
        "ibn",
        "ben",
        "and",
        "of",
        "the",
    ]
)
_POSSESSIVES = frozenset({"'s", "'S", "\u2019s", "\u2019S"})
_BETWEEN = _PARTICLES - {"and", "of", "the"}
_SHORTEST_PARTICLES = 3
_SPELT = "|".join(sorted(_BETWEEN))
_GAP_PARTICLES = re.compile(rf"[ \u00a0](?:(?:{_SPELT})[ \u00a0]){{1,3}}", re.IGNORECASE)
_LEADING_PARTICLES = re.compile(rf"(?<!\w)(?:(?:{_SPELT})[ \u00a0]){{1,3}}\Z", re.IGNORECASE)
_INSIDE = re.compile(r"(?<=[a-z,;] )([A-Z][^\W\d_]{2,30}(?:['\u2019]s)?)(?![\w-]| [A-Z])")
_LOCAL_PART = re.compile(r"[A-Za-z0-9._+-]{2,64}(?=@)")


@frozen
class _Name:
    """The parts of a person's name as compact forms."""

    parts: tuple[str, ...]


def propagate(findings: Sequence[Finding], views: Sequence[View]) -> tuple[Finding, ...]:
    """`findings` and every other mention of the persons among them, in canonical order. Pure."""
    names = sorted(set(_names(findings, views[0].text)), key=lambda n: n.parts)
    found: set[Finding] = set(findings)
    if names:
        alone = {p for name in names for p in _alone(name)}
        guarded = set(_guarded_parts(findings, views[0].text)) - alone
        members: defaultdict[str, set[int]] = defaultdict(set)
        for number, name in enumerate(names):
            if len(name.parts) > 1:
                for part in name.parts:
                    members[part].add(number)
        locals_ = {form for name in names for form in _local_forms(name)}
        for view in views:
            spans = (
                *_mentions(view.text, alone, members),
                *_inside_sentences(view.text, guarded),
                *_local_parts(view.text, locals_),
            )
            for start, end in spans:
                fragments = view.locate(start, end)
                if fragments:
                    found.add(Finding(fragments, PERSON, _SCORE, DETECTOR))
    return tuple(sorted(found, key=finding_key))


def _names(findings: Iterable[Finding], source: str) -> Iterator[_Name]:
    """The names that a detector is sure of: a full name, or a single uncommon word behind a title or found twice."""
    for finding in findings:
        if finding.label != PERSON or finding.score < _CONFIDENT:
            continue
        text = " ".join(f.of(source) for f in finding.fragments)
        words = [w for w in WORD.findall(re.sub(r"[-\u2010\u00ad]\s*\n\s*", "", text)) if w.casefold() not in _TITLES]
        parts = tuple(compact(_without_possessive(w)) for w in words if w.casefold() not in _PARTICLES)
        parts = tuple(p for p in parts if p)
        if 1 <= len(parts) <= 5 and any(len(p) >= _MIN_PART for p in parts):
            yield _Name(parts)


def _without_possessive(word: str) -> str:
    return word[:-2] if word[-2:] in _POSSESSIVES else word


def _alone(name: _Name) -> Iterator[str]:
    """Parts that give the person away by themselves."""
    for part in name.parts:
        if len(part) > _MIN_PART and not is_common(part):
            yield part


def _guarded_parts(findings: Iterable[Finding], source: str) -> Iterator[str]:
    """Parts of full names that two detectors agree on. O(n log n)."""
    persons = sorted(
        ((fragment, finding) for finding in findings if finding.label == PERSON for fragment in finding.fragments),
        key=lambda item: item[0],
    )
    confirmed: set[Finding] = set()
    still_open: list[tuple[SourceRange, Finding]] = []
    for fragment, finding in persons:
        still_open = [item for item in still_open if item[0].end > fragment.start]
        for _, other in still_open:
            if _family(other) != _family(finding):
                confirmed |= {finding, other}
        still_open.append((fragment, finding))
    for name in _names(confirmed, source):
        if len(name.parts) > 1:
            yield from (part for part in name.parts if len(part) > _MIN_PART)


def _family(finding: Finding) -> str:
    return finding.detector.split(".")[0]


def _inside_sentences(text: str, guarded: set[str]) -> Iterator[tuple[int, int]]:
    """Capitalised words of `guarded` behind a lower-case word or a comma, with no capitalised word after them."""
    if not guarded:
        return
    for match in _INSIDE.finditer(text):
        word = _without_possessive(match[1])
        if compact(word) in guarded:
            yield match.start(1), match.start(1) + len(word)


def _local_forms(name: _Name) -> Iterator[str]:
    if len(name.parts) > 1:
        first, last = name.parts[0], name.parts[-1]
        yield from (first + last, last + first, first[0] + last, first + last[0], last + first[0])


def _local_parts(text: str, forms: set[str]) -> Iterator[tuple[int, int]]:
    for match in _LOCAL_PART.finditer(text):
        if re.sub(r"\d+$", "", compact(match[0])) in forms:
            yield match.span()


def _mentions(text: str, alone: set[str], members: Mapping[str, set[int]]) -> Iterator[tuple[int, int]]:
    """Runs of words that are parts of known names, where one of them says enough.

    Within a run may stand initials, a full stop behind an initial, and a comma between two parts of one name. A word counts
    only where it is written as a name: with a capital first letter.
    """
    run: list[tuple[int, int, str]] = []
    for match in WORD.finditer(text):
        word = _without_possessive(match[0])
        start, end = match.start(), match.start() + len(word)
        form = compact(word)
        is_name = word[:1].isupper() and (form in members or form in alone)
        is_initial = len(word) == 1 and word.isupper()
        is_between = word.casefold() in _BETWEEN and not is_name
        gap = _without_particles(text[run[-1][1] : start]) if run else ""
        if run and not is_between and not _goes_on(gap, run[-1][2], form, members):
            yield from _closed(text, run, alone, members)
            run = []
        if is_name or (is_initial and (run or _starts_name(text, end))):
            run.append((start, end, form))
        elif run and is_between:
            continue  # `Fuente` may follow, and then it is one name
        elif run:
            yield from _closed(text, run, alone, members)
            run = []
    yield from _closed(text, run, alone, members)


def _without_particles(gap: str) -> str:
    """What stands between two parts of a name, but for `de la` and the like."""
    return _GAP_PARTICLES.sub(" ", gap) if len(gap) > _SHORTEST_PARTICLES else gap


def _starts_name(text: str, end: int) -> bool:
    return text[end : end + 1] in (".", " ")


def _goes_on(gap: str, before: str, after: str, members: Mapping[str, set[int]]) -> bool:
    """Whether the next word may belong to the same mention, by what stands between."""
    if "," in gap:
        one_name = len(after) == 1 or not members.get(before, set()).isdisjoint(members.get(after, set()))
        return one_name and re.fullmatch(r", {0,2}", gap) is not None
    if "." in gap:
        return len(before) == 1 and re.fullmatch(r"\.(?:[ \u00a0]|-)?", gap) is not None
    return re.fullmatch(r"[ \u00a0-]?", gap) is not None


def _closed(
    text: str, run: list[tuple[int, int, str]], alone: set[str], members: Mapping[str, set[int]]
) -> Iterator[tuple[int, int]]:
    """The run as one mention, `de la` before it included, if it holds a part that says enough, or two parts of one name."""
    full = sorted({form for _, _, form in run if len(form) > 1})
    pairs = (members.get(a, set()) & members.get(b, set()) for a, b in combinations(full, 2))
    if full and (any(form in alone for form in full) or any(pairs)):
        start = run[0][0]
        before = _LEADING_PARTICLES.search(text, max(0, start - 20), start)
        yield before.start() if before else start, run[-1][1]
