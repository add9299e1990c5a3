"""Steps that need to see no more than one text: each is a list of changes to it, ascending."""

import re
import unicodedata
from collections.abc import Callable, Iterator

Change = tuple[int, int, str]
Step = Callable[[str], Iterator[Change]]

_CONTROL = re.compile(r"[\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f]+")
_LINE_LIKE = frozenset("\x0b\x0c\x1c\x1d\x1e\x85")
_LIGATURE = re.compile("[\ufb00-\ufb06]")
_SOFT = re.compile("\u00ad(?:[ \t]*(?:\r\n|\r|\n)[ \t]*(?=[^\\W\\d_]))?")
_BLANKS = re.compile(r"(?<=\S)[ \t\u00a0\u1680\u2000-\u200a\u202f\u205f\u3000]{2,}(?=\S)|[ \t]+(?=[\r\n])")
_BLANK_LINES = re.compile(r"(?:(?:\r\n|\r|\n)[ \t]*){3,}(?:\r\n|\r|\n)")
_LINE_END = re.compile(r"\r\n|\r|\n")
_QUOTES = {
    "\u2018": "'",
    "\u2019": "'",
    "\u201a": "'",
    "\u201b": "'",
    "\u201c": '"',
    "\u201d": '"',
    "\u201e": '"',
    "\u201f": '"',
}
_QUOTES |= {"\u00ab": '"', "\u00bb": '"', "\u2039": "'", "\u203a": "'"}
_DASHES = dict.fromkeys("\u2010\u2011\u2012\u2013\u2014\u2015\u2212", "-")


def control(text: str) -> Iterator[Change]:
    """NUL and other control characters go; those that end a line or a page become a line end."""
    for match in _CONTROL.finditer(text):
        yield match.start(), match.end(), "\n" if _LINE_LIKE & set(match[0]) else ""


def nfc(text: str) -> Iterator[Change]:
    """Unicode normalisation form C (UAX 15), one stretch at a time; no stretch reaches further than it must."""
    if unicodedata.is_normalized("NFC", text):
        return
    for start, end in _stretches(text):
        composed = unicodedata.normalize("NFC", text[start:end])
        if composed != text[start:end]:
            yield start, end, composed


def _stretches(text: str) -> Iterator[tuple[int, int]]:
    """Parts of `text` that compose by themselves: no part begins with what may join the one before."""
    start = 0
    for index in range(1, len(text)):
        if _begins(text[index]):
            yield start, index
            start = index
    if text:
        yield start, len(text)


def _begins(character: str) -> bool:
    """Whether nothing before a character can compose with it: ASCII and the like; all else stays with what is before it."""
    return character < "\u0300" or (
        unicodedata.combining(character) == 0
        and not unicodedata.category(character).startswith("M")
        and not _is_jamo(character)
    )


def _is_jamo(character: str) -> bool:
    return "\u1160" <= character <= "\u11ff" or "\ud7b0" <= character <= "\ud7ff"


def ligatures(text: str) -> Iterator[Change]:
    """The Latin ligatures ﬀ to ﬆ as their letters."""
    for match in _LIGATURE.finditer(text):
        yield match.start(), match.end(), unicodedata.normalize("NFKC", match[0])


def soft_hyphens(text: str) -> Iterator[Change]:
    """Soft hyphens go, and with one at a line end the line end: it was made to break that word."""
    for match in _SOFT.finditer(text):
        yield match.start(), match.end(), ""


def white_space(text: str) -> Iterator[Change]:
    """Runs of blanks inside a line become one space; blanks at its end go. Indents and single blanks stay."""
    for match in _BLANKS.finditer(text):
        at_end = match.end() < len(text) and text[match.end()] in "\r\n"
        yield match.start(), match.end(), "" if at_end else " "


def blank_lines(text: str) -> Iterator[Change]:
    """Three or more blank lines become two."""
    for match in _BLANK_LINES.finditer(text):
        ends = [m.end() for m in _LINE_END.finditer(text, match.start(), match.end())]
        if ends[2] < match.end():
            yield ends[2], match.end(), ""


def quotes(text: str) -> Iterator[Change]:
    """Curly and angled quotes become straight ones."""
    return _folded(text, _QUOTES)


def dashes(text: str) -> Iterator[Change]:
    """Dashes of any length become a hyphen-minus."""
    return _folded(text, _DASHES)


def _folded(text: str, table: dict[str, str]) -> Iterator[Change]:
    for index, character in enumerate(text):
        if character in table:
            yield index, index + 1, table[character]
