"""Words and pieces of lines from characters."""

from docveil.extract.words import Glyph, Word, pieces_of, text_of, words_from_glyphs
from docveil.model.ranges import PageBox


def glyphs(text: str, x: float = 0.0, y: float = 0.0, size: float = 10.0) -> list[Glyph]:
    step = size / 2
    return [Glyph("" if c == " " else c, x + i * step, y, x + (i + 1) * step, y + size) for i, c in enumerate(text)]


def box(left: float, top: float, right: float, bottom: float) -> PageBox:
    return PageBox(float(left), float(top), float(right), float(bottom))


def texts(words: list[Word]) -> list[str]:
    return [w.text for w in words]


def test_blanks_and_jumps_part_words() -> None:
    """A blank, a wide gap and a new line each end a word."""
    run = [*glyphs("one two"), *glyphs("far", x=80.0), *glyphs("low", y=20.0)]
    assert texts(words_from_glyphs(run)) == ["one", "two", "far", "low"]


def test_a_raised_number_behind_a_word_is_a_footnote_mark() -> None:
    """`Lindqvist` with a small raised 3 is the name and the mark; `m` with a raised 2 stays one."""
    name = glyphs("Lindqvist")
    mark = Glyph("3", 45.0, 0.0, 48.0, 6.0)
    assert texts(words_from_glyphs([*name, mark])) == ["Lindqvist", "3"]
    assert texts(words_from_glyphs([*glyphs("m"), Glyph("2", 5.0, 0.0, 8.0, 6.0)])) == ["m2"]


def test_text_that_reads_upwards_is_one_line() -> None:
    """Letters that stand above each other in turned text are a word; unturned, they would be lines."""
    up = [Glyph(c, 0.0, 50.0 - 5 * i, 10.0, 55.0 - 5 * i, 1) for i, c in enumerate("side")]
    assert texts(words_from_glyphs(up)) == ["side"]
    assert texts(words_from_glyphs([g._replace(quarter=0) for g in up])) != ["side"]


def test_invisible_and_visible_characters_do_not_mix_in_a_word() -> None:
    """Visibility is a property of a word."""
    run = glyphs("seen")
    hidden = [g._replace(left=g.left + 20, right=g.right + 20, visible=False) for g in glyphs("not")]
    words = words_from_glyphs([*run, *hidden])
    assert [(w.text, w.visible) for w in words] == [("seen", True), ("not", False)]


def test_a_gutter_parts_a_line_into_pieces() -> None:
    """Words a space apart are one piece; across a gutter they are two."""
    words = words_from_glyphs([*glyphs("left side"), *[Glyph("")], *glyphs("right side", x=70.0)])
    assert [p.text for p in pieces_of(words)] == ["left side", "right side"]


def test_lines_read_from_top_to_bottom_and_right_to_left_where_the_script_does() -> None:
    """Pieces of a line are ordered by the direction of their letters."""
    latin = [Word("b", box(50, 0, 60, 10), 0), Word("a", box(0, 0, 10, 10), 1), Word("c", box(0, 20, 9, 30), 2)]
    assert text_of(latin) == "a b\nc"
    hebrew = [Word("\u05d1", box(0, 0, 10, 10), 0), Word("\u05d0", box(50, 0, 60, 10), 1)]
    assert text_of(hebrew) == "\u05d0 \u05d1"
