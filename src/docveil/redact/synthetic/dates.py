"""Dates: all of a document move by one number of days, so that the time between any two stays what it was.

The number is a multiple of seven, so that a weekday beside a date stays right, and more than a year, so that a bare year
changes too. Under a key it is drawn from the key and the document; without one the earliest date of the document moves to a
fixed day, which says nothing but what the other dates say about each other.
"""

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from datetime import date, timedelta

from attrs import frozen

from docveil.redact.keys import Key
from docveil.redact.synthetic.draw import Draw, seed

_MONTHS = "january february march april may june july august september october november december".split()
_NUMBER = {name[:3]: index for index, name in enumerate(_MONTHS, start=1)}
_MONTH = (
    r"(?P<month>" + "|".join(f"{m[:3]}(?:{m[3:]})?" if m != "may" else "may" for m in _MONTHS) + r"|sept)(?P<dot>\.?)"
)
_DAY = r"(?P<day>\d{1,2})(?P<suffix>st|nd|rd|th)?"
_YEAR = r"(?P<year>\d{4})"
_FORMS = tuple(
    re.compile(form, re.IGNORECASE)
    for form in (
        r"(?P<year>\d{4})(?P<sep>[-/.])(?P<number>\d{1,2})(?P=sep)(?P<day>\d{1,2})",
        r"(?P<first>\d{1,2})(?P<sep>[-/.])(?P<second>\d{1,2})(?P=sep)(?P<year>\d{4}|\d{2})",
        rf"{_DAY}\.?(?P<gap>\s+(?:of\s+)?){_MONTH}(?:(?P<gap2>,?\s+){_YEAR})?",
        rf"{_MONTH}(?P<gap>\s+){_DAY}(?:(?P<gap2>,?\s+){_YEAR})?",
        rf"{_MONTH}(?P<gap>,?\s+){_YEAR}",
        _YEAR,
    )
)
_BESIDE = re.compile(
    r"(?:\s|,|at|on|the|(?:Mon|Tues|Wednes|Thurs|Fri|Satur|Sun)day|(?:Mon|Tue|Wed|Thu|Fri|Sat|Sun)\b\.?"
    r"|T?\d{1,2}:\d{2}(?::\d{2})?Z?|[ap]\.?m\.?)*",
    re.IGNORECASE,
)
_LEAST_WEEKS = 53  # a day more than a year, so that a bare year is another one
_SPREAD = 470
_TRIES = 150
_ANCHOR = date(2001, 1, 1)


@frozen(repr=False)
class Day:
    """A date as far as it is written, and how to write another in its form.

    Attributes:
        year: As written, or None.
        month: From 1, or None.
        day: From 1, or None.
        write: Writes another date in the same form.
    """

    year: int | None
    month: int | None
    day: int | None
    write: Callable[[date], str]

    @property
    def stands_for(self) -> date:
        """The date itself, or one in the middle of what is written."""
        if self.month is None:
            return date(self.year or 2000, 7, 1)
        return date(self.year or 2000, self.month, self.day or 15)


def parse(text: str, *, month_first: bool) -> Day | None:
    """The date in `text`; None where there is none, or more than a date, a weekday and a time."""
    for form in _FORMS:
        match = form.search(text)
        if match is not None:
            outside = (text[: match.start()], text[match.end() :])
            return _day(match, outside, month_first=month_first) if all(map(_BESIDE.fullmatch, outside)) else None
    return None


def is_month_first(texts: Sequence[str]) -> bool:
    """Whether `3/4/2025` is the fourth of March: as the document's other dates have it, else the third of April."""
    firsts = [(int(m["first"]), int(m["second"])) for text in texts if (m := _FORMS[1].search(text))]
    return any(second > 12 for _, second in firsts) and not any(first > 12 for first, _ in firsts)


def _day(match: "re.Match[str]", outside: tuple[str, str], *, month_first: bool) -> Day | None:
    found = match.groupdict()
    year = int(found["year"]) if found.get("year") else None
    if year is not None and len(found["year"]) == 2:
        year += 2000 if year < 50 else 1900
    day = int(found["day"]) if found.get("day") else None
    month = _NUMBER[found["month"][:3].lower()] if found.get("month") else None
    if found.get("number"):
        month = int(found["number"])
    elif found.get("first"):
        first, second = int(found["first"]), int(found["second"])
        turned = month_first if first <= 12 else False
        turned = turned or second > 12
        day, month = (second, first) if turned else (first, second)
        found["turned"] = "yes" if turned else ""
    try:
        candidate = Day(year, month, day, lambda new: f"{outside[0]}{_written(match, found, new)}{outside[1]}")
        candidate.stands_for  # noqa: B018 - raises where there is no such day
    except ValueError:
        return None
    return candidate


def _written(match: "re.Match[str]", found: Mapping[str, str], new: date) -> str:
    year = str(new.year)[-len(found["year"]) :].rjust(len(found.get("year") or ""), "0") if found.get("year") else ""
    sep = found.get("sep") or ""
    if found.get("number"):
        return f"{year}{sep}{_figures((new.month, new.day), (found['number'], found['day']), sep)}"
    if found.get("first"):
        pair = (new.month, new.day) if found.get("turned") else (new.day, new.month)
        return f"{_figures(pair, (found['first'], found['second']), sep)}{sep}{year}"
    if not found.get("month"):
        return year
    month = _month(new.month, found["month"])
    tail = f"{found['gap2']}{year}" if found.get("gap2") else ""
    if not found.get("day"):
        return f"{month}{found['dot']}{found['gap']}{year}"
    day = _like(new.day, found["day"]) + (_ordinal(new.day) if found.get("suffix") else "")
    if match.start("day") < match.start("month"):
        point = "." if match.string[match.end("suffix" if found.get("suffix") else "day")] == "." else ""
        return f"{day}{point}{found['gap']}{month}{found['dot']}{tail}"
    return f"{month}{found['dot']}{found['gap']}{day}{tail}"


def _figures(pair: tuple[int, int], old: tuple[str, str], sep: str) -> str:
    """Two digits each where the old date has two in both places."""
    width = min(map(len, old))
    return f"{pair[0]:0{width}d}{sep}{pair[1]:0{width}d}"


def _like(number: int, old: str) -> str:
    return f"{number:02d}" if old.startswith("0") else str(number)


def _month(number: int, old: str) -> str:
    name = _MONTHS[number - 1]
    short = len(old) < 5 and old.casefold() != _MONTHS[_NUMBER[old[:3].lower()] - 1]
    name = name[:3] if short else name
    return name.upper() if old.isupper() else name if old.islower() else name.capitalize()


def _ordinal(day: int) -> str:
    return "th" if day in (11, 12, 13) else {1: "st", 2: "nd", 3: "rd"}.get(day % 10, "th")


def shifts(days: Sequence[Day], key: Key | None, source: str) -> Iterator[timedelta]:
    """Offsets to try, best first."""
    with_year = [day.stands_for for day in days if day.year is not None]
    earliest = min(with_year, default=_ANCHOR)
    draw = Draw(seed(key, "dates", source)) if key is not None else None
    for attempt in range(_TRIES):
        if draw is None:
            weeks = (_ANCHOR - earliest).days // 7 + attempt
        else:
            weeks = (_LEAST_WEEKS + draw.below(_SPREAD + attempt)) * draw.pick((1, -1))
        if abs(weeks) >= _LEAST_WEEKS:
            yield timedelta(weeks=weeks)


def shifted(day: Day, by: timedelta) -> str | None:
    """The date moved and written in its own form; None where the calendar ends."""
    try:
        return day.write(day.stands_for + by)
    except OverflowError:
        return None
