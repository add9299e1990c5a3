"""What speaks against a model's guess, kind by kind, and the like of it that stays hidden."""

import pytest

from docveil.detect.context import weigh_context
from docveil.model.findings import Finding
from docveil.model.ranges import SourceRange
from docveil.views import build_views
from tests.support import document, table


def stays_hidden(text: str, value: str, label: str, detector: str = "rampart", *more: str) -> bool:
    """Whether a guess at the last place of `value` stands, with the same guess by `more` detectors."""
    source = document(text)
    start = text.rindex(value)
    places = (SourceRange(start, start + len(value)),)
    guesses = [Finding(places, label, 0.9, name) for name in (detector, *more)]
    return guesses[0] in weigh_context(guesses, build_views(source))


@pytest.mark.parametrize(
    ("text", "value", "label"),
    [
        ("Revenue rose from 4,120 to 4,200 thousand.", "4,200", "ADDRESS"),
        ("It held (67,250) at the end.", "67,250", "DRIVER_LICENSE"),
        ("The mean was 33.25 in all.", "33.25", "TAX_ID"),
        ("memory 2147483648 bytes were asked for", "2147483648", "BANK_ACCOUNT"),
        ("a disk of 512 GB", "512 GB", "LOCATION"),
        ("It costs $1250000 a year.", "1250000", "ROUTING_NUMBER"),
        ("The API is at v1.27 now.", "v1.27", "LOCATION"),
        ("Version 10.0.22631.3296 installs it.", "22631.3296", "TAX_ID"),
        ("the image of 20240115-1403 boots", "20240115", "PHONE_NUMBER"),
        (
            "fixed in commit 9fceb02d0ae598e95dc970b74767f19372d61af8.",
            "9fceb02d0ae598e95dc970b74767f19372d61af8",
            "TAX_ID",
        ),
        ("serialVersionUID = 7526472295622776147L;", "7526472295622776147L", "TAX_ID"),
        ("Part 7310-0042-B is on the shelf.", "7310-0042-B", "NATIONAL_ID"),
        ("serial range 7041000 to 7049999 needs it", "7049999", "NATIONAL_ID"),
        ("CVE-2024-30941 is fixed.", "2024-30941", "DRIVER_LICENSE"),
        ("of 1180 runs 1172 passed", "1172", "TAX_ID"),
        ("sizes 86-91 and 96-101", "96-101", "PHONE_NUMBER"),
    ],
)
def test_what_is_written_as_a_figure_is_no_ones_number(text: str, value: str, label: str) -> None:
    assert not stays_hidden(text, value, label)


@pytest.mark.parametrize(
    ("text", "value", "label"),
    [
        ("What is the limit for card 501864667909?", "501864667909", "NATIONAL_ID"),
        ("They're not answering at 71-33-52-22", "71", "PHONE_NUMBER"),
        ("The last four digits are 1120.", "1120", "US_SSN"),
        ("my zip code is 610", "610", "TAX_ID"),
        ("416 60 039 office", "039", "TAX_ID"),
        ("Call me on extension 4471.", "4471", "PHONE_NUMBER"),
        ("Please send it to 48 Juniper Lane.", "48", "ADDRESS"),
    ],
)
def test_a_number_with_a_reason_stays_hidden(text: str, value: str, label: str) -> None:
    assert stays_hidden(text, value, label)


def test_figures_in_a_table_stay_and_a_number_under_its_header_does_not() -> None:
    source = document(*table(("Quarter", "Plan", "PIN"), ("Q1", "400", "5001")))
    places = {value: source.text.index(value) for value in ("400", "5001")}
    guesses = [
        Finding((SourceRange(at, at + len(value)),), "DRIVER_LICENSE", 0.99, "rampart") for value, at in places.items()
    ]
    assert weigh_context(guesses, build_views(source)) == (guesses[1],)


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("A docu-\nment is read.", "docu"),
        ("A docu-\nment is read.", "ment"),
        ("the reser-\n  voirs are full", "reser"),
        ("Commit-\ntee members met.", "tee"),
    ],
)
def test_half_of_a_broken_word_is_no_place(text: str, value: str) -> None:
    assert not stays_hidden(text, value, "LOCATION", "spacy.gpe", "rampart")


@pytest.mark.parametrize(
    ("text", "value"), [("by Christopher Wil-\nliamson today", "Wil"), ("in Lind-\nqvist", "Lind")]
)
def test_half_of_a_broken_name_stays_hidden(text: str, value: str) -> None:
    assert stays_hidden(text, value, "PERSON")


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ('the pledgor named there (the "Pledgor"). Pledgor shall pay.', "Pledgor"),
        ('(each, an "Obligor" or "Obligors")', "Obligor"),
        ('"Wharf Rights" means all rights. Wharf Rights end.', "Wharf Rights"),
        ("No Guarantor may assign, and any Licensee may not.", "Licensee"),
        ("See Annex III, Paragraph 2(b).", "Annex III"),
        ("named in Schedule 1", "Schedule"),
        ("in accordance with article L. 631", "L"),
        ("The F1 of the method", "F1"),
        ("add the GitLens extension", "GitLens"),
        ("returns a LedgerNote for each", "LedgerNote"),
        ("location / { proxy_pass http: }", "proxy_pass"),
        ("Boots Self-Locking nuts; the self-locking kind", "Self-Locking"),
        ("written to out.json again", "json"),
        ("Set the heading in the font Garamond Bold now", "Garamond Bold"),
        ("typeset in Calibri Light at 11 points", "Calibri"),
        ("We train it with OTSL and compare it with the others; then OTSL wins by far.", "OTSL"),
    ],
)
def test_a_term_is_no_person(text: str, value: str) -> None:
    assert not stays_hidden(text, value, "PERSON")


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ('Adaeze Okonkwo ("Okonkwo") signed. Okonkwo left.', "Okonkwo"),
        ("the Lindqvist report", "Lindqvist"),
        ("said Brand, and left", "Brand"),
        ("OKONKWO came, and later OKONKWO left again with all the others.", "OKONKWO"),
        ("anyway voldemort calls you two faced", "voldemort"),
        ("we met McDonald there", "McDonald"),
        ("a photo by GraceHill", "GraceHill"),
        ("a photo by MarkHenderson today", "MarkHenderson"),
        (
            "The caller was R\u200bo\u200bs\u200be F\u200bi\u200be\u200bl\u200bd.",
            "R\u200bo\u200bs\u200be F\u200bi\u200be\u200bl\u200bd",
        ),
        ("a font drawn by Mara Black last year", "Mara Black"),
    ],
)
def test_a_name_used_like_a_term_stays_hidden(text: str, value: str) -> None:
    assert stays_hidden(text, value, "PERSON")


