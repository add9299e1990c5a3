"""Where a cleaned text may be cut: at the ends of paragraphs and table rows, and where these are too long within them. Pure.

A position is an offset into the text in code points; a cut there leaves all white space before it on its left.
"""

import re
from bisect import bisect_right
from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from itertools import pairwise, zip_longest

from attrs import frozen

from docveil.emit.pieces import Piece

# How a cut is called, from the best to the worst.
PARAGRAPH, ROW, CELL, SENTENCE, SPACE, HARD = RANKS = ("paragraph", "row", "cell", "sentence", "space", "hard")

_BLANK_LINE = re.compile(r"\n[^\S\n]*\n\s*")
_SENTENCE = re.compile(r"[.!?…]+[\"'”’»)\]]*\s+|[。！？]+[”’」』）]*\s*")
_SPACE = re.compile(r"\s+")
# A full stop behind these ends no sentence; nor does one behind a single capital, or before a small letter.
_SHORT = re.compile(r"(?:\b[^\W\d_]|\b(?:Mr|Mrs|Ms|Dr|Prof|Rev|St|No|Nr|Fig|Figs|Eq|cf|vs|al|ca|approx|e\.g|i\.e))\Z")
_LONGEST_SHORT = 8


@frozen
class Table:
    """Where one table stands.

    Attributes:
        headings: The pieces of its headings that have a text, in order; at least one.
        rows: Its other pieces that have a text, in order; at least one.
    """

    headings: tuple[Piece, ...]
    rows: tuple[Piece, ...]


def tables_of(pieces: Sequence[Piece]) -> tuple[Table, ...]:
    """Every table that has headings and something else."""
    tables: defaultdict[str, list[Piece]] = defaultdict(list)
    for piece in pieces:
        if piece.table is not None and piece.text.strip():
            tables[piece.table].append(piece)
    found = (Table(tuple(p for p in own if p.heads), tuple(p for p in own if not p.heads)) for own in tables.values())
    return tuple(table for table in found if table.headings and table.rows)


def unit_ends(pieces: Sequence[Piece]) -> dict[int, str]:
    """`{position: PARAGRAPH or ROW}`, ascending, of every place where a chunk may end well; the end of the text is one.

    A paragraph ends with its element, unless the white space behind that holds no line end, and at each blank line. A row
    ends with its last cell, unless a cell goes on into the next row, or it is a row of headings: these stay with what
    follows.
    """
    opened = _rows_that_go_on(pieces)
    ends: dict[int, str] = {}
    for piece, following in zip_longest(pieces, pieces[1:]):
        if piece.table is None:
            ends |= {piece.start + match.end(): PARAGRAPH for match in _BLANK_LINE.finditer(piece.text)}
        if following is None or _ends_a_paragraph(piece, following):
            ends[piece.behind] = PARAGRAPH
        elif piece.table is not None and _ends_a_row(piece, following, opened):
            ends[piece.behind] = ROW
    ends.pop(0, None)
    return dict(sorted(ends.items()))


def inner_ends(text: str, pieces: Sequence[Piece], start: int, end: int, rank: str) -> Sequence[int]:
    """Where the piece from `start` to `end` may be cut in the way that `rank` names, ascending; `end` is the last of them."""
    if rank == HARD:
        return range(start + 1, end + 1)
    if rank in (ROW, CELL):
        found = (p.behind for p, following in pairwise(pieces) if _may_cut(p, following, rank))
    elif rank == SENTENCE:
        found = (m.end() for m in _SENTENCE.finditer(text, start, end) if _ends_a_sentence(text, m))
    else:
        found = (m.end() for m in _SPACE.finditer(text, start, end))
    return [*(position for position in found if start < position < end), end]


def _may_cut(piece: Piece, following: Piece, rank: str) -> bool:
    return piece.table is not None and (rank == CELL or not _same_row(piece, following))


def _ends_a_sentence(text: str, match: "re.Match[str]") -> bool:
    if not match[0].startswith("."):
        return True
    if text[match.end() : match.end() + 1].islower():
        return False
    return _SHORT.search(text, max(0, match.start() - _LONGEST_SHORT), match.start()) is None


def _ends_a_paragraph(piece: Piece, following: Piece) -> bool:
    if piece.table is None and following.table is None:
        return len(f"{piece.separator}.".splitlines()) > 1
    return piece.table != following.table


def _ends_a_row(piece: Piece, following: Piece, opened: Mapping[str, Sequence[tuple[int, int]]]) -> bool:
    return (
        not _same_row(piece, following)
        and piece.table == following.table
        and not piece.heads
        and not _goes_on(piece, opened)
    )


def _same_row(piece: Piece, following: Piece) -> bool:
    return piece.table == following.table and piece.rows[0] == following.rows[0]


def _rows_that_go_on(pieces: Sequence[Piece]) -> Mapping[str, Sequence[tuple[int, int]]]:
    """Of each table, the rows of its cells that stand in several."""
    found: defaultdict[str, list[tuple[int, int]]] = defaultdict(list)
    for piece in pieces:
        if piece.table is not None and piece.rows[1] - piece.rows[0] > 1:
            found[piece.table].append(piece.rows)
    return found


def _goes_on(piece: Piece, opened: Mapping[str, Sequence[tuple[int, int]]]) -> bool:
    return any(first <= piece.rows[0] < behind - 1 for first, behind in opened.get(piece.table or "", ()))


def rows_between(tables: Sequence[Table], start: int, end: int) -> Iterator[Table]:
    """The tables of which a row stands from `start` to `end`, and a heading before it."""
    for table in tables:
        if table.headings[0].start < start:
            first = bisect_right(table.rows, start, key=lambda piece: piece.end)
            if first < len(table.rows) and table.rows[first].start < end:
                yield table
