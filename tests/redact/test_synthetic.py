"""Surrogates: same form, same entity, never a value of the source, never shared, only reserved ranges."""

import re
from datetime import date

import pytest
from hypothesis import given
from hypothesis import strategies as st
from stdnum import luhn
from stdnum.iso7064 import mod_97_10

from docveil.detect.forms import Haystack, compact
from docveil.detect.labels import LABELS
from docveil.model.findings import Finding
from docveil.model.ranges import SourceRange
from docveil.redact.keys import Key
from docveil.redact.synthetic.pools import family_names, gender_of, given_names
from docveil.redact.tokens import TOKEN
from tests.redact.support import KEY, OTHER, cleaned, everywhere
from tests.support import document

KEYS = [None, KEY, OTHER]


def surrogates(text: str, key: Key | None = KEY, **values: "list[str] | str") -> list[str]:
    """What stands in place of each value, in reading order."""
    source = document(text)
    found = sorted(everywhere(source, **values), key=lambda f: f.fragments)
    pattern, position = "", 0
    for finding in found:
        pattern += re.escape(source.text[position : finding.fragments[0].start]) + "(.+?)"
        position = finding.fragments[0].end
    match = re.fullmatch(
        pattern + re.escape(source.text[position:]), cleaned(source, found, "synthetic", key), re.DOTALL
    )
    assert match is not None
    return list(match.groups())


@pytest.mark.parametrize("key", KEYS)
def test_all_mentions_of_a_person_stay_one_person(key: Key | None) -> None:
    names = ["Ms Mara Lindqvist", "LINDQVIST, Mara", "M. Lindqvist", "Ms Lindqvist", "Mara"]
    new = surrogates(" | ".join(names), key, PERSON=names)
    given, family = new[0].split()[1:]
    assert new == [f"Ms {given} {family}", f"{family.upper()}, {given}", f"{given[0]}. {family}", f"Ms {family}", given]
    assert family in family_names()
    assert given in given_names("f")


def test_gender_follows_the_title_or_the_given_name() -> None:
    new = surrogates("Mr A. Okonkwo | Gareth Hill", PERSON=["Mr A. Okonkwo", "Gareth Hill"])
    assert gender_of(new[1].split()[0].casefold()) == "m"


@pytest.mark.parametrize("key", KEYS)
def test_a_card_number_is_a_test_number_or_fails_its_checksum(key: Key | None) -> None:
    cards = [f"4929 {n:04d} 5678 9012" for n in range(40)]
    new = surrogates(" | ".join(cards), key, CREDIT_CARD=cards)
    assert len(set(new)) == 40
    assert all(re.fullmatch(r"\d{4} \d{4} \d{4} \d{4}", n) for n in new)
    valid = {n.replace(" ", "") for n in new if luhn.is_valid(n.replace(" ", ""))}
    known = {"4242424242424242", "4111111111111111", "4012888888881881", "4000056655665556", "5555555555554444"}
    known |= {"5105105105105100", "2223003122003222", "6011111111111117", "6011000990139424", "3530111333300000"}
    assert valid <= known | {"3566002020360505"}


@pytest.mark.parametrize(
    ("number", "expected"),
    [
        ("(202) 555-7734", r"\(\d{3}\) 555-01\d\d"),
        ("202.867.5309", r"\d{3}\.555\.01\d\d"),
        ("+1 202 867 5309", r"\+1 \d{3} 555 01\d\d"),
        ("867-5309", r"555-01\d\d"),
        ("+44 20 7123 4567", r"\+44 (20 7946 0\d{3}|77 0090 0\d{3})"),
        ("07911 123456", r"07700 900\d{3}"),
        ("020 7123 4567", r"020 7946 0\d{3}|016 3296 0\d{3}"),
        ("01 42 68 53 00", r"01 99 00 \d\d \d\d|06 39 98 \d\d \d\d"),
        ("+33 1 42 68 53 00", r"\+33 1 99 00 \d\d \d\d|\+33 6 39 98 \d\d \d\d"),
        ("202-867-5309 ext. 42", r"\d{3}-555-01\d\d ext\. \d\d"),
        ("+999 123", r"<PHONE_NUMBER_1>"),
    ],
)
def test_a_telephone_number_is_reserved_for_fiction(number: str, expected: str) -> None:
    for key in KEYS:
        assert re.fullmatch(expected, surrogates(f"call {number} now", key, PHONE_NUMBER=number)[0])


