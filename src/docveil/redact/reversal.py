"""The way back from a cleaned text to its source: kept in a vault only, never beside the cleaned text."""

from hashlib import sha256
from itertools import pairwise

from attrs import frozen

from docveil.errors import VerificationFailed
from docveil.model._checks import plain_int, require, tuple_of
from docveil.model.edits import EditPlan


@frozen(repr=False)
class Reversal:
    """What undoes one plan. Private: it holds everything that the plan took out.

    Attributes:
        cleaned: SHA-256 of the cleaned text in UTF-8.
        source: SHA-256 of the source text in UTF-8.
        pieces: `(start, end, text)`: code points of the cleaned text, and the source text that stood there; ascending.
    """

    cleaned: str
    source: str
    pieces: tuple[tuple[int, int, str], ...]

    def __attrs_post_init__(self) -> None:
        tuple_of(self.pieces, tuple, "A reversal's pieces")
        for start, end, text in self.pieces:
            plain_int(start, "A piece's start")
            plain_int(end, "A piece's end", minimum=start)
            require(type(text) is str, "A piece's text must be a plain str.")
        require(all(a[1] <= b[0] for a, b in pairwise(self.pieces)), "A reversal's pieces must ascend.")

    def __repr__(self) -> str:
        return f"Reversal({len(self.pieces)} pieces)"

    @classmethod
    def of(cls, source: str, plan: EditPlan) -> "Reversal":
        """The way back from `plan.apply(source)`."""
        pieces: list[tuple[int, int, str]] = []
        grown = 0
        for edit in plan.edits:
            start = edit.range.start + grown
            pieces.append((start, start + len(edit.replacement), edit.range.of(source)))
            grown += len(edit.replacement) - len(edit.range)
        return cls(_digest(plan.apply(source)), _digest(source), tuple(pieces))

    def is_for(self, cleaned: str) -> bool:
        """Whether `cleaned` is the text that this leads back from."""
        return _digest(cleaned) == self.cleaned

    def restore(self, cleaned: str) -> str:
        """The source text, code point for code point.

        Raises:
            VerificationFailed: `cleaned` is not the text that this was made for, or what comes out is not its source.
        """
        if not self.is_for(cleaned):
            raise VerificationFailed(
                "The cleaned text is not the one that the vault knows.",
                next_step="Restore the files as they were written.",
            )
        parts: list[str] = []
        position = 0
        for start, end, text in self.pieces:
            parts += (cleaned[position:start], text)
            position = end
        parts.append(cleaned[position:])
        source = "".join(parts)
        if _digest(source) != self.source:
            raise VerificationFailed("The restored text is not the source text.")
        return source


def _digest(text: str) -> str:
    return sha256(text.encode("utf-8")).hexdigest()
