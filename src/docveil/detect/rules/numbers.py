"""Numbers that prove themselves: by a checksum that few numbers pass, or by a written form of their own."""

import re
from collections.abc import Callable, Iterator

from stdnum import bitcoin, iban, luhn, verhoeff
from stdnum.au import tfn
from stdnum.ca import sin
from stdnum.de import idnr
from stdnum.es import dni, nie
from stdnum.fr import nir
from stdnum.it import codicefiscale
from stdnum.nl import bsn

from docveil.detect import labels as L
from docveil.detect.protocol import Span

_CARD = re.compile(r"(?<![\w.,-])\d(?:[ -]?\d){12,18}(?![\w-]|[.,]\d)")
# Issuer ranges with their lengths (ISO/IEC 7812): one number in ten passes Luhn, so the digits before it count too.
_ISSUER = re.compile(
    r"4(?:\d{12}|\d{15}|\d{18})|(?:5[1-5]|2[2-7])\d{14}|3[47]\d{13}|3(?:0[0-5]|[68]\d)\d{11,16}|35\d{14}|6\d{15,18}|5[06-8]\d{10,17}"
)
_IBAN = re.compile(r"(?<![A-Za-z\d])[A-Za-z]{2}\d{2}(?:[ -]?[A-Za-z\d]){11,30}")
_IBAN_LENGTHS = range(34, 14, -1)
_MAC = re.compile(
    r"(?<![\w:.-])(?:[\da-f]{2}([:-])[\da-f]{2}(?:\1[\da-f]{2}){4}|[\da-f]{4}\.[\da-f]{4}\.[\da-f]{4})(?![\w:-]|\.\w)",
    re.IGNORECASE,
)
_BITCOIN = re.compile(r"(?<!\w)(?:[13][1-9A-HJ-NP-Za-km-z]{25,34}|bc1[02-9ac-hj-np-z]{11,87})(?!\w)")
_ETHEREUM = re.compile(r"(?<!\w)0x[\da-fA-F]{40}(?!\w)")
_VIN = re.compile(r"(?<!\w)(?=[A-Z]{0,16}\d)(?=\d{0,16}[A-HJ-NPR-Z])[A-HJ-NPR-Z\d]{17}(?!\w)")
_SSN = re.compile(r"(?<![\w-])(?!000|666|9)\d{3}-(?!00)\d{2}-(?!0000)\d{4}(?![\w-])")
_WORDS_BEFORE = 48
# 49 CFR 565.15: the ninth of 17 characters is the weighted sum of the others modulo 11.
_VIN_WEIGHTS = (8, 7, 6, 5, 4, 3, 2, 10, 0, 9, 8, 7, 6, 5, 4, 3, 2)
_VIN_VALUES = dict(zip("0123456789ABCDEFGHJKLMNPRSTUVWXYZ", map(int, "012345678912345678123457923456789"), strict=True))

# label, source, form, check, words of which one must stand before it (none: the form and the check are enough)
_IDS: tuple[tuple[str, str, re.Pattern[str], Callable[[str], bool], re.Pattern[str] | None], ...] = (
    (
        L.NATIONAL_ID,
        "rules.fr_nir",
        re.compile(r"(?<![\w.])[1-8] ?\d{2} ?\d{2} ?(?:\d{2}|2[AB]) ?\d{3} ?\d{3} ?\d{2}(?!\w)"),
        nir.is_valid,
        None,
    ),
    (
        L.TAX_ID,
        "rules.it_codice_fiscale",
        re.compile(r"(?<!\w)[A-Z]{6} ?[\dL-NP-V]{2}[A-EHLMPRST][\dL-NP-V]{2} ?[A-Z][\dL-NP-V]{3} ?[A-Z](?!\w)"),
        codicefiscale.is_valid,
        None,
    ),
    (L.NATIONAL_ID, "rules.es_dni", re.compile(r"(?<![\w.])\d{2}\.?\d{3}\.?\d{3}[ -]?[A-Z](?!\w)"), dni.is_valid, None),
    (L.NATIONAL_ID, "rules.es_nie", re.compile(r"(?<!\w)[XYZ][ -]?\d{7}[ -]?[A-Z](?!\w)"), nie.is_valid, None),
    (
        L.NATIONAL_ID,
        "rules.nl_bsn",
        re.compile(r"(?<![\w.-])\d{3}[. ]?\d{3}[. ]?\d{3}(?![\w-])"),
        bsn.is_valid,
        re.compile(r"\b(?:bsn|burgerservicenummer|sofi-?nummer)\b", re.IGNORECASE),
    ),
    (
        L.TAX_ID,
        "rules.de_idnr",
        re.compile(r"(?<![\w.-])\d{2} ?\d{3} ?\d{3} ?\d{3}(?![\w-])"),
        idnr.is_valid,
        re.compile(r"\b(?:steuer|idnr|identifikationsnummer|tax)", re.IGNORECASE),
    ),
    (
        L.NATIONAL_ID,
        "rules.in_aadhaar",
        re.compile(r"(?<![\w.-])[2-9]\d{3}[ -]?\d{4}[ -]?\d{4}(?![\w-])"),
        lambda number: verhoeff.is_valid(re.sub(r"\D", "", number)),
        re.compile(r"\b(?:aadhaa?r|uidai|uid)\b", re.IGNORECASE),
    ),
    (
        L.TAX_ID,
        "rules.au_tfn",
        re.compile(r"(?<![\w.-])\d{3} ?\d{3} ?\d{2,3}(?![\w-])"),
        tfn.is_valid,
        re.compile(r"\b(?:tfn|tax file)\b", re.IGNORECASE),
    ),
    (
        L.NATIONAL_ID,
        "rules.ca_sin",
        re.compile(r"(?<![\w.-])\d{3}[ -]?\d{3}[ -]?\d{3}(?![\w-])"),
        sin.is_valid,
        re.compile(r"\b(?:SIN|NAS|(?i:social insurance))\b"),
    ),
)


