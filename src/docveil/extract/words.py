"""Words of a page, and the pieces of lines that they make. Pure functions; boxes in points, origin top left."""

import re
import unicodedata
from collections.abc import Iterable, Sequence
from typing import NamedTuple

from attrs import evolve, frozen

from docveil.model.ranges import PageBox

# In heights of a line: a wider gap parts two pieces of a line; a narrower step back is an overlap of slanted letters.
_PIECE_GAP = 1.0
_STEP_BACK = 0.6
# Share of the lower height that two words of a line have in common.
_SAME_LINE = 0.5
# Blocks of scripts that are written from right to left.
_RTL = re.compile("[\u0590-\u08ff\u200f\ufb1d-\ufdff\ufe70-\ufefc\U00010800-\U00010fff\U0001e800-\U0001efff]")
# A mark of a list item that stands apart from its text.
MARK = re.compile(
    r"[\u2022\u2023\u25aa\u25cf\u25e6\u2043\u2219\u00b7\uf0b7\u25a0\u25a1\u25c6\u2713\u2714\u221e*\-\u2013\u2014]"
    r"|\(?(?:\d{1,2}|[A-Za-z]|[ivxIVX]{1,5})[.)]|\d{1,2}(?:\.\d{1,2}){1,3}\.?"
)


class Glyph(NamedTuple):
    """A character as the text layer has it; an empty `text` parts words and has no box."""

    text: str
    left: float = 0.0
    top: float = 0.0
    right: float = 0.0
    bottom: float = 0.0
    quarter: int = 0
    visible: bool = True
    style: int = 0
    size: float = 0.0


@frozen
class Word:
    """A word on the page.

    Attributes:
        text: Its characters, none of them blank.
        box: Where it stands on the page as shown.
        order: Its place in the text layer, or in the result of OCR.
        quarter: Quarter turns counter-clockwise from reading upright: 1 reads upwards.
        confidence: Of OCR, from 0 to 1; None for the text layer.
        visible: False for text that the page does not paint.
        style: Number of its font on the page: equal numbers are equal fonts.
        line: Number of the line that OCR saw it in; 0 for the text layer.
        size: Of its font, in points; 0 for OCR.
    """

    text: str
    box: PageBox
    order: int
    quarter: int = 0
    confidence: float | None = None
    visible: bool = True
    style: int = 0
    line: int = 0
    size: float = 0.0


@frozen
class Piece:
    """Words that follow each other on one line without a wide gap.

    Attributes:
        words: In reading order.
        box: Around them.
    """

    words: tuple[Word, ...]
    box: PageBox

    @property
    def text(self) -> str:
        """Words joined by a space."""
        return " ".join(word.text for word in self.words)

    @property
    def quarter(self) -> int:
        """Quarter turns of its words."""
        return self.words[0].quarter

    @property
    def style(self) -> int | None:
        """The font of all its words, or None where they differ."""
        styles = {word.style for word in self.words}
        return styles.pop() if len(styles) == 1 else None

    @property
    def height(self) -> float:
        """Height of the line, along the way that the text stands."""
        return self.box.right - self.box.left if self.quarter % 2 else self.box.bottom - self.box.top


def words_from_glyphs(glyphs: Iterable[Glyph]) -> list[Word]:
    """Words: runs of glyphs on one line, parted by blanks and by jumps."""
    words: list[Word] = []
    run: list[Glyph] = []

    def close() -> None:
        if run:
            texts, lefts, tops, rights, bottoms, *_ = zip(*run, strict=True)
            box = PageBox(min(lefts), min(tops), max(rights), max(bottoms))
            text = "".join(texts)
            first = run[0]
            words.append(Word(text, box, len(words), first.quarter, None, first.visible, first.style, size=first.size))
            run.clear()

    for glyph in glyphs:
        if not glyph.text:
            close()
            continue
        if run and (not _continues(run[-1], glyph) or _is_note_mark(run, glyph)):
            close()
        run.append(glyph)
    close()
    return words


