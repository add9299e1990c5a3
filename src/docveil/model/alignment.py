"""Derived texts and the way back: pieces that tie each range of a derived text to ranges of its source.

An alignment is a row of pieces that tile the derived text. A piece is one of four kinds:

- copied: as many derived code points as source code points, one for one;
- folded: derived code points that together stand for one or more source ranges (`ﬁ` read as `fi`, `é` in two code
  points read as `e`, a line break read as a space);
- dropped: no derived code point at all, for source that belongs inside whatever spans it (a hyphen at a line end);
- glue: derived code points without a source (`Phone: ` before a bare cell).

Source that no piece names is set aside: a match that spans it leaves it untouched (a running footer inside a sentence).
The idea of keeping the original beside the normalised text and converting ranges between the two is that of the
tokenizers library's NormalizedString; here a range that cannot be converted is an error, never passed on as it is.
"""

from bisect import bisect_left, bisect_right
from itertools import pairwise
from typing import Self

from attrs import field, frozen

from docveil.model._checks import plain_int, plain_text, require, tuple_of
from docveil.model.ranges import DerivedRange, SourceRange, merge_ranges


@frozen
class Piece:
    """One stretch of a derived text.

    Attributes:
        length: Code points in the derived text.
        source: Ascending, non-empty source ranges; none for glue.
        copied: True where the derived code points are the source's own, one for one.
    """

    length: int
    source: tuple[SourceRange, ...] = ()
    copied: bool = False

    def __attrs_post_init__(self) -> None:
        plain_int(self.length, "A piece's length")
        tuple_of(self.source, SourceRange, "A piece's source")
        require(all(self.source), "A piece's source ranges must not be empty.")
        require(all(a.end < b.start for a, b in pairwise(self.source)), "A piece's source ranges must ascend.")
        require(self.length > 0 or bool(self.source), "A piece must have a length or a source.")
        if self.copied:
            require(len(self.source) == 1 and len(self.source[0]) == self.length, "A copied piece maps one for one.")

    @classmethod
    def copy(cls, source: SourceRange) -> Self:
        """`source` as it stands."""
        return cls(len(source), (source,), copied=True)

    @classmethod
    def fold(cls, length: int, *source: SourceRange) -> Self:
        """`length` code points that stand for `source` as a whole; a length of zero drops it."""
        return cls(length, merge_ranges(source))

    @classmethod
    def glue(cls, length: int) -> Self:
        """`length` code points that stand for nothing in the source."""
        return cls(length)


def _normal(pieces: list[Piece]) -> tuple[Piece, ...]:
    """The same mapping in its one normal form: copied pieces and glue that touch are joined.

    Dropped pieces at either end go: nothing can span them.
    """
    result: list[Piece] = []
    for piece in pieces:
        last = result[-1] if result else None
        if last is not None and last.copied and piece.copied and last.source[0].end == piece.source[0].start:
            result[-1] = Piece.copy(SourceRange(last.source[0].start, piece.source[0].end))
        elif last is not None and not last.source and not piece.source:
            result[-1] = Piece.glue(last.length + piece.length)
        else:
            result.append(piece)
    while result and not result[-1].length:
        result.pop()
    first = next((i for i, piece in enumerate(result) if piece.length), 0)
    return tuple(result[first:])


def _as_tuple(pieces: list[Piece] | tuple[Piece, ...]) -> tuple[Piece, ...]:
    return _normal(list(pieces))


