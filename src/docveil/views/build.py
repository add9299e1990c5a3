"""Builds a view piece by piece, so that text and alignment cannot drift apart."""

from docveil.model.alignment import Alignment, Piece, View
from docveil.model.ranges import SourceRange


class ViewBuilder:
    """Collects the pieces of one view over `source`, the document's text."""

    def __init__(self, source: str) -> None:
        self._source = source
        self._parts: list[str] = []
        self._pieces: list[Piece] = []

    @property
    def is_empty(self) -> bool:
        """Whether nothing that has a source was added yet."""
        return not any(piece.source for piece in self._pieces)

    def copy(self, start: int, end: int) -> None:
        """`source[start:end]` as it stands."""
        if start < end:
            self._parts.append(self._source[start:end])
            self._pieces.append(Piece.copy(SourceRange(start, end)))

    def fold(self, text: str, start: int, end: int) -> None:
        """`text` in place of `source[start:end]`; an empty text drops it, yet a match that spans it covers it."""
        if start < end:
            self._parts.append(text)
            self._pieces.append(Piece.fold(len(text), SourceRange(start, end)))

    def glue(self, text: str) -> None:
        """`text` that stands for nothing in the document."""
        if text:
            self._parts.append(text)
            self._pieces.append(Piece.glue(len(text)))

    def build(self, name: str) -> View:
        """The finished view."""
        return View(name, "".join(self._parts), Alignment(self._pieces))
