"""A number as a spreadsheet shows it, by its format code (ECMA-376 part 1, 18.8.31). openpyxl knows dates.

What is followed: digits and literals (`000-00-0000`, `(###) ###-####`), groups, decimals, percent, sections by sign or
condition, dates and times. A code with anything else shows the number plainly: no digit is ever lost to a format.
"""

import re
from datetime import date, datetime, time, timedelta
from decimal import ROUND_HALF_UP, Decimal

from openpyxl.styles.numbers import BUILTIN_FORMATS, is_date_format
from openpyxl.utils.datetime import CALENDAR_MAC_1904, CALENDAR_WINDOWS_1900, from_excel

_QUIET = re.compile(r'\[(?:\$([^\]-]*)[^\]]*|[^\]<>=]*)\]|_.|\*.|"([^"]*)"|\\(.)')
_CONDITION = re.compile(r"^\s*\[([<>=]{1,2})(-?[\d.]+)\]")
_DATE_TOKEN = re.compile(r"y+|m+|d+|h+|s+|\.0+|am/pm|a/p|.", re.IGNORECASE)
# Literals are moved here while the digits are filled, so that a digit in a literal is not taken for a place.
_SHIFT = 0xE000


def builtin_code(number: int) -> str:
    """The code of a built-in format; `General` where there is none."""
    return str(BUILTIN_FORMATS.get(number, "General"))


def shown(value: str, code: str, *, since_1904: bool = False) -> str:
    """The number in `value`, as it is written in a cell, as `code` shows it."""
    if value.isdecimal() and value.isascii() and code == "General":
        return value
    try:
        number = Decimal(value)
    except ArithmeticError:
        return value
    if not number.is_finite():
        return value
    if code.casefold() == "general" or code == "@":
        return plain_number(value)
    if is_date_format(code):
        return _moment(value, code, since_1904=since_1904)
    section, sign_shown = _section(code, number)
    return _filled(number, section, sign_shown=sign_shown)


def plain_number(value: str) -> str:
    """Every digit, without an exponent; binary noise behind the 15th digit rounded away."""
    number = Decimal(value)
    if number != number.to_integral_value():
        number = Decimal(format(number, ".15g"))
    text = format(number, "f")
    return text.rstrip("0").rstrip(".") if "." in text else text


def _section(code: str, number: Decimal) -> tuple[str, bool]:
    """The part of a code that is for `number`, and whether it shows the sign itself."""
    parts = re.split(r';(?=(?:[^"]*"[^"]*")*[^"]*$)', code)
    for part in parts:
        condition = _CONDITION.match(part)
        if condition is not None:
            bound = Decimal(condition[2])
            holds = {"<": number < bound, "<=": number <= bound, ">": number > bound, ">=": number >= bound}
            if holds.get(condition[1], number == bound):
                return part[condition.end() :], False
    if any(_CONDITION.match(part) for part in parts):
        return next((p for p in parts if not _CONDITION.match(p)), "General"), False
    if number < 0 and len(parts) > 1:
        return parts[1], True
    if number == 0 and len(parts) > 2:
        return parts[2], False
    return parts[0], False


def _filled(number: Decimal, code: str, *, sign_shown: bool) -> str:
    def literal(match: re.Match[str]) -> str:
        text = next((g for g in match.groups() if g is not None), "")
        return "".join(chr(_SHIFT + ord(c)) if ord(c) < 0x1000 else c for c in text)

    pattern = _QUIET.sub(literal, code)
    percent = pattern.count("%")
    if re.search(r"[Ee][+-]|/|General", pattern) or not re.search(r"[0#?]", pattern):
        return plain_number(str(number))
    value = abs(number) * 100**percent
    whole, dot, decimals = pattern.partition(".")
    places = len(re.findall(r"[0#?]", decimals))
    scale = len(re.search(r",*$", re.sub(r"[^0#?,]+$", "", whole))[0])  # type: ignore[index]
    value = (value / 1000**scale).quantize(Decimal(1).scaleb(-places), ROUND_HALF_UP)
    digits, _, rest = format(value, "f").partition(".")
    grouped = re.search(r"[0#?],[0#?]", whole) is not None
    text = _whole(digits, whole, grouped=grouped)
    if dot and places:
        text += "." + rest + re.sub(r"[0#?,]", "", decimals)
    elif dot:
        text += decimals
    sign = "-" if number < 0 and not sign_shown and value else ""
    return sign + "".join(chr(ord(c) - _SHIFT) if _SHIFT <= ord(c) < _SHIFT + 0x1000 else c for c in text).strip()


