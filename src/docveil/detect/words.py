"""Where words end: models cut them into pieces, and a half-covered word still gives the name away."""

import re
import unicodedata

# Letters, and a hyphen or apostrophe between two of them.
WORD = re.compile(r"[^\W\d_]+(?:['\u2019-][^\W\d_]+)*")

# What a layout puts between two things on one line; a pattern.
MARK_BETWEEN = r"\s[-\u2013\u2014\u00b7|\u2022]\s"
# Marks that join two letters to one word, and are never the last or first character of it.
_JOINERS = "'’-‐‑·"


def is_word(char: str) -> bool:
    """Letters, digits, and the marks and joiners that belong to the letter before them."""
    return char.isalnum() or unicodedata.category(char) in ("Mn", "Mc", "Cf")


def whole_word(text: str, start: int, end: int) -> tuple[int, int]:
    """`start:end` grown over the letters, digits and combining marks that touch it on either side; never over emoji."""
    while end < len(text) and end > 0 and is_word(text[end]) and (is_word(text[end - 1]) or not text[end].isalnum()):
        end += 1
    while start > 0 and is_word(text[start - 1]) and is_word(text[start]):
        start -= 1
    return start, end


def whole_name(text: str, start: int, end: int) -> tuple[int, int]:
    """As `whole_word`, and over a hyphen or apostrophe between letters, as in `Ní Bhraonáin-O'Dea`."""
    start, end = whole_word(text, start, end)
    while end + 1 < len(text) and text[end] in _JOINERS and text[end + 1].isalpha() and text[end - 1].isalpha():
        if text[end] in "'’" and text[end + 1] in "sS" and not text[end + 2 : end + 3].isalpha():
            break
        start, end = whole_word(text, start, end + 2)
    while start > 1 and text[start - 1] in _JOINERS and text[start - 2].isalpha() and text[start].isalpha():
        start, end = whole_word(text, start - 2, end)
    return start, end


def trim(text: str, start: int, end: int, unwanted: str = " \t\r\n.,;:()[]{}<>\"“”„'’‘*_|/\\-–—•·") -> tuple[int, int]:
    """`start:end` without unwanted characters at its edges; equal bounds where nothing is left."""
    while start < end and (text[start] in unwanted or text[start].isspace()):
        start += 1
    while end > start and (text[end - 1] in unwanted or text[end - 1].isspace()):
        end -= 1
    return start, end
