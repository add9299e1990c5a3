"""Checks of numbers by their issuers' own rules: what Presidio's recognisers of the same name check.

Presidio is not imported to ask it: that costs half a second. tests/detect/test_checksums.py holds each of these against
the recogniser of the installed package. Algorithms are python-stdnum's where it has them.
"""

import re
import unicodedata
from collections import Counter
from collections.abc import Callable, Mapping
from hashlib import sha256
from types import MappingProxyType
from typing import Final

from stdnum import bitcoin, iban, luhn, verhoeff
from stdnum.es import dni
from stdnum.exceptions import ValidationError
from stdnum.iso7064 import mod_11_10
from stdnum.it import codicefiscale

# True: valid. False: no such number. None: nothing speaks for or against it.
Check = Callable[[str], bool | None]

_BASE58 = frozenset("123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz")
_BASE32 = "qpzry9x8gf2tvdw0s3jn54khce6mua7l"
# Final values of BIP 173 (bech32) and BIP 350 (bech32m), and their readable part `bc`, expanded.
_BECH32 = (1, 0x2BC830A3)
_BC = [3, 3, 0, 2, 3]
# Printed in advertisements and instructions (Social Security Administration, "Social Security numbers").
_SAMPLE_SSNS = frozenset({"123456789", "987654320", "078051120"})
# Letters that German passport numbers do not use, as they are taken for others.
_NOT_IN_PASSPORTS = frozenset("ABDEIOQSU")


def check(recogniser: str, text: str) -> bool | None:
    """What the number `text`, as matched by that recogniser's pattern, is worth: valid, no such number, or None for no rule."""
    rule = CHECKS.get(recogniser)
    if rule is None:
        return None
    plain = "".join(str(unicodedata.decimal(c)) if c.isdecimal() else c for c in text)
    try:
        return rule(plain)
    except (ValueError, IndexError, KeyError, ValidationError):
        return False


def _compact(text: str) -> str:
    return re.sub(r"[ :-]", "", text)


def _digits(text: str) -> list[int]:
    return [int(c) for c in text if c.isdecimal()]


def _weighted(digits: list[int], weights: tuple[int, ...]) -> int:
    return sum(d * w for d, w in zip(digits, weights, strict=False))


def _luhn(text: str) -> bool:
    return luhn.checksum(_compact(text)) == 0


def _crypto(text: str) -> bool:
    """Bitcoin addresses: base58 with a double SHA-256, or bech32 and bech32m."""
    if text.startswith("bc1"):
        return bitcoin.bech32_checksum([*_BC, *(_BASE32.index(c) for c in text[3:])]) in _BECH32
    if text[0] not in "13" or not _BASE58.issuperset(text):
        return False
    data = bitcoin.b58decode(text)
    return sha256(sha256(data[:-4]).digest()).digest()[:4] == data[-4:]


def _iban(text: str) -> bool | None:
    # Check digits are 02 to 98 (ISO 13616); 00, 01 and 99 leave the same remainder as three of those.
    if not iban.is_valid(text, check_country=False) or not 2 <= int(_compact(text)[2:4]) <= 98:
        return False
    return True if text == text.upper() else None


def _ssn(text: str) -> bool | None:
    digits = "".join(c for c in text if c.isdecimal())
    impossible = (
        len({c for c in text if c in ".- "}) > 1
        or len(set(digits)) == 1
        or digits[3:5] == "00"
        or digits[5:] == "0000"
        or digits[:3] in ("000", "666")
        or digits in _SAMPLE_SSNS
    )
    return False if impossible else None


def _npi(text: str) -> bool:
    """Luhn behind the prefix of US health care (CMS, "NPI check digit")."""
    compact = _compact(text)
    return len(set(compact[:-1])) > 1 and luhn.checksum(f"80840{compact}") == 0


def _routing(text: str) -> bool:
    digits = _digits(text)
    return len(digits) >= 9 and _weighted(digits, (3, 7, 1, 3, 7, 1, 3, 7, 1)) % 10 == 0


def _dea(text: str) -> bool:
    """US Drug Enforcement Administration: the last digit is the sum of the odd places and twice the even ones."""
    *digits, last = _digits(_compact(text)[2:])
    return (sum(digits[-2::-2]) + 2 * sum(digits[-1::-2]) - last) % 10 == 0


def _nhs(text: str) -> bool:
    return _weighted(_digits(text), tuple(range(10, 0, -1))) % 11 == 0


def _uk_driver(text: str) -> bool | None:
    return None if re.fullmatch(r"[A-Z]+9*", text[:5].upper()) else False


def _uk_plate(text: str) -> bool | None:
    """Plates since 2001 name a half-year: 02 to 29, or 51 to 79."""
    compact = _compact(text)
    if len(compact) != 7 or not compact[:2].isalpha() or not compact[2:4].isdecimal():
        return None
    return 2 <= int(compact[2:4]) <= 29 or 51 <= int(compact[2:4]) <= 79


