"""Which mentions are one person, and which are not."""

import pytest

from tests.redact.support import cleaned, everywhere
from tests.support import document


def indexed(text: str, *names: str) -> str:
    source = document(text)
    return cleaned(source, everywhere(source, PERSON=list(names)), "indexed")


@pytest.mark.parametrize(
    "other",
    [
        "Ms Lindqvist",
        "Mara",
        "LINDQVIST, Mara",
        "M. Lindqvist",
        "M Lindqvist",
        "Lindqvist's",
        "MARA LINDQVIST",
        "Mara J. Lindqvist",
        "Mara Astrid Lindqvist",
        "Lindqvist Mara",
        "Dr. Mara Lindqvist",
    ],
)
def test_other_ways_to_write_a_name_are_the_same_person(other: str) -> None:
    assert indexed(f"Mara Lindqvist and {other}", "Mara Lindqvist", other) == "<PERSON_1> and <PERSON_1>"


@pytest.mark.parametrize(
    "other",
    ["Erik Lindqvist", "Mara Okonkwo", "K. Lindqvist", "Okonkwo", "Astrid Mara Lindqvist", "Ms M. Okonkwo"],
)
def test_other_persons_are_not(other: str) -> None:
    assert indexed(f"Mara Lindqvist and {other}", "Mara Lindqvist", other) == "<PERSON_1> and <PERSON_2>"


def test_a_surname_of_two_persons_is_neither_of_them() -> None:
    text = indexed("Mara Lindqvist, Erik Lindqvist, Lindqvist", "Mara Lindqvist", "Erik Lindqvist", "Lindqvist")
    assert text == "<PERSON_1>, <PERSON_2>, <PERSON_3>"


def test_a_title_tells_two_persons_apart() -> None:
    assert indexed("Mr Lindqvist, Ms Lindqvist", "Mr Lindqvist", "Ms Lindqvist") == "<PERSON_1>, <PERSON_2>"


def test_numbers_go_by_reading_order_and_label() -> None:
    source = document("Okonkwo, Lindqvist, 555-0101, Okonkwo, 555 0101")
    found = everywhere(source, PERSON=["Okonkwo", "Lindqvist"], PHONE_NUMBER=["555-0101", "555 0101"])
    text = "<PERSON_1>, <PERSON_2>, <PHONE_NUMBER_1>, <PERSON_1>, <PHONE_NUMBER_1>"
    assert cleaned(source, found, "indexed") == text
    assert cleaned(source, found[::-1], "indexed") == text


def test_a_name_over_two_elements_is_the_same_person() -> None:
    source = document("by Mara", "Lindqvist and Mara Lindqvist")
    found = everywhere(source, PERSON=["Mara\n\nLindqvist", "Mara Lindqvist"])
    assert cleaned(source, found, "indexed") == "by <PERSON_1> and <PERSON_1>"


def test_a_name_broken_at_a_line_end_is_the_same_person() -> None:
    assert indexed("Mara Lind-\nqvist, Lindqvist", "Mara Lind-\nqvist", "Lindqvist") == "<PERSON_1>, <PERSON_1>"
