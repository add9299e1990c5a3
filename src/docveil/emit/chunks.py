"""Chunks: the cleaned text in pieces of a greatest size, which join back to it exactly. Pure."""

from bisect import bisect_left, bisect_right
from collections import defaultdict
from collections.abc import Callable, Collection, Iterable, Sequence

from attrs import frozen

from docveil.emit.boundaries import (
    HARD,
    PARAGRAPH,
    RANKS,
    Table,
    inner_ends,
    rows_between,
    tables_of,
    unit_ends,
)
from docveil.emit.pieces import Piece
from docveil.errors import UsageError

# How big a text is; what it counts is the unit of a chunk's size.
Measure = Callable[[str], int]
END = "end"
CELL_GAP, ROW_GAP = "\t", "\n"


@frozen(repr=False)
class Chunk:
    """A piece of a cleaned text.

    Attributes:
        text: The piece itself, with the white space behind it. All pieces in order join to the text.
        start: Where it starts in the text, in code points.
        end: One past its last code point.
        context: Headings of the tables whose rows go on in this chunk while their headings stand in an earlier one: a line a
            row, cells parted by tabs. Not part of the text.
        elements: Ids of the elements of which some text stands in it, in order.
        pages: Their pages, ascending.
        size: Of text and context together.
        ends_at: What was cut at: `paragraph`, `row`, `cell`, `sentence`, `space`, `hard`; `end` for the last chunk.
    """

    text: str
    start: int
    end: int
    context: str
    elements: tuple[str, ...]
    pages: tuple[int, ...]
    size: int
    ends_at: str

    def __repr__(self) -> str:
        return f"Chunk({self.start}:{self.end}, {self.size}, {self.ends_at})"


def chunks_of(pieces: Sequence[Piece], limit: int, measure: Measure = len) -> tuple[Chunk, ...]:
    """The chunks of the text that `pieces` make: each as long as it may be, cut at the best place there is.

    A chunk ends with a paragraph or a table row. A paragraph or row that is longer than `limit` is cut at the ends of cells, then
    of sentences, then at white space, then anywhere. A heading is not left behind at the end of a chunk.

    Args:
        pieces: Those of a cleaned document.
        limit: Greatest size of text and context. Where a context takes more than half of it, it does not count; a code point that
            is larger alone is a chunk.
        measure: The size of a text. It may be any that does not shrink much as a text grows.

    Raises:
        UsageError: the limit is below 1.
    """
    if limit < 1:
        raise UsageError("A chunk must hold at least 1.")
    layout = _Layout.of(pieces, limit, measure)
    ends = unit_ends(layout.pieces)
    packer = _Packer(layout, ends)
    packer.pack(0, tuple(ends), PARAGRAPH)
    cuts = [cut for cut in packer.cuts if cut[0] < len(layout.text)]
    starts = [0, *(position for position, _ in cuts)]
    # To the packer a paragraph and a row are one; here they are told apart.
    stops = [*((position, ends.get(position, rank)) for position, rank in cuts), (len(layout.text), END)]
    return tuple(
        layout.chunk(start, end, rank) for start, (end, rank) in zip(starts, stops, strict=True) if start < end
    )


def described(
    pieces: Sequence[Piece], bounds: Iterable[tuple[int, int]]
) -> tuple[tuple[str, tuple[str, ...], tuple[int, ...]], ...]:
    """`(context, elements, pages)` of the chunk within each `(start, end)`, as they must be."""
    layout = _Layout.of(pieces, 1, len)
    chunks = (layout.chunk(start, end, END) for start, end in bounds)
    return tuple((chunk.context, chunk.elements, chunk.pages) for chunk in chunks)


