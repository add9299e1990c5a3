"""People whom a document names as it names its terms, acronyms, labels and types: each kind hid somebody's name once."""

import pytest

from docveil.detect.acronyms import acronyms
from docveil.detect.cells import header
from docveil.detect.context import weigh_context
from docveil.detect.definitions import defined_words
from docveil.detect.tidy import tidy_person
from docveil.model.findings import Finding
from docveil.model.ranges import SourceRange
from docveil.views import build_views
from tests.detect.test_terms_and_figures import stays_hidden
from tests.support import document, table


@pytest.mark.parametrize(
    ("text", "word"),
    [
        ('The mother ("Tamzin") and the father came.', "tamzin"),
        ("My grandmother (\u201cNanou\u201d) raised me.", "nanou"),
        ('Mr Robert Haliburton ("Stracky") was a teacher.', "stracky"),
        ('The settlement (the "Vandermolen Settlement") was signed.', "vandermolen"),
        ('The accident (the "Hildenborough Accident") happened at night.', "hildenborough"),
    ],
)
def test_a_rare_word_is_no_term_by_itself(text: str, word: str) -> None:
    assert word not in defined_words(text)


@pytest.mark.parametrize(
    ("text", "word"),
    [
        ('made by the bank (the "Lender")', "lender"),
        ('the price (the "Zyxolan") is due', "zyxolan"),
        ('in dollars ("USQX")', "usqx"),
        ('(the "Vandermolen Settlement")', "settlement"),
        ('"Premises" means the house', "premises"),
    ],
)
def test_what_a_document_defines_is_a_term(text: str, word: str) -> None:
    assert word in defined_words(text)


@pytest.mark.parametrize(
    ("text", "word"),
    [
        ("The accused, VUKIC, fled. Police found the car of VUKIC near a flat.", "VUKIC"),
        ("The wife, TREVO, claims support. The husband disputes it, as to TREVO and the house.", "TREVO"),
        ("Visited JQB at home. JQB presented as tearful and was offered tea.", "JQB"),
        ("The hamlet of WUXBY has nine houses. Somebody moved from WUXBY to the sea.", "WUXBY"),
        ("The marriage of ODUY and BREK was dissolved. The house goes to BREK, the car to ODUY.", "ODUY"),
    ],
)
def test_capitals_of_a_person_or_a_village_are_no_acronym(text: str, word: str) -> None:
    assert word not in acronyms(text)


@pytest.mark.parametrize("word", ["KPQ", "NATO", "QVZT"])
def test_a_short_word_in_capitals_that_comes_twice_is_an_acronym(word: str) -> None:
    assert word in set(
        acronyms(f"The rules of {word} apply to all goods here. Under {word} they are tested each year.")
    )


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("We spent Christmas with the Coopers and their twins.", "Coopers"),
        ("The Walkers sold their house.", "Walkers"),
        ("The Webers arrived late.", "Webers"),
        ("Officer Price pulled me over.", "Price"),
        ('"I never met her," said Price.', "Price"),
        ("The jury believed Page, not her brother.", "Page"),
        ("Dear Page,\nI miss you.", "Page"),
        ("We miss you.\n\nKind regards,\nPage", "Page"),
        ("Elected: Page (chair), Umelo (secretary)", "Page"),
        ("please ask j.umelo about the keys", "umelo"),
        ("sorry for the noise yesterday.quennelby came home", "quennelby"),
        ("changes by k.pendarvis were reverted", "pendarvis"),
        ("Sergeant Landlord was on duty", "Landlord"),
        ("Nurse Receiver gave the injection", "Receiver"),
        ("Fenwick Prize was appointed secretary.", "Fenwick Prize"),
        ("Thirkettle Cup was sworn in as a witness.", "Thirkettle Cup"),
    ],
)
def test_a_person_who_is_called_like_a_word_of_papers_stays_hidden(text: str, value: str) -> None:
    assert stays_hidden(text, value, "PERSON")


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("Page 3 of 9", "Page"),
        ("Price: 12", "Price"),
        ("Total\nPrice\nNotes", "Price"),
        ("see settings.toml for it", "toml"),
        ("in server.properties there", "properties"),
        ("paid by the Landlord", "Landlord"),
        ("The Pledgors agree.", "Pledgors"),
    ],
)
def test_a_word_of_papers_stays(text: str, value: str) -> None:
    assert not stays_hidden(text, value, "PERSON")


@pytest.mark.parametrize(
    "more",
    [
        "Notices go to the Hornets at home. Mr Hornet is the guarantor. Sent to Hornet",
        "It is in the Hornet brothers' barn. The key is with Hornet",
        "For the use of the Hornet children only. Paid by Hornet",
    ],
)
def test_a_family_of_a_plain_word_is_no_term_of_a_contract(more: str) -> None:
    contract = 'between the bank (the "Lender") and (the "Borrower") for a sum (the "Payment") and fees (the "Fees"). '
    assert stays_hidden(contract + more, "Hornet", "PERSON")
    assert not stays_hidden(f"{contract}The Hornet is pledged. Paid by Hornet", "Hornet", "PERSON")


def _tabs(*rows: tuple[str, ...]) -> str:
    return "\n".join("\t".join(row) for row in rows)


def test_the_header_of_a_cell_is_the_first_of_its_column() -> None:
    text = "Staff of May\n" + _tabs(("Employee", "Salary"), ("Umelo", "41"), ("Sugar", "42")) + "\n\nSugar is sweet."
    assert header(text, text.index("Sugar")) == "Employee"
    assert header(text, text.index("42")) == "Salary"
    assert header(text, text.index("Salary")) == ""
    assert header(text, text.rindex("Sugar")) == ""


@pytest.mark.parametrize("column", ["Employee", "Surname", "Tenant", "Name of the patient"])
@pytest.mark.parametrize("value", ["Sugar", "Courage"])
def test_a_plain_word_under_people_is_one_of_them(column: str, value: str) -> None:
    source = document(*table((column, "Flat"), (value, "2b")))
    start = source.text.index(value)
    guess = Finding((SourceRange(start, start + len(value)),), "PERSON", 0.9, "rampart")
    assert weigh_context([guess], build_views(source)) == (guess,)


@pytest.mark.parametrize(
    ("text", "name"),
    [("F-3 Nakagawara", "Nakagawara"), ("B-12 Ada Velmor", "Ada Velmor"), ("Ada Velmor F-3", "Ada Velmor")],
)
def test_the_code_of_a_seat_is_cut_off_a_name(text: str, name: str) -> None:
    found = tidy_person(text, 0, len(text))
    assert found is not None
    assert text[slice(*found)] == name
