"""The patterns and context words of Presidio's recognisers, as data (presidio.json), and nothing else of Presidio.

The analyzer engine is not used: it skips a pattern that times out, orders ties by the hash seed, looks hosts up on the network
at the first e-mail address and downloads a missing model. What its recognisers get wrong by construction is replaced by
docveil's own rules; docs/decisions/0002-detection.md lists each. Importing Presidio takes half a second, so
scripts/make_presidio_patterns.py writes the file, and a test holds it against the package.
"""

import json
from collections.abc import Iterator, Mapping
from functools import cache
from importlib import resources
from typing import Any, Final

import regex
from attrs import frozen

from docveil.detect import labels as L
from docveil.detect.checksums import check
from docveil.detect.protocol import Span
from docveil.detect.windows import unruled
from docveil.errors import CleaningFailed

NAME = "presidio"
_PATTERN_SECONDS = 20.0
# A pattern that says this much by itself, or passed a checksum, needs no context.
_STRONG = 0.5
_CONTEXT_SCORE = 0.6
_LEAST = 0.05
_BEFORE, _AFTER = 48, 16

# Recogniser -> (label, whether it needs a context word even where its checksum holds: one number in ten passes those).
RECOGNISERS: Final[dict[str, tuple[str, bool]]] = {
    "CreditCardRecognizer": (L.CREDIT_CARD, False),
    "CryptoRecognizer": (L.CRYPTO, False),
    "IbanRecognizer": (L.IBAN_CODE, False),
    "UsSsnRecognizer": (L.US_SSN, False),
    "UsItinRecognizer": (L.TAX_ID, False),
    "UsMbiRecognizer": (L.INSURANCE_NUMBER, True),
    "UsNpiRecognizer": (L.MEDICAL_LICENSE, True),
    "UsPassportRecognizer": (L.PASSPORT, True),
    "AbaRoutingRecognizer": (L.ROUTING_NUMBER, True),
    "MedicalLicenseRecognizer": (L.MEDICAL_LICENSE, True),
    "NhsRecognizer": (L.NATIONAL_ID, True),
    "UkNinoRecognizer": (L.NATIONAL_ID, False),
    "UkPassportRecognizer": (L.PASSPORT, True),
    "UkDrivingLicenceRecognizer": (L.DRIVER_LICENSE, False),
    "UkVehicleRegistrationRecognizer": (L.LICENSE_PLATE, True),
    "DeTaxIdRecognizer": (L.TAX_ID, True),
    "DeSocialSecurityRecognizer": (L.NATIONAL_ID, False),
    "DeIdCardRecognizer": (L.NATIONAL_ID, True),
    "DePassportRecognizer": (L.PASSPORT, True),
    "DeFuehrerscheinRecognizer": (L.DRIVER_LICENSE, True),
    "DeKfzRecognizer": (L.LICENSE_PLATE, True),
    "EsNifRecognizer": (L.TAX_ID, False),
    "EsNieRecognizer": (L.TAX_ID, False),
    "EsPassportRecognizer": (L.PASSPORT, True),
    "ItFiscalCodeRecognizer": (L.TAX_ID, False),
    "ItDriverLicenseRecognizer": (L.DRIVER_LICENSE, True),
    "ItPassportRecognizer": (L.PASSPORT, True),
    "ItIdentityCardRecognizer": (L.NATIONAL_ID, True),
    "InAadhaarRecognizer": (L.NATIONAL_ID, True),
    "InPanRecognizer": (L.TAX_ID, True),
    "InPassportRecognizer": (L.PASSPORT, True),
    "InVoterRecognizer": (L.NATIONAL_ID, True),
    "AuTfnRecognizer": (L.TAX_ID, True),
    "AuMedicareRecognizer": (L.INSURANCE_NUMBER, True),
    "CaSinRecognizer": (L.NATIONAL_ID, True),
    "PlPeselRecognizer": (L.NATIONAL_ID, True),
    "MacAddressRecognizer": (L.MAC_ADDRESS, False),
}


@frozen
class _Rule:
    recogniser: str
    source: str
    label: str
    needs_context: bool
    patterns: tuple[tuple[str, float], ...]
    flags: int
    words: tuple[str, ...]


class PresidioReader:
    """Reads paragraphs with Presidio's patterns.

    Raises:
        CleaningFailed: while reading, if a pattern does not end in time. It is never skipped.
    """

    name = NAME
    labels = frozenset(label for label, _ in RECOGNISERS.values())

    def __init__(self) -> None:
        data = json.loads(resources.files("docveil.detect").joinpath("presidio.json").read_text(encoding="utf-8"))
        self._rules = [_rule(name, data[name], label, needs) for name, (label, needs) in RECOGNISERS.items()]

    def read(self, texts: tuple[str, ...]) -> tuple[tuple[Span, ...], ...]:
        """Spans of each paragraph."""
        return tuple(tuple(self._spans(unruled(text))) if _may_hold(text) else () for text in texts)

    def _spans(self, text: str) -> Iterator[Span]:
        lower = text.lower()
        for rule in self._rules:
            # Most texts have none of a rule's words: then nothing that it matches would count.
            if not rule.needs_context or any(word in lower for word in rule.words):
                yield from _matches(rule, text)


def _may_hold(text: str) -> bool:
    """Every one of these patterns needs a digit."""
    return any(c.isdigit() for c in text)


def _rule(name: str, data: Mapping[str, Any], label: str, needs_context: bool) -> _Rule:
    # The least of them are guesses at anything with a digit, and one looks ahead to the end of the text at every word.
    patterns = tuple((p, score) for p, score in data["patterns"] if score >= _LEAST)
    return _Rule(
        name, f"{NAME}.{data['entity'].lower()}", label, needs_context, patterns, data["flags"], tuple(data["words"])
    )


@cache
def _compiled(pattern: str, flags: int) -> Any:
    """Compiled where it is first needed: all of them together take a tenth of a second, and most texts need few."""
    return regex.compile(pattern, flags)


@cache
def _context(words: tuple[str, ...]) -> Any:
    return regex.compile(r"\b(?:" + "|".join(map(regex.escape, words)) + r")\b")


def _matches(rule: _Rule, text: str) -> Iterator[Span]:
    for pattern, score in rule.patterns:
        try:
            for match in _compiled(pattern, rule.flags).finditer(text, timeout=_PATTERN_SECONDS):
                start, end = match.span()
                if start < end:
                    judged = _judge(rule, text, start, end, score)
                    if judged:
                        yield Span(start, end, rule.label, judged, rule.source)
        except TimeoutError:
            raise CleaningFailed(f"The detector {rule.source} did not finish in time.") from None


def _judge(rule: _Rule, text: str, start: int, end: int, score: float) -> float:
    """The score of a match, or 0 where it is none."""
    valid = check(rule.recogniser, text[start:end])
    if valid is False:
        return 0.0
    if _has_context(rule, text, start, end):
        return max(_CONTEXT_SCORE, 1.0 if valid else score)
    if rule.needs_context:
        return 0.0
    return 1.0 if valid else (score if score >= _STRONG else 0.0)


def _has_context(rule: _Rule, text: str, start: int, end: int) -> bool:
    if not rule.words:
        return False
    near = f"{text[max(0, start - _BEFORE) : start]} {text[end : end + _AFTER]}".lower()
    return _context(rule.words).search(near) is not None