def _continues(last: Glyph, glyph: Glyph) -> bool:
    if last.quarter != glyph.quarter or last.visible != glyph.visible:
        return False
    # Plain numbers and a short way for the most common case: this runs once for each character of a page.
    if not glyph.quarter and glyph.top == last.top and glyph.bottom == last.bottom:
        gap = glyph.left - last.right if glyph.left >= last.left else last.left - glyph.right
        if gap <= 0.6 * (glyph.bottom - glyph.top):
            return True
    if unicodedata.combining(glyph.text[0]):
        return True
    left_a, top_a, right_a, bottom_a = _turned(last.left, last.top, last.right, last.bottom, last.quarter)
    left_b, top_b, right_b, bottom_b = _turned(glyph.left, glyph.top, glyph.right, glyph.bottom, glyph.quarter)
    height_a, height_b = bottom_a - top_a, bottom_b - top_b
    shared = min(bottom_a, bottom_b) - max(top_a, top_b)
    gap = max(left_a, left_b) - min(right_a, right_b)
    if shared < 0.3 * min(height_a, height_b):
        # The upper number of a fraction hardly reaches its stroke, but touches it.
        return shared > 0 and abs(gap) < 0.25 * min(height_a, height_b)
    return gap <= 0.6 * max(height_a, height_b)


def _is_note_mark(run: Sequence[Glyph], glyph: Glyph) -> bool:
    """Whether a small raised digit or sign calls a footnote behind a word: it is no part of the word.

    Behind one or two Latin letters it is a power or an index (m2), and stays.
    """
    if glyph.text.isalpha():
        return False
    last = run[-1]
    if glyph.quarter or not last.text.isalpha() or not (glyph.text.isdigit() or glyph.text in "*\u2020\u2021"):
        return False
    height, full = glyph.bottom - glyph.top, last.bottom - last.top
    raised = last.bottom - glyph.bottom > 0.15 * full
    return raised and height < 0.85 * full and (len(run) > 2 or not last.text.isascii())


def _turned(left: float, top: float, right: float, bottom: float, quarter: int) -> tuple[float, float, float, float]:
    if quarter == 0:
        return (left, top, right, bottom)
    if quarter == 1:
        return (-bottom, left, -top, right)
    if quarter == 2:
        return (-right, -bottom, -left, -top)
    return (top, -right, bottom, -left)


def upright(box: PageBox, quarter: int) -> PageBox:
    """The box in a frame in which text of `quarter` turns reads from left to right."""
    return PageBox(*_turned(*box.as_tuple(), quarter)) if quarter else box


def _shared_height(a: PageBox, b: PageBox) -> float:
    lower = min(a.bottom - a.top, b.bottom - b.top)
    shared = min(a.bottom, b.bottom) - max(a.top, b.top)
    if lower <= 0:
        return 1.0 if shared >= 0 else 0.0
    return shared / lower


def pieces_of(words: Iterable[Word]) -> list[Piece]:
    """Words as pieces of lines, in the order of the words."""
    pieces: list[list[Word]] = []
    for word in words:
        if pieces and _follows(pieces[-1][-1], word):
            pieces[-1].append(word)
        else:
            pieces.append([word])
    return [piece(run) for run in pieces]


def _follows(last: Word, word: Word) -> bool:
    # OCR saw where lines end: at a gutter that is hardly wider than a space, too.
    if (last.quarter, last.line, last.confidence is None) != (word.quarter, word.line, word.confidence is None):
        return False
    a, b = upright(last.box, last.quarter), upright(word.box, word.quarter)
    height = min(a.bottom - a.top, b.bottom - b.top)
    if _shared_height(a, b) < _SAME_LINE:
        return False
    gap = a.left - b.right if is_rtl(last.text + word.text) else b.left - a.right
    return -_STEP_BACK * height <= gap <= _PIECE_GAP * height


