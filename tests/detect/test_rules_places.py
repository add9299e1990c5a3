import pytest

from docveil.detect import labels as L
from docveil.detect.rules import RulesReader


def found(text: str) -> set[tuple[str, str]]:
    return {(text[s.start : s.end], s.label) for s in RulesReader().read((text,))[0]}


@pytest.mark.parametrize(
    ("text", "value", "label"),
    [
        ("12 Elm Street, Springfield, IL 62704", "12 Elm Street, Springfield, IL 62704", L.ADDRESS),
        ("742 Evergreen Terrace, Apt 4B", "742 Evergreen Terrace, Apt 4B", L.ADDRESS),
        ("10 Example Street, London SW1A 2AA", "10 Example Street, London SW1A 2AA", L.ADDRESS),
        ("Hauptstraße 5, 10115 Berlin", "Hauptstraße 5, 10115 Berlin", L.ADDRESS),
        ("12 rue de la Paix, 75002 Paris", "12 rue de la Paix, 75002 Paris", L.ADDRESS),
        ("Calle Mayor 5, 28013 Madrid", "Calle Mayor 5, 28013 Madrid", L.ADDRESS),
        ("Via Roma 10, 00184 Roma", "Via Roma 10, 00184 Roma", L.ADDRESS),
        ("Keizersgracht 100, 1015 AA Amsterdam", "Keizersgracht 100, 1015 AA Amsterdam", L.ADDRESS),
        ("12 Collins Street, Melbourne VIC 3000", "12 Collins Street, Melbourne VIC 3000", L.ADDRESS),
        ("100 Queen Street West, Toronto, ON M5H 2N2", "100 Queen Street West, Toronto, ON M5H 2N2", L.ADDRESS),
        ("12, MG Road, Bengaluru 560001", "12, MG Road, Bengaluru 560001", L.ADDRESS),
        ("Flat 3, 12 Elm Road, Leeds LS2 9JT", "Flat 3, 12 Elm Road, Leeds LS2 9JT", L.ADDRESS),
        ("Unit 5/22 George Street, Sydney NSW 2000", "Unit 5/22 George Street, Sydney NSW 2000", L.ADDRESS),
        ("P.O. Box 1234", "P.O. Box 1234", L.ADDRESS),
        ("Postcode: 10115", "10115", L.ADDRESS),
        ("12 Hay Street, East Wexbury.\nIn the morning", "12 Hay Street, East Wexbury", L.ADDRESS),
        ("12 Hay Street, Wexbury. She left", "12 Hay Street, Wexbury", L.ADDRESS),
        ("12 Hay St. Neots Wexbury", "12 Hay St. Neots Wexbury", L.ADDRESS),
        ("5 Kings Parade. Reading in England", "5 Kings Parade. Reading", L.ADDRESS),
    ],
)
def test_is_found_whole(text: str, value: str, label: str) -> None:
    assert (value, label) in found(text)


@pytest.mark.parametrize(
    ("text", "label"),
    [
        ("3 Main Points", L.ADDRESS),
        ("sent via Email 5 times", L.ADDRESS),
        ("Chapter 12: Results", L.ADDRESS),
        ("10 kg of flour", L.ADDRESS),
        ("in 2024 the road was long", L.ADDRESS),
    ],
)
def test_ordinary_text_stays(text: str, label: str) -> None:
    assert label not in {name for _, name in found(text)}


@pytest.mark.parametrize(
    ("text", "place"),
    [
        ("booking my flight to barcelona monday", "barcelona"),
        ("fun in new york tonight", "new york"),
        ("back from ESTONIA", "ESTONIA"),
        ("they came to the uk this year", "uk"),
        ("a month in Reading", "Reading"),
    ],
)
def test_a_known_place_behind_a_preposition(text: str, place: str) -> None:
    assert (place, L.LOCATION) in found(text)


@pytest.mark.parametrize(
    "text", ["a rise in reading scores", "it came from the coast", "give it to us", "in store now", "from para 3"]
)
def test_an_ordinary_word_behind_a_preposition_is_no_place(text: str) -> None:
    assert not found(text)


@pytest.mark.parametrize(
    ("text", "place"),
    [
        ("I'm at Wexbury Gardens (12 Elm Rd, Quenby)", "Wexbury Gardens"),
        ("I 'm at Bowl 8's w/ Ann", "Bowl 8's"),
        ("Dinner with my son (@ Tarnholt Grill) http://t.example", "Tarnholt Grill"),
    ],
)
def test_where_somebody_says_to_be(text: str, place: str) -> None:
    assert (place, L.LOCATION) in found(text)


@pytest.mark.parametrize("text", ["I'm at work", "I'm at a loss (again)", "(@ home)", "i'm at Ann's"])
def test_what_names_no_place_is_no_check_in(text: str) -> None:
    assert not {label for _, label in found(text)} & {L.LOCATION}


@pytest.mark.parametrize(("text", "code"), [("made it back to GA. It", "GA"), ("snow in NJ tonight", "NJ")])
def test_a_state_alone_by_its_code(text: str, code: str) -> None:
    assert (code, L.LOCATION) in found(text)


@pytest.mark.parametrize(
    "text", ["in IN mode", "to WA7 and from NY-1", "in MI Software", "say HI to PA", "the GA release"]
)
def test_other_capitals_are_no_states(text: str) -> None:
    assert not [label for _, label in found(text) if label == L.LOCATION]


@pytest.mark.parametrize(
    "text", ["in the north-east of the county", "to the south-east", "in the northwest", "from the east"]
)
def test_a_direction_is_no_place(text: str) -> None:
    assert not found(text)
