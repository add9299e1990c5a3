"""Postal addresses as one finding: street, unit, town, region and postcode where they stand together."""

import re
from collections.abc import Iterator

from docveil.detect import labels as L
from docveil.detect.common_words import frequency
from docveil.detect.gazetteer import ALSO_WORDS, gazetteer, phrases_in
from docveil.detect.protocol import Span

_CAP = r"[^\W\d_a-z][\w'\u2019.-]{0,30}"
_SUFFIX = (
    r"(?:Street|St|Road|Rd|Avenue|Ave|Lane|Ln|Drive|Dr|Court|Ct|Boulevard|Blvd|Place|Pl|Square|Sq|Terrace|Ter|Way|Close|"
    r"Crescent|Cres|Parkway|Pkwy|Highway|Hwy|Circle|Cir|Trail|Trl|Row|Mews|Gardens|Grove|Hill|Park|Walk|Quay|Esplanade|Parade)"
)
_UNIT = r"(?:,?\s{1,2}(?:Apt|Apartment|Suite|Ste|Unit|Flat|Floor|Room|Rm|#)\.?\s?[\w-]{1,8})"
_STREET_EN = (
    r"(?:(?:Flat|Unit|Apt\.?|Apartment|Suite)\s[\w-]{1,6}(?:,\s{1,2}|/))?\d{1,6}[A-Za-z]?(?:[-/]\d{1,5})?,?\s{1,2}"
    rf"(?:[NSEW]\.?\s)?(?:{_CAP}\s{{1,2}}){{1,4}}{_SUFFIX}\b\.?{_UNIT}?"
)
_STREET_DE = (
    r"[^\W\d_a-z][\w-]{1,30}(?:stra\u00dfe|strasse|str\.|weg|platz|allee|gasse|ring|straat|laan|gracht|plein)"
    r"\s{1,2}\d{1,4}\s?[a-z]?\b"
)
_STREET_RO = (
    rf"(?:\d{{1,4}}\s?(?:bis|ter)?,?\s)?(?:[Rr]ue|[Aa]venue|[Bb]oulevard|[Pp]lace|[Ii]mpasse|[Cc]hemin|[Cc]alle|[Aa]venida|[Pp]laza|[Pp]aseo|Via|"
    rf"[Vv]iale|[Pp]iazza|[Cc]orso)\s(?:(?:de|du|des|la|le|les|del|della|dei|di|el|los)\s){{0,3}}{_CAP}(?:\s{_CAP}){{0,3}}(?:,?\s\d{{1,4}}\b)?"
)
_BOX = (
    r"(?:P\.?\s?O\.?\s?Box\s\d{1,6}|(?:PSC|Unit|CMR|USNS|USS|USCGC|USNV)\s[\w ]{1,16}(?:,?\s(?:Box|BOX)\s\d{1,6})?"
    r"\s{1,2}(?:APO|FPO|DPO)\s(?:A[AEP])\s\d{5})"
)
_CORNER = rf"(?:the\s)?corner\sof\s(?:[\w'.-]{{1,20}}\s){{1,5}}and\s(?:{_CAP}\s?){{1,4}}"
_UNIT_ALONE = re.compile(r"(?<![\w-])(?:Suite|Apt\.?|Apartment|Ste\.?)\s#?\d{1,5}\b")
_CODE = (
    r"(?:[A-Z]{2}\s{1,2}\d{5}(?:-\d{4})?|\d{5}(?:-\d{4})?|[A-Z]{1,2}\d[A-Z\d]?\s?\d[A-Z]{2}|[A-Z]\d[A-Z]\s?\d[A-Z]\d|"
    r"\d{4}\s?[A-Z]{2}|(?:NSW|VIC|QLD|WA|SA|TAS|ACT|NT)\s\d{4}|\d{6}|\d{3}\s\d{3})(?!\w)"
)
# Without digits: a town must not take the first half of a postcode.
_TOWN_WORD = r"(?!(?:NSW|VIC|QLD|WA|SA|TAS|ACT|NT)\s\d{4}(?!\w))[^\W\d_a-z](?:[^\W\d_]|['\u2019.-]){0,30}(?!\w)"
_TOWN = rf"(?:{_TOWN_WORD}(?:\s{_TOWN_WORD}){{0,3}})"
_TAIL = rf"(?:[,\s]{{1,3}}{_TOWN}){{0,3}}(?:[,\s]{{1,3}}{_CODE}(?:\s{_TOWN})?)?"
_ADDRESS = re.compile(rf"(?<![\w-])(?:{_STREET_EN}|{_STREET_DE}|{_BOX}|{_CORNER})(?:{_TAIL})")
_ROMANCE = re.compile(rf"(?<![\w-]){_STREET_RO}(?=,?\s|$)(?:[,\s]{{1,3}}{_CODE}(?:\s{_TOWN})?)?")
_UK_POSTCODE = re.compile(r"\b(?:GIR\s?0AA|[A-PR-UWYZ][A-HK-Y]?\d[A-Z\d]?\s\d[ABD-HJLNP-UW-Z]{2})\b")
_US_STATE_ZIP = re.compile(
    r"\b(?:A[KLRZ]|C[AOT]|D[CE]|FL|GA|HI|I[ADLN]|K[SY]|LA|M[ADEINOST]|N[CDEHJMVY]|O[HKR]|PA|RI|S[CD]|T[NX]|UT|V[AT]|W[AIVY])"
    r"\s{1,2}\d{5}(?:-\d{4})?\b"
)
_CODE_WORD = re.compile(
    r"\b(?:(?:zip|post)[\s-]?(?:code)?|postal\scode|pin\s?code|plz|(?-i:CAP)|code\spostal|c\u00f3digo\spostal)"
    r"\s?(?::|(?:is|was)\b)?(?:\s{0,3}(?:\.\s?){2,80})?\s{0,3}(\d{4}\s?(?-i:[A-Z]{2})|\d{4,6}(?:-\d{4})?|(?=[A-Z\d]{0,6}\d)[A-Z\d]{2,4}\s?(?=[A-Z\d]{0,2}\d)[A-Z\d]{3})\b",
    re.IGNORECASE,
)

