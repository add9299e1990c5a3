"""Ways to reach a person: e-mail addresses, web addresses with a user in them, handles, telephone numbers."""

import re
from collections.abc import Iterator

import phonenumbers

from docveil.detect import labels as L
from docveil.detect.protocol import Span

# No registry of top-level domains is asked: `bob@corp.internal` is an address too. An address ends at a letter or digit.
_EMAIL = re.compile(r"(?<![\w.+-])[\w.+%'-]{1,64}@(?:[\w-]{1,63}\.){1,8}[^\W\d_][\w-]{0,62}(?<!-)")
_AT = r"\s{0,2}[\[({]\s{0,2}at\s{0,2}[\])}]\s{0,2}"
_DOT = r"\s{0,2}(?:[\[({]\s{0,2}dot\s{0,2}[\])}]|\.)\s{0,2}"
_SPELT_EMAIL = re.compile(
    rf"(?<![\w.+-])[\w+-]{{1,40}}(?:{_DOT}[\w+-]{{1,40}}){{0,3}}{_AT}[\w-]{{1,40}}(?:{_DOT}[\w-]{{2,40}}){{1,4}}",
    re.IGNORECASE,
)
_URL = re.compile(r"(?<![\w@])(?:(?:https?|ftp)://|www\.)[^\s<>\"'()\[\]{}]{3,2000}", re.IGNORECASE)
_BARE_URL = re.compile(
    r"(?<![\w@.+-])(?:[a-z0-9-]{1,63}\.){1,4}(?:com|org|net|edu|gov|info|biz|io|co\.uk|de|fr|es|it|nl|au|ca|in|eu)"
    r"(?:/[^\s<>\"'()\[\]{}]{0,500})?(?![\w@-])",
    re.IGNORECASE,
)
_HANDLE = re.compile(r"(?<![\w@./])@[A-Za-z_]\w{1,29}(?![\w@]|\.\w)")
# What follows the last digit of a telephone number; and what makes a run of digits worth asking about.
_PHONE_LIKE = re.compile(r"(?<![\w.,])[+(]{0,2}\d[\d\s().\-/x]{5,28}\d(?![\w])|(?<![\w.])\+?\d{7,15}(?!\w)")
_PHONE_WORD = re.compile(
    r"\b(?:tele?phone|phone|tel|mobile|cell|fax|call(?:ed|ing)?|contact|reach(?:ed)?|whatsapp|sms|text|ring|dial|"
    r"telefon|handy|mobil|t\u00e9l(?:\u00e9phone)?|m\u00f3vil|tel\u00e9fono|cellulare|telefono|telefoon|hotline)\b\.?",
    re.IGNORECASE,
)
_NOT_PHONE = re.compile(
    r"\b(?:invoice|order|item|version|ref|reference|page|total|amount|qty|quantity|part|serial|isbn|issn|doi|id|no)\b"
    r"[^\n]{0,12}$",
    re.IGNORECASE,
)
_DATE_LIKE = re.compile(r"(?:\d{4}[-/.]\d{1,2}[-/.]\d{1,2}|\d{1,2}[-/.]\d{1,2}[-/.]\d{2,4})(?:[ T]\d{1,2}.*)?")
_REGIONS = ("US", "GB", "DE", "FR", "ES", "IT", "NL", "IN", "AU")


def emails(text: str) -> Iterator[Span]:
    """E-mail addresses, plain or spelt out."""
    if "@" in text:
        for match in _EMAIL.finditer(text):
            yield Span(*_trimmed(text, *match.span()), L.EMAIL_ADDRESS, 1.0, "rules.email")
    if "at" in text or "AT" in text or "At" in text:
        for match in _SPELT_EMAIL.finditer(text):
            yield Span(*match.span(), L.EMAIL_ADDRESS, 0.9, "rules.email_spelt")


def _trimmed(text: str, start: int, end: int) -> tuple[int, int]:
    while start < end and text[start] in ".'-%+":
        start += 1
    return start, end


def urls(text: str) -> Iterator[Span]:
    """Web addresses."""
    for pattern, score in ((_URL, 0.7), (_BARE_URL, 0.5)):
        for match in pattern.finditer(text):
            end = match.end()
            while end > match.start() and text[end - 1] in ".,;:!?":
                end -= 1
            yield Span(match.start(), end, L.URL, score, "rules.url")


def handles(text: str) -> Iterator[Span]:
    """`@name` as on social networks."""
    if "@" in text:
        for match in _HANDLE.finditer(text):
            yield Span(*match.span(), L.USERNAME, 0.6, "rules.handle")


def phones(text: str) -> Iterator[Span]:
    """Telephone numbers: valid ones by the numbering plans of libphonenumber, possible ones behind a word such as Phone."""
    for match in _PHONE_LIKE.finditer(text):
        found = text[match.start() : match.end()]
        digits = sum(c.isdigit() for c in found)
        if not 7 <= digits <= 15 or "\n" in found or _DATE_LIKE.fullmatch(found):
            continue
        before = text[max(0, match.start() - 40) : match.start()]
        named = _PHONE_WORD.search(before) is not None
        if not named and _NOT_PHONE.search(before):
            continue
        score = _phone_score(found, named)
        if score:
            start = match.start()
            yield Span(start, match.end(), L.PHONE_NUMBER, score, "rules.phone")


def _phone_score(found: str, named: bool) -> float:  # noqa: PLR0911 - a table of cases
    written = any(c in found for c in "+()") or len(re.split(r"[\s.\-/]+", found.strip())) >= 3
    for region in _REGIONS:
        try:
            number = phonenumbers.parse(found, region)
        except phonenumbers.NumberParseException:
            continue
        if phonenumbers.is_valid_number(number):
            if named:
                return 0.95
            if found.lstrip("(").startswith("+"):
                return 0.9
            if written and (region == "US" or found.lstrip("(").startswith("0")):
                return 0.75
        elif named and phonenumbers.is_possible_number(number):
            return 0.8
        elif found.startswith("+") and phonenumbers.is_possible_number(number):
            return 0.6
    # The reserved 555-01xx range and other unassigned numbers, written as only telephone numbers are.
    if re.fullmatch(r"(?:\+?1[\s.-]?)?(?:\(\d{3}\)\s?|\d{3}[\s.-])\d{3}[\s.-]\d{4}(?:\s?x\d{1,6})?", found):
        return 0.7
    return 0.75 if named else 0.0
