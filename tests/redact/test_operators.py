"""Every operator on the same text; keys; text that looks like a replacement."""

import re
from pathlib import Path

import pytest

from docveil.detect.forms import compact
from docveil.errors import CleaningFailed, UsageError
from docveil.model.edits import Edit, EditPlan
from docveil.model.findings import Finding
from docveil.model.ranges import SourceRange
from docveil.redact.entities import link, parse_name
from docveil.redact.keys import Key, load_key
from docveil.redact.mentions import mentions_of
from docveil.redact.operators import Pseudonym, parse_operator
from docveil.redact.policy import Policy
from docveil.redact.reversal import Reversal
from docveil.redact.tokens import TOKEN, check_told_apart
from tests.redact.support import KEY, OTHER, cleaned, everywhere, plan_with
from tests.support import document

TEXT = "Mara Lindqvist paid 4929 1234 5678 9012; Ms Lindqvist left."
VALUES = {"PERSON": ["Mara Lindqvist", "Ms Lindqvist"], "CREDIT_CARD": ["4929 1234 5678 9012"]}


def under(operator: str, key: Key | None = None, text: str = TEXT) -> str:
    source = document(text)
    return cleaned(source, everywhere(source, **VALUES), operator, key)


@pytest.mark.parametrize(
    ("operator", "expected"),
    [
        ("placeholder", "<PERSON> paid <CREDIT_CARD>; <PERSON> left."),
        ("indexed", "<PERSON_1> paid <CREDIT_CARD_1>; <PERSON_1> left."),
        ("mask", "**** ********* paid **** **** **** ****; ** ********* left."),
        ("mask:4", "**** ********* paid **** **** **** 9012; ** ********* left."),
        ("remove", " paid ;  left."),
        ("keep", TEXT),
    ],
)
def test_operators_without_a_key(operator: str, expected: str) -> None:
    assert under(operator) == expected


@pytest.mark.parametrize(
    ("text", "left"),
    [
        ("078-05-Mara Lindqvist1120", "078-05- 1120"),
        ("555Mara Lindqvist0142", "555 0142"),
        ("jane.Mara Lindqvist@example.org", "jane. @example.org"),
        ("078\u00adMara Lindqvist\u00ad05", "078\u00ad \u00ad05"),
        ("07Mara LindqvistMara Lindqvist1120", "07  1120"),
        ("555 Mara Lindqvist-0142", "555 -0142"),
        ("Mara Lindqvist1120", "1120"),
    ],
    ids=["hyphen", "digits", "address", "invisible", "two in a row", "blank before", "at the start"],
)
def test_what_is_removed_does_not_join_its_neighbours(text: str, left: str) -> None:
    places = (SourceRange(*match.span()) for match in re.finditer("Mara Lindqvist", text))
    found = [Finding((place,), "PERSON", 1.0, "test") for place in places]
    assert cleaned(document(text), found, "remove") == left


def test_a_pseudonym_is_the_same_for_an_entity_and_under_a_key() -> None:
    first, other = under("pseudonym", KEY), under("pseudonym", OTHER)
    tokens = TOKEN.findall(first)
    assert tokens[0] == tokens[2] != tokens[1]
    assert re.fullmatch(r"<PERSON_[k-z]{16}>", tokens[0])
    assert not set(tokens) & set(TOKEN.findall(other))
    elsewhere = document("Then Lindqvist, Mara came.")
    found = everywhere(elsewhere, PERSON="Lindqvist, Mara")
    assert tokens[0] in cleaned(elsewhere, found, "pseudonym", KEY)


def test_a_hash_is_of_the_value_as_it_stands_there() -> None:
    words = under("hash", KEY).replace(";", "").split()
    assert words[0] != words[3]
    assert re.fullmatch(r"[k-z]{64}", words[0])
    upper = document("MARA LINDQVIST")
    assert cleaned(upper, everywhere(upper, PERSON="MARA LINDQVIST"), "hash", KEY) == words[0]


@pytest.mark.parametrize("operator", ["pseudonym", "hash"])
def test_a_keyed_operator_without_a_key_is_refused(operator: str) -> None:
    with pytest.raises(UsageError, match="needs a key"):
        under(operator)


