"""Ranks, which stand before a name and are none."""

import pytest

from docveil.detect.persons import without_ranks_and_years
from docveil.model.findings import Finding
from docveil.model.ranges import SourceRange


@pytest.mark.parametrize(
    ("text", "name"),
    [
        ("Major General Adaeze Oduya", "Adaeze Oduya"),
        ("Colonel Oduya", "Oduya"),
        ("Lt. Gen. Oduya", "Oduya"),
        ("Rear Admiral Price", "Price"),
        ("John Major", "John Major"),
        ("Major Oduya", "Major Oduya"),
        ("Marshal Oduya", "Marshal Oduya"),
        ("Norma Major Clinton", "Norma Major Clinton"),
        ("Adaeze General", "Adaeze General"),
        ("General", "General"),
        ("Gen Hoshino", "Gen Hoshino"),
    ],
)
def test_a_rank_is_no_part_of_the_name_behind_it(text: str, name: str) -> None:
    found = Finding((SourceRange(0, len(text)),), "PERSON", 0.9, "rampart")
    (kept,) = without_ranks_and_years([found], text)
    assert kept.fragments[0].of(text) == name


def test_the_rest_of_a_name_in_fragments_stays() -> None:
    text = "Colonel Adaeze\nOduya"
    (kept,) = without_ranks_and_years(
        [Finding((SourceRange(0, 14), SourceRange(15, 20)), "PERSON", 0.9, "rampart")], text
    )
    assert [fragment.of(text) for fragment in kept.fragments] == ["Adaeze", "Oduya"]


@pytest.mark.parametrize("before", ["Mr. ", "my son ", "Name: ", "Dear "])
def test_a_given_name_that_is_also_a_rank_stays(before: str) -> None:
    text = f"{before}General Oduya"
    found = Finding((SourceRange(len(before), len(text)),), "PERSON", 0.9, "rampart")
    assert without_ranks_and_years([found], text) == (found,)


@pytest.mark.parametrize("text", ["General Roca", "Captain Cook Drive"])
def test_a_place_that_is_named_after_somebody_keeps_the_rank(text: str) -> None:
    found = Finding((SourceRange(0, len(text)),), "LOCATION", 0.9, "rampart")
    assert without_ranks_and_years([found], text) == (found,)
