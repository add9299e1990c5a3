"""Parts of one address that stand next to each other are one finding, and so are the groups of one number.

Models and rules see a street here, a town there and miss the `Suite 245` between them. Between two places of which one is an
address, a short gap without a sentence end belongs to both; so do digits right before a street and a postcode right behind.
"""

import re
from collections.abc import Sequence
from itertools import pairwise

from attrs import evolve

from docveil.detect.labels import ADDRESS, LOCATION, NUMBERS
from docveil.detect.words import MARK_BETWEEN
from docveil.model.findings import Finding
from docveil.model.ranges import SourceRange, merge_ranges

DETECTOR = "adjoin"
_SCORE = 0.6
# Words in lower case that stand within addresses; any other begins a clause of its own: `on High Street is at Exeter`.
_SMALL = (
    "of|the|and|near|apt|suite|ste|unit|flat|floor|bldg|no|rd|ext|de|del|della|da|di|do|des|du|la|le|les|los|las|van|der|den|"
    "am|an|im|zu|zum|c/o|off|opp|opposite|behind|beside|above|below|first|second|third|fourth|fifth|ground|top|upper|lower|rear|"
    "back|front|left|right|basement|building|block|entrance|level|room|house|piso|bis"
)
# At most three short words in the gap, none of them ending a sentence.
_GAP = re.compile(
    rf"[\s,>#(-]{{0,6}}(?:(?:(?![a-z])[^\W_][\w'\u2019/-]{{0,15}}|(?:{_SMALL})(?!\w))\.?[\s,>#-]{{1,4}}){{0,3}}"
    # what the house stands by: `opposite the church`
    r"|,\s(?:opp(?:osite|\.)|behind|beside|near|off|above|below|by|corner\sof|rear\sof|side)\s(?:the\s)?"
    r"(?:[^\W\d_]{2,15}(?:\s[^\W\d_]{2,15})?,\s)?"
)
# Between a house number's street and its town, what tells the door: `, dept. of law, `; no clause with a verb of its own.
_INSET = re.compile(
    r",\s(?!(?:i|he|she|it|we|they|you|who|which|where|when|is|was|are|were|has|had|and|or|but|then|not|also|from|to|for)(?!\w))"
    r"(?=[^\W\d_A-Z])(?:[^\W\d_][\w'\u2019-]{0,15}\.?\s){0,3}[^\W\d_][\w'\u2019-]{0,15},\s"
)
_LEFT = re.compile(r"(?:(?<=\s)|(?<=^))(?:\d{1,6}[A-Za-z]?[ ,]{1,2}){1,2}\Z")
_RIGHT = re.compile(
    r"(?:(?!\s*\n\s*\n|\t)[\s,>]{1,4}(?:(?:Suite|Apt|Apartment|Unit|Flat|Ste)\.?\s?#?\d{1,5}|[A-Z]{2}\s\d{5}|\d{4,6}(?:-\d{4})?))(?!\w)"
)
_WINDOW = 24
_LONGEST_GAP = 40
_GROUPS = re.compile(r"(?<![\w.,-])\d{3,5}([ -])\d{3,5}(?:\1\d{3,5}){1,6}(?![\w-])")
_LONGEST_NUMBER = 48
# A blank line, a tab or a mark between blanks is where a layout ends one thing and begins another: a block, a table cell.
_BOUNDARY = re.compile(rf"\n\s*\n|\t|{MARK_BETWEEN}")


def adjoin(findings: Sequence[Finding], source: str) -> tuple[Finding, ...]:
    """`findings` and one more for each address that goes on in its neighbours. Pure."""
    places = merge_ranges(f.fragments[0] for f in findings if f.label in (ADDRESS, LOCATION) and len(f.fragments) == 1)
    streets = [f.fragments[0] for f in findings if f.label == ADDRESS]
    added: list[Finding] = []
    for before, after in pairwise(places):
        gap = source[before.end : after.start]
        has_street = any(s.overlaps(before) or s.overlaps(after) for s in streets)
        if has_street and len(gap) <= _LONGEST_GAP and not _BOUNDARY.search(gap):
            is_house = any(map(str.isdigit, before.of(source)))
            if _GAP.fullmatch(gap) or (is_house and _INSET.fullmatch(gap)):
                added.append(_place(before.start, after.end))
    for street in streets:
        left = _LEFT.search(source[max(0, street.start - _WINDOW) : street.start])
        right = _RIGHT.match(source, street.end, street.end + _WINDOW)
        start = street.start - len(left[0]) if left else street.start
        end = right.end() if right else street.end
        if (start, end) != (street.start, street.end):
            added.append(_place(start, end))
    numbers = (f for f in findings if f.label in NUMBERS - {ADDRESS} and len(f.fragments) == 1)
    return (*findings, *added, *(whole for f in numbers if (whole := _all_groups(f, source)) != f))


def _all_groups(finding: Finding, source: str) -> Finding:
    """`finding` grown to all groups of a number that is written in groups of one size: `1234 5678 9012 3456`."""
    low, high = finding.fragments[0].start, finding.fragments[0].end
    for run in _GROUPS.finditer(source, max(0, low - _LONGEST_NUMBER), high + _LONGEST_NUMBER):
        if run.start() <= low and high <= run.end() and len({len(g) for g in run[0].split(run[1])}) == 1:
            return evolve(finding, fragments=(SourceRange(*run.span()),))
    return finding


def _place(start: int, end: int) -> Finding:
    return Finding((SourceRange(start, end),), ADDRESS, _SCORE, DETECTOR)
