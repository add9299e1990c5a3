"""Personal values that are written like something ordinary: what speaks against guesses leaves them alone."""

import pytest

from docveil.detect.adjoin import adjoin
from docveil.detect.rules.identity import network_addresses
from tests.detect.test_terms_and_figures import stays_hidden
from tests.support import document, find


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ('Ife Quorra ("Quorra") sells. Quorra shall deliver.', "Quorra"),
        ('Una Zwickler (together, the "Zwickler Parties"). Zwickler shall pay.', "Zwickler"),
        ('"Vexla" means Rowan Vexla of Exeter. Vexla shall vacate.', "Vexla"),
    ],
)
def test_the_short_form_of_a_name_is_no_defined_term(text: str, value: str) -> None:
    assert stays_hidden(text, value, "PERSON")


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("the Brauchler family", "Brauchler"),
        ("No Zwickler may sell.", "Zwickler"),
        ("THE OBERMAIER FLAT", "OBERMAIER"),
        ("the Rangarajee case", "Rangarajee"),
    ],
)
def test_a_surname_that_ends_like_a_role_is_none(text: str, value: str) -> None:
    assert stays_hidden(text, value, "PERSON")


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("AJ is my brother. We were with AJ at the lake for a week.", "AJ"),
        ("The accused NGUBO sat down. Then NGUBO rose again for a while.", "NGUBO"),
        ("Ms VEXLA moved in here. Later VEXLA moved out of it for good.", "VEXLA"),
    ],
)
def test_initials_and_surnames_in_capitals_are_no_acronyms(text: str, value: str) -> None:
    assert stays_hidden(text, value, "PERSON")


@pytest.mark.parametrize(
    "text",
    [
        "Nkiru Light took 14 points",
        "Goal: Nkiru Light (9 points)",
        "a font by Nkiru Light",
        "Nkiru Light's font is bold",
    ],
)
def test_a_person_with_the_name_of_a_typeface_stays_hidden(text: str) -> None:
    assert stays_hidden(text, "Nkiru Light", "PERSON")


@pytest.mark.parametrize("value", ["4 oak road, derby", "inmate 447192"])
def test_a_number_in_lower_case_writing_is_more_than_words(value: str) -> None:
    assert stays_hidden(f"Hi Mrs Obi, It Is {value} now.", value, "ADDRESS")


def test_a_unit_where_somebody_lives_is_no_part_of_a_document() -> None:
    assert stays_hidden("She lives in Unit 5 of it.", "Unit 5", "LOCATION")
    assert not stays_hidden("It is taught in Unit 5 of it.", "Unit 5", "LOCATION")


@pytest.mark.parametrize("value", ["ife_quorra", "jane_roe", "mc_okonkwo", "sven_aalbers", "QuorraIfe", "DeShawnPell"])
def test_a_user_name_made_of_names_is_no_identifier(value: str) -> None:
    assert stays_hidden(f"the session of {value} closed", value, "USERNAME")


@pytest.mark.parametrize("value", ["proxy_pass", "max_price", "GitLens", "LedgerNote"])
def test_an_identifier_is_no_user_name(value: str) -> None:
    assert not stays_hidden(f"the field {value} is read", value, "USERNAME")


def test_the_unit_of_an_address_is_no_part_of_a_document() -> None:
    assert stays_hidden("Deliver to Unit 12 Harbour Mills, Bristol.", "Unit 12 Harbour Mills, Bristol", "LOCATION")


def test_an_outward_postcode_is_no_code() -> None:
    assert stays_hidden("She lives in SW19 now.", "SW19", "LOCATION")
    assert not stays_hidden("It is written in ES2015 now.", "ES2015", "LOCATION")


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("His card number of 501864667909 was declined.", "501864667909"),
        ("with an account of 4471920 at the bank", "4471920"),
        ("long accountNumber = 4471920188;", "4471920188"),
        ("Personnummer 19850412-2384", "19850412-2384"),
        ("personal identity number 20050412-1203", "20050412-1203"),
        ("Swedish ID 198504122384 was given.", "198504122384"),
        ("number 19850412-2384", "19850412-2384"),
        ("AHV-Nr. 756.1234.5678.97", "756.1234.5678.97"),
        ("RG 12.345.678-9", "12.345.678"),
        ("He showed his ID, KB447193.", "KB447193"),
        ("Insurance policy item QX4471920 is hers.", "QX4471920"),
        ("Ruf mich an: 0151.5550142", "0151.5550142"),
        ("4471 is my PIN.", "4471"),
    ],
)
def test_a_number_that_is_claimed_for_a_person_is_no_figure(text: str, value: str) -> None:
    assert stays_hidden(text, value, "NATIONAL_ID")


def test_a_claim_never_makes_a_quantity_personal() -> None:
    assert not stays_hidden("The phone has 512 GB; the card: 4,120 points.", "4,120", "NATIONAL_ID")
    assert not stays_hidden("serialVersionUID = 7526472295622776147L;", "7526472295622776147L", "NATIONAL_ID")


@pytest.mark.parametrize(
    "middle",
    [
        "third floor",
        "ground floor",
        "rear building",
        "opposite the church",
        "behind the school",
        "c/o",
        "dept. of law",
        "side door",
    ],
)
def test_an_address_takes_what_tells_its_door(middle: str) -> None:
    source = document(f"12 Elm Street, {middle}, Domsby")
    street, town = find(source, "12 Elm Street", label="ADDRESS"), find(source, "Domsby", label="LOCATION")
    assert source.text in [f.fragments[0].of(source.text) for f in adjoin([street, town], source.text)]


@pytest.mark.parametrize("text", ["driver 192.0.2.44 logged in", "the update 192.0.2.15"])
def test_an_address_behind_a_word_of_versions_is_found(text: str) -> None:
    assert [s.label for s in network_addresses(text)] == ["IP_ADDRESS"]


def test_an_address_takes_no_clause() -> None:
    source = document("12 Elm Street, which is long, Domsby")
    street, town = find(source, "12 Elm Street", label="ADDRESS"), find(source, "Domsby", label="LOCATION")
    assert adjoin([street, town], source.text) == (street, town)