def _de_tax(text: str) -> bool:
    """ISO 7064 mod 11, 10; no digit more than three times (Bundeszentralamt f\u00fcr Steuern)."""
    return (
        re.fullmatch(r"[1-9]\d{10}", text) is not None
        and max(Counter(text[:10]).values()) <= 3
        and mod_11_10.checksum(text) == 1
    )


def _de_social(text: str) -> bool:
    """Day, month and check digit of section 4 VKVV."""
    text = text.upper().strip()
    if not re.fullmatch(r"\d{8}[A-Z]\d{3}", text):
        return False
    day, month = int(text[2:4]), int(text[4:6])
    if not (1 <= day <= 31 or 51 <= day <= 81) or not 1 <= month <= 12:
        return False
    digits = _digits(f"{text[:8]}{ord(text[8]) - ord('A') + 1:02}{text[9:11]}")
    products = [d * w for d, w in zip(digits, (2, 1, 2, 5, 7, 1, 2, 1, 2, 1, 2, 1), strict=True)]
    return sum(p // 10 + p % 10 for p in products) % 10 == int(text[11])


def _icao(text: str) -> bool:
    """ICAO Doc 9303, part 3: weights 7, 3, 1 over digits and letters from A = 10."""
    if not re.fullmatch(r"[0-9A-Z]{8}\d", text):
        return False
    return _weighted([int(c, 36) for c in text[:8]], (7, 3, 1) * 3) % 10 == int(text[8])


def _de_card(text: str) -> bool | None:
    text = text.upper().strip()
    # Cards until 2010 have no check digit.
    return None if re.fullmatch(r"T\d{8}", text) else _icao(text)


def _de_passport(text: str) -> bool:
    text = text.upper().strip()
    return _NOT_IN_PASSPORTS.isdisjoint(text[:-1]) and _icao(text)


def _nif(text: str) -> bool:
    return bool(dni.calc_check_digit("".join(c for c in text if c.isdecimal())) == _compact(text)[-1].upper())


def _nie(text: str) -> bool:
    compact = _compact(text).upper()
    return re.fullmatch(r"[XYZ]\d{6,7}[A-Z]", compact) is not None and bool(
        dni.calc_check_digit(f"{'XYZ'.index(compact[0])}{compact[1:-1]}") == compact[-1]
    )


def _fiscal_code(text: str) -> bool | None:
    text = text.upper()
    return True if codicefiscale.calc_check_digit(text[:-1]) == text[-1] else None


def _aadhaar(text: str) -> bool:
    compact = _compact(text)
    return (
        re.fullmatch(r"[2-9]\d{11}", compact) is not None
        and compact != compact[::-1]
        and verhoeff.checksum(compact) == 0
    )


def _tfn(text: str) -> bool:
    digits = _digits(text)
    return len(digits) >= 9 and _weighted(digits, (1, 4, 3, 7, 5, 8, 6, 9, 10)) % 11 == 0


def _medicare(text: str) -> bool:
    digits = _digits(text)
    return _weighted(digits, (1, 3, 7, 9, 1, 3, 7, 9)) % 10 == digits[8]


def _sin(text: str) -> bool | None:
    return None if luhn.checksum("".join(c for c in text if c.isdecimal())) == 0 else False


def _pesel(text: str) -> bool:
    return re.fullmatch(r"\d{11}", text) is not None and (
        _weighted(_digits(text), (1, 3, 7, 9, 1, 3, 7, 9, 1, 3, 1)) % 10 == 0
    )


def _mac(text: str) -> bool | None:
    compact = re.sub(r"[:.-]", "", text).upper()
    valid = re.fullmatch(r"[0-9A-F]{12}", compact) and compact not in ("F" * 12, "0" * 12)
    return None if valid else False


CHECKS: Final[Mapping[str, Check]] = MappingProxyType(
    {
        "CreditCardRecognizer": _luhn,
        "CryptoRecognizer": _crypto,
        "IbanRecognizer": _iban,
        "UsSsnRecognizer": _ssn,
        "UsNpiRecognizer": _npi,
        "AbaRoutingRecognizer": _routing,
        "MedicalLicenseRecognizer": _dea,
        "NhsRecognizer": _nhs,
        "UkDrivingLicenceRecognizer": _uk_driver,
        "UkVehicleRegistrationRecognizer": _uk_plate,
        "DeTaxIdRecognizer": _de_tax,
        "DeSocialSecurityRecognizer": _de_social,
        "DeIdCardRecognizer": _de_card,
        "DePassportRecognizer": _de_passport,
        "EsNifRecognizer": _nif,
        "EsNieRecognizer": _nie,
        "ItFiscalCodeRecognizer": _fiscal_code,
        "InAadhaarRecognizer": _aadhaar,
        "AuTfnRecognizer": _tfn,
        "AuMedicareRecognizer": _medicare,
        "CaSinRecognizer": _sin,
        "PlPeselRecognizer": _pesel,
        "MacAddressRecognizer": _mac,
    }
)
