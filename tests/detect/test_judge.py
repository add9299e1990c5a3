"""The second stage: what it takes away, what it adds, and that it looks at the whole document."""

import numpy as np
import pytest

from docveil.detect.evidence import ENTITIES, gather, over_document
from docveil.detect.judge import LEAST, SUFFICIENT, Judge, weigh
from docveil.detect.protocol import Span


def names_of(text: str, spans: list[Span], likely: list[tuple[float, float]]) -> set[tuple[str, str, str]]:
    words = gather(text, np.zeros((0, 5)), ()).words
    return {(text[s.start : s.end], s.label, s.source) for s in weigh(text, spans, words, np.array(likely))}


def test_words_that_are_no_names_fall_off_the_edges_of_a_span() -> None:
    text = "General Adaeze Okonkwo today"
    span = Span(0, len(text), "PERSON", 0.9, "rampart")
    low = (LEAST / 2, 0.0)
    between = ((LEAST + SUFFICIENT) / 2, 0.0)
    assert names_of(text, [span], [low, between, between, low]) == {("Adaeze Okonkwo", "PERSON", "rampart")}
    assert names_of(text, [span], [low] * 4) == set()


def test_likely_words_are_names_though_no_detector_said_so() -> None:
    text = "at Debden, England; Wren sat"
    likely = [(0.0, 0.0), (0.1, 0.8), (0.0, 0.9), (0.9, 0.0), (0.0, 0.0)]
    assert names_of(text, [], likely) == {("Debden, England", "LOCATION", "judge"), ("Wren", "PERSON", "judge")}


def test_numbers_and_groups_are_not_weighed() -> None:
    text = "Phone 555-0142"
    span = Span(6, 14, "PHONE_NUMBER", 0.8, "rampart")
    assert names_of(text, [span], [(0.0, 0.0)] * 3) == {("555-0142", "PHONE_NUMBER", "rampart")}


def test_what_a_company_is_falls_off_a_name() -> None:
    text = "by Wexbury Inc. for"
    likely = [(0.0, 0.0), (0.1, 0.8), (0.1, 0.6), (0.0, 0.0)]
    assert names_of(text, [Span(3, 14, "LOCATION", 0.6, "spacy.gpe")], likely) == {
        ("Wexbury", "LOCATION", "spacy.gpe"),
        ("Wexbury", "LOCATION", "judge"),
    }


def test_a_number_alone_is_no_name() -> None:
    assert names_of("Invoice no. 7000412", [], [(0.0, 0.0), (0.0, 0.0), (0.1, 0.8)]) == set()


def test_what_a_word_is_elsewhere_in_the_document_counts() -> None:
    lone = gather("Wrzes spoke", np.array([[0, 5, 0.02, 0.0, 0.0]]), ())
    sure = gather("Mr Wrzes left", np.array([[3, 8, 0.99, 0.0, 0.0]]), ((3, 8, "PERSON"),))
    (alone,) = over_document([lone])
    together, _ = over_document([lone, sure])
    columns = lone.rows.shape[1]
    assert (alone[0, :columns] == together[0, :columns]).all()
    assert together[0, columns + 1] > alone[0, columns + 1]


@pytest.mark.parametrize("text", ["", " ", "...", "\U0001f600", "\u200b", "a", "\u0130stanbul \u01c5 \ufb01 1"])
def test_any_text_has_evidence(text: str) -> None:
    evidence = gather(text, np.zeros((0, 5)), ())
    (likely,) = Judge.load().probabilities([evidence])
    assert len(likely) == len(evidence.words)
    assert ((likely >= 0) & (likely <= 1)).all()


def test_pieces_and_entities_count_for_the_words_that_they_stand_in() -> None:
    text = "Adaeze Okonkwo, Lagos"
    scores = np.array([[0, 3, 0.2, 0.0, 0.0], [3, 6, 0.7, 0.1, 0.0], [16, 21, 0.0, 0.9, 0.0]])
    rows = gather(text, scores, ((0, 14, "PERSON"), (16, 21, "GPE"))).rows
    person, place = rows[:, 0], rows[:, 1]
    assert person[0] > person[1] < place[2] > place[0]
    flags = rows[:, 3 : 3 + len(ENTITIES)]
    assert flags[:, ENTITIES.index("PERSON")].tolist() == [1, 1, 0]
    assert flags[:, ENTITIES.index("GPE")].tolist() == [0, 0, 1]


def test_the_word_between_two_names_is_of_neither() -> None:
    found = names_of("Velmen and Salkard", [], [(0.1, 0.4), (0.1, 0.4), (0.1, 0.4)])
    assert found == {("Velmen", "LOCATION", "judge"), ("Salkard", "LOCATION", "judge")}
