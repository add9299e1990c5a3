"""Labels against guesses, and findings that run over the rows of a table."""

import pytest

from docveil.detect.adjoin import adjoin
from docveil.detect.context import cut_at, cut_numbers_at, weigh_context
from docveil.model.findings import Finding
from docveil.model.ranges import SourceRange
from docveil.views import build_views, cell_ends, row_ends
from tests.support import document, find, table


def test_a_finding_over_a_row_end_is_cut_there() -> None:
    source = document(*table(("Name", "Phone"), ("Adaeze", "5550142")))
    start = source.text.index("Phone")
    over = Finding((SourceRange(start, start + len("Phone\nAdaeze")),), "PERSON", 0.9, "spacy.person")
    parts = [[f.of(source.text) for f in x.fragments] for x in cut_at([over], row_ends(source))]
    assert parts == [["Phone"], ["Adaeze"]]


def test_a_finding_over_cells_of_one_row_is_left() -> None:
    source = document(*table(("Adaeze", "Okonkwo"), ("Tobiah", "Featherstone")))
    over = Finding((SourceRange(0, 14),), "PERSON", 0.9, "spacy.person")
    assert cut_at([over], row_ends(source)) == (over,)


@pytest.mark.parametrize("header", [("Phone", "Invoice no."), ("Invoice no.", "Phone")])
def test_a_number_that_runs_into_the_next_cell_hides_only_the_one_under_its_header(header: tuple[str, str]) -> None:
    source = document(*table(header, ("5550142", "4400199")))
    start = source.text.index("5550142")
    over = Finding((SourceRange(start, start + 15),), "PHONE_NUMBER", 0.9, "rules.phone")
    parts = cut_numbers_at([over], cell_ends(source), source.text)
    left = [f.of(source.text) for x in weigh_context(parts, build_views(source)) for f in x.fragments]
    assert left == ["5550142" if header[0] == "Phone" else "4400199"]


def test_a_part_of_a_number_without_a_digit_is_none() -> None:
    source = document(*table(("Item", "No"), ("paper", "4400187")))
    start = source.text.index("paper")
    over = Finding((SourceRange(start, start + 13),), "DRIVER_LICENSE", 0.9, "presidio.licence")
    parts = cut_numbers_at([over], cell_ends(source), source.text)
    assert [[f.of(source.text) for f in x.fragments] for x in parts] == [["4400187"]]


@pytest.mark.parametrize("label", ["Invoice no.", "Order", "Quantity", "Total", "Page", "Version"])
def test_a_guess_under_an_ordinary_header_falls(label: str) -> None:
    source = document(*table((label, "Phone"), ("7000412", "5550142")))
    guesses = [find(source, value, label="NATIONAL_ID") for value in ("7000412", "5550142")]
    rampart = [Finding(g.fragments, g.label, 0.99, "rampart") for g in guesses]
    assert weigh_context(rampart, build_views(source)) == (rampart[1],)


def test_what_proves_itself_stands_under_any_header() -> None:
    source = document(*table(("Invoice no.",), ("4111111111111111",)))
    proven = find(source, "4111111111111111", label="CREDIT_CARD")
    card = Finding(proven.fragments, "CREDIT_CARD", 1.0, "presidio.credit_card")
    assert weigh_context([card], build_views(source)) == (card,)


@pytest.mark.parametrize("word", ["Phone", "Last name", "Date"])
def test_a_form_word_alone_is_no_name(word: str) -> None:
    source = document(word)
    guess = Finding((SourceRange(0, len(word)),), "PERSON", 0.99, "rampart")
    assert weigh_context([guess], build_views(source)) == ()


def test_an_address_takes_the_unit_between_street_and_town() -> None:
    source = document("at 12 Elm Road, Suite 282\n Domsby today. Page 3 of 9")
    street, town = find(source, "12 Elm Road", label="ADDRESS"), find(source, "Domsby", label="LOCATION")
    added = adjoin([street, town], source.text)[2:]
    assert "12 Elm Road, Suite 282\n Domsby" in [f.fragments[0].of(source.text) for f in added]


def test_an_address_never_grows_over_a_blank_line_or_a_tab() -> None:
    source = document("Page 1 of 3", "Elm Road", "Domsby")
    street, town = find(source, "Elm Road", label="ADDRESS"), find(source, "Domsby", label="LOCATION")
    assert adjoin([street, town], source.text) == (street, town)


@pytest.mark.parametrize(
    ("text", "part", "whole"),
    [
        ("Account 1234 5678 9012 3456 is", "5678 9012", "1234 5678 9012 3456"),
        ("Policy 123-456-789 of", "123", "123-456-789"),
        ("held at 12345 67890 12345 now", "67890", "12345 67890 12345"),
        ("Account 1234 5678 90 is", "5678", "5678"),
        ("units 400 5000 600 of", "5000", "5000"),
        ("rows 1.234 5678 9012 of", "5678", "5678"),
    ],
)
def test_a_number_in_groups_of_one_size_is_found_whole(text: str, part: str, whole: str) -> None:
    start = text.index(part)
    found = Finding((SourceRange(start, start + len(part)),), "BANK_ACCOUNT", 0.6, "rampart")
    assert [fragment.of(text) for fragment in adjoin([found], text)[-1].fragments] == [whole]
