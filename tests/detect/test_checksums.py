"""Our checks against those of the installed Presidio, on thousands of invented numbers that its own patterns match."""

import random
import string
from collections import Counter

import pytest
import regex
from presidio_analyzer import predefined_recognizers

from docveil.detect.checksums import CHECKS, check
from docveil.detect.presidio import RECOGNISERS

# 0 stands for a digit, A for a capital, a for a small letter, X for either a digit or a capital, h for a hexadecimal digit.
SHAPES = {
    "CreditCardRecognizer": ("4000 0000 0000 0000", "5000-0000-0000-0000", "4000000000000000", "3700 000000 00000"),
    "IbanRecognizer": ("DE00000000000000000000", "NO00 0000 0000 000", "GB00AAAA00000000000000", "no00 0000 0000 000"),
    "UsSsnRecognizer": ("000-00-0000", "000 00 0000", "000-00 0000", "000000000", "000.00.0000", "000-00-0000"),
    "UsNpiRecognizer": ("1000000000", "2000-000-000", "1000 000 000"),
    "AbaRoutingRecognizer": ("000000000", "0000-0000-0"),
    "MedicalLicenseRecognizer": ("AB0000000", "AA0000000", "B90000000", "aa0000000"),
    "NhsRecognizer": ("000 000 0000", "0000000000", "000-000-0000"),
    "UkDrivingLicenceRecognizer": ("AAAAA000000AA0AA", "AA999000000AA0AA", "99999000000AA0AA"),
    "UkVehicleRegistrationRecognizer": ("AA00 AAA", "AA00AAA", "A000 AAA", "AAA 000A"),
    "DeTaxIdRecognizer": ("00000000000",),
    "DeSocialSecurityRecognizer": ("00000000A000", "00010100A000"),
    "DeIdCardRecognizer": ("T00000000", "LXXXXXXX0", "CXXXXXXX0", "cXXXXXXX0"),
    "DePassportRecognizer": ("CXXXXXXX0", "FXXXXXXX0", "fXXXXXXX0"),
    "EsNifRecognizer": ("00000000A", "00000000-A", "0000000A"),
    "EsNieRecognizer": ("X0000000A", "Y0000000-A", "Z-0000000-A"),
    "ItFiscalCodeRecognizer": ("AAAAAA00A00A000A", "AAAAAA80A01H501A", "aaaaaa80a01h501a"),
    "InAadhaarRecognizer": ("000000000000", "0000 0000 0000", "0000-0000-0000"),
    "AuTfnRecognizer": ("000 000 000", "000000000"),
    "AuMedicareRecognizer": ("0000 00000 0", "0000000000"),
    "CaSinRecognizer": ("000-000-000", "000 000 000", "000000000"),
    "PlPeselRecognizer": ("00010100000",),
    "MacAddressRecognizer": (
        "hh:hh:hh:hh:hh:hh",
        "hh-hh-hh-hh-hh-hh",
        "hhhh.hhhh.hhhh",
        "FF:FF:FF:FF:FF:FF",
        "00:00:00:00:00:00",
    ),
}
# Base58 and bech32 addresses: the published examples of BIP 173 and BIP 350, whole and with a change.
ADDRESSES = (
    "1BvBMSEYstWetqTFn5Au4m4GFg7xJaNVN2",
    "3J98t1WpEZ73CNmQviecrnyiWrnqRhWNLy",
    "bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4",
    "bc1p0xlxvlhemja6c4dqv22uapctqupfhlxm9h8z3k2e72q4k9hcz7vqzk5jj0",
)
FIXED = ("000-00-0000", "666-12-3456", "123-45-6789", "078-05-1120", "111-11-1111", "219-09-9999")


def presidio_says(recogniser: object, text: str) -> bool | None:
    if recogniser.invalidate_result(text):  # type: ignore[attr-defined]
        return False
    valid = recogniser.validate_result(text)  # type: ignore[attr-defined]
    return None if valid is None else bool(valid)


def filled(shape: str, dice: random.Random) -> str:
    kinds = {
        "0": string.digits,
        "A": string.ascii_uppercase,
        "a": string.ascii_lowercase,
        "X": string.digits + "CFGHJKLMNPRTVWXYZ",
        "h": "0123456789abcdefABCDEF",
    }
    # A few are left as they stand, so that runs of one digit are met too.
    if dice.random() < 0.02:
        return shape
    return "".join(
        dice.choice(kinds[c]) if c in kinds and not (c == "X" and i == 0) else c for i, c in enumerate(shape)
    )


def numbers(name: str) -> list[str]:
    dice = random.Random(name)
    if name == "CryptoRecognizer":
        changed = [a[:i] + dice.choice("qpz2345") + a[i + 1 :] for a in ADDRESSES for i in range(4, len(a))]
        return [*ADDRESSES, *changed]
    made = [filled(dice.choice(SHAPES[name]), dice) for _ in range(6000)]
    if name == "IbanRecognizer":
        made = [with_check_digits(text) if i % 2 else text for i, text in enumerate(made)]
    return [*made, *(FIXED if name == "UsSsnRecognizer" else ())]


def with_check_digits(text: str) -> str:
    compact = text.replace(" ", "").upper()
    number = int("".join(str(int(c, 36)) for c in compact[4:] + compact[:2] + "00"))
    return f"{text[:2]}{98 - number % 97:02}{text[4:]}"


@pytest.mark.parametrize("name", sorted(CHECKS))
def test_a_check_says_what_presidios_says(name: str) -> None:
    recogniser = getattr(predefined_recognizers, name)()
    patterns = [regex.compile(p.regex, recogniser.global_regex_flags) for p in recogniser.patterns]
    said: Counter[bool | None] = Counter()
    for text in numbers(name):
        if any(pattern.fullmatch(text) for pattern in patterns):
            expected = presidio_says(recogniser, text)
            assert check(name, text) is expected, text
            said[expected] += 1
    # Both verdicts were met: the shapes are not beside the point.
    assert len(said) >= 2, said
    assert min(said.values()) >= 3, said


@pytest.mark.parametrize("name", sorted(RECOGNISERS))
def test_every_check_of_presidio_has_one_of_ours(name: str) -> None:
    kind = getattr(predefined_recognizers, name)
    base = kind.__mro__[1]
    checks = kind.validate_result is not base.validate_result or kind.invalidate_result is not base.invalidate_result
    assert checks == (name in CHECKS)


@pytest.mark.parametrize("name", sorted(CHECKS))
@pytest.mark.parametrize("text", ["", "-", "\u0664\u0665", "Adaeze", "1" * 40])
def test_what_is_no_number_is_no_error(name: str, text: str) -> None:
    assert check(name, text) in (True, False, None)


def test_digits_of_other_scripts_count_as_digits() -> None:
    assert check("CreditCardRecognizer", "\u0664\u0661\u0661\u0661 1111 1111 1111") is True
