import pytest

from docveil.detect import labels as L
from docveil.detect.rules import RulesReader


def found(text: str) -> set[tuple[str, str]]:
    return {(text[s.start : s.end], s.label) for s in RulesReader().read((text,))[0]}


@pytest.mark.parametrize(
    ("text", "value", "label"),
    [
        ("Name: Adaeze Okonkwo", "Adaeze Okonkwo", L.PERSON),
        ("Patient: Okonkwo, Adaeze", "Okonkwo, Adaeze", L.PERSON),
        ("NAME: ADAEZE OKONKWO", "ADAEZE OKONKWO", L.PERSON),
        ("Patient name: adaeze okonkwo", "adaeze okonkwo", L.PERSON),
        ("SMITH, John Q. was", "SMITH, John Q", L.PERSON),
        ("Dear Ms Okonkwo,", "Okonkwo", L.PERSON),
        ("Mrs Okonkwo came", "Okonkwo", L.PERSON),
        ("Prof. Dr. Anna Müller", "Anna Müller", L.PERSON),
        ("Sincerely,\nAdaeze Okonkwo", "Adaeze Okonkwo", L.PERSON),
        ("Kind regards,\n\nAdaeze Okonkwo", "Adaeze Okonkwo", L.PERSON),
        ("Signed by Adaeze Okonkwo", "Adaeze Okonkwo", L.PERSON),
        ("Name: April Lindqvist", "April Lindqvist", L.PERSON),
    ],
)
def test_is_found_whole(text: str, value: str, label: str) -> None:
    assert (value, label) in found(text)


@pytest.mark.parametrize(
    ("text", "label"),
    [
        ("From: Accounts Department", L.PERSON),
        ("Chapter One: The Beginning", L.PERSON),
        ("Kind regards,\nThe Support Team", L.PERSON),
        ("Dear Sir or Madam,", L.PERSON),
        ("Dear Customer,", L.PERSON),
        ("To: All Staff", L.PERSON),
        ("Author: Unknown", L.PERSON),
        ("File name: report.pdf", L.PERSON),
        ("Contact: See Section 4", L.PERSON),
        ("Best\nPractices", L.PERSON),
        ("WARNING, Please read", L.PERSON),
        ("INTRODUCTION, Methods", L.PERSON),
        ("Name: Contact", L.PERSON),
        ("Applicant: Occupation", L.PERSON),
        ("Client: Mobile", L.PERSON),
    ],
)
def test_ordinary_text_stays(text: str, label: str) -> None:
    assert label not in {name for _, name in found(text)}
