"""Numbers that are personal because a label says so: the same digits under `Invoice no.` are not."""

import ipaddress
import re
from collections.abc import Iterator
from functools import cache

from docveil.detect import labels as L
from docveil.detect.protocol import Span

# German and Dutch put the label and its kind into one word: `Reisepass-Nr.`, `Paspoortnummer`.
_COMPOUND = r"(?:s?[\s-]?(?:nummer|nr)\b\.?)?"
# What ties a label to its value: `is`, a colon, or the dotted line of a form.
_LEADER = r"(?:\.\s?){2,80}|\u2026{1,20}"
_JOINT = rf"(?:\s?(?:is\b|was\b|[:#=\u2013-](?:\s{{0,3}}(?:{_LEADER}))?)|\s{{0,2}}(?:{_LEADER}))?"
_KIND = r"(?:\s?(?:number|num|no|nr|n\u00b0|n\.\u00ba|n\.|id|code|card|mark|#|\u2116)(?![A-Za-z])\.?)"
# Labels that are ordinary words too: a value needs `no.`, `ID`, a colon or a dotted line between.
_TIED = rf"(?:{_KIND}{{1,2}}{_JOINT}|\s?[:=#](?:\s{{0,3}}(?:{_LEADER}))?|\s{{0,2}}(?:{_LEADER}))\s{{0,3}}"
_YEAR = re.compile(r"(?:19|20)\d\d")
_PROSE = re.compile(r"[a-z]{2,12} ")
_PLATE_WORDS = (
    r"(?:licen[cs]e|number|registration)\splate|rego|kennzeichen|immatriculation|plaque|targa|"
    r"kenteken|matr[i\u00ed]cula"
)
# `plate` alone is of many things; on a car's there is a letter.
_VEHICLE_WORDS = r"(?<!\w )plate(?=[^\n]{0,12}[A-Z])|vehicle(?:\sreg(?:istration)?)?|registration"
_PLATE_VALUE = r"(?=[A-Z -]{0,6}\d|\d)([A-Z\d]{1,4}(?:[ -][A-Z\d]{1,4}){0,3})(?![^\W_])"
# The value behind a label: letters, digits and the marks between them, with at least one digit.
_VALUE = (
    r"(?=[A-Za-z /.-]{0,12}\d)"
    r"([A-Za-z\d](?:[A-Za-z\d]|[ /.-](?=[A-Za-z]{0,3}\d)|[ ](?=(?-i:[A-Z])[ ]\d)|-(?=(?-i:[A-Z]{1,3})(?!\w))){3,39})(?![^\W_]|@)"
)
_TIE = rf"{_KIND}{{0,2}}{_JOINT}\s{{0,3}}"
_PLATE = re.compile(rf"(?<![\w-])(?:(?i:{_PLATE_WORDS})(?i:{_TIE})|(?i:{_VEHICLE_WORDS})(?i:{_TIED})){_PLATE_VALUE}")
_LABELS: tuple[tuple[str, str], ...] = (
    (L.US_SSN, r"ssn|social\s(?:security|insurance)"),
    (L.PASSPORT, r"passport|reisepass|passeport|pasaporte|passaporto|paspoort"),
    (
        L.DRIVER_LICENSE,
        (
            r"driver'?s?\slicen[cs]e|driving\slicen[cs]e|licen[cs]e(?=\s(?:number|no)\b)|driver\snumber|"
            r"dl(?=\s?(?:#|no\b|number\b|:))|f\u00fchrerschein|rijbewijs|permis\sde\sconduire|permiso\sde\sconducir|patente"
        ),
    ),
    (
        L.LICENSE_PLATE,
        r"licen[cs]e\splate|plate\snumber|registration\splate|vehicle\sregistration|kennzeichen|immatriculation|targa",
    ),
    (L.VEHICLE_ID, r"vin|vehicle\sidentification"),
    (L.MEDICAL_RECORD, r"mrn|medical\srecord|patient\s(?:id|no|number)|hospital\s(?:id|no|number)"),
    (
        L.INSURANCE_NUMBER,
        r"member\sid|group\s(?:id|no|number)|health\s(?:plan|card)|ohip|medicare|medicaid|(?:kranken)?versicherten|(?:tarjeta|tessera)\ssanitaria|carte\svitale",
    ),
    (L.STUDENT_ID, r"matriculation|enrol(?:l)?ment|matrikel"),
    (L.EMPLOYEE_ID, r"personal(?=s?[\s-]?(?:nummer|nr))"),
    (L.ACCOUNT_ID, r"account\sid|(?:customer|client|membership)\s(?:id|no|number|nr)|(?:user|device)\sid"),
    (
        L.TAX_ID,
        (
            r"tax\s(?:id|payer|file|identification)?|taxpayer|tin|itin|ein|vat|steuer(?:nummer|-?id)|"
            r"unique\staxpayer(?:\sreference)?|(?:num\u00e9ro|n\u00b0)\sfiscal|codice\sfiscale|nif|nie|bsn|pan|tfn|utr|partita\siva"
        ),
    ),
    (
        L.NATIONAL_ID,
        (
            r"national\s(?:id|insurance)|identity\scard|id\scard|citizen\sid|aadhaar|nino|nhs|sin|dni|(?:personal)?ausweis|cni|insee|"
            r"carte\snationale\sd['\u2019]identit\u00e9|carta\sd['\u2019]identit\u00e0|uan|epic|voter\sid|crn|"
            r"seguridad\ssocial|nss|s\u00e9curit\u00e9\ssociale|sozialversicherungs?|sv"
        ),
    ),
    (L.BANK_ACCOUNT, r"bank\saccount|a/c|konto(?:nummer)?|cuenta|sort\scode|bsb|bic|ifsc|blz|bankleitzahl|rib"),
    (L.ROUTING_NUMBER, r"routing|aba"),
    (L.CREDIT_CARD, r"(?:credit|debit|payment)\scard|card\snumber|cvv|cvc"),
)
_WORDS: tuple[tuple[str, str], ...] = (
    (L.INSURANCE_NUMBER, r"insurance|policy|subscriber|claim"),
    (L.MEDICAL_RECORD, r"chart"),
    (L.EMPLOYEE_ID, r"employee|staff|personnel|payroll|badge"),
    (L.STUDENT_ID, r"student"),
    (L.BANK_ACCOUNT, r"account|acct|compte|conto|swift"),
    (L.ROUTING_NUMBER, r"transit"),
)
# Where any of the labels begins: most texts have none, and each pattern is tried at these places only.
_ANY_LABEL = re.compile(
    rf"(?<![\w-])(?=(?:{'|'.join(words for table in (_LABELS, _WORDS) for _, words in table)}|"
    rf"{_PLATE_WORDS}|plate|vehicle|registration|acct))",
    re.IGNORECASE,
)
_BARE_ACCOUNT = re.compile(r"(?<![\w-])(?:account|acct|a/c)(?:\sis)?\s{1,2}(\d[\d -]{5,20}\d)(?![\w-])", re.IGNORECASE)
_CARD_CODE = re.compile(rf"(?<![\w-])(?:cvv|cvc|cid)2?\b{_TIE}(\d{{3,4}})(?!\w)", re.IGNORECASE)
_CARD_EXPIRY = re.compile(
    rf"(?<![\w-])(?:expiry|expir(?:es|ation)|exp|valid\s(?:thru|until|to))\b\.?(?:\sdate\b)?{_TIE}(\d\d\s?[/-]\s?(?:\d\d){{1,2}})(?![\w/-])",
    re.IGNORECASE,
)
_CARD_WORD = re.compile(r"\b(?:card|cvv|cvc|visa|mastercard|amex)\b", re.IGNORECASE)
_USERNAME = re.compile(
    r"(?<![\w-])(?:user\s?name|user\s?id|login|screen\sname|handle|nickname|skype|telegram|instagram|twitter|snapchat|wechat|discord|"
    rf"tiktok)\s?(?:is|[:=](?:\s{{0,3}}(?:{_LEADER}))?|{_LEADER})\s{{0,3}}((?:live:)?[\w.@+-]{{2,40}})",
    re.IGNORECASE,
)
_COORDINATES = re.compile(
    r"(?<![\w.])[-+]?(?:[1-8]?\d|90)\.\d{3,10}\s?[,;]\s?[-+]?(?:1[0-7]\d|[1-9]?\d|180)\.\d{3,10}(?![\w.])"
    r"|\d{1,2}\u00b0\s?\d{1,2}['\u2032]\s?(?:\d{1,2}(?:\.\d{1,4})?[\"\u2033])?\s?[NS],?\s{0,2}\d{1,3}\u00b0\s?\d{1,2}['\u2032]\s?(?:\d{1,2}(?:\.\d{1,4})?[\"\u2033])?\s?[EW]"
)
_IPV4 = re.compile(r"(?<![\w.])(?:(?:25[0-5]|2[0-4]\d|1?\d?\d)\.){3}(?:25[0-5]|2[0-4]\d|1?\d?\d)(?![\w.]|/\d)")
_IPV6 = re.compile(r"(?<![\w:.])[\da-fA-F:]{2,39}(?![\w:])")
_VERSION = re.compile(
    r"(?:version|firmware|bootloader|bios|driver|kernel|plugin|package|library|patch|update|upgrade|release|build|v|section|chapter|"
    r"\u00a7)\.?\s{0,2}$",
    re.IGNORECASE,
)
_LARGEST_VERSION = 150


