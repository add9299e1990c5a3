"""What a surrogate must not be: anything that the source says, or another entity's surrogate."""

import re
from collections.abc import Iterable
from itertools import groupby

from docveil.redact.entities import WORD, Fold

_RUN = re.compile(r"[^\W\d_]+|\d+")
_LONG = 4


class Ground:
    """The source's own words and values, and the surrogates given out so far.

    Args:
        source: The document's text.
        values: Every value that was found, however it is replaced.
        fold: Folds case, accents and everything but letters and digits away.
    """

    def __init__(self, source: str, values: Iterable[str], fold: Fold) -> None:
        self.source = source
        self.fold = fold
        self._text = fold(source)
        self._values = {fold(value) for value in values}
        self._words = {fold(word) for pattern in (WORD, _RUN) for word in set(pattern.findall(source))}
        self._used: set[str] = set()
        self._used_words: set[str] = set()

    def is_new_word(self, word: str, *, may_share: bool = False) -> bool:
        """Whether neither the source nor, unless they may share it, another person's surrogate has `word`."""
        form = self.fold(word)
        return form not in self._words and form not in self._values and (may_share or form not in self._used_words)

    def is_free(self, surrogate: str, *, beside_text: bool = True) -> bool:
        """Whether `surrogate` holds no value of the source between word edges, and is nobody else's.

        With `beside_text` it must not stand anywhere in the source either, found or not.
        """
        form = self.fold(surrogate)
        if not form or form in self._used or not self._values.isdisjoint(self._inside(surrogate)):
            return False
        return not beside_text or len(form) < _LONG or form not in self._text

    def _inside(self, surrogate: str) -> Iterable[str]:
        """Every folded stretch of whole runs of letters or digits, as a search for a value would meet it."""
        runs = ["".join(run) for _, run in groupby(self.fold(surrogate), str.isdigit)]
        words = [self.fold(match[0]) for match in _RUN.finditer(surrogate)]
        for pieces in (runs, words):
            for start in range(len(pieces)):
                for end in range(start + 1, len(pieces) + 1):
                    yield "".join(pieces[start:end])

    def take(self, surrogates: Iterable[str]) -> None:
        """Give `surrogates`, all of one entity, out."""
        for surrogate in surrogates:
            self._used.add(self.fold(surrogate))

    def take_word(self, word: str) -> None:
        """Give a word of a name out."""
        self._used_words.add(self.fold(word))
