"""Ways to reach a person: e-mail addresses, web addresses with a user in them, handles, telephone numbers."""

import re
from collections.abc import Iterator
from functools import cache
from typing import Any

from docveil.detect import labels as L
from docveil.detect.protocol import Span

# No registry of top-level domains is asked: `bob@corp.internal` is an address too. An address ends at a letter or digit.
_EMAIL = re.compile(r"(?<![\w.+-])[\w.+%'-]{1,64}@(?:[\w-]{1,63}\.){1,8}[^\W\d_][\w-]{0,62}(?<!-)")
_AT = r"\s{0,2}[\[({]\s{0,2}at\s{0,2}[\])}]\s{0,2}"
_DOT = r"(?:\s{0,2}(?:[\[({]\s{0,2}dot\s{0,2}[\])}]|\.)\s{0,2}|\s{1,2}dot\s{1,2})"
_SPELT_EMAIL = re.compile(
    rf"(?<![\w.+-])[\w+-]{{1,40}}(?:{_DOT}[\w+-]{{1,40}}){{0,3}}{_AT}[\w-]{{1,40}}(?:{_DOT}[\w-]{{2,40}}){{1,4}}",
    re.IGNORECASE,
)
_SPOKEN_EMAIL = re.compile(
    r"(?<![\w.+-])[\w.+-]{1,40}(?: dot [\w+-]{1,40}){0,2} at [\w-]{1,40}(?:\.[\w-]{1,40}){0,2}(?: dot [\w-]{2,40}){1,3}(?!\w)",
    re.IGNORECASE,
)
_VERSION = re.compile(r"v?\d{1,4}\.\d")
_URL = re.compile(r"(?<![\w@])(?:(?:https?|ftp)://|www\.)[^\s<>\"'()\[\]{}]{3,2000}", re.IGNORECASE)
_BARE_URL = re.compile(
    r"(?<![\w@.+-])(?:[a-z0-9-]{1,63}\.){1,4}(?:com|org|net|edu|gov|info|biz|io|co\.uk|de|fr|es|it|nl|au|ca|in|eu)"
    r"(?:/[^\s<>\"'()\[\]{}]{0,500})?(?![\w@-])",
    re.IGNORECASE,
)
# What ties an address to a person: user info, an e-mail address, a path or a query field that names somebody.
_PERSONAL_URL = re.compile(
    r"//[^/\s@]{1,128}@|(?:@|%40)(?:[\w-]{1,63}\.){1,8}[a-z]{2}|/[~@]\w"
    r"|/(?:users?|u|profiles?|people|in|members?|accounts?|customers?|patients?|employees?|students?)/[\w.%@-]{2}"
    r"|[?&](?:user(?:_?(?:name|id))?|login|name|first_?name|last_?name|phone|token|uid)=[^&\s]"
    r"|\b(?:facebook|instagram|twitter|x|github|t)\.(?:com|me)/[\w.-]{2,60}/?$",
    re.IGNORECASE,
)
# Words of programs and markup that begin with an at sign.
_CODE = frozenset(
    "param params return returns throws exception author since version see deprecated override property staticmethod classmethod "
    "dataclass pytest frozen define attr attrs app test tests before after beforeeach aftereach media import keyframes charset "
    "supports namespace page layer container mixin include extend forward bean autowired component service controller "
    "repository entity table column todo here all channel everyone echo end interface implementation protocol selector type "
    "typedef link code inheritdoc example internal suppresswarnings nullable notnull latest next".split()
)
# What a decorator or annotation stands over.
_DECORATED = re.compile(
    r"(?:\([^\n]{0,200}\))?(?:\s{1,48}(?:(?:async\s)?def\s\w{1,60}\s?\(|class\s\w{1,60}\s?[(:{])"
    r"|[ \t]{0,8}\n\s{0,40}(?:public|private|protected|static|final|export|function|abstract|@\w))"
)
_FIELD_USER = re.compile(r"(?<![\w-])(?:user|uid|login|owner)=[\"']?([A-Za-z][\w.@-]{1,63})(?![\w(])")
_HOME = re.compile(r"(?:(?<![\w/])/home/|(?<![\w/])/Users/|\b[A-Z]:\\{1,2}Users\\{1,2})([\w.@-]{2,64})")
_NOBODY = frozenset(
    "none null true false unknown root default shared public user username name guest runner self".split()
)
_HANDLE = re.compile(r"(?<![\w@./])@[A-Za-z_]\w{1,29}(?![\w@]|\.\w)")
# What follows the last digit of a telephone number; and what makes a run of digits worth asking about.
_PHONE_LIKE = re.compile(r"(?<![\w.,])[+(]{0,2}\d[\d \t\u00a0().\-/x]{5,28}\d(?![\w])|(?<![\w.])\+?\d{7,15}(?!\w)")
# One number inside a run of several: an area code and two or more groups.
_ONE_PHONE = re.compile(
    r"\+?(?:\d{1,3}[ .-])?(?:\(\d{1,5}\)|\d{2,5})[ .-]?\d{2,4}[ .-]\d{3,4}(?!\d)|(?<!\d)\+?\d{7,15}(?!\d)"
)
_WIDE = re.compile(r"[ \t]{2}|\s/\s")
_AMERICAN = re.compile(r"(?:\+?1[\s.-]?)?(?:\(\d{3}\)\s?|\d{3}[\s.-])\d{3}[\s.-]\d{4}(?:\s?x\d{1,6})?")
_MOST_DIGITS = 15
_MOST_PARTS = 6
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
# The nearest label decides: `Phone 555-0142, Invoice no.: 7000412` has one telephone number.
_OTHER_LABEL = re.compile(
    r"\b(?:invoice|order|item|article|product|version|reference|page|total|amount|qty|quantity|part|serial|isbn|issn|doi)"
    r"(?:\s?(?:no|nr|number|num|id|code))?\b\.?\s?[:#]?\s{0,4}$",
    re.IGNORECASE,
)
_DATE_LIKE = re.compile(r"(?:\d{4}[-/.]\d{1,2}[-/.]\d{1,2}|\d{1,2}[-/.]\d{1,2}[-/.]\d{2,4})(?:[ T]\d{1,2}.*)?")
_DECIMALS = re.compile(r"\d{0,2}\.\d{1,6}(?:[\s/-]{1,3}\d{0,2}\.\d{1,6}){0,9}")
_REGIONS = ("US", "GB", "DE", "FR", "ES", "IT", "NL", "IN", "AU", "CA")


