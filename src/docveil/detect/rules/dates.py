"""Dates of birth and ages against ordinary dates."""

import re
from collections.abc import Iterator

from docveil.detect import labels as L
from docveil.detect.protocol import Span

_MONTH = (
    r"(?:Jan(?:uary)?|Feb(?:ruary)?|Mar(?:ch)?|Apr(?:il)?|May|June?|July?|Aug(?:ust)?|Sept?(?:ember)?|Oct(?:ober)?|"
    r"Nov(?:ember)?|Dec(?:ember)?|Januar|Februar|M\u00e4rz|Mai|Juni|Juli|Oktober|Dezember|janvier|f\u00e9vrier|mars|avril|mai|juin|"
    r"juillet|ao\u00fbt|septembre|octobre|novembre|d\u00e9cembre|enero|febrero|marzo|abril|mayo|junio|julio|agosto|"
    r"septiembre|octubre|noviembre|diciembre)"
)
_DATE = (
    rf"(?:\d{{1,2}}(?:st|nd|rd|th)?(?:\.?\s{{1,2}}(?:of\s)?{_MONTH}\.?,?\s{{1,2}}|[.-]{_MONTH}[.-])\d{{2,4}}"
    rf"|{_MONTH}\.?\s{{1,2}}\d{{1,2}}(?:st|nd|rd|th)?,?\s{{1,2}}\d{{4}}"
    r"|\d{4}[-/.]\d{1,2}[-/.]\d{1,2}|\d{1,2}[-/.]\d{1,2}[-/.]\d{2,4})"
)
_ANY_DATE = re.compile(rf"(?<![\w./@-]){_DATE}(?:[ T]\d{{1,2}}:\d{{2}}(?::\d{{2}})?)?(?![\w/-]|\.\d)", re.IGNORECASE)
_BIRTH = re.compile(
    r"(?:\bborn\b|\bdate\s+of\s+birth\b|\bbirth\s?date\b|\bbirthday\b|\bd\.?\s?o\.?\s?b\b\.?|\bgeb(?:oren|\.)|\bn\u00e9e?\b|"
    r"\bgeboortedatum\b|\bfecha\s+de\s+nacimiento\b|\bnacid[oa]\b|\bdata\s+di\s+nascita\b|\bnat[oa]\b|\bdate\s+de\s+naissance\b|"
    r"\bgeburtsdatum\b|(?<!\w)b\.(?=\s))[^\n]{0,40}$",
    re.IGNORECASE,
)
_BIRTH_AFTER = re.compile(r"\s{0,2}[(,]?\s{0,2}(?:date\sof\sbirth|d\.?o\.?b\b|geb(?:oren|\.))", re.IGNORECASE)
_VERSION = re.compile(r"\b(?:version|release|build|firmware|v|ver|section|chapter|rev)\.?\s{0,2}$", re.IGNORECASE)
_AGE = re.compile(
    r"\b(?:aged?|age\s?:|age\sis|age\s?:?\s{0,3}(?:\.\s?){2,80})\s{0,3}(\d{1,3})\b(?!\s?(?:%|percent|minutes|hours|days|pages))"
    r"|\b(\d{1,3})[\s-]{1,2}(?:years?|yrs?|y/?o)[\s-]{1,2}(?:old|of\s+age)\b|\b(\d{1,3})\s?y/?o\b"
    r"|\bage\sof\s(\d{1,3})\b|\bturn(?:s|ed|ing)?\s(\d{1,3})\b(?=\s?(?:[.,;!?]|$))"
    r"|\bwhen\s(?:I|he|she|they)\s(?:was|were)\s(\d{1,3})\b(?=\s?(?:[.,;!?)]|$))"
    r"|\b(?:I'm|I\sam|s?he\sis|s?he's)\s(\d{1,3})\b(?=\s?(?:[.;!?)]|,\s?(?:and|but)|$))",
    re.IGNORECASE,
)
_WEEKDAY = re.compile(r"\b(?:Mon|Tues|Wednes|Thurs|Fri|Satur|Sun)days?\b")


def dates(text: str) -> Iterator[Span]:
    """Full dates; a date of birth where a word before it says so."""
    for match in _ANY_DATE.finditer(text):
        before = text[max(0, match.start() - 60) : match.start()]
        if not _is_calendar(match[0]) or _VERSION.search(before):
            continue
        if _BIRTH.search(before) or _BIRTH_AFTER.match(text, match.end()):
            yield Span(*match.span(), L.DATE_OF_BIRTH, 0.95, "rules.date_of_birth")
        else:
            yield Span(*match.span(), L.DATE_TIME, 0.5, "rules.date")
    for match in _WEEKDAY.finditer(text):
        yield Span(*match.span(), L.DATE_TIME, 0.4, "rules.weekday")


def _is_calendar(found: str) -> bool:
    """Whether a date in figures can be one: `4.17.21` and `99/99/99` are none."""
    parts = re.split(r"[-/.]", re.split(r"[ T](?=\d{1,2}:)", found)[0])
    if len(parts) != 3 or not all(part.isdigit() for part in parts):
        return True
    first, second, third = map(int, parts)
    day, month = (third, second) if len(parts[0]) == 4 else (first, second)
    if "." not in found and month > 12:
        day, month = month, day
    return 1 <= month <= 12 and 1 <= day <= 31


def ages(text: str) -> Iterator[Span]:
    """A person's age in years."""
    for match in _AGE.finditer(text):
        group = next(i for i in range(1, 8) if match.group(i) is not None)
        if int(match.group(group)) <= 120:
            yield Span(*match.span(group), L.AGE, 0.7, "rules.age")
