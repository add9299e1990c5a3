"""Surface forms: what a finding covered, looked for again anywhere else.

Texts are compared by their letters and digits alone, case and accents folded, between word edges: `078-05-1120` is
`078 05 1120`, and `Wil-` / `liamson` is `WILLIAMSON`. One definition serves detection (what was hidden once is hidden
everywhere) and verification (nothing that was hidden is left in any file), so the two cannot disagree.
"""

import re
import unicodedata
from collections.abc import Iterator

from attrs import field, frozen

# Shorter forms (an age, initials, a state code) are everywhere and identify nobody by themselves.
MIN_CHARACTERS = 4
# Plain letters and digits in runs; anything outside ASCII one by one.
_RUN = re.compile(r"(?P<plain>[0-9A-Za-z]+)|[^\x00-\x7f]")


def compact(text: str) -> str:
    """Letters and digits of `text`, case and accents folded."""
    if text.isascii():
        return "".join(filter(str.isalnum, text)).lower()
    return "".join(_fold(text))


def _fold(text: str) -> Iterator[str]:
    for character in text:
        if character.isascii():
            yield character.lower() if character.isalnum() else ""
        else:
            yield "".join(c for c in unicodedata.normalize("NFKD", character).casefold() if c.isalnum())


@frozen(repr=False)
class Haystack:
    """A text prepared for searching.

    Attributes:
        text: The text itself.
    """

    text: str
    _compact: str = field(init=False)
    _positions: list[int] = field(init=False)

    def __attrs_post_init__(self) -> None:
        parts: list[str] = []
        positions: list[int] = []
        for match in _RUN.finditer(self.text):
            if match.lastgroup:
                parts.append(match[0].lower())
                positions += range(match.start(), match.end())
            else:
                folded = "".join(_fold(match[0]))
                parts.append(folded)
                positions += [match.start()] * len(folded)
        object.__setattr__(self, "_compact", "".join(parts))
        object.__setattr__(self, "_positions", positions)

    def __repr__(self) -> str:
        return f"Haystack({len(self.text)} code points)"

    def find(self, form: str) -> Iterator[tuple[int, int]]:
        """`(start, end)` in code points of each place where the compact `form` stands between word edges."""
        at = self._compact.find(form) if form else -1
        while at >= 0:
            start = self._positions[at]
            end = self._positions[at + len(form) - 1] + 1
            while end < len(self.text) and unicodedata.combining(self.text[end]):
                end += 1
            if self._is_edge(start) and self._is_edge(end):
                yield start, end
            at = self._compact.find(form, at + 1)

    def _is_edge(self, offset: int) -> bool:
        """Whether a word may begin or end at `offset`."""
        if offset in (0, len(self.text)):
            return True
        before, after = self.text[offset - 1], self.text[offset]
        return not (before.isalnum() and after.isalnum()) or before.isdigit() != after.isdigit()


def searchable(text: str) -> str | None:
    """The compact form of a covered `text`, or None where it says too little to be looked for by itself."""
    form = compact(text)
    return form if len(form) >= MIN_CHARACTERS else None