@pytest.mark.parametrize("value", ["Waist", "Shaft"])
def test_an_ordinary_word_alone_in_a_cell_needs_two_witnesses(value: str) -> None:
    source = document(*table(("Size", value), ("S", "71")))
    place = (SourceRange(5, 5 + len(value)),)
    guess, other = Finding(place, "PERSON", 0.9, "rampart"), Finding(place, "PERSON", 0.9, "spacy.person")
    assert weigh_context([guess], build_views(source)) == ()
    assert set(weigh_context([guess, other], build_views(source))) == {guess, other}


def test_the_law_that_a_company_is_of_is_no_place() -> None:
    for text in ("Wexbury LLC, a Delaware limited liability company", "Quorra Inc., a Delaware corporation (the"):
        assert not stays_hidden(text, "Delaware", "LOCATION", "rampart", "spacy.gpe")
    for text in ("a company in Delaware", "a Delaware resident", "She left Delaware. A corporation"):
        assert stays_hidden(text, "Delaware", "LOCATION")


@pytest.mark.parametrize(
    "text", ["They fought in the Battle of Wexbury.", "after the Siege of Wexbury", "by the Treaty of Wexbury,"]
)
def test_the_place_in_the_name_of_an_event_is_no_place_of_anybody(text: str) -> None:
    assert not stays_hidden(text, "Wexbury", "LOCATION", "rampart", "spacy.gpe")
    assert stays_hidden(f"{text} She lives in Wexbury", "Wexbury", "LOCATION")
    assert stays_hidden(text, "Wexbury", "PERSON", "rampart", "spacy.person")


_DEFINITIONS = '(the "Lender"), (the "Notes") and (the "Maturity Date"). '


@pytest.mark.parametrize(
    ("text", "value", "label"),
    [
        (f"{_DEFINITIONS}No one enters the Premises at night.", "Premises", "LOCATION"),
        (f"{_DEFINITIONS}Such Liability is no one's; Liability ends.", "Liability", "PERSON"),
        ("On Armistice Day they met.", "Armistice Day", "PERSON"),
        ("He won the Brinnley Trophy twice.", "Brinnley Trophy", "LOCATION"),
        ("A Quorra Prize was given.", "Quorra Prize", "PERSON"),
    ],
)
def test_a_term_or_an_event_needs_two_witnesses(text: str, value: str, label: str) -> None:
    assert not stays_hidden(text, value, label)
    assert stays_hidden(text, value, label, "rampart", "spacy.person")


@pytest.mark.parametrize(
    ("text", "value", "label"),
    [
        ("No one enters the Premises at night.", "Premises", "LOCATION"),
        (f"{_DEFINITIONS}It was signed by Adaeze Brand.", "Adaeze Brand", "PERSON"),
        (f"{_DEFINITIONS}It was signed in Wexbury.", "Wexbury", "LOCATION"),
        (f"{_DEFINITIONS}It was signed by Grant.", "Grant", "PERSON"),
        (f"{_DEFINITIONS}The tenant lives in Mold.", "Mold", "LOCATION"),
        (f"{_DEFINITIONS}The Notice ends; witnessed by Mr Notice.", "Notice", "PERSON"),
        ("Patient Oluwaseun Day was seen.", "Oluwaseun Day", "PERSON"),
        ("By: Priyanka Day", "Priyanka Day", "PERSON"),
        ("Our tenant is Jan-Piet Day now.", "Jan-Piet Day", "PERSON"),
        ("I grew up in Fort Day there.", "Fort Day", "LOCATION"),
        ("Our office is in Port Cup now.", "Port Cup", "LOCATION"),
        ("I live at 4 Armistice Day now.", "4 Armistice Day", "ADDRESS"),
        ("They met Doris Day there.", "Doris Day", "PERSON"),
        ("They flew to Chicago, then got chicago pictures.", "chicago", "LOCATION"),
        ("Estonia? No, in estonia tomorrow", "estonia", "LOCATION"),
    ],
)
def test_a_name_like_a_term_or_an_event_stays_hidden(text: str, value: str, label: str) -> None:
    assert stays_hidden(text, value, label)


def test_a_street_in_the_name_of_a_body_is_a_part_of_it() -> None:
    text = "Harbour Street Advice Centre \u00b7 Case file"
    place, body = (SourceRange(0, 21),), (SourceRange(0, 28),)
    found = [Finding(place, "ADDRESS", 0.99, "rampart"), Finding(body, "ORGANIZATION", 0.7, "spacy.fac")]
    found.append(Finding((SourceRange(0, 35),), "LOCATION", 0.9, "judge"))
    assert weigh_context(found, build_views(document(text))) == (found[1],)
