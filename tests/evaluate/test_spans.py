import json
from pathlib import Path

import pytest

from docveil.errors import UsageError
from docveil.evaluate.data import Gold, load_gold, load_label_map
from docveil.evaluate.spans import Evaluation, Score, evaluate_spans
from docveil.model.findings import Finding
from docveil.model.ranges import SourceRange

MAP = load_label_map()


def at(start: int, end: int, label: str = "PERSON") -> Finding:
    return Finding((SourceRange(start, end),), label, 1.0, "test")


def gold(text: str, *spans: tuple[int, int, str], neutral: tuple[tuple[int, int], ...] = (), split: str = "") -> Gold:
    return Gold(
        text,
        tuple((SourceRange(start, end), label) for start, end, label in spans),
        tuple(SourceRange(*r) for r in neutral),
        split,
    )


def run(data: Gold, *found: Finding, hidden: bool = True) -> Evaluation:
    return evaluate_spans([data], lambda _: found, MAP, hidden=lambda label: hidden or label != "ORGANIZATION")


def test_leak_and_over_redaction_count_letters_and_digits() -> None:
    """`Ada Obi` has 6; 3 are covered. Of the other 6 (`met`, `Ann`), 3 are."""
    result = run(gold("Ada Obi met Ann", (0, 7, "PERSON")), at(0, 3), at(12, 15))
    assert (result.leak_rate, result.over_redaction, result.documents_with_leak) == (0.5, 0.5, 1)


def test_blanks_and_marks_inside_a_span_need_no_cover() -> None:
    assert run(gold("Ada Obi", (0, 7, "PERSON")), at(0, 3), at(4, 7)).leak_rate == 0.0


def test_neutral_ranges_count_neither_way() -> None:
    data = gold("Dr Ada met", (3, 6, "PERSON"), neutral=((0, 2),))
    assert run(data, at(0, 6)).over_redaction == run(data, at(3, 6)).over_redaction == 0.0


def test_organisations_are_neutral_unless_the_policy_hides_them() -> None:
    data = gold("Ada of Acme", (0, 3, "PERSON"), (7, 11, "ORG"))
    assert run(data, at(0, 3), hidden=False).leak_rate == 0.0
    assert run(data, at(0, 3), hidden=True).leak_rate == pytest.approx(4 / 7)


def test_kinds_that_the_data_does_not_label_are_not_counted() -> None:
    data = gold("Ada 078-05-1120", (0, 3, "PERSON"))
    assert run(data, at(0, 3), at(4, 15, "US_SSN")).over_redaction == 0.0
    assert run(data, at(0, 3), at(4, 15, "PERSON")).over_redaction == 1.0


def test_labels_that_mean_the_same_are_one_family() -> None:
    result = run(gold("12 Elm Street", (0, 13, "GPE")), at(0, 13, "ADDRESS"))
    assert dict(result.labels)["LOCATION"].exact == Score(1, 1, 1, 1)


def test_precision_recall_and_f_by_hand() -> None:
    """Two of three labelled spans overlap a find, one of them exactly; one find of three is wrong."""
    data = gold("Ada Bob Cyd Dee", (0, 3, "PERSON"), (4, 7, "PERSON"), (8, 11, "PERSON"))
    result = run(data, at(0, 3), at(5, 7), at(12, 15)).total
    assert [result.exact.precision, result.exact.recall] == pytest.approx([1 / 3, 1 / 3])
    assert [result.overlap.precision, result.overlap.recall] == pytest.approx([2 / 3, 2 / 3])
    skewed = Score(gold=4, predicted=2, found=2, right=2)
    assert [skewed.f(1), skewed.f(2)] == pytest.approx([2 / 3, 5 * 0.5 / (4 + 0.5)])


def test_a_name_in_two_fragments_is_exact_over_its_whole() -> None:
    two = Finding((SourceRange(0, 3), SourceRange(4, 7)), "PERSON", 1.0, "test")
    assert run(gold("Ada Obi", (0, 7, "PERSON")), two).total.exact.found == 1


def test_speed_counts_detection_only() -> None:
    ticks = iter([0.0, 2.0])
    result = evaluate_spans([gold("Ada Obi", (0, 7, "PERSON"))], lambda _: (), MAP, clock=lambda: next(ticks))
    assert result.characters_per_second == 3.5


def test_the_split_chooses_texts_but_not_what_counts() -> None:
    rows = [gold("Ada", (0, 3, "PERSON"), split="dev"), gold("Rome", (0, 4, "LOC"), split="test")]
    result = evaluate_spans(rows, lambda _: (at(0, 3),), MAP, split="dev")
    assert (result.documents, [family for family, _ in result.labels]) == (1, ["LOCATION", "PERSON"])
    with pytest.raises(UsageError):
        evaluate_spans(rows, lambda _: (), MAP, split="none")


def test_an_unknown_label_is_refused() -> None:
    with pytest.raises(UsageError):
        run(gold("Ada", (0, 3, "SHOE_SIZE")))


@pytest.mark.parametrize(
    "line",
    [
        "{",
        '{"text": "Ada"}',
        '{"text": "Ada", "spans": [[0, 9, "PERSON"]]}',
        '{"text": "Ada", "spans": [[2, 1, "PERSON"]]}',
        '{"text": 3, "spans": []}',
        '{"text": "Ada", "spans": [["0", 1, "PERSON"]]}',
        '["Ada"]',
    ],
)
def test_a_bad_line_is_named_by_its_number_only(tmp_path: Path, line: str) -> None:
    path = tmp_path / "data.jsonl"
    path.write_text(json.dumps({"text": "x", "spans": []}) + "\n" + line + "\n", encoding="utf-8")
    with pytest.raises(UsageError, match="Line 2") as caught:
        load_gold(path)
    assert "Ada" not in str(caught.value)


def test_a_mapping_of_ones_own_is_checked(tmp_path: Path) -> None:
    path = tmp_path / "labels.toml"
    path.write_text('[A]\ngold = ["X"]\npredicted = []\n[B]\ngold = ["X"]\npredicted = []\n', encoding="utf-8")
    with pytest.raises(UsageError):
        load_label_map(path)
    path.write_text('[A]\ngold = ["X"]\npredicted = ["PERSON"]\n', encoding="utf-8")
    assert load_label_map(path).gold == {"X": "A"}