@pytest.mark.parametrize("operator", ["", "redact", "mask:5", "mask:0", "mask:x", "mask:", "hash:4", "Indexed"])
def test_what_is_no_operator_is_refused(operator: str) -> None:
    with pytest.raises(UsageError, match="no operator"):
        parse_operator(operator)
    with pytest.raises(UsageError, match="no operator"):
        Policy(operator=operator)


def test_a_short_value_shows_no_last_digits() -> None:
    source = document("PIN 123456")
    assert cleaned(source, everywhere(source, SECRET="123456"), "mask:4") == "PIN ******"


@pytest.mark.parametrize("size", [0, 15])
def test_a_short_key_is_refused(tmp_path: Path, size: int) -> None:
    path = tmp_path / "PRIVATE-Okonkwo.key"
    path.write_bytes(b"k" * size + b"\n")
    with pytest.raises(UsageError, match="16") as caught:
        load_key(path)
    assert "Okonkwo" not in str(caught.value)


def test_a_missing_key_file_is_refused_without_its_name(tmp_path: Path) -> None:
    with pytest.raises(UsageError) as caught:
        load_key(tmp_path / "PRIVATE-Okonkwo.key")
    assert "Okonkwo" not in str(caught.value)


def test_a_key_shows_only_its_fingerprint() -> None:
    assert "invented" not in repr(KEY)
    assert KEY.fingerprint != OTHER.fingerprint
    assert len(KEY.fingerprint) == 8


def test_the_line_end_of_a_key_file_is_not_part_of_the_key(tmp_path: Path) -> None:
    path = tmp_path / "key"
    path.write_bytes(KEY.secret + b"\n")
    assert load_key(path).secret == KEY.secret


@pytest.mark.parametrize(
    "literal", ["<PERSON_1>", "<PERSON>", "<person>", "<PER\u00adSON_1>", "<PERSON~>", "< PERSON >"]
)
@pytest.mark.parametrize("operator", ["placeholder", "indexed"])
def test_text_that_looks_like_a_replacement_stays_and_is_told_apart(literal: str, operator: str) -> None:
    text = f"{literal} [REDACTED] \\1 \\g<0> {TEXT}"
    result = under(operator, text=text)
    assert result.startswith(f"{literal} [REDACTED] \\1 \\g<0> ")
    added = TOKEN.findall(result.removeprefix(f"{literal} "))
    assert len(added) == 3
    assert literal.upper() not in added
    assert "\u00ad" in literal or not [t for t in added if t in text.upper()]


def test_an_edit_that_completes_a_token_is_refused() -> None:
    text = "<PERSxxON> Mara"
    edits = (Edit(SourceRange(5, 7), "", "TERM"), Edit(SourceRange(11, 15), "<PERSON>", "PERSON"))
    plan = EditPlan(edits, len(text))
    with pytest.raises(CleaningFailed, match="told"):
        check_told_apart(plan, lambda: plan.apply(text))


def test_nothing_private_shows_its_value_in_its_repr() -> None:
    source = document(TEXT)
    found = everywhere(source, **VALUES)
    mentions = mentions_of(source, found)
    plan = plan_with(source, found, "synthetic")
    policy = Policy(deny=("Lindqvist",), allow=("Lindqvist",))
    reversal = Reversal.of(source.text, plan)
    name = parse_name("Mara Lindqvist", compact)
    for private in (
        mentions,
        link(mentions, compact),
        plan,
        plan.edits,
        policy,
        reversal,
        name,
        KEY,
        Pseudonym({}, KEY),
    ):
        shown = repr(private).lower()
        assert "lindqvist" not in shown
        assert "mara" not in shown
        assert "invented" not in shown


def test_keep_by_operator_is_keep_by_policy() -> None:
    policy = Policy(operators=(("DATE_TIME", "keep"),))
    assert not policy.hides_label("DATE_TIME")
    assert policy.hides_label("PERSON")
    assert Policy(operator="keep").hides_label("TERM")
    assert Policy(operator="keep").operator_of("TERM") == "placeholder"
