"""Invented words, from the lists of Faker."""

from collections.abc import Iterable
from functools import cache
from typing import Any


@cache
def _people() -> tuple[Any, ...]:
    # Here, not above: they cost a quarter of a second, and only surrogates need them.
    from faker.providers.person.en_GB import Provider as British  # noqa: PLC0415
    from faker.providers.person.en_IE import Provider as Irish  # noqa: PLC0415
    from faker.providers.person.en_NZ import Provider as NewZealand  # noqa: PLC0415
    from faker.providers.person.en_US import Provider as American  # noqa: PLC0415

    return (American, British, Irish, NewZealand)


@cache
def _places() -> Any:
    from faker.providers.address.en_US import Provider  # noqa: PLC0415

    return Provider


def _words(lists: Iterable[Iterable[str]]) -> tuple[str, ...]:
    """Plain single words, each once, in order."""
    return tuple(
        sorted({w for names in lists for w in names if w.isascii() and w.isalpha() and w.istitle() and len(w) > 2})
    )


@cache
def given_names(gender: str) -> tuple[str, ...]:
    """Given names for `m` or `f`, or for either where it is empty."""
    male = _words(p.first_names_male for p in _people())
    female = _words(p.first_names_female for p in _people())
    if not gender:
        return tuple(sorted({*male, *female}))
    return tuple(sorted(set(male) - set(female))) if gender == "m" else tuple(sorted(set(female) - set(male)))


@cache
def family_names() -> tuple[str, ...]:
    """Family names."""
    return _words(p.last_names for p in _people())


@cache
def place_endings() -> tuple[str, ...]:
    """What a family name becomes a town with: `ton`, `ville`."""
    return tuple(_places().city_suffixes)


@cache
def state_codes() -> tuple[str, ...]:
    """Two-letter codes of the states of the USA."""
    return tuple(_places().states_abbr)


@cache
def gender_of(given: str) -> str:
    """`m` or `f` where a given name, case folded, is in one list only; else empty."""
    found = [g for g in "mf" if given in {w.casefold() for w in given_names(g)}]
    return found[0] if len(found) == 1 else ""
