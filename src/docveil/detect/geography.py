"""Countries, landscapes, cities and peoples by name, and places that say what they are: `Aabenraa County`, `Doyt Perry Stadium`.

A closed list is the one thing here that does not depend on a model's mood: `Canada` in a headline is found as it is in a
sentence. The lists are of general knowledge; they hold no name of a person.
"""

import re
from collections.abc import Iterable, Iterator, Mapping
from collections.abc import Set as AbstractSet

from docveil.detect import labels as L
from docveil.detect.common_words import frequency
from docveil.detect.gazetteer import entries, gazetteer, is_name_of_a_person
from docveil.detect.protocol import Span

NAME = "geography"
_SCORE = 0.7
# Above what models give, which take `Hindi` for a place; but `the Portuguese Republic` and `Christian` are what models say.
_PEOPLE_SCORE = 0.9
_GOES_ON = re.compile(
    r"-|\s(?:[A-Z]|(?:provinces?|border|coast|islands?|republics?|territor(?:y|ies)|cit(?:y|ies)|towns?)(?!\w))"
)

# A capitalised word or two before one of these name a place; never what an organisation is.
KINDS = (
    "County|Parish|Province|Prefecture|Municipality|Township|Borough|Village|Island|Islands|River|Creek|Lake|Bay|Valley|"
    "Mountain|Mountains|Hills|Canyon|Desert|Peninsula|Beach|Harbour|Harbor|Stadium|Arena|Airport|Cathedral|Castle|Palace|"
    "Cemetery|Bridge|Cave|Plateau|Glacier|Reservoir|National\\sPark|State\\sPark"
)
_NAMED = re.compile(
    rf"(?<![\w'\u2019-])(?!The\s|An?\s|This\s|In\s|At\s|On\s)[^\W\d_a-z][\w'\u2019-]{{1,24}}"
    rf"(?:\s[^\W\d_a-z][\w'\u2019-]{{1,24}}){{0,2}}\s(?:{KINDS})(?![\w-])"
)
_BEFORE = re.compile(r"(?<!\w)(?:Central|Greater|Upper|Lower|Inner|Outer|East|West|North|South)[ -]\Z")
_WORD = re.compile(r"(?<![\w@./-])[^\W\d_]{2,}(?:-[A-Z][a-z]+)?|(?<![\w.])U\.(?:K|S)\.(?:A\.)?")
_PEOPLE_WORD = re.compile(r"(?<![\w@])[^\W\d_]{3,14}(?!\w)")


def _table(names: Iterable[str]) -> dict[str, tuple[str, ...]]:
    table: dict[str, list[str]] = {}
    for name in names:
        for form in {name, name.upper(), *({name.lower()} if name.isalpha() and len(name) > 5 else ())}:
            table.setdefault(form.split(" ", maxsplit=1)[0], []).append(form)
    return {first: tuple(sorted(names, key=len, reverse=True)) for first, names in table.items()}


# In lower case these are ordinary words too, or mean something else.
_NEEDS_CAPITAL_FROM, _SHORT = 4.0, 5
# Cities that are mostly something else.
_ALSO_WORDS = frozenset({"Sale", "Queens", "Phoenix", "Pest", "Perm", "Natal", "Erode"})
_SHORTEST_CITY = 3


class GeographyReader:
    """Reads paragraphs with the lists."""

    name = NAME
    labels = frozenset({L.LOCATION, L.NRP})

    def __init__(self) -> None:
        cities = {city for city in entries("large_cities") if len(city) > _SHORTEST_CITY} - _ALSO_WORDS
        self._places = _table((*entries("countries"), *entries("landscapes"), *sorted(cities)))
        peoples = gazetteer().peoples | set(entries("religions"))
        self._peoples = peoples | {f"{people}s" for people in peoples}

    def read(self, texts: tuple[str, ...]) -> tuple[tuple[Span, ...], ...]:
        """Spans of each paragraph."""
        return tuple((*_places(text, self._places), *_named(text), *_peoples(text, self._peoples)) for text in texts)


def _places(text: str, names: Mapping[str, tuple[str, ...]]) -> Iterator[Span]:
    for match in _WORD.finditer(text):
        for name in names.get(match[0].split("-")[0], names.get(match[0], ())):
            end = match.start() + len(name)
            if text.startswith(name, match.start()) and not text[end : end + 1].isalnum():
                before = _BEFORE.search(text, max(0, match.start() - 9), match.start())
                start = before.start() if before else match.start()
                yield Span(start, end, L.LOCATION, _SCORE, f"{NAME}.list")
                break


def _named(text: str) -> Iterator[Span]:
    for match in _NAMED.finditer(text):
        yield Span(*match.span(), L.LOCATION, 0.6, f"{NAME}.kind")


def _peoples(text: str, peoples: AbstractSet[str]) -> Iterator[Span]:
    for match in _PEOPLE_WORD.finditer(text):
        word = match[0].lower()
        if word in peoples and (
            match[0][0].isupper() or (len(word) > _SHORT and frequency(word) < _NEEDS_CAPITAL_FROM)
        ):
            is_alone = _GOES_ON.match(text, match.end()) is None and not is_name_of_a_person(word)
            yield Span(*match.span(), L.NRP, _PEOPLE_SCORE if is_alone else _SCORE, f"{NAME}.people")