# `East Perth. In the morning`: a sentence begins, if its word is one of the most frequent; `Reading` and `Over` are towns.
_NEXT_SENTENCE = re.compile(r"(?<=[^\W\d_]{4})\.\s{1,3}([^\W\d_]{1,12})(?=\s[a-z])")
_FREQUENT = 6.2

_SOMEWHERE = re.compile(
    r"(?<![\w'\u2019-])(?:in|to|from|near|around|visit|visiting|via|leaving)\s(?:the\s)?"
    r"((?:[^\W\d_][\w'\u2019-]{0,20}\s){0,2}[^\W\d_][\w'\u2019-]{1,20})",
    re.IGNORECASE,
)
_SHORT_NAMES = frozenset({"uk", "us", "usa", "uae"})
_SHORTEST_PLACE = 4
# Provinces are called so too, with a capital.
_DIRECTION = re.compile(r"(?:north|south|mid)[ -]?(?:east|west|central)?|east|west|central")
# States and provinces alone, those that are no word and no other abbreviation that texts set behind such a word.
_CODE_ALONE = re.compile(
    r"\b(?:in|to|from|near|around|visit|visiting|via|leaving|across)\s"
    r"(AK|AZ|BC|FL|GA|IL|KS|KY|MI|MN|N[CHJMVY]|QC|QLD|NSW|RI|TN|TX|UT|VT|WA|W[IVY])(?![\w/-]|\s[A-Z\d])"
)

# What applications write that tell where somebody is: `I'm at Wexbury Gardens (12 Elm Rd)`, `(@ Wexbury Gardens)`.
_CHECK_IN = re.compile(
    r"(?<!\w)I\s?['\u2019]?m\sat\s((?:[A-Z\d][\w&.'\u2019-]{0,24}\s){0,5}?[A-Z\d][\w&.'\u2019-]{0,24})(?=\s?\(|\s(?:w/|http))|\(\s?@\s?([A-Z\d][^()@\n]{1,60}?)\s?\)"
)


def check_ins(text: str) -> Iterator[Span]:
    """Where somebody says to be, in the words of applications that share it."""
    for match in _CHECK_IN.finditer(text):
        yield Span(*match.span(1 if match[1] else 2), L.LOCATION, 0.75, "rules.check_in")


def known_places(text: str) -> Iterator[Span]:
    """Countries, states and large cities behind `in`, `to` or `from`, also in lower case."""
    for match in _SOMEWHERE.finditer(text):
        words = list(re.finditer(r"[^\W_]+", match[1]))
        ends = [end for first, end in phrases_in([word[0].lower() for word in words], gazetteer().large) if first == 0]
        if not ends:
            continue
        found = match[1][: words[max(ends) - 1].end()]
        if _is_place(found):
            yield Span(match.start(1), match.start(1) + len(found), L.LOCATION, 0.7, "rules.known_place")


def states_alone(text: str) -> Iterator[Span]:
    """`going to GA`: a state by its code."""
    for match in _CODE_ALONE.finditer(text):
        yield Span(*match.span(1), L.LOCATION, 0.6, "rules.state")


def _is_place(found: str) -> bool:
    if found.lower() in _SHORT_NAMES:
        return found.isupper() or found.lower() != "us"
    if _DIRECTION.fullmatch(found):
        return False
    return len(found) >= _SHORTEST_PLACE and (found[0].isupper() or found not in ALSO_WORDS)


def addresses(text: str) -> Iterator[Span]:
    """Street addresses and post-office boxes, with what follows of town and postcode."""
    if not any(c.isdigit() for c in text):
        return
    for match in _ADDRESS.finditer(text):
        yield Span(match.start(), _end(text, match.start(), match.end()), L.ADDRESS, 0.85, "rules.address")
    for match in _ROMANCE.finditer(text):
        if any(c.isdigit() for c in match[0]):
            yield Span(*match.span(), L.ADDRESS, 0.7, "rules.address")


def _end(text: str, start: int, end: int) -> int:
    """Where an address ends: before the next sentence, and without what stands between things."""
    for match in _NEXT_SENTENCE.finditer(text[start : end + 2]):
        if frequency(match[1].casefold()) >= _FREQUENT:
            end = start + match.start()
            break
    while end > start and text[end - 1] in " ,.\n\t":
        end -= 1
    return end


def postcodes(text: str) -> Iterator[Span]:
    """Postcodes that say what they are by their form or by the word before them."""
    for match in _UNIT_ALONE.finditer(text):
        yield Span(*match.span(), L.ADDRESS, 0.7, "rules.unit")
    for match in _UK_POSTCODE.finditer(text):
        yield Span(*match.span(), L.ADDRESS, 0.7, "rules.postcode")
    for match in _US_STATE_ZIP.finditer(text):
        yield Span(*match.span(), L.ADDRESS, 0.7, "rules.postcode")
    for match in _CODE_WORD.finditer(text):
        yield Span(*match.span(1), L.ADDRESS, 0.7, "rules.postcode")
