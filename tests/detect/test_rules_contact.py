import pytest

from docveil.detect import labels as L
from docveil.detect.rules import RulesReader


def found(text: str) -> set[tuple[str, str]]:
    return {(text[s.start : s.end], s.label) for s in RulesReader().read((text,))[0]}


@pytest.mark.parametrize(
    ("text", "value", "label"),
    [
        ("ask bob@corp.internal today", "bob@corp.internal", L.EMAIL_ADDRESS),
        ("'o.brien@example.com'", "o.brien@example.com", L.EMAIL_ADDRESS),
        ("bob (at) example [dot] org", "bob (at) example [dot] org", L.EMAIL_ADDRESS),
        ("bob at example dot org", "bob at example dot org", L.EMAIL_ADDRESS),
        ("jörg@müller.example", "jörg@müller.example", L.EMAIL_ADDRESS),
        ("follow @adaeze_o today", "@adaeze_o", L.USERNAME),
        ("Username: bob77", "bob77", L.USERNAME),
        ("user=svc_ada logged in", "svc_ada", L.USERNAME),
        ("/home/adaeze/notes.txt", "adaeze", L.USERNAME),
        ("C:\\Users\\adaeze\\x", "adaeze", L.USERNAME),
        ("Phone: 5550142", "5550142", L.PHONE_NUMBER),
        ("call 555-0142", "555-0142", L.PHONE_NUMBER),
        ("(212) 555-0142", "(212) 555-0142", L.PHONE_NUMBER),
        ("+44 20 7946 0958", "+44 20 7946 0958", L.PHONE_NUMBER),
        ("Mobile 06 12 34 56 78", "06 12 34 56 78", L.PHONE_NUMBER),
        ("212-555-0142  212-555-0143", "212-555-0143", L.PHONE_NUMBER),
        ("Phone\n5550142\n5550143", "5550143", L.PHONE_NUMBER),
        ("see www.example.com/users/ada.", "www.example.com/users/ada", L.URL),
    ],
)
def test_is_found_whole(text: str, value: str, label: str) -> None:
    assert (value, label) in found(text)


@pytest.mark.parametrize("handle", ["@jane_roe said so", "ask @lru today", "@frozen_jane\nclass of 99"])
def test_a_handle_before_other_words_is_found(handle: str) -> None:
    assert any(label == L.USERNAME for _, label in found(handle))


def test_an_address_with_marks_and_words_mixed_is_found() -> None:
    assert ("jane_roe [AT] example DOT com", L.EMAIL_ADDRESS) in found("Write to jane_roe [AT] example DOT com today")


@pytest.mark.parametrize(
    ("text", "label"),
    [
        ("npm i lodash@4.17.21", L.EMAIL_ADDRESS),
        ("npm i foo@v1.2.beta", L.EMAIL_ADDRESS),
        ("we met at example.com", L.EMAIL_ADDRESS),
        ("@property", L.USERNAME),
        ("@param x the value", L.USERNAME),
        ("@Override public void", L.USERNAME),
        ("@lru\ndef load(name):", L.USERNAME),
        ("@Inject(0)\n  private final Cache cache;", L.USERNAME),
        ("@frozen class Edit:", L.USERNAME),
        ("user=none", L.USERNAME),
        ("Tel 0.965\n0.969", L.PHONE_NUMBER),
        ("Invoice number 212-555-0142", L.PHONE_NUMBER),
        ("Order number: 5550142", L.PHONE_NUMBER),
        ("Page 5550142", L.PHONE_NUMBER),
        ("Quantity: 5550142", L.PHONE_NUMBER),
        ("Invoice no.: 7000412", L.PHONE_NUMBER),
        ("2024-01-15 10:30:00", L.PHONE_NUMBER),
        ("1234567890", L.PHONE_NUMBER),
    ],
)
def test_ordinary_text_stays(text: str, label: str) -> None:
    assert label not in {name for _, name in found(text)}


@pytest.mark.parametrize(
    ("text", "personal"),
    [
        ("https://example.com/docs/page", False),
        ("https://bob:pw@example.org/", True),
        ("https://example.com/?q=ada@example.org", True),
        ("https://example.com/users/ada", True),
    ],
)
def test_only_an_address_with_a_user_in_it_scores_high(text: str, personal: bool) -> None:
    scores = {s.score for s in RulesReader().read((text,))[0] if s.label == L.URL}
    assert scores
    assert (max(scores) > 0.5) is personal


def test_the_nearest_label_decides() -> None:
    numbers = {value for value, label in found("Phone: 555-0142, Invoice no.: 7000412") if label == L.PHONE_NUMBER}
    assert numbers == {"555-0142"}


def test_a_header_does_not_name_the_numbers_of_the_row_below() -> None:
    text = "Last name\tPhone\tInvoice no.\nOkonkwo\t2125550173\t7000412"
    assert "7000412" not in {value for value, _ in found(text)}
