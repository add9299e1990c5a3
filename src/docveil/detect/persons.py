"""What says that a word stands for a person: what people do, what a user name is made of; and ranks, which are no names."""

import re
from collections.abc import Iterable, Sequence

from attrs import evolve

from docveil.detect.common_words import frequency, is_common
from docveil.detect.gazetteer import gazetteer, is_name_of_a_person
from docveil.detect.labels import PERSON
from docveil.model.findings import Finding
from docveil.model.ranges import SourceRange

# What people do, and what they are: a word in capitals beside it is somebody's initials or surname.
_DOES = (
    r"said|says|told|asked|asks|met|went|came|comes|sat|wants|wanted|phoned|rang|lives|lived|died|who|is\smy|"
    r"was\s(?:born|seen|appointed|elected|sworn|married|arrested|charged|convicted|admitted|the\s(?:\w+\s)?(?:next|first|last))|"
    r"took|had|got|scored|chose|wrote|writes|thinks|gave|refused|and\s(?:I|he|she|his|her)"
)
DOES = re.compile(rf"\s(?:{_DOES})(?!\w)")
_BEFORE = re.compile(
    r"\b(?:(?:Mr|Mrs|Ms|Miss|Mme|Dr|M|Herr|Frau|[Nn]urse|[Pp]atient|[Cc]aller|[Aa]ccused|[Dd]efendant|[Ww]itness|[Dd]ear|[Tt]ell|"
    r"[Tt]old|[Aa]sk|met|saw|asked|thanked|[Yy]o|[Ll]ove)\.?)\s\Z"
)
_RARE = 4.0
_CALLED = re.compile(
    r"(?:\b(?:Mr|Mrs|Ms|Miss|Dr|Judge|[Ss]on|[Dd]aughter|[Bb]rother|[Ss]ister)\.?|[Nn]ames?:|Dear)\s{1,2}\Z"
)
_CALLED_LENGTH = 12
# With the blank behind; a word of law or a beast's name is somebody's then: `Sergeant Landlord`.
TITLES = r"\b(?:Mr|Mrs|Ms|Miss|Mx|Dr|Prof|Sir|Lady|Judge|Nurse|Sister|Sergeant|Sgt|Corporal|Captain|Constable|Officer|Aunt)\.?\s"
_TITLE = re.compile(rf"{TITLES}\Z")
# `Major General Oduya`; not `Major Oduya`, nor `Marshal Oduya`, which may be given names; not behind a title or a label.
_RANKS = re.compile(
    r"(?:(?:(?:Major|Brigadier|Lieutenant|Rear|Vice)\s)?"
    r"(?:Admiral|Brigadier|Captain|Colonel|Commander|Commodore|Corporal|General|Lieutenant|Sergeant)\s"
    r"|(?:Adm|Brig|Capt|Cdr|Cmdr|Col|Cpl|Gen|Lt|Maj|Sgt)\.\s){1,3}(?=[^\W\d_a-z])"
)
# `In 1761 Rosen sailed`
_IN = re.compile(r"\b(?:[Ii]n|[Ss]ince|[Uu]ntil)\s\Z")
_YEAR = re.compile(r"[1-9]\d{2,3}\s(?=[^\W\d_])")


def is_made_of_names(parts: Sequence[str]) -> bool:
    """Whether the parts of a user name, case folded, are a person's names: `jane_roe`, `IfeQuorra`, but not `max_price`."""
    names = gazetteer()
    long = [part for part in parts if len(part) > 1]
    if len(long) < 2:
        return False
    if not any(map(frequency, long)):
        return True
    known = [part for part in long if is_name_of_a_person(part)]
    is_full = len(known) > 1 and any(part in names.given for part in known)
    if (is_full and any(frequency(part) < _RARE for part in known)) or not all(map(is_common, known)):
        return True
    is_given = any(part in names.given and frequency(part) < _RARE for part in known)
    return is_given and not all(map(frequency, long))


def stands_for_a_person(source: str, start: int, end: int) -> bool:
    """Whether the words beside say that it stands for a person: `AJ is my brother`, `I told AJ`."""
    return DOES.match(source, end) is not None or _BEFORE.search(source, max(0, start - 12), start) is not None


def has_title(source: str, start: int) -> bool:
    """Whether somebody's title stands before `start`: `Nurse Receiver`."""
    return _TITLE.search(source, max(0, start - _CALLED_LENGTH), start) is not None


def without_ranks_and_years(findings: Iterable[Finding], source: str) -> tuple[Finding, ...]:
    """`findings`, those of persons without the rank or the year that they begin with."""
    return tuple(_without_rank_or_year(finding, source) if finding.label == PERSON else finding for finding in findings)


def _without_rank_or_year(finding: Finding, source: str) -> Finding:
    first = finding.fragments[0]
    before = source[max(0, first.start - _CALLED_LENGTH) : first.start]
    cut = _YEAR.match(source, first.start, first.end) if _IN.search(before) else None
    if cut is None and not _CALLED.search(before):
        cut = _RANKS.match(source, first.start, first.end)
    return evolve(finding, fragments=(SourceRange(cut.end(), first.end), *finding.fragments[1:])) if cut else finding
