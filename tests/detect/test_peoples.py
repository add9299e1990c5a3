"""A people that a document declares is labelled as one wherever it stands; a family is not."""

import pytest

from docveil.detect.geography import GeographyReader
from docveil.detect.labels import LOCATION, NRP, PERSON
from docveil.detect.peoples import as_peoples, declared
from docveil.model.findings import Finding
from docveil.model.ranges import SourceRange


@pytest.mark.parametrize(
    ("text", "form"),
    [
        ("ruler of the Qelba, a pagan people in the north", "qelba"),
        ("The Vornu are an ethnic group of the plains.", "vornu"),
        ("Qelbas or Vornus were a discriminated minority.", "vornus"),
        ("a word of the Qelba language", "qelba"),
        ("the chiefs of the Vornu tribe", "vornu"),
    ],
)
def test_a_people_says_that_it_is_one(text: str, form: str) -> None:
    assert form in declared(text)


@pytest.mark.parametrize(
    "text",
    [
        "Okonkwo people",
        "the Smith people came",
        "Qelba, a plumber of few words",
        "Jane, one of the best people here",
        "Qelba people say so",
        "Qelba, a woman of the Vornu people, lost her work.",
        "Qelba, a member of the Vornu minority, was beaten.",
        "Qelba is a great people manager.",
        "Qelba was a real people person; we miss him.",
        "Qelba was the tribe's doctor for years.",
    ],
)
def test_a_family_or_a_person_is_no_people(text: str) -> None:
    assert declared(text) <= {"vornu"}


def test_every_mention_of_a_people_is_labelled_so() -> None:
    text = "The Qelba, a pagan people, met Ada Qelba. The Qelba then left."
    places = [(4, 9), (31, 40), (46, 51)]
    found = [
        Finding((SourceRange(*place),), label, 0.8, "spacy.person")
        for place, label in zip(places, (PERSON, PERSON, LOCATION), strict=True)
    ]
    assert [f.label for f in as_peoples(found, text)] == [NRP, PERSON, NRP]


def test_a_language_outweighs_a_model_that_takes_it_for_a_place() -> None:
    text = "all the subjects except Hindi. The Portuguese Republic. Christian left."
    scores = {text[s.start : s.end]: s.score for s in GeographyReader().read((text,))[0] if s.label == NRP}
    assert scores["Hindi"] > 0.85 > scores["Portuguese"] == scores["Christian"]