def piece(words: Sequence[Word]) -> Piece:
    """A piece of the words as given."""
    return Piece(tuple(words), hull(word.box for word in words))


def hull(boxes: Iterable[PageBox]) -> PageBox:
    """The smallest box around all `boxes`, of which there is at least one."""
    all_boxes = list(boxes)
    if len(all_boxes) == 1:
        return all_boxes[0]
    lefts, tops, rights, bottoms = zip(*(b.as_tuple() for b in all_boxes), strict=True)
    return PageBox(min(lefts), min(tops), max(rights), max(bottoms))


def share(box: PageBox, other: PageBox) -> float:
    """Share of `box` that lies in `other`; 0 for a box without area."""
    # Plain numbers: this is asked thousands of times for a page.
    width = min(box.right, other.right) - max(box.left, other.left)
    height = min(box.bottom, other.bottom) - max(box.top, other.top)
    area = (box.right - box.left) * (box.bottom - box.top)
    return width * height / area if width > 0 and height > 0 and area > 0 else 0.0


def is_rtl(text: str) -> bool:
    """Whether most letters of `text` are written from right to left."""
    if text.isascii() or not _RTL.search(text):
        return False
    kinds = [unicodedata.bidirectional(c) for c in text]
    return sum(k in ("R", "AL") for k in kinds) > sum(k == "L" for k in kinds)


def lines_of(pieces: Sequence[Piece]) -> list[list[Piece]]:
    """Pieces in lines, from top to bottom; on a line in the direction in which it is read."""
    if len(pieces) == 1:
        return [list(pieces)]
    lines: list[list[Piece]] = []
    around: list[PageBox] = []
    for item in sorted(pieces, key=_place):
        box = upright(item.box, item.quarter)
        for index in range(len(lines) - 1, max(len(lines) - 4, -1), -1):
            if lines[index][0].quarter == item.quarter and _is_beside(box, around[index]):
                lines[index].append(item)
                around[index] = around[index].union(box)
                break
        else:
            lines.append([item])
            around.append(box)
    return [_in_direction(line) if len(line) > 1 else line for line in lines]


def _is_beside(box: PageBox, line: PageBox) -> bool:
    """Whether a piece belongs to a line: they share height, and its middle lies within the line or the reverse."""
    middle, other = (box.top + box.bottom) / 2, (line.top + line.bottom) / 2
    inside = line.top < middle < line.bottom and box.top < other < box.bottom
    small = _shared_height(box, line) > 0.7 and (box.bottom - box.top) < 0.75 * (line.bottom - line.top)
    return (inside and _shared_height(box, line) >= 0.6) or small


def _place(item: Piece) -> tuple[int, float, float, int]:
    box = upright(item.box, item.quarter)
    return (item.quarter, box.top + box.bottom, box.left, item.words[0].order)


def _in_direction(line: list[Piece]) -> list[Piece]:
    if is_rtl("".join(p.text for p in line)):
        return sorted(line, key=lambda p: (-upright(p.box, p.quarter).right, p.words[0].order))
    return sorted(line, key=lambda p: (upright(p.box, p.quarter).left, p.words[0].order))


def text_of(words: Sequence[Word]) -> str:
    """Text of words as it stands."""
    return text_of_lines(lines_of_words(words))


def lines_of_words(words: Sequence[Word]) -> list[list[Piece]]:
    """Words in lines, from top to bottom."""
    return lines_of(pieces_of(sorted(words, key=lambda w: w.order)))


def text_of_lines(lines: Iterable[Sequence[Piece]]) -> str:
    """Pieces of a line joined by a space, lines by a line end."""
    return "\n".join(" ".join(p.text for p in line) for line in lines)


def renumbered(words: Iterable[Word]) -> list[Word]:
    """The words with `order` as they come."""
    return [word if word.order == index else evolve(word, order=index) for index, word in enumerate(words)]
