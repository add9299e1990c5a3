"""What is written as something ordinary: a quantity, a version, a digest, one half of a broken word.

A model that reads figures guesses; how they are written, and what stands right before and behind, says more. Each function here
is pure and looks at the text alone; `context` drops the guesses that they speak against, never what a rule proved.
"""

import re
from collections.abc import Iterator, Sequence
from typing import Final

from docveil.detect.common_words import is_common
from docveil.detect.gazetteer import is_known_name
from docveil.model.ranges import SourceRange

_UNITS = (
    r"%|percent|per\scent|[kKM]|[kKMGT]i?B|[kMG]?bps|[kMG]?Hz|[kMG]?W|kWh|m?Ah|[mkd]?V|[munk]?s|ms|[mck]?m2?|km/h|mph|k?g|mg|ml|[ckhd]?l|kt|"
    r"ft|in|lb|oz|Nm|kN|[kM]?Pa|bar|psi|px|pt|rpm|dpi|fps|kcal|kJ|bytes?|rows?|lines?|items?|files?|pages?|points?|words?|"
    r"objects?|tasks?|tokens?|steps?|records?|entries|units?|pieces?|copies|times|days?|hours?|minutes?|seconds?|weeks?|months?|"
    r"years?|miles|metres?|meters?|litres?|liters?|tons?|tonnes|people|million|billion|thousand|votes?|shares?|seats?"
)
_VALUE = r"(?=[A-Z.-]{0,6}\d)[A-Z\d](?:[A-Z\d]|[.,:/-](?=[A-Z\d])){1,30}"
# Each group `v` is a value that is no one's number, whatever stands before it.
_ORDINARY: Final = tuple(
    re.compile(pattern)
    for pattern in (
        # 4,120 and (67,250) and $1,219.00; 3.905 and 1,204.5
        r"(?<![\w.,/-])(?P<v>\d{1,3}(?:,\d{3}){1,4}(?:\.\d{1,6})?)(?![\w/-]|[.,]\d)",
        r"(?<![\w.,/:-])(?P<v>(?!0\d)\d{1,9}\.\d{1,9})(?![\w/-]|[.,]\d)",
        rf"(?<![\w.,/-])(?P<v>\d{{1,12}}(?:[.,]\d{{1,9}}){{0,4}}\s?(?:{_UNITS}))(?!\w)",
        r"[$\u20ac\u00a3\u00a5\u20b9]\s?(?P<v>\d{1,12}(?:[.,]\d{1,9}){0,4})(?!\w)",
        # commit 9fceb02d, sha256:e3b0c442
        r"(?i:\b(?:sha-?\d{0,3}|md5|crc\d{0,2}|commit|checksum|digest|hash|etag|revision)\W{1,3})(?P<v>[\da-f]{6,128})(?!\w)",
    )
)
# The same, unless a word before it claims it for a person: a personal number may be written like a day or a version.
_UNCLAIMED: Final = tuple(
    re.compile(pattern)
    for pattern in (
        # a range such as 86-91 or 12-16
        r"(?<![\w.,/-])(?P<v>\d{1,3}[-\u2013]\d{1,3})(?![\w/-]|[.,]\d)",
        # v1.27, 10.0.22631.3296, 3.0.0-rc.2
        r"(?<![\w./-])(?P<v>(?!756\.\d{4}\.\d{4}\.)v?\d{1,4}(?:\.\d{1,5}){2,4}(?:-[a-z]{1,5}\.?\d{0,3})?)(?![\w/])",
        r"(?<![\w./-])(?P<v>v\d{1,4}(?:\.\d{1,5}){0,3})(?![\w/])",
        # a day as figures, and a time of day behind it
        r"(?<![\w.,/-])(?P<v>(?:19|20)\d\d(?:0[1-9]|1[0-2])(?:0[1-9]|[12]\d|3[01]))(?![\w/-])",
        r"(?<![\w.,/-])(?P<v>20\d\d(?:0[1-9]|1[0-2])(?:0[1-9]|[12]\d|3[01])[-.T_]?(?:[01]\d|2[0-3])(?:[0-5]\d){1,2})(?![\w/-])",
        # what a program assigns
        r"\w\s?=\s?(?P<v>-?\d{1,20}[LlUuFf]{0,2})\s{0,2};",
        # CVE-2024-3094, KB5035853
        r"(?<![\w-])(?P<v>(?:CVE|CWE|RFC|ISO|IEC|IEEE|EN|DIN|ANSI|BS|ITU|KB|PEP)[- ]?\d{2,7}(?:[-:.]\d{1,7}){0,3})(?!\w)",
    )
)
_NAMED = (
    r"(?:jobs?|tasks?|parts?|builds?|releases?|relations?|ranges?|serials?|pids?|ports?|errno|models?|chapters?|sections?|paragraphs?|"
    r"articles?|clauses?|pages?|figures?|tables?|rows?|columns?|lines?|steps?|blocks?|layers?|drawings?|batch(?:es)?|lots?|revisions?|"
    r"versions?|firmware|bootloader|updates?|patch(?:es)?|tickets?|issues?|bugs?|commits?|runs?|epochs?|offsets?|frames?|samples?|"
    r"invoices?|orders?|items?|skus?|articles?|questions?|exercises?|lessons?|units?|volumes?|nos?\.\sof|totals?|of(?=\s\d{1,6}(?!\d)))"
)
_BEHIND_NAME = re.compile(
    rf"(?<![\w-])(?i:{_NAMED})(?:\s?:)?\s(?P<v>{_VALUE})(?:,?\s(?:to|and|or|through|replaces)\s(?P<w>{_VALUE}))?(?!\w)"
)
# Words that give a short number a reason: without one, fewer than seven digits are no one's number.
_REASON = re.compile(
    r"(?i:\b(?:zip|post(?:al|code)?|code|plz|cap|cp|phone|telephone|tel|mobile|mob|cell|fax|call|dial|ring|text|sms|ext(?:ension)?|"
    r"contact|reach|ssn|social|security|passport|licen[cs]e|account|acct|card|cc|pin|id|ids|number|no|nr|num|tax|vat|routing|sort|"
    r"bank|member|policy|insurance|employee|staff|badge|student|patient|medical|mrn|chart|password|passcode|login|user|ending|"
    r"digits|four|office|desk|home|work|direct|room|apt|apartment|suite|unit|box|flat|street|road|avenue)\b"
    r"|konto|ausweis|nummer|versicher|steuer|num\u00e9ro|n\u00famero|numero)[^\n\d]{0,32}"
    r"(?P<v>\d[\d ./-]{0,20}\d|\d)"
)
# `4471 is my PIN`
_REASON_BEHIND = re.compile(
    r"(?<![\w.,/-])(?P<v>\d[\d -]{1,10}\d)\s(?:is|are|was|were|=)\s(?:(?:my|her|his|our|your|their|the|last|door|four)\s){1,3}"
    r"(?i:pin|pins|code|passcode|password|extension|digits|number|badge|id)\b"
)
# Words that claim the value right behind them for a person, also in the names of a program's variables.
_CLAIM = re.compile(
    r"(?i:(?<![^\W\d_])(?:phone|tele?phone|tel|mob(?:ile)?|cell|fax|line|ssn|social|passport|licen[cs]e|account|acct|card|pin|id|"
    r"identity|national|person|personal|personnummer|patient|customer|client|member|employee|staff|badge|policy|insurance|tax|"
    r"born|birth|dob|plate|vehicle|c[\u00e9e]dula|dni|rg|cpf|rut|documento|ausweis|ahv|avs|bsn|nif|rijksregister\w{0,8}))"
    r"[A-Za-z_]{0,12}(?:[ .:=#\t\"'(]{1,3}(?:of|is|was|no|nr|number|item|lines?|=|:)(?![^\W_])){0,3}[ .:=#\t\"'(,]{1,3}"
    r"(?P<v>(?=[A-Z ]{0,5}-?\d)[A-Z\d](?:[A-Z\d]|[ .-](?=[A-Z\d])){2,24})(?!\w)"
)
_SHORTEST: Final = 7
_RUN = re.compile(r"\d(?:[ ./()+-]{0,2}\d)*")
_NEAR: Final = 40

