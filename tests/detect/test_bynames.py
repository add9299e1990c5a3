"""What stands beside a name and belongs to it, and the year that does not."""

import pytest

from docveil.detect.complete import complete
from docveil.detect.labels import LOCATION, PERSON
from docveil.detect.persons import without_ranks_and_years
from docveil.detect.protocol import Span
from docveil.detect.rules import RulesReader
from docveil.model.findings import Finding
from docveil.model.ranges import SourceRange


def _completed(text: str, *names: tuple[str, str]) -> list[str]:
    spans = [Span(text.index(name), text.index(name) + len(name), label, 0.8, "judge") for name, label in names]
    return [text[s.start : s.end] for s in complete(text, spans)]


@pytest.mark.parametrize(
    ("text", "names", "whole"),
    [
        ("King Vorric the Simple fled.", [("Vorric", PERSON)], ["Vorric the Simple"]),
        ("Oduya Velm the Younger painted it.", [("Oduya Velm", PERSON)], ["Oduya Velm the Younger"]),
        ("Selwa of Norvia came.", [("Selwa", PERSON), ("Norvia", LOCATION)], ["Selwa of ", "Norvia"]),
        ("the Velmora Range is high", [("Velmora", LOCATION)], ["Velmora Range"]),
        ("a model in the Okwanta Museum", [("Okwanta", LOCATION)], ["Okwanta Museum"]),
    ],
)
def test_what_belongs_to_a_name_goes_with_it(text: str, names: list[tuple[str, str]], whole: list[str]) -> None:
    assert _completed(text, *names) == whole


@pytest.mark.parametrize(
    ("text", "names"),
    [
        ("Vorric the plumber left.", [("Vorric", PERSON)]),
        ("Duchess of Norvia", [("Duchess", PERSON), ("Norvia", LOCATION)]),
        ("Mr. Ada Velm of Norvia", [("Ada Velm", PERSON), ("Norvia", LOCATION)]),
        ("Selwa of late", [("Selwa", PERSON)]),
    ],
)
def test_what_does_not_belong_to_it_stays(text: str, names: list[tuple[str, str]]) -> None:
    assert _completed(text, *names) == [name for name, _ in names]


@pytest.mark.parametrize(
    ("text", "found", "left"),
    [
        ("In 1761 Velmor sailed.", "1761 Velmor", "Velmor"),
        ("since 249 Dang Ei resisted", "249 Dang Ei", "Dang Ei"),
        ("at 1761 Velmor Road", "1761 Velmor", "1761 Velmor"),
        ("In 50 Velmor saw", "50 Velmor", "50 Velmor"),
    ],
)
def test_a_year_before_a_name_is_no_part_of_it(text: str, found: str, left: str) -> None:
    start = text.index(found)
    (kept,) = without_ranks_and_years([Finding((SourceRange(start, start + len(found)),), PERSON, 0.8, "sweep")], text)
    assert kept.fragments[0].of(text) == left


def _found(text: str) -> list[str]:
    return [text[s.start : s.end] for s in RulesReader().read((text,))[0]]


@pytest.mark.parametrize(
    ("text", "name"),
    [
        ('a striker nicknamed "Lundrel" by all', "Lundrel"),
        ("They call him \u201cBig Vee\u201d.", "Big Vee"),
        ('Torgeir "Nidwell" Saetherin sang', 'Torgeir "Nidwell" Saetherin'),
        ("\u201cwith the nickname \u201cTractor\u201d", "Tractor"),
    ],
)
def test_a_nickname_in_quotes_is_a_name(text: str, name: str) -> None:
    assert name in _found(text)


@pytest.mark.parametrize(
    "text", ['We called it "Project Tractor".', 'known as "the method"', 'The Album "Tractor" Sold well']
)
def test_other_things_in_quotes_are_not(text: str) -> None:
    assert not _found(text)