@cache
def _patterns() -> tuple[tuple[str, re.Pattern[str]], ...]:
    """A label of a finding and the pattern of its labels in a text; they take long to compile, and most texts have none."""
    return tuple(
        (label, re.compile(rf"(?<![\w-])(?:{words}){_COMPOUND}(?!\w){tie}{_VALUE}", re.IGNORECASE))
        for table, tie in ((_LABELS, _TIE), (_WORDS, _TIED))
        for label, words in table
    )


def labelled_numbers(text: str) -> Iterator[Span]:
    """Numbers behind their labels."""
    if not any(c.isdigit() for c in text):
        return
    starts = [match.start() for match in _ANY_LABEL.finditer(text)]
    if not starts:
        return
    for label, pattern in _patterns():
        for match in filter(None, (pattern.match(text, start) for start in starts)):
            start, end = match.span(1)
            found = text[start:end]
            if sum(c.isdigit() for c in found) >= 3 and not _YEAR.fullmatch(found) and not _PROSE.match(found):
                yield Span(start, end, label, 0.8, f"rules.{label.lower()}")
    yield from _plates_and_accounts(text)


def _plates_and_accounts(text: str) -> Iterator[Span]:
    for match in _PLATE.finditer(text):
        if len(match[1]) >= 4:
            yield Span(*match.span(1), L.LICENSE_PLATE, 0.8, "rules.license_plate")
    for match in _BARE_ACCOUNT.finditer(text):
        yield Span(*match.span(1), L.BANK_ACCOUNT, 0.7, "rules.bank_account")
    for pattern in (_CARD_CODE, _CARD_EXPIRY) if _CARD_WORD.search(text) else ():
        for match in pattern.finditer(text):
            yield Span(*match.span(1), L.CREDIT_CARD, 0.7, "rules.card_details")


