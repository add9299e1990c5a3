"""Numbers that are personal because a label says so: the same digits under `Invoice no.` are not."""

import re
from collections.abc import Iterator

from docveil.detect import labels as L
from docveil.detect.protocol import Span

# The value behind a label: letters, digits and the marks between them, with at least one digit.
_VALUE = r"(?=[A-Za-z /.-]{0,12}\d)([A-Za-z\d](?:[A-Za-z\d]|[ /.-](?=[A-Za-z]{0,3}\d)){3,29})(?![\w@])"
_TIE = r"(?:\s?(?:number|num|no|nr|id|code|card|#|\u2116)(?![A-Za-z])\.?){0,2}\s?(?:is\b|was\b|[:#=\u2013-])?\s{0,3}"
_LABELS: tuple[tuple[str, str], ...] = (
    (L.US_SSN, r"ssn|social\s(?:security|insurance)"),
    (L.PASSPORT, r"passport|reisepass|passeport|pasaporte|passaporto|paspoort"),
    (
        L.DRIVER_LICENSE,
        r"driver'?s?\slicen[cs]e|driving\slicen[cs]e|licen[cs]e\snumber|dl\s?#|f\u00fchrerschein|permis\sde\sconduire|patente",
    ),
    (
        L.LICENSE_PLATE,
        r"licen[cs]e\splate|plate\snumber|registration\splate|vehicle\sregistration|kennzeichen|immatriculation|targa",
    ),
    (L.VEHICLE_ID, r"vin|vehicle\sidentification"),
    (L.MEDICAL_RECORD, r"mrn|medical\srecord|patient\s(?:id|no|number)|hospital\s(?:id|no|number)|chart"),
    (L.INSURANCE_NUMBER, r"insurance|policy|member\sid|subscriber|health\splan|medicare|medicaid|versicherten\w{0,10}"),
    (L.EMPLOYEE_ID, r"employee|staff|personnel|payroll|badge"),
    (L.STUDENT_ID, r"student|matriculation|enrol(?:l)?ment"),
    (
        L.TAX_ID,
        r"tax\s(?:id|payer|file|identification)?|taxpayer|tin|itin|ein|vat|steuer(?:nummer|-?id)|codice\sfiscale|nif|nie|bsn|pan|tfn|utr",
    ),
    (
        L.NATIONAL_ID,
        r"national\s(?:id|insurance)|identity\scard|id\scard|citizen\sid|aadhaar|nino|nhs|sin|dni|personalausweis|cni|insee",
    ),
    (L.BANK_ACCOUNT, r"(?:bank\s)?account|acct|a/c|konto(?:nummer)?|compte|cuenta|conto|sort\scode|bsb|bic|swift"),
    (L.ROUTING_NUMBER, r"routing|aba|transit"),
    (L.CREDIT_CARD, r"(?:credit|debit|payment)\scard|card\snumber|cvv|cvc"),
)
_PATTERNS = tuple(
    (label, re.compile(rf"(?<![\w-])(?:{words})\b{_TIE}{_VALUE}", re.IGNORECASE)) for label, words in _LABELS
)
_USERNAME = re.compile(
    r"(?<![\w-])(?:user\s?name|user\s?id|login|screen\sname|handle|nickname)\s?(?:is|[:=])\s{0,3}([\w.@+-]{2,40})",
    re.IGNORECASE,
)
_COORDINATES = re.compile(
    r"(?<![\w.])[-+]?(?:[1-8]?\d|90)\.\d{3,10}\s?[,;]\s?[-+]?(?:1[0-7]\d|[1-9]?\d|180)\.\d{3,10}(?![\w.])"
    r"|\d{1,2}\u00b0\s?\d{1,2}['\u2032]\s?(?:\d{1,2}(?:\.\d{1,4})?[\"\u2033])?\s?[NS],?\s{0,2}\d{1,3}\u00b0\s?\d{1,2}['\u2032]\s?(?:\d{1,2}(?:\.\d{1,4})?[\"\u2033])?\s?[EW]"
)
_IPV4 = re.compile(r"(?<![\w.])(?:(?:25[0-5]|2[0-4]\d|1?\d?\d)\.){3}(?:25[0-5]|2[0-4]\d|1?\d?\d)(?![\w.]|/\d)")
_IPV6 = re.compile(
    r"(?<![\w:.])(?:[0-9a-f]{1,4}:){2,7}(?::?[0-9a-f]{1,4}|:)(?:%\w{1,10})?(?![\w:])|(?<![\w:])::(?:[0-9a-f]{1,4}:){0,5}[0-9a-f]{1,4}(?![\w:])",
    re.IGNORECASE,
)
_VERSION = re.compile(r"(?:version|firmware|release|build|v|section|chapter|\u00a7)\.?\s{0,2}$", re.IGNORECASE)


def labelled_numbers(text: str) -> Iterator[Span]:
    """Numbers behind their labels."""
    if not any(c.isdigit() for c in text):
        return
    for label, pattern in _PATTERNS:
        for match in pattern.finditer(text):
            start, end = match.span(1)
            if sum(c.isdigit() for c in text[start:end]) >= 3:
                yield Span(start, end, label, 0.8, f"rules.{label.lower()}")


def usernames(text: str) -> Iterator[Span]:
    """User names behind their labels."""
    for match in _USERNAME.finditer(text):
        yield Span(*match.span(1), L.USERNAME, 0.8, "rules.username")


def network_addresses(text: str) -> Iterator[Span]:
    """IPv4 and IPv6 addresses; four numbers behind `version` are none."""
    for match in _IPV4.finditer(text):
        if not _VERSION.search(text[max(0, match.start() - 20) : match.start()]):
            yield Span(*match.span(), L.IP_ADDRESS, 0.8, "rules.ip")
    if text.count(":") > 1:
        for match in _IPV6.finditer(text):
            # A time of day such as 10:30:00 has digits and two colons too.
            if "::" in match[0] or match[0].count(":") >= 5:
                yield Span(*match.span(), L.IP_ADDRESS, 0.8, "rules.ip")


def coordinates(text: str) -> Iterator[Span]:
    """Latitude and longitude."""
    for match in _COORDINATES.finditer(text):
        yield Span(*match.span(), L.COORDINATES, 0.8, "rules.coordinates")
