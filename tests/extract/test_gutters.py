"""White space between columns, and beside line numbers, that no line reaches over."""

from docveil.extract.blocks import Region, blocks_of
from docveil.extract.gutters import gutters_of
from docveil.extract.words import Piece, Word, piece
from docveil.model.ranges import PageBox

PAGE = PageBox(0.0, 0.0, 600.0, 800.0)
TEXT = "words of a line of running text"


def at(left: float, top: float, width: float, text: str = TEXT) -> Piece:
    return piece([Word(text.replace(" ", "_"), PageBox(left, top, left + width, top + 10.0), int(top * 1000 + left))])


def columns(gap: float, lines: int = 8) -> list[Piece]:
    return [at(x, 50.0 + 12.0 * i, 240.0) for i in range(lines) for x in (40.0, 280.0 + gap)]


def test_a_gap_between_columns_is_found_and_parts_them_inside_one_region() -> None:
    pieces = columns(16.0)
    [gutter] = gutters_of(pieces)
    assert (gutter.left, gutter.right) == (280.0, 296.0)
    region = Region("text", PageBox(30.0, 40.0, 560.0, 200.0))
    assert len(blocks_of(pieces, [region], PAGE)) == 2


def test_a_few_lines_or_a_narrow_gap_make_no_gutter() -> None:
    assert gutters_of(columns(16.0, lines=4)) == []
    assert gutters_of(columns(3.0)) == []


def test_numbers_of_lines_stand_apart_from_their_lines_and_those_of_a_list_do_not() -> None:
    numbered = [p for i in range(8) for p in (at(40.0, 50.0 + 24.0 * i, 8.0, str(i)), at(72.0, 50.0 + 24.0 * i, 400.0))]
    assert len(gutters_of(numbered)) == 1
    listed = [p for i in range(8) for p in (at(40.0, 50.0 + 24.0 * i, 8.0, str(i)), at(60.0, 50.0 + 24.0 * i, 400.0))]
    assert gutters_of(listed) == []