@frozen(repr=False)
class Alignment:
    """How a derived text of `length` code points stands to its source.

    Attributes:
        pieces: Pieces that tile the derived text, in normal form.
        length: Code points in the derived text.
    """

    pieces: tuple[Piece, ...] = field(converter=_as_tuple)
    length: int = field(init=False)
    _ends: tuple[int, ...] = field(init=False, eq=False)

    def __attrs_post_init__(self) -> None:
        tuple_of(self.pieces, Piece, "An alignment's pieces")
        ends: list[int] = []
        position = 0
        for piece in self.pieces:
            position += piece.length
            ends.append(position)
        object.__setattr__(self, "length", position)
        object.__setattr__(self, "_ends", tuple(ends))

    def __repr__(self) -> str:
        return f"Alignment({len(self.pieces)} pieces, {self.length} derived code points)"

    @classmethod
    def identity(cls, length: int) -> "Alignment":
        """The alignment of a text with itself."""
        return cls([Piece.copy(SourceRange(0, length))] if length else [])

    def _cut(self, span: DerivedRange) -> list[Piece]:
        """The pieces inside `span`; dropped pieces at its edges are outside, those between its code points inside."""
        require(span.end <= self.length, "A derived range reaches past the end of its text.")
        if not span:
            return []
        first = bisect_right(self._ends, span.start)
        last = bisect_left(self._ends, span.end)
        cut: list[Piece] = []
        for index in range(first, last + 1):
            piece = self.pieces[index]
            end = self._ends[index]
            start = end - piece.length
            low, high = max(start, span.start), min(end, span.end)
            if piece.copied:
                origin = piece.source[0].start - start
                cut.append(Piece.copy(SourceRange(low + origin, high + origin)))
            else:
                cut.append(Piece(high - low, piece.source))
        return cut

    def to_source(self, span: DerivedRange) -> tuple[SourceRange, ...]:
        """Disjoint ascending source ranges that `span` stands for; empty where it is glue alone.

        A part of a folded piece stands for the whole of its source: half a ligature cannot be replaced.

        Raises:
            InvalidNoun: the range reaches past the end of the derived text.
        """
        return merge_ranges(r for piece in self._cut(span) for r in piece.source)

    def to_derived(self, source: SourceRange) -> tuple[DerivedRange, ...]:
        """Ascending derived ranges whose code points stand for any part of `source`."""
        found: list[DerivedRange] = []
        for piece, end in zip(self.pieces, self._ends, strict=True):
            start = end - piece.length
            if piece.copied:
                shared = piece.source[0].intersection(source)
                if shared:
                    by = start - piece.source[0].start
                    found.append(DerivedRange(shared.start + by, shared.end + by))
            elif piece.length and any(r.overlaps(source) for r in piece.source):
                found.append(DerivedRange(start, end))
        merged: list[DerivedRange] = []
        for item in found:
            if merged and merged[-1].end == item.start:
                merged[-1] = DerivedRange(merged[-1].start, item.end)
            else:
                merged.append(item)
        return tuple(merged)

    def then(self, outer: "Alignment") -> "Alignment":
        """The alignment of a text derived from this one's derived text: `outer` maps to here, the result to the source.

        Raises:
            InvalidNoun: `outer` names code points that this derived text does not have.
        """
        pieces: list[Piece] = []
        for piece in outer.pieces:
            if piece.copied:
                pieces += self._cut(DerivedRange(piece.source[0].start, piece.source[0].end))
            elif not piece.source:
                pieces.append(piece)
            else:
                source = merge_ranges(
                    r for part in piece.source for r in self.to_source(DerivedRange(part.start, part.end))
                )
                if source or piece.length:
                    pieces.append(Piece(piece.length, source))
        return Alignment(pieces)


@frozen(repr=False)
class View:
    """A text that detectors read, and its alignment with the document's text.

    Attributes:
        name: Kind of view: `raw`, `reading`, `furniture`, `table`, ...
        text: What the detector reads.
        alignment: From `text` back to the document.
    """

    name: str
    text: str
    alignment: Alignment

    def __attrs_post_init__(self) -> None:
        plain_text(self.text, "A view's text")
        require(len(self.text) == self.alignment.length, "A view's alignment must tile its text.")

    def __repr__(self) -> str:
        return f"View({self.name}, {len(self.text)} code points)"

    def locate(self, start: int, end: int) -> tuple[SourceRange, ...]:
        """Source ranges of the match `text[start:end]`; empty for glue alone.

        Raises:
            InvalidNoun: the offsets are not those of a non-empty range in this view.
        """
        plain_int(start, "A match's start")
        plain_int(end, "A match's end", minimum=start + 1)
        return self.alignment.to_source(DerivedRange(start, end))
