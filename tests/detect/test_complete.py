"""What stands beside a name and belongs to it is hidden with it, and nothing else is."""

import pytest

from docveil.detect import labels as L
from docveil.detect.complete import complete
from docveil.detect.protocol import Span


def grown(text: str, name: str, label: str) -> list[str]:
    start = text.index(name)
    return [text[s.start : s.end] for s in complete(text, [Span(start, start + len(name), label, 0.9, "test")])]


@pytest.mark.parametrize(
    ("text", "name", "label", "expected"),
    [
        ("at Odalys Marsh Stadium today", "Odalys Marsh", L.PERSON, "Odalys Marsh Stadium"),
        ("the Wexbury Railroad bridge", "Wexbury", L.LOCATION, "Wexbury Railroad"),
        ("the Quenby islands lie", "Quenby", L.LOCATION, "Quenby islands"),
        ("below Tarnholt National Park there", "Tarnholt", L.LOCATION, "Tarnholt National Park"),
        ("of Wexbury, AZ who", "Wexbury", L.LOCATION, "Wexbury, AZ"),
        ("the Okonkwo House, built", "Okonkwo", L.PERSON, "Okonkwo House"),
    ],
)
def test_the_kind_of_a_place_goes_with_its_name(text: str, name: str, label: str, expected: str) -> None:
    assert grown(text, name, label) == [expected]


@pytest.mark.parametrize(
    ("text", "name", "expected"),
    [
        ("near Lake Wexbury there", "Wexbury", "Lake Wexbury"),
        ("in Central Wexbury today", "Wexbury", "Central Wexbury"),
        ("over Isle of Quenby again", "Quenby", "Isle of Quenby"),
        ("off Fort Tarnholt road", "Tarnholt", "Fort Tarnholt"),
    ],
)
def test_what_a_place_begins_with_goes_with_it(text: str, name: str, expected: str) -> None:
    assert grown(text, name, L.LOCATION) == [expected]


@pytest.mark.parametrize(
    ("text", "name", "expected"),
    [
        ("by P. Exmoor in May", "Exmoor", "P. Exmoor"),
        ("by J.R.R. Okonkwo in May", "Okonkwo", "J.R.R. Okonkwo"),
        ("see Okonkwo, A.B. (1978)", "Okonkwo", "Okonkwo, A.B."),
        ("see Okonkwo, A.B. (1978)", "Okonkwo, A.", "Okonkwo, A.B."),
        ("of Carlow III and", "Carlow", "Carlow III"),
        ("of Carlow IX.", "Carlow", "Carlow IX"),
    ],
)
def test_initials_and_numbers_go_with_a_person(text: str, name: str, expected: str) -> None:
    assert [form.rstrip(".") for form in grown(text, name, L.PERSON)] == [expected.rstrip(".")]


@pytest.mark.parametrize(
    ("text", "name", "label"),
    [
        ("Wexbury is on the coast.", "Wexbury", L.LOCATION),
        ("Okonkwo I am told", "Okonkwo", L.ORGANIZATION),
        ("TO WEXBURY, OR TO", "WEXBURY", L.LOCATION),
        ("see Wexbury Stadiums", "Wexbury", L.LOCATION),
        ("in spring. Okonkwo said", "Okonkwo", L.PERSON),
        ("the Wexbury\nhall", "Wexbury", L.LOCATION),
        ("a northern Wexbury custom", "Wexbury", L.LOCATION),
        ("Okonkwo. A new start", "Okonkwo", L.PERSON),
    ],
)
def test_a_neighbour_that_is_no_part_of_a_name_stays(text: str, name: str, label: str) -> None:
    assert grown(text, name, label) == [name]


def test_a_town_before_its_country_is_a_place() -> None:
    assert grown("moved to Tarnholt, Norway in", "Norway", L.LOCATION) == ["Tarnholt", "Norway"]
    assert grown("sat in Wexbury Quenby, Texas for", "Texas", L.LOCATION) == ["Wexbury Quenby", "Texas"]
    assert grown("However, Norway won", "Norway", L.LOCATION) == ["Norway"]
    assert grown("the fish, Norway said", "Norway", L.LOCATION) == ["Norway"]