@pytest.mark.parametrize(
    ("label", "value", "expected"),
    [
        ("EMAIL_ADDRESS", "mara.lindqvist7@corp.test", r"[a-z]+\.[a-z]+\d@example\.(com|net|org)"),
        ("URL", "https://www.lindqvist.test/mara/cv?x=1", r"https://www\.[a-z]+\.example\.(com|net|org)/[a-z]+/[a-z]+"),
        ("IP_ADDRESS", "10.1.2.3", r"(192\.0\.2|198\.51\.100|203\.0\.113)\.\d+"),
        ("IP_ADDRESS", "fe80::1ff:fe23:4567:890a", r"2001:db8:[0-9a-f:]+"),
        ("MAC_ADDRESS", "3c:22:fb:1a:2b:3d", r"00:00:5e:00:53:[0-9a-f]{2}"),
        ("US_SSN", "078-05-1120", r"9\d\d-00-\d{4}"),
        ("IBAN_CODE", "GB29 NWBK 6016 1331 9268 19", r"GB00 [A-Z]{4} \d{4} \d{4} \d{4} \d\d"),
        ("MEDICAL_RECORD", "MRN-88412", r"[A-Z]{3}-[1-9]\d{4}"),
        ("ADDRESS", "14 Harbour Lane, Bristol BS1 4ST", r"\d\d [A-Z][a-z]+ Lane, [A-Z][a-z]+ [A-Z]{2}\d \d[A-Z]{2}"),
        ("ADDRESS", "14 Harbour St\nPortland, OR 97201", r"\d\d [A-Z][a-z]+ St\n[A-Z][a-z]+, [A-Z]{2} \d{5}"),
        ("ORGANIZATION", "Kestrel Freight Ltd", r"[A-Z][a-z]+ [A-Z][a-z]+ Ltd"),
        ("AGE", "42", r"\d\d"),
        ("COORDINATES", "51.5, -0.1", r"<COORDINATES_1>"),
        ("NRP", "Swedish", r"<NRP_1>"),
        ("PERSON", "Mara \u0924\u093f", r"<PERSON_1>"),
    ],
)
def test_the_form_of_a_value_is_kept(label: str, value: str, expected: str) -> None:
    for key in KEYS:
        new = surrogates(f"it is {value} here", key, **{label: value})[0]
        assert re.fullmatch(expected, new), new
        assert compact(new) != compact(value)


def test_an_iban_has_no_valid_checksum() -> None:
    new = surrogates("x GB29 NWBK 6016 1331 9268 19 y", IBAN_CODE="GB29 NWBK 6016 1331 9268 19")[0].replace(" ", "")
    assert not mod_97_10.is_valid(new[4:] + new[:4])


@pytest.mark.parametrize("key", KEYS)
def test_dates_move_by_one_offset_and_keep_their_form(key: Key | None) -> None:
    values = ["3 March 1975", "2025-05-12", "12 May 2025", "June 1st, 2025", "15.06.2025", "Monday, 12 May 2025"]
    new = surrogates(" | ".join(values), key, DATE_TIME=values)
    iso = date.fromisoformat(new[1])
    months = "January February March April May June July August September October November December".split()
    day, month, year = new[0].split()
    born = date(int(year), months.index(month) + 1, int(day))
    assert iso - born == date(2025, 5, 12) - date(1975, 3, 3)
    assert iso.weekday() == 0
    assert new[2] == f"{iso.day} {months[iso.month - 1]} {iso.year}"
    assert new[5] == f"Monday, {new[2]}"
    assert re.fullmatch(r"[A-Z][a-z]+ \d{1,2}(st|nd|rd|th), \d{4}", new[3])
    assert date(*map(int, reversed(new[4].split(".")))) - iso == date(2025, 6, 15) - date(2025, 5, 12)


@pytest.mark.parametrize("value", ["last Tuesday", "31/31/2025", "the spring of 2024", "Monday"])
def test_what_is_no_plain_date_is_a_placeholder(value: str) -> None:
    assert surrogates(f"on {value} and", DATE_TIME=value) == ["<DATE_TIME_1>"]


