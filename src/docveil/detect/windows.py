"""Cuts a text of any length into what a model can read at once.

A text is cut at blank lines always, whatever the sizes, so a paragraph that fits is judged by itself and its findings do
not depend on any window. Only a paragraph that is longer than a window is read in several: each window has a core, and
around it a margin that overlaps its neighbours. Cores tile the paragraph; of what a model says about a window only what
starts inside the core counts, so each code point is judged once, and never by a window in which it stands at an
artificial edge. Cores end at a sentence or line end where there is one, else at a space, else anywhere.
"""

import re
from collections.abc import Iterator

import regex
from attrs import frozen

_BLANK_LINES = re.compile(r"\r?\n(?:[^\S\n]*\n)+|[\x0b\x0c\u2029]|\r(?:[^\S\r]*\r)+")
# Line ends and odd blanks; and emoji and other symbols, since a word piece model makes one unknown word of `Name\U0001f600`.
_BLANK = regex.compile(r"[^\S \t]|\p{So}|\p{Co}|\p{Cn}")
# A line end in JSON that nobody decoded is two characters, and its letter is not of the name behind it: `\nPriyanka`.
_ESCAPED = re.compile(r"(?:\\[nrt])+(?=[^\W\d_a-z])")
# A dotted line says as much in three dots as in three hundred, and costs a model a piece a dot.
_RULED = re.compile(r"([^\w\s]|_)(?: ?\1){3,}")
# What a form leaves to write on; `jane__roe` has none.
_FORM_LINE = re.compile(r"(?<![^\W_])_{2,}|_{2,}(?![^\W_])|_{4,}")
_SHORT_LINE = 3
# The end of a sentence: no initial and no short title before it, no lower-case word behind it.
_SENTENCE_END = re.compile(
    r"(?:(?<![A-Z])(?<!\b[A-Z][a-z])(?<!\b[A-Z][a-z][a-z])[.]|[!?])[\"')\]\u201d\u2019]{0,3}\s+(?=[^\sa-z])"
)
_STOPS = (re.compile(r"[.!?][\"')\]]?\s"), re.compile(r"\s"))
_BLANKS = re.compile(r"\s{8,}")


@frozen
class Window:
    """One stretch to read: `start:end` of the text, of which `core_start:core_end` counts."""

    start: int
    end: int
    core_start: int
    core_end: int


def blocks(text: str) -> Iterator[tuple[int, int]]:
    """`(start, end)` of each paragraph that is not blank: the text between blank lines, without outer white space."""
    position = 0
    for match in _BLANK_LINES.finditer(text):
        yield from _trimmed(text, position, match.start())
        position = match.end()
    yield from _trimmed(text, position, len(text))


def flat(text: str) -> str:
    """`text` with a space for each line end, symbol and dot of a dotted line: as long, and equal in all views."""
    return _RULED.sub(lambda m: m[0][:3].ljust(len(m[0])), _BLANK.sub(" ", unescaped(text)))


def unescaped(text: str) -> str:
    """`text` with blanks for line ends that are written as two characters, as long as it was."""
    return _ESCAPED.sub(lambda m: " " * len(m[0]), text) if "\\" in text else text


def unruled(text: str) -> str:
    """`text` with the line of a form as dots between blanks, as long as it was: `__Okonkwo__` is no word of underscores."""
    if "__" not in text:
        return text
    return _FORM_LINE.sub(lambda m: f" {'.' * (len(m[0]) - 2)} " if len(m[0]) > _SHORT_LINE else " " * len(m[0]), text)


def lines(text: str) -> Iterator[tuple[int, int]]:
    """`(start, end)` of each line that is not blank."""
    position = 0
    for match in re.finditer(r"\r\n|[\n\r\x0b\x0c\x85\u2028\u2029]", text):
        yield from _trimmed(text, position, match.start())
        position = match.end()
    yield from _trimmed(text, position, len(text))


def _trimmed(text: str, start: int, end: int) -> Iterator[tuple[int, int]]:
    while start < end and text[start].isspace():
        start += 1
    while end > start and text[end - 1].isspace():
        end -= 1
    if start < end:
        yield start, end


def windows(text: str, core: int, margin: int) -> Iterator[Window]:
    """Windows over one paragraph: cores of at most `core` code points, margins of about `margin` on either side.

    Args:
        text: The paragraph.
        core: Largest core, in code points; a paragraph of at most `core + margin` is one window.
        margin: Context on either side, in code points; moved outwards to the next space, at most `margin` more.
    """
    if len(text) <= core + margin:
        yield Window(0, len(text), 0, len(text))
        return
    position = 0
    while position < len(text):
        end = _cut(text, position, min(position + core, len(text)))
        left = _space_before(text, max(0, position - margin), max(0, position - 2 * margin))
        right = _space_after(text, min(len(text), end + margin), min(len(text), end + 2 * margin))
        yield Window(left, right, position, end)
        position = end


def units(text: str, longest: int, margin: int) -> Iterator[Window]:
    """What a model that looks at a whole stretch judges at once: sentences of one paragraph, together up to `longest`.

    Where a unit ends depends on the text alone, never on how much of it is read at a time; none overlaps another, for each ends
    with a sentence. Only a sentence that is longer by itself is read in windows.

    Args:
        text: The paragraph.
        longest: Most code points of several sentences together.
        margin: As for `windows`, within a sentence that is longer.
    """
    start = last = 0
    for end in (*(match.end() for match in _SENTENCE_END.finditer(text)), len(text)):
        if end - start > longest and last > start:
            yield from _unit(text, start, last, longest, margin)
            start = last
        last = end
    if start < len(text):
        yield from _unit(text, start, len(text), longest, margin)


def squeezed(text: str) -> tuple[str, list[int]]:
    """`text` without all but two of each long run of blanks, and the position in `text` of each code point that is left.

    A model that reads no blanks would be given a table of contents eight lines at a time: a unit is as long as its code points.
    """
    parts: list[str] = []
    positions: list[int] = []
    last = 0
    for run in _BLANKS.finditer(text):
        parts.append(text[last : run.start() + 2])
        positions += range(last, run.start() + 2)
        last = run.end()
    return "".join((*parts, text[last:])), [*positions, *range(last, len(text))]


def _unit(text: str, start: int, end: int, longest: int, margin: int) -> Iterator[Window]:
    for w in windows(text[start:end], longest, margin):
        yield Window(start + w.start, start + w.end, start + w.core_start, start + w.core_end)


def _cut(text: str, start: int, limit: int) -> int:
    if limit == len(text):
        return limit
    low = start + (limit - start) // 2
    for stop in _STOPS:
        ends = [match.end() for match in stop.finditer(text, low, limit)]
        if ends:
            return ends[-1]
    return limit


def _space_before(text: str, position: int, floor: int) -> int:
    while position > floor and not text[position - 1].isspace():
        position -= 1
    return position


def _space_after(text: str, position: int, ceiling: int) -> int:
    while position < ceiling and not text[position].isspace():
        position += 1
    return position
