"""What bears a name and is no person or place; and what looks like it and is one."""

import pytest

from docveil.detect.labels import LOCATION, PERSON
from docveil.detect.terms import Terms
from docveil.model.ranges import SourceRange


def _is_term(source: str, name: str, label: str = PERSON) -> bool:
    start = source.index(name)
    return Terms(source).cover(label, (SourceRange(start, start + len(name)),))


@pytest.mark.parametrize(
    ("text", "name"),
    [
        ("HMS Quorrel was an 18-gun sloop.", "Quorrel"),
        ("In 1810 the flagship Oduyane, a gift of the town, was lost.", "Oduyane"),
        ("The MS Velmora sailed at noon.", "Velmora"),
        ("The spacecraft Zorvan, now silent, is in orbit.", "Zorvan"),
        ("The Okwanta paradox concerns names in novels.", "Okwanta"),
        ("A proof of the Velmora theorem is known.", "Velmora"),
        ("He played the Quorrel Variation, and lost.", "Quorrel"),
        ("Crohn's disease is rare.", "Crohn"),
        ("Hodgkin\u2019s disease is rare.", "Hodgkin"),
        ("The ORP Velmora was launched at the yard.", "Velmora"),
        ("The frigate Quorrel was sunk in a gale.", "Quorrel"),
        ("served on the frigate Quorrel until 1801", "Quorrel"),
    ],
)
def test_a_thing_that_bears_a_name_is_no_person_and_no_place(text: str, name: str) -> None:
    assert _is_term(text, name)
    assert _is_term(text, name, LOCATION)


@pytest.mark.parametrize(
    ("text", "name"),
    [
        # She is mentioned by the same name elsewhere.
        ("The Okwanta paradox is named after Funmi Okwanta.", "Okwanta"),
        ("Okwanta was born in 1931. The Okwanta theorem is hers.", "Okwanta"),
        # What the person does stands behind.
        ("The ferry Quorrel boarded was late.", "Quorrel"),
        ("The frigate Jane boarded was late.", "Jane"),
        ("MS QUORREL was seen on Monday.", "QUORREL"),
        ("MS Jane Quorrel was seen on Monday.", "Jane Quorrel"),
        # What they suffer from, wrote or drew, or share out.
        ("Okwanta's disease was diagnosed in March; she will be off work.", "Okwanta"),
        ("Since the fall, Quorrel\u2019s syndrome is worse.", "Quorrel"),
        ("Velmora's algorithm is wrong; ask her.", "Velmora"),
        ("We complained about Okwanta's distribution of the money.", "Okwanta"),
        # Known for their things, and surnames of many.
        ("Newton's algorithm is wrong; ask him.", "Newton"),
        ("Wilson's disease was diagnosed in May.", "Wilson"),
        ("Turner\u2019s graphs are neat.", "Turner"),
        # A postscript, a message, an office, a sergeant.
        ("Love, Mum. PS Quorrel was born on Tuesday.", "Quorrel"),
        ("Please SMS Quorrel when you are there.", "Quorrel"),
        ("The INS Velmora hearing was moved.", "Velmora"),
        ("PS Okwanta (badge 1412) took my statement.", "Okwanta"),
        # Who was there.
        ("On the submarine Quorrel met his wife's father.", "Quorrel"),
        ("Aboard the frigate Velmora kept a diary.", "Velmora"),
        ("In the gunboat Okwanta was the youngest.", "Okwanta"),
        ("After the war on the minesweeper Quorrel could not sleep.", "Quorrel"),
        ("The destroyer Velmora built in his shed won a prize.", "Velmora"),
        ("Mary disease is no disease.", "Mary"),
        ("Quorrel has a disease of the skin.", "Quorrel"),
    ],
)
def test_a_person_beside_a_thing_stays_one(text: str, name: str) -> None:
    assert not _is_term(text, name)


def test_many_eponyms_are_looked_up_once() -> None:
    """Each looks through the whole text; twenty thousand would take minutes."""
    terms = Terms("the Velmora theorem, " * 20_000)
    assert all(terms.cover(PERSON, (SourceRange(at * 21 + 4, at * 21 + 11),)) for at in range(20_000))


@pytest.mark.parametrize(
    ("text", "name", "is_event"),
    [
        ("during the Bangladesh Liberation War, in April", "Bangladesh", True),
        ("won the 1974 Norway Championship there", "Norway", True),
        ("the Silesia Plebiscites of 1920", "Silesia", True),
        ("After the Velmora Accords, as mum calls them, dad moved out.", "Velmora", False),
        ("Pills at nine: the Okwanta Protocol.", "Okwanta", False),
        ("lives in a Velmora corporation house", "Velmora", False),
        ("lives in a Delaware corporation house", "Delaware", False),
        ("He went to Velmora. War came.", "Velmora", False),
        ("the Velmora War Memorial stands there", "Velmora", False),
        ("at home in Velmora Crisis Centre", "Velmora", False),
    ],
)
def test_a_place_in_the_name_of_a_war_or_a_title_is_nobodys(text: str, name: str, is_event: bool) -> None:
    assert _is_term(text, name, LOCATION) == is_event


def _is_ordinary(source: str, name: str, label: str = PERSON) -> bool:
    start = source.index(name)
    return Terms(source).are_ordinary(label, (SourceRange(start, start + len(name)),))


@pytest.mark.parametrize(
    ("text", "name"),
    [
        ('a holiday song called "Velmor Through the Back Door" in May', "Velmor"),
        ('Two tracks, "Fortification" and "Quorrel", are here', "Quorrel"),
        ("the single \u201cSisters of Velmor\u201d sold well", "Velmor"),
        ("Aircraft: P-47 Thunderbolt, F-105 Thunderchief; bombers later", "Thunderchief"),
        ("the squadron flew the CH-53 Sea Stallion there", "Sea Stallion"),
    ],
)
def test_what_one_model_saw_in_a_title_or_a_type_is_nobody(text: str, name: str) -> None:
    assert _is_ordinary(text, name)


@pytest.mark.parametrize(
    ("text", "name"),
    [
        ('"I saw Velmor at the door," she said.', "Velmor"),
        ('He called her "Velmor" at home', "Velmor"),
        ("The song by Ada Velmor sold well", "Ada Velmor"),
        ('the song "Rain" by Velmor and "Sun"', "Velmor"),
        ("Seat F-12 Okwuosa, window", "Okwuosa"),
        ("Please board the aircraft: A-12 Velmor, A-14 Quorrel.", "Velmor"),
        ("Helicopter transfer, bed B-4 Hathersedge.", "Hathersedge"),
        ('The video shows "Auntie Velmor" being pushed.', "Velmor"),
        ('The track was laid by "Barnaby Quorrel", who sued.', "Barnaby Quorrel"),
        ('He covers for "Dolores Velmor" today.', "Dolores Velmor"),
        ('The single mother calls her baby "Quorrel".', "Quorrel"),
        ('"I hate that song," Quorrel said. "It is bad."', "Quorrel"),
        ('the film "Velmor", who was there', "Velmor"),
        ("The squadron of F-16 Garcia led", "Garcia"),
    ],
)
def test_a_person_near_a_title_or_a_number_stays(text: str, name: str) -> None:
    assert not _is_ordinary(text, name)
