"""Numbers: from ranges that are reserved for fiction and tests, or with a checksum that fails.

Sources of the ranges: NANP 555-0100 to 555-0199 (ATIS-0300115); Ofcom's numbers for drama; ARCEP's 01 99 00 and 06 39 98;
BNetzA's 030 23125; ACMA's 02 5550 and 0491 570; card schemes' published test numbers; SSN areas from 900 with the never issued
group 00 (SSA); IBAN check digits 00, which ISO 13616 does not give out.
"""

import re
from collections.abc import Callable

from stdnum import luhn, verhoeff
from stdnum.gb import nhs
from stdnum.iso7064 import mod_11_2, mod_11_10, mod_97_10
from stdnum.us import rtn

from docveil.redact.synthetic.draw import Draw
from docveil.redact.synthetic.shape import characters, fill, scramble

_TEST_CARDS = (
    "4242424242424242",
    "4111111111111111",
    "4012888888881881",
    "4000056655665556",
    "5555555555554444",
    "5105105105105100",
    "2223003122003222",
    "6011111111111117",
    "6011000990139424",
    "3530111333300000",
    "3566002020360505",
    "378282246310005",
    "371449635398431",
    "30569309025904",
    "38520000023237",
    "4222222222222",
)
_CHECKSUMS: tuple[Callable[[str], bool], ...] = (
    luhn.is_valid,
    verhoeff.is_valid,
    mod_11_2.is_valid,
    mod_11_10.is_valid,
    mod_97_10.is_valid,
    nhs.is_valid,
    rtn.is_valid,
)
_EXTENSION = re.compile(r"(?i)\s*(?:ext\.?|extension|x)\s*\d{1,6}$")
_TRIES = 60


def identifier(core: str, draw: Draw) -> str | None:
    """Other letters and digits that no common checksum takes for a number that was given out."""
    for _ in range(_TRIES):
        candidate = scramble(core, draw)
        digits = "".join(c for c in candidate if c.isdigit())
        if not any(check(text) for check in _CHECKSUMS for text in {candidate.upper(), digits} if len(text) > 3):
            return candidate
    return None


def card(core: str, draw: Draw) -> str | None:
    """A published test number of the same length, else a number that fails its checksum."""
    tests = [number for number in _TEST_CARDS if len(number) == len(core)]
    return draw.pick(tests) if tests and draw.below(4) else identifier(core, draw)


def iban(core: str, draw: Draw) -> str | None:
    """The same country, with check digits that are never given out."""
    if len(core) < 5:
        return None
    return core[:2].upper() + "00" + scramble(core[4:], draw)


def social_security(core: str, draw: Draw) -> str | None:
    """An area and a group that are never issued."""
    return f"9{draw.digits(2)}00{draw.digits(4)}" if len(core) == 9 else None


def age(core: str, draw: Draw) -> str | None:
    """Another age in as many digits, drawn without regard to the true one: a known step from it would give it away."""
    if not core.isdecimal() or len(core) > 3:
        return None
    low, high = ((1, 9), (18, 89), (100, 109))[len(core) - 1]
    return str(low + draw.below(high - low + 1))


def phone(text: str, draw: Draw) -> str | None:
    """A number that is reserved for fiction, in the form of `text`; None where no such range has that form."""
    tail = _EXTENSION.search(text)
    head = text[: tail.start()] if tail else text
    extension = "".join(draw.digits(1) if c.isdigit() else c for c in tail[0]) if tail else ""
    core = characters(head)
    if not core.isdecimal():
        return None
    is_international = head.lstrip(" (").startswith("+")
    new = _international(core, draw) if is_international else _national(head, core, draw)
    filled = fill(head, new) if new is not None else None
    return None if filled is None else filled + extension


def _american(draw: Draw) -> str:
    return f"{draw.pick('23456789')}{draw.pick('02345678')}{draw.pick('23456789')}55501{draw.digits(2)}"


def _international(core: str, draw: Draw) -> str | None:
    """Ranges by country code and number of digits."""
    ranges = {
        ("44", 12): (("442079460", 3), ("447700900", 3)),
        ("33", 11): (("3319900", 4), ("3363998", 4)),
        ("61", 11): (("6125550", 4),),
        ("49", 12): (("493023125", 3),),
        ("353", 12): (("35320910", 4),),
    }
    if core[0] == "1" and len(core) == 11:
        return f"1{_american(draw)}"
    for (code, length), choices in ranges.items():
        if core.startswith(code) and len(core) == length:
            start, free = draw.pick(choices)
            return start + draw.digits(free)
    return None


def _national(text: str, core: str, draw: Draw) -> str | None:
    length, zero = len(core), core.startswith("0")
    if length == 7:
        start, free = "55501", 2
    elif (length == 10 and not zero) or (length == 11 and core[0] == "1"):
        return f"{core[:1] if length == 11 else ''}{_american(draw)}"
    elif length == 11 and zero:
        start, free = ("07700900", 3) if core[1] == "7" else (draw.pick(("02079460", "01632960")), 3)
    elif length == 10 and re.fullmatch(r"\s*0\d(?:[ .-]?\d\d){4}\s*", text):
        start, free = draw.pick(("019900", "063998")), 4
    else:
        return None
    return start + draw.digits(free)
