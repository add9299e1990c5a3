import pytest

from docveil.detect.geography import GeographyReader
from docveil.detect.tidy import is_handle, is_model_number, tidy_person, tidy_place


@pytest.mark.parametrize(
    ("found", "name"),
    [
        ("Leiva flew", "Leiva"),
        ("Stanislaw Baranowski (1806-1843", "Stanislaw Baranowski"),
        ("During Okonkwo", "Okonkwo"),
        ("Adaeze Okonkwo's", "Adaeze Okonkwo"),
        ("Jan van der Berg", "Jan van der Berg"),
        ("Anna Josefsen\nAddress", "Anna Josefsen"),
        ("P-38 Lightning", None),
        ("mandolin coda", None),
    ],
)
def test_a_name_ends_where_names_end(found: str, name: str | None) -> None:
    text = f"It was {found} in the Report of May."
    span = tidy_person(text, 7, 7 + len(found))
    assert (span and text[slice(*span)]) == name or (name is None and span and text[slice(*span)] == "P")


def test_lower_case_writing_keeps_its_lower_case_names() -> None:
    assert tidy_person("my name is adaeze okonkwo", 11, 25) == (11, 25)


@pytest.mark.parametrize(
    ("found", "place"), [("the Netherlands", "Netherlands"), ("Lagos's", "Lagos"), ("F-94 Starfire", None)]
)
def test_a_place_is_its_name_only(found: str, place: str | None) -> None:
    span = tidy_place(f"Over {found} again", 5, 5 + len(found))
    assert (span and f"Over {found} again"[slice(*span)]) == place


def test_handles_are_told_from_names() -> None:
    assert all(map(is_handle, ("GeorgeDobell1", "shaune_mj", "dannysimpson12", "MarkIHenderson")))
    assert not any(map(is_handle, ("McDonald", "Okonkwo", "DeVries", "O'Neill")))


def test_places_are_found_by_list_and_by_kind() -> None:
    text = "From CANADA to Aabenraa County, then the United States; a polish for the Polish crew."
    found = {(text[s.start : s.end], s.label) for s in GeographyReader().read((text,))[0]}
    assert {
        ("CANADA", "LOCATION"),
        ("Aabenraa County", "LOCATION"),
        ("United States", "LOCATION"),
        ("Polish", "NRP"),
    } == found


@pytest.mark.parametrize(
    ("text", "is_one"), [("WH-1000XM4", True), ("XR-7", True), ("OKONKWO-1", False), ("WH - 10", False)]
)
def test_letters_before_the_number_of_a_product(text: str, is_one: bool) -> None:
    assert is_model_number(f"Model {text}", 6, 6 + len(text.split("-", maxsplit=1)[0].strip())) is is_one


@pytest.mark.parametrize(
    "place", ["Rhine", "Pyrenees", "Bavaria", "North Sea", "Middle East", "Soviet Union", "flanders"]
)
def test_landscapes_are_known_by_name(place: str) -> None:
    text = f"all along the {place} that year"
    assert (14, 14 + len(place)) in {(s.start, s.end) for s in GeographyReader().read((text,))[0]}