def emails(text: str) -> Iterator[Span]:
    """E-mail addresses, plain or spelt out."""
    if "@" in text:
        for match in _EMAIL.finditer(text):
            if _VERSION.match(text, text.index("@", match.start()) + 1):
                continue  # a package and its release
            yield Span(*_trimmed(text, *match.span()), L.EMAIL_ADDRESS, 1.0, "rules.email")
    if "at" in text or "AT" in text or "At" in text:
        for match in _SPELT_EMAIL.finditer(text):
            yield Span(*match.span(), L.EMAIL_ADDRESS, 0.9, "rules.email_spelt")
        for match in _SPOKEN_EMAIL.finditer(text):
            yield Span(*match.span(), L.EMAIL_ADDRESS, 0.85, "rules.email_spelt")


def _trimmed(text: str, start: int, end: int) -> tuple[int, int]:
    while start < end and text[start] in ".'-%+":
        start += 1
    return start, end


def urls(text: str) -> Iterator[Span]:
    """Web addresses."""
    for pattern in (_URL, _BARE_URL):
        for match in pattern.finditer(text):
            end = match.end()
            while end > match.start() and text[end - 1] in ".,;:!?":
                end -= 1
            personal = _PERSONAL_URL.search(text, match.start(), end)
            yield Span(match.start(), end, L.URL, 0.95 if personal else 0.5, "rules.url")


def handles(text: str) -> Iterator[Span]:
    """`@name` as on social networks, the user of a log line, the owner of a home folder."""
    if "@" in text:
        for match in _HANDLE.finditer(text):
            if match[0][1:].lower() not in _CODE and not _DECORATED.match(text, match.end()):
                yield Span(*match.span(), L.USERNAME, 0.6, "rules.handle")
    for pattern in (_FIELD_USER, _HOME):
        for match in pattern.finditer(text):
            name = match[1].rstrip(".-@")
            if len(name) > 1 and name.lower() not in _NOBODY:
                yield Span(match.start(1), match.start(1) + len(name), L.USERNAME, 0.75, "rules.username")


def phones(text: str) -> Iterator[Span]:
    """Telephone numbers: valid ones by the numbering plans of libphonenumber, possible ones behind a word such as Phone."""
    scores: dict[tuple[str, bool], float] = {}
    for match in _PHONE_LIKE.finditer(text):
        for start, end in _parts(text, *match.span()):
            found = text[start:end]
            if (
                not 7 <= sum(c.isdigit() for c in found) <= 15
                or _DATE_LIKE.fullmatch(found)
                or _DECIMALS.fullmatch(found)
            ):
                continue
            before = text[max(0, start - 40) : start]
            # A label on a line above names a number that begins its own line; a row of cells has labels in its table view.
            line = before.rsplit("\n", maxsplit=1)[-1]
            before = line if line.strip() else before
            named = _PHONE_WORD.search(before) is not None
            if (not named and _NOT_PHONE.search(before)) or _OTHER_LABEL.search(before):
                continue
            if (found, named) not in scores:
                scores[found, named] = _phone_score(found, named)
            if scores[found, named]:
                yield Span(start, end, L.PHONE_NUMBER, scores[found, named], "rules.phone")


def _parts(text: str, start: int, end: int) -> Iterator[tuple[int, int]]:
    """The run itself, or the numbers of a run that is too long to be one."""
    if sum(c.isdigit() for c in text[start:end]) <= _MOST_DIGITS and not _WIDE.search(text, start, end):
        yield start, end
        return
    for match in _ONE_PHONE.finditer(text, start, end):
        yield match.span()


def _phone_score(found: str, named: bool) -> float:
    """A confidence, or 0 where `found` is no telephone number. Unnamed bare digits are never parsed: parsing is dear."""
    parts = re.split(r"[\s().\-/]+", found.strip("+() "))
    international = found.lstrip("(").startswith("+")
    written = any(c in found for c in "+()") or len(parts) >= 3
    if not named and (not written or len(parts) > _MOST_PARTS):
        return 0.0
    regions = _REGIONS if (named or found.lstrip("(").startswith("0")) and not international else _REGIONS[:1]
    numbers = [number for region in regions if (number := _parsed(found, region)) is not None]
    if any(map(_plans().is_valid_number, numbers)):
        return 0.95 if named else 0.9 if international else 0.75
    if international and any(map(_plans().is_possible_number, numbers)):
        return 0.8 if named else 0.6
    # The reserved 555-01xx range and other unassigned numbers, written as only telephone numbers are.
    if _AMERICAN.fullmatch(found):
        return 0.7
    return 0.75 if named else 0.0


@cache
def _plans() -> Any:
    """The numbering plans, imported where the first number asks for them: many texts have none."""
    import phonenumbers  # noqa: PLC0415

    return phonenumbers


def _parsed(found: str, region: str) -> Any:
    try:
        return _plans().parse(found, region)
    except _plans().NumberParseException:
        return None
