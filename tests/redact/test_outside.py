"""Findings where something is left out."""

from docveil.model.findings import Finding
from docveil.model.ranges import SourceRange
from docveil.redact.outside import outside

TEXT = "by Mara\n\nPage 1\n\nLindqvist today"
FOOTER = SourceRange(9, 17)


def finding(*fragments: tuple[int, int]) -> Finding:
    return Finding(tuple(SourceRange(*f) for f in fragments), "PERSON", 1.0, "test")


def test_a_name_that_a_footer_cut_is_one_again() -> None:
    (found,) = outside([finding((3, 7), (17, 26))], [FOOTER], TEXT)
    assert [f.of(TEXT) for f in found.fragments] == ["Mara\n\n", "Lindqvist"]


def test_what_is_found_in_the_dropped_part_alone_vanishes() -> None:
    assert outside([finding((9, 13))], [FOOTER], TEXT) == ()


def test_a_finding_half_in_it_keeps_its_other_half() -> None:
    (found,) = outside([finding((9, 26))], [FOOTER], TEXT)
    assert [f.of(TEXT) for f in found.fragments] == ["Lindqvist"]


def test_words_between_are_not_taken_along() -> None:
    (found,) = outside([finding((3, 7), (27, 32))], [FOOTER], TEXT)
    assert [f.of(TEXT) for f in found.fragments] == ["Mara", "today"]