def test_without_a_key_the_first_date_says_nothing() -> None:
    one = surrogates("on 3 March 1975 and", None, DATE_TIME="3 March 1975")
    other = surrogates("on 10 June 2019 and", None, DATE_TIME="10 June 2019")
    assert {text.split()[-1] for text in one + other} <= {"2000", "2001"}


def test_without_a_key_a_surrogate_does_not_depend_on_the_value() -> None:
    for label, one, other in (("AGE", "42", "57"), ("MEDICAL_RECORD", "MRN-88412", "ABC-13579"), ("AGE", "33", "71")):
        assert surrogates(f"is {one}.", None, **{label: one}) == surrogates(f"is {other}.", None, **{label: other})


def test_under_a_key_documents_share_surrogates_and_without_it_they_need_not() -> None:
    one = surrogates("Erik Berg, Mara Lindqvist", KEY, PERSON=["Erik Berg", "Mara Lindqvist"])
    two = surrogates("Mara Lindqvist alone", KEY, PERSON="Mara Lindqvist")
    assert one[1] == two[0]
    assert surrogates("Mara Lindqvist alone", OTHER, PERSON="Mara Lindqvist") != two


NAMES = st.lists(
    st.tuples(st.sampled_from(given_names("")), st.sampled_from(family_names())).map(" ".join),
    min_size=1,
    max_size=12,
    unique_by=lambda n: frozenset(n.casefold().split()),
)


@given(NAMES, st.sampled_from(KEYS))
def test_no_surrogate_is_a_source_value_and_none_is_shared(names: list[str], key: Key | None) -> None:
    """The names of the source come out of the surrogates' own lists, so that every clash that can happen does."""
    text = " | ".join(names)
    new = surrogates(text, key, PERSON=names)
    words = {w.casefold() for name in names for w in name.split()}
    for surrogate in new:
        assert words.isdisjoint(surrogate.casefold().split())
    assert len(set(new)) == len(names)
    haystack = Haystack(" | ".join(new))
    assert not [name for name in names if list(haystack.find(compact(name)))]


@pytest.mark.parametrize("name", ["Ada Judge", "Judge", "Don Hill", "Lord, Ada", "Hill-Lord, Judge"])
def test_a_name_that_is_a_title_elsewhere_does_not_stay(name: str) -> None:
    new = surrogates(f"by {name} today", PERSON=name)[0].casefold()
    assert not {"ada", "hill", "lord", "don", "judge"} & set(re.findall(r"\w+", new))


def test_where_everything_is_taken_a_placeholder_stands() -> None:
    everyone = " ".join((*family_names(), *given_names("")))
    assert surrogates(f"{everyone} | Mara Xq", PERSON="Mara Xq") == ["<PERSON_1>"]


VALUES = st.one_of(
    st.text(
        alphabet=st.one_of(st.sampled_from("aB9 -.,/:@+'()\n"), st.characters(codec="utf-8")), min_size=1, max_size=24
    ),
    st.from_regex(r"\A\d{1,4}[-/. ]\d{1,2}[-/. ]\d{1,4}\Z"),
    st.from_regex(r"\A\+?\(?\d{2,4}\)?[ .-]\d{2,4}[ .-]\d{2,5}( ext\.? \d{1,3})?\Z"),
    st.from_regex(r"\A[a-z]{1,8}[._]?[a-z0-9]{1,6}@[a-z]{2,9}\.test\Z"),
    st.from_regex(r"\Ahttps?://[a-z]{1,9}\.test(/[a-z0-9]{0,5}){0,3}\Z"),
    st.from_regex(r"\A[A-Z]{2}\d{2}( [A-Z0-9]{4}){2,6}\Z"),
)


@given(st.sampled_from(sorted(LABELS)), VALUES, st.sampled_from(KEYS))
def test_whatever_is_found_gets_a_surrogate_that_does_not_hold_it(label: str, value: str, key: Key | None) -> None:
    value = value.strip()
    if not value:
        return
    source = document(f"a | {value} | b")
    finding = Finding((SourceRange(4, 4 + len(value)),), label, 1.0, "test")
    new = cleaned(source, [finding], "synthetic", key).removeprefix("a | ").removesuffix(" | b")
    form = compact(value)
    assert form == "" or not list(Haystack(TOKEN.sub("\n", new)).find(form))
    assert cleaned(source, [finding], "synthetic", key).endswith(" | b")
