"""Which pages geometry reads alone, and which ask for the layout model."""

import pytest

from docveil.extract.pdfium_page import Shapes
from docveil.extract.plain import has_labels, has_open_rules, has_rows
from docveil.extract.words import Word, pieces_of
from docveil.model.ranges import PageBox

PAGE = PageBox(0.0, 0.0, 600.0, 800.0)


def word(left: float, top: float, text: str = "word") -> Word:
    return Word(text, PageBox(left, top, left + 30, top + 10), 0)


def rule(top: float, left: float = 100.0, right: float = 500.0) -> PageBox:
    return PageBox(left, top, right, top)


def test_three_short_pieces_in_two_lines_are_rows() -> None:
    """Columns of text are filled, and one line alone may be anything."""
    rows = [word(x, y) for y in (100.0, 115.0) for x in (50.0, 250.0, 450.0)]
    assert has_rows(pieces_of(rows))
    assert not has_rows(pieces_of(rows[:3]))


def test_three_rules_of_one_length_are_a_table_unless_they_are_in_a_grid() -> None:
    """A whole grid is read from its rules; rules over footnotes and under headers differ or are two."""
    rules = (rule(100.0), rule(130.0), rule(300.0))
    assert has_open_rules(Shapes(horizontal=rules))
    assert not has_open_rules(Shapes(horizontal=(rule(40.0), rule(760.0), rule(600.0, right=250.0))))
    sides = tuple(PageBox(x, 100.0, x, 300.0) for x in (100.0, 300.0, 500.0))
    assert not has_open_rules(Shapes(horizontal=rules, vertical=sides))


@pytest.mark.parametrize(("top", "expected"), [(300.0, True), (395.0, True), (500.0, False)])
def test_words_on_or_beside_a_graphic_are_labels(top: float, expected: bool) -> None:
    """Of pictures and of drawings made of several paths alike."""
    picture = Shapes(pictures=(PageBox(100.0, 250.0, 300.0, 400.0),))
    paths = tuple(PageBox(x, 250.0, x + 70.0, 400.0) for x in (100.0, 165.0, 230.0))
    assert has_labels([word(200.0, top)], picture, PAGE) is expected
    assert has_labels([word(200.0, top)], Shapes(drawings=90, drawn=paths), PAGE) is expected


def test_small_graphics_and_backgrounds_have_no_labels() -> None:
    """A logo beside a word, and a picture behind the whole page."""
    assert not has_labels([word(32.0, 22.0)], Shapes(pictures=(PageBox(10.0, 10.0, 60.0, 60.0),)), PAGE)
    assert not has_labels([word(32.0, 22.0)], Shapes(pictures=(PAGE,)), PAGE)