def usernames(text: str) -> Iterator[Span]:
    """User names behind their labels."""
    for match in _USERNAME.finditer(text):
        yield Span(*match.span(1), L.USERNAME, 0.8, "rules.username")


def network_addresses(text: str) -> Iterator[Span]:
    """IPv4 and IPv6 addresses; four numbers behind `version` are none."""
    for match in _IPV4.finditer(text):
        # No version has a first number that large, but for those of browsers, whose third is no octet.
        is_large = int(match[0].partition(".")[0]) >= _LARGEST_VERSION
        if is_large or not _VERSION.search(text[max(0, match.start() - 20) : match.start()]):
            yield Span(*match.span(), L.IP_ADDRESS, 0.8, "rules.ip")
    if text.count(":") > 1:
        for match in _IPV6.finditer(text):
            if _is_ipv6(match[0]):
                yield Span(*match.span(), L.IP_ADDRESS, 0.8, "rules.ip")


def _is_ipv6(found: str) -> bool:
    """A valid address that is no time of day, no loopback and no `a::b` of a program."""
    groups = [group for group in found.split(":") if group]
    if not any(c.isdigit() for c in found) or (len(groups) < 3 and (len(groups) < 2 or len(groups[0]) < 4)):
        return False
    try:
        ipaddress.IPv6Address(found)
    except ValueError:
        return False
    return True


def coordinates(text: str) -> Iterator[Span]:
    """Latitude and longitude."""
    for match in _COORDINATES.finditer(text):
        yield Span(*match.span(), L.COORDINATES, 0.8, "rules.coordinates")
