"""Whole-document memory: one sure mention, and the other ways to write the name."""

import pytest

from docveil.detect.common_words import is_common
from docveil.detect.propagate import propagate
from docveil.detect.sweep import sweep
from docveil.model.alignment import Alignment, View
from docveil.model.findings import Finding
from docveil.model.ranges import SourceRange


def covered(text: str, *names: str) -> list[str]:
    """What is covered in `text` once `names`, at their first place, were found by two detectors."""
    view = View("raw", text, Alignment.identity(len(text)))
    sure = [
        Finding((SourceRange(text.index(n), text.index(n) + len(n)),), "PERSON", 0.9, detector)
        for n in names
        for detector in ("rampart", "spacy.person")
    ]
    found = (f.fragments[0] for f in propagate(sure, [view]) if f.detector == "memory")
    return sorted({at.of(text) for at in found if not any(s.fragments[0].contains(at) for s in sure)})


@pytest.mark.parametrize(
    ("rest", "mention"),
    [
        ("OKONKWO, ADAEZE signed.", "OKONKWO, ADAEZE"),
        ("See Okonkwo, Adaeze in the list.", "Okonkwo, Adaeze"),
        ("Minutes by A. Okonkwo.", "A. Okonkwo"),
        ("Then Ms Okonkwo left.", "Okonkwo"),
        ("It was Okonkwo's idea.", "Okonkwo"),
        ("Write to adaeze.okonkwo@corp.example now.", "adaeze.okonkwo"),
        ("Write to aokonkwo@corp.example now.", "aokonkwo"),
    ],
)
def test_another_way_to_write_the_name_falls(rest: str, mention: str) -> None:
    assert mention in covered(f"We met Adaeze Okonkwo today. {rest}", "Adaeze Okonkwo")


@pytest.mark.parametrize(
    "rest", ["A brand new car.", "Brand new cars.", "BRAND NEW", "A firebrand spoke.", "The rebranding."]
)
def test_a_surname_that_is_a_word_leaves_the_word(rest: str) -> None:
    assert covered(f"We met Mara Brand today. {rest}", "Mara Brand") == []


def test_a_surname_that_is_a_word_falls_where_it_is_written_as_a_name() -> None:
    assert covered("We met Mara Brand today. Later, said Brand, all was well.", "Mara Brand") == ["Brand"]


def test_one_detector_alone_does_not_make_an_ordinary_word_a_name() -> None:
    text = "We met Mara Brand today. Later, said Brand, all was well."
    view = View("raw", text, Alignment.identity(len(text)))
    sure = [Finding((SourceRange(7, 17),), "PERSON", 0.9, "rampart")]
    assert {f.fragments[0].of(text) for f in propagate(sure, [view])} == {"Mara Brand"}


@pytest.mark.parametrize(
    ("rest", "mention"),
    [
        ("Then MAR\u00cdA DE LA FUENTE signed.", "MAR\u00cdA DE LA FUENTE"),
        ("The idea of de la Fuente won.", "de la Fuente"),
        ("Jos\u00e9 de la Fuente wrote.", "Jos\u00e9 de la Fuente"),
    ],
)
def test_the_small_words_of_a_name_fall_with_it(rest: str, mention: str) -> None:
    name = "Jos\u00e9 Mar\u00eda de la Fuente"
    assert mention in covered(f"We met {name} today. {rest}", name)


def test_small_words_between_two_people_stay() -> None:
    text = "Adaeze Okonkwo met Tomasz Wrzesniewski. Okonkwo, de facto the chair, left."
    assert covered(text, "Adaeze Okonkwo", "Tomasz Wrzesniewski") == ["Okonkwo"]


def test_surnames_in_a_list_are_not_joined() -> None:
    rest = "Present: Okonkwo, Wrzesniewski."
    text = f"Adaeze Okonkwo met Tomasz Wrzesniewski. {rest}"
    assert covered(text, "Adaeze Okonkwo", "Tomasz Wrzesniewski") == ["Okonkwo", "Wrzesniewski"]


def test_two_people_stay_two() -> None:
    text = "Adaeze Okonkwo met Tomasz Wrzesniewski. Okonkwo spoke, Wrzesniewski wrote."
    view = View("raw", text, Alignment.identity(len(text)))
    sure = [
        Finding((SourceRange(0, 14),), "PERSON", 0.9, "rampart"),
        Finding((SourceRange(19, 38),), "PERSON", 0.9, "rampart"),
    ]
    spans = {f.fragments for f in propagate(sure, [view])}
    assert {len(f) for f in spans} == {1}
    assert {f[0].of(text) for f in spans} == {"Adaeze Okonkwo", "Tomasz Wrzesniewski", "Okonkwo", "Wrzesniewski"}


@pytest.mark.parametrize("other", ["078 05 1120", "078.05.1120", "07805 1120"])
def test_a_number_found_once_is_found_in_other_writings(other: str) -> None:
    text = f"SSN 078-05-1120 on file. Again {other} here."
    view = View("raw", text, Alignment.identity(len(text)))
    found = sweep([Finding((SourceRange(4, 15),), "US_SSN", 1.0, "rules")], [view], text, is_common)
    assert {f.fragments[0].of(text) for f in found} == {"078-05-1120", other}