_BROKEN = re.compile(r"(?P<a>[^\W\d_]{1,30})[-\u2010\u00ad][ \t]{0,4}(?:\r\n|\r|\n)\s{0,8}(?P<b>[^\W\d_]{1,30})")


def ordinary_values(text: str) -> Iterator[tuple[int, int]]:
    """`(start, end)` of each value that is written as a quantity, an amount or a digest."""
    for pattern in _ORDINARY:
        for match in pattern.finditer(text):
            yield match.span("v")


def unclaimed_values(text: str) -> Iterator[tuple[int, int]]:
    """`(start, end)` of each value written as a version, a day, or the number of a thing: no one's, unless it is claimed."""
    for pattern in _UNCLAIMED:
        for match in pattern.finditer(text):
            yield match.span("v")
    for match in _BEHIND_NAME.finditer(text):
        yield match.span("v")
        if match["w"] is not None:
            yield match.span("w")


def values_with_reason(text: str) -> Iterator[tuple[int, int]]:
    """`(start, end)` of each run of digits beside a word that makes it someone's."""
    for pattern in (_REASON, _REASON_BEHIND):
        for match in pattern.finditer(text):
            yield match.span("v")


def claimed_values(text: str) -> Iterator[tuple[int, int]]:
    """`(start, end)` of each value right behind a word that claims it for a person: `passport number of X1234567`."""
    for match in _CLAIM.finditer(text):
        yield match.span("v")


def is_short(source: str, places: Sequence[SourceRange]) -> bool:
    """Whether the number at `places` has fewer digits than one that says what it is, with the groups that touch it."""
    start, end = places[0].start, places[-1].end
    runs = _RUN.finditer(source, max(0, start - _NEAR), end + _NEAR)
    touching = [run[0] for run in runs if run.start() < end and start < run.end()]
    return sum(map(str.isdigit, "".join(touching))) < _SHORTEST


def broken_words(source: str) -> Iterator[tuple[SourceRange, SourceRange]]:
    """The halves of each ordinary word that is broken at a line end: `docu-` / `ment`."""
    for match in _BROKEN.finditer(source):
        joined = match["a"] + match["b"]
        form = joined.casefold()
        if match["b"].islower() and (joined.islower() or (is_common(form) and not is_known_name(form))):
            yield SourceRange(*match.span("a")), SourceRange(*match.span("b"))