def _whole(digits: str, pattern: str, *, grouped: bool) -> str:
    """Digits from the right into the places of a pattern; those left over stand before the first place."""
    left = list(digits.lstrip("0"))
    shown_digits: list[str] = []
    count = 0
    places = [i for i, c in enumerate(pattern) if c in "0#?"]
    for index in range(len(pattern) - 1, -1, -1):
        char = pattern[index]
        if char == ",":
            continue
        if char not in "0#?":
            # A literal between places that stay empty is not shown.
            if left or index > places[-1] or index < places[0] or "0" in pattern[:index]:
                shown_digits.append(char)
            continue
        taken = [left.pop()] if left else (["0"] if char == "0" else [])
        if index == places[0]:
            taken += reversed(left)
            left = []
        for digit in taken:
            if grouped and count and count % 3 == 0:
                shown_digits.append(",")
            shown_digits.append(digit)
            count += 1
    return "".join(reversed(shown_digits))


_NAMES_OF_MONTHS = "January February March April May June July August September October November December".split()
_NAMES_OF_DAYS = "Monday Tuesday Wednesday Thursday Friday Saturday Sunday".split()


def _moment(value: str, code: str, *, since_1904: bool) -> str:
    try:
        moment = from_excel(float(value), CALENDAR_MAC_1904 if since_1904 else CALENDAR_WINDOWS_1900)
    except (ValueError, OverflowError, TypeError):
        return plain_number(value)
    if isinstance(moment, timedelta):
        return str(moment)
    if isinstance(moment, time):
        moment = datetime.combine(date(1899, 12, 30), moment)
    section = re.sub(r"\[(?:\$[^\]]*|[^\]hms]*)\]", "", code.split(";", maxsplit=1)[0])
    if re.search(r"\[[hms]+\]", section, re.IGNORECASE):
        return str(moment - datetime(1899, 12, 30))  # noqa: DTZ001
    section = re.sub(r'"([^"]*)"|\\(.)|_.|\*.', lambda m: _shifted(m[1] or m[2] or ""), section)
    twelve = re.search(r"am/pm|a/p", section, re.IGNORECASE) is not None
    tokens = _DATE_TOKEN.findall(section)
    text = "".join(_date_part(tokens, i, moment, twelve=twelve) for i in range(len(tokens)))
    return "".join(chr(ord(c) - _SHIFT) if _SHIFT <= ord(c) < _SHIFT + 0x1000 else c for c in text).strip()


def _shifted(text: str) -> str:
    return "".join(chr(_SHIFT + ord(c)) if ord(c) < 0x1000 else c for c in text)


def _date_part(tokens: list[str], index: int, moment: datetime, *, twelve: bool) -> str:
    token = tokens[index].casefold()
    size = len(token)
    kind = token[0] if token[0] in "ymdhs" else token
    if kind == "m" and size < 3 and _is_minute(tokens, index):
        return f"{moment.minute:0{size}d}"
    hour = (moment.hour % 12 or 12) if twelve else moment.hour
    parts = {
        "y": f"{moment.year:04d}" if size > 2 else f"{moment.year % 100:02d}",
        "m": _named(moment.month, _NAMES_OF_MONTHS[moment.month - 1], size),
        "d": _named(moment.day, _NAMES_OF_DAYS[moment.weekday()], size),
        "h": f"{hour:0{min(size, 2)}d}",
        "s": f"{moment.second:0{min(size, 2)}d}",
        "am/pm": "AM" if moment.hour < 12 else "PM",
        "a/p": "AM" if moment.hour < 12 else "PM",
    }
    if re.fullmatch(r"\.0+", token):
        return f".{moment.microsecond:06d}"[:size]
    return parts.get(kind, tokens[index])


def _is_minute(tokens: list[str], index: int) -> bool:
    """Whether an `m` stands behind hours or before seconds."""
    before = next((t for t in reversed(tokens[:index]) if t[0].isalpha()), "")
    after = next((t for t in tokens[index + 1 :] if t[0].isalpha()), "")
    return before[:1].casefold() == "h" or after[:1].casefold() == "s"


def _named(number: int, name: str, size: int) -> str:
    return {1: str(number), 2: f"{number:02d}", 3: name[:3], 5: name[0]}.get(size, name)