@frozen
class _Layout:
    """A text with all that is asked about it, over and over, while it is cut."""

    text: str
    pieces: tuple[Piece, ...]
    starts: tuple[int, ...]
    tables: tuple[Table, ...]
    limit: int
    measure: Measure

    @classmethod
    def of(cls, pieces: Sequence[Piece], limit: int, measure: Measure) -> "_Layout":
        """The layout of the text that `pieces` make."""
        text = "".join(f"{p.text}{p.separator}" for p in pieces)
        return cls(text, tuple(pieces), tuple(p.start for p in pieces), tables_of(pieces), limit, measure)

    def sizes(self, start: int, end: int) -> tuple[int, int]:
        """The size of the text from `start` to `end`, and of its context."""
        context = self.context(start, end)
        return self.measure(self.text[start:end]), self.measure(context) if context else 0

    def fits(self, start: int, end: int) -> bool:
        """Whether a chunk is small enough."""
        text, context = self.sizes(start, end)
        return text + (context if 2 * context <= self.limit else 0) <= self.limit

    def context(self, start: int, end: int) -> str:
        """The headings that stand before `start` of tables whose rows stand behind it."""
        return "".join(_headings(table, start) for table in rows_between(self.tables, start, end))

    def chunk(self, start: int, end: int, ends_at: str) -> Chunk:
        """The chunk from `start` to `end`."""
        first = max(0, bisect_right(self.starts, start) - 1)
        near = self.pieces[first : bisect_left(self.starts, end)]
        inside = [p for p in near if max(p.start, start) < min(p.end, end)]
        return Chunk(
            text=self.text[start:end],
            start=start,
            end=end,
            context=self.context(start, end),
            elements=tuple(dict.fromkeys(i for p in inside for i in p.elements)),
            pages=tuple(sorted({page for p in inside for page in p.pages})),
            size=sum(self.sizes(start, end)),
            ends_at=ends_at,
        )


def _headings(table: Table, start: int) -> str:
    """The headings of `table` before `start`: a line a row, cells parted by tabs."""
    rows: defaultdict[int, list[str]] = defaultdict(list)
    for piece in table.headings:
        if piece.start < start:
            rows[piece.rows[0]].append(" ".join(piece.text.split()))
    return "".join(f"{CELL_GAP.join(cells)}{ROW_GAP}" for _, cells in sorted(rows.items()))


class _Packer:
    """Fills one chunk after the other; `open` is where the one that is being filled starts."""

    def __init__(self, layout: _Layout, ends: Collection[int]) -> None:
        self.layout = layout
        self.open = 0
        self.cuts: list[tuple[int, str]] = []
        starts = {0, *ends}
        # Of each heading where it starts, by where it ends. One that begins within a paragraph is none: nothing is cut there.
        self._headings = {p.behind: p.start for p in layout.pieces if p.is_heading and p.text and p.start in starts}

    def pack(self, start: int, ends: Sequence[int], rank: str) -> None:
        """Fill chunks with the pieces from `start` that stop at `ends`; the last chunk stays open."""
        index = 0
        while (index := self._reached(ends, index)) < len(ends):
            # Of the pieces, those before this one are in the open chunk, and this one no longer fits.
            begins, stops = ends[index - 1] if index else start, ends[index]
            if self.open < begins and (rank == HARD or not self._is_head_of_a_long_one(begins, stops)):
                self._close(begins, stops, rank)
                index = bisect_right(ends, self.open)
            elif rank == HARD:
                # One code point that is larger than the limit.
                self._cut(stops, rank)
                index += 1
            else:
                deeper = RANKS[RANKS.index(rank) + 1]
                self.pack(begins, inner_ends(self.layout.text, self.layout.pieces, begins, stops, deeper), deeper)
                index += 1

    def _reached(self, ends: Sequence[int], index: int) -> int:
        """How many of `ends` the open chunk can take in, at least `index`: steps that double, then halves between."""
        low, step = index, 1
        while low + step <= len(ends) and self.layout.fits(self.open, ends[low + step - 1]):
            low, step = low + step, 2 * step
        high = min(low + step, len(ends) + 1)
        while high - low > 1:
            middle = (low + high) // 2
            if self.layout.fits(self.open, ends[middle - 1]):
                low = middle
            else:
                high = middle
        return low

    def _close(self, position: int, following: int, rank: str) -> None:
        """End the open chunk at `position`, or before the headings there, which belong to the piece up to `following`."""
        if rank == PARAGRAPH:
            before = self._before_headings(position)
            fits = self.layout.fits
            if before > self.open and (fits(before, following) or not fits(position, following)):
                position = before
        self._cut(position, rank)

    def _cut(self, position: int, rank: str) -> None:
        self.cuts.append((position, rank))
        self.open = position

    def _before_headings(self, position: int) -> int:
        """Where the headings begin that end at `position`; `position` itself where there is none."""
        while self._headings.get(position, -1) >= self.open:
            position = self._headings[position]
        return position

    def _is_head_of_a_long_one(self, begins: int, end: int) -> bool:
        """Whether nothing but headings stands in the open chunk, and what follows must be cut anyway."""
        return self._before_headings(begins) == self.open and not self.layout.fits(begins, end)
