"""Acronyms of a document: short words in capitals that it uses as words."""

import re
from collections import defaultdict
from collections.abc import Iterator

from docveil.detect.common_words import frequency
from docveil.detect.gazetteer import is_known_name
from docveil.detect.persons import stands_for_a_person

_ACRONYM = re.compile(r"(?<![\w-])[A-Z]{2,6}(?:-[A-Z]{1,4})?(?=s?(?![\w]))")
_LINE_WINDOW = 60
# Longer ones that nobody else uses are more often a surname, as judgments write it: `The accused, VUKIC, fled.`
_LONGEST_UNKNOWN = 4
# Of whom a file speaks by initials.
_PEOPLE = re.compile(
    r"\b(?:[Hh]e|[Ss]he|[Hh]is|[Hh]er|[Hh]im|wife|husband|widow|mother|father|mum|dad|sons?|daughters?|brother|sister|uncle|aunt|baby|"
    r"child|accused|prisoner|tearful|marriage)\b"
)
_NEAR = 60


def acronyms(source: str) -> Iterator[str]:
    """Short words in capitals that stand twice or more, and once at least inside a line that is not in capitals itself."""
    places: defaultdict[str, list[int]] = defaultdict(list)
    for match in _ACRONYM.finditer(source):
        places[match[0]].append(match.start())
    for word, starts in places.items():
        if (
            len(starts) > 1
            and not any(map(is_known_name, word.casefold().split("-")))
            and any(_is_prose(source, start) for start in starts)
            and not (len(word) > _LONGEST_UNKNOWN and word.isalpha() and not frequency(word.casefold()))
            and not any(stands_for_a_person(source, start, start + len(word)) for start in starts)
            and not any(_PEOPLE.search(source, max(0, start - _NEAR), start + _NEAR) for start in starts)
        ):
            yield word


def _is_prose(source: str, start: int) -> bool:
    around = source[max(0, start - _LINE_WINDOW) : start + _LINE_WINDOW]
    return sum(map(str.islower, around)) * 2 > len(around)
