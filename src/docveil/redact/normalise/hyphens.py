"""Words broken at a line end: joined where the document or a word list says so, else kept as they stand.

A hyphen at a line end may be the typesetter's (`exam-` / `ple`) or the word's own (`well-` / `known`). The document decides:
whether it has `example` or `exam-ple` inside a line. Then a word list. What neither decides stays, and is counted.
"""

import re
from collections import Counter
from collections.abc import Callable, Iterator

from attrs import frozen

_LETTERS = r"[^\W\d_]+"
_WORD = re.compile(_LETTERS)
_COMPOUND = re.compile(rf"(?<![\w-])({_LETTERS})[-\u2010\u2011]({_LETTERS})(?![\w-])")
BROKEN = re.compile(
    rf"(?<![\w\u2010\u2011-])(?P<head>{_LETTERS})(?P<hyphen>[-\u2010])"
    rf"(?P<gap>[ \t]*(?:\r\n|\r|\n)\s*)(?P<tail>{_LETTERS})(?![\w-])"
)
_HEAD_AT_END = re.compile(rf"(?<![\w\u2010\u2011-])({_LETTERS})[-\u2010]\Z")
_TAIL_AT_START = re.compile(rf"({_LETTERS})(?![\w-])")
_SHORTEST_HALF = 3


@frozen
class WordLists:
    """What is known of words.

    Attributes:
        is_word: Whether a case-folded word is in the word list.
        is_common: Whether it is an ordinary one.
    """

    is_word: Callable[[str], bool]
    is_common: Callable[[str], bool]


class Evidence:
    """How the document itself writes its words."""

    def __init__(self, text: str, lists: WordLists) -> None:
        self._joined = Counter(match[0].casefold() for match in _WORD.finditer(text))
        self._compounds = Counter(f"{m[1]}-{m[2]}".casefold() for m in _COMPOUND.finditer(text))
        self._lists = lists

    def verdict(self, head: str, tail: str) -> str | None:
        """What stands between the halves of a broken word: nothing, a hyphen, or None where that is not decided."""
        if not tail[:1].islower():
            return None
        joined = (head + tail).casefold()
        one, two = self._joined[joined], self._compounds[f"{head}-{tail}".casefold()]
        if one != two:
            return "" if one > two else "-"
        return "" if one == 0 and self._is_one_word(head.casefold(), tail.casefold(), joined) else None

    def _is_one_word(self, head: str, tail: str, joined: str) -> bool:
        """Known to the list; two ordinary words that make a rare one are more likely a compound."""
        halves = min(len(head), len(tail)) >= _SHORTEST_HALF and all(map(self._lists.is_common, (head, tail)))
        return self._lists.is_word(joined) and (self._lists.is_common(joined) or not halves)


def broken_words(text: str) -> Iterator[tuple[int, int, str, str]]:
    """`(start, end, head, tail)` of each hyphen and line end inside a word."""
    for match in BROKEN.finditer(text):
        yield match.start("hyphen"), match.end("gap"), match["head"], match["tail"]


def split_word(before: str, after: str) -> tuple[str, str] | None:
    """Head and tail of a word that is broken between two texts, or None."""
    head = _HEAD_AT_END.search(before, max(0, len(before) - 80))
    tail = _TAIL_AT_START.match(after)
    return (head[1], tail[1]) if head and tail else None
