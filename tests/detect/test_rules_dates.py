import pytest

from docveil.detect import labels as L
from docveil.detect.rules import RulesReader


def found(text: str) -> set[tuple[str, str]]:
    return {(text[s.start : s.end], s.label) for s in RulesReader().read((text,))[0]}


@pytest.mark.parametrize(
    ("text", "value", "label"),
    [
        ("born 12 March 1984", "12 March 1984", L.DATE_OF_BIRTH),
        ("DOB 03/12/1984", "03/12/1984", L.DATE_OF_BIRTH),
        ("b. 4 May 1950", "4 May 1950", L.DATE_OF_BIRTH),
        ("geboren am 3. Mai 1961", "3. Mai 1961", L.DATE_OF_BIRTH),
        ("1984-03-12 (date of birth)", "1984-03-12", L.DATE_OF_BIRTH),
        ("DOB: 14.March.1981", "14.March.1981", L.DATE_OF_BIRTH),
        ("born 14-Mar-81", "14-Mar-81", L.DATE_OF_BIRTH),
        ("Age ........ 63", "63", L.AGE),
        ("on March 12, 2024", "March 12, 2024", L.DATE_TIME),
        ("aged 42", "42", L.AGE),
        ("42 years old", "42", L.AGE),
        ("a 42-year-old man", "42", L.AGE),
        ("Age: 42", "42", L.AGE),
        ("retired at the age of 61", "61", L.AGE),
        ("I just turned 64.", "64", L.AGE),
        ("Written when she was 78.", "78", L.AGE),
        ("She is 34, and well.", "34", L.AGE),
        ("see you on Monday morning", "Monday", L.DATE_TIME),
    ],
)
def test_is_found_whole(text: str, value: str, label: str) -> None:
    assert (value, label) in found(text)


@pytest.mark.parametrize(
    ("text", "label"),
    [
        ("on 12 March 2024", L.DATE_OF_BIRTH),
        ("in 2024", L.DATE_TIME),
        ("version 1.2.24", L.DATE_TIME),
        ("lodash@4.17.21", L.DATE_TIME),
        ("99/99/99", L.DATE_TIME),
        ("42 years of service", L.AGE),
        ("aged 42 days", L.AGE),
        ("Age: 400", L.AGE),
        ("turn 90 degrees", L.AGE),
        ("I am 5 minutes late", L.AGE),
        ("when they were 12 points behind", L.AGE),
    ],
)
def test_ordinary_text_stays(text: str, label: str) -> None:
    assert label not in {name for _, name in found(text)}