def cards(text: str) -> Iterator[Span]:
    """Payment cards, grouped or not: an issuer's range, its length and the Luhn check."""
    for match in _CARD.finditer(text):
        digits = re.sub(r"\D", "", match[0])
        if _ISSUER.fullmatch(digits) and len(set(digits)) > 1 and luhn.is_valid(digits):
            yield Span(*match.span(), L.CREDIT_CARD, 0.95, "rules.credit_card")


def ibans(text: str) -> Iterator[Span]:
    """IBANs in any case and grouping. The pattern runs on into the next words; the check finds where the number ends."""
    for match in _IBAN.finditer(text):
        places = [i for i in range(*match.span()) if text[i].isalnum()]
        for length in _IBAN_LENGTHS:
            if length > len(places):
                continue
            end = places[length - 1] + 1
            number = "".join(text[i] for i in places[:length]).upper()
            if not text[end : end + 1].isalnum() and _mod_97(number) and iban.is_valid(number):
                yield Span(match.start(), end, L.IBAN_CODE, 0.98, "rules.iban")
                break


def _mod_97(number: str) -> bool:
    """ISO 7064 MOD 97-10, before the dearer check of a country's form."""
    return number.isascii() and int("".join(str(int(c, 36)) for c in number[4:] + number[:4])) % 97 == 1


def device_and_coin_addresses(text: str) -> Iterator[Span]:
    """MAC addresses; Bitcoin (with its checksum) and Ethereum addresses; vehicle identification numbers."""
    for match in _MAC.finditer(text):
        yield Span(*match.span(), L.MAC_ADDRESS, 0.9, "rules.mac")
    for match in _BITCOIN.finditer(text):
        if bitcoin.is_valid(match[0]):
            yield Span(*match.span(), L.CRYPTO, 0.95, "rules.crypto")
    for match in _ETHEREUM.finditer(text):
        yield Span(*match.span(), L.CRYPTO, 0.9, "rules.crypto")
    for match in _VIN.finditer(text):
        if _is_vin(match[0]):
            yield Span(*match.span(), L.VEHICLE_ID, 0.85, "rules.vin")


def _is_vin(found: str) -> bool:
    total = sum(weight * _VIN_VALUES[c] for weight, c in zip(_VIN_WEIGHTS, found, strict=True))
    return found[8] == "0123456789X"[total % 11]


def national_numbers(text: str) -> Iterator[Span]:
    """National and tax numbers by their check digits; those that one number in ten passes need a word before them."""
    for match in _SSN.finditer(text):
        yield Span(*match.span(), L.US_SSN, 0.85, "rules.us_ssn_form")
    for label, source, form, is_valid, words in _IDS:
        if words is not None and not words.search(text):
            continue
        for match in form.finditer(text):
            before = text[max(0, match.start() - _WORDS_BEFORE) : match.start()]
            if (words is None or words.search(before)) and is_valid(match[0]):
                yield Span(*match.span(), label, 0.9, source)
