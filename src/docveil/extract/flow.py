"""What a reader of a format makes: elements in the order of reading, their ids yet to be given, and the ledger's lines.

Pure functions; no format and no foreign package is known here.
"""

import re
import unicodedata
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import pairwise

from attrs import evolve, field, frozen

from docveil.model.document import DocumentElement, LedgerNote, PageRecord

# Called as work goes on: who waits for a reader tells by it that a long document is no hang.
Tick = Callable[[], None]
BLOCK, LINE, TAB = "\n\n", "\n", "\t"
# After this many elements it is said that work goes on.
_ELEMENTS = 10_000
NOT_READ = "not_read"
BY_DEFAULT = "not_read_by_default"
_SURROGATE = re.compile("[\ud800-\udfff]")
_LINE_ENDS = re.compile(r"\r\n?|[\x0b\x0c\x85\u2028\u2029]")


@frozen
class Content:
    """What was read of one document, or of a part of it.

    Attributes:
        elements: In the order of reading. Ids are not set; a table's name is its own within this content.
        notes: For the ledger.
        pages: Slides, sheets or frames.
    """

    elements: tuple[DocumentElement, ...] = ()
    notes: tuple[LedgerNote, ...] = ()
    pages: tuple[PageRecord, ...] = ()


@frozen
class Notes:
    """Counts what is not read; a part that does not occur makes no line."""

    _counts: Counter[tuple[str, str, int | None]] = field(factory=Counter)

    def add(self, part: str, reason: str = NOT_READ, count: int = 1, page: int | None = None) -> None:
        """Count `count` more of `part`."""
        if count > 0:
            self._counts[part, reason, page] += count

    def lines(self) -> tuple[LedgerNote, ...]:
        """The ledger's lines, by page and part."""
        ordered = sorted(self._counts.items(), key=lambda item: (item[0][2] or 0, item[0][0], item[0][1]))
        return tuple(LedgerNote(part, reason, count, page) for (part, reason, page), count in ordered)


def plain(text: str) -> str:
    """A plain `str` with line feeds as its only line ends, and lone surrogates replaced."""
    return _SURROGATE.sub("\ufffd", _LINE_ENDS.sub("\n", str(text)))


def text_element(text: str, role: str = "body", page: int | None = None) -> Iterator[DocumentElement]:
    """One element, or none where there is only white space."""
    text = plain(text).strip("\n")
    if text.strip():
        yield DocumentElement("e0", text, role=role, page=page)


def cell_element(text: str, cell: tuple[int, int, int, int], table: str, page: int | None = None) -> DocumentElement:
    """One cell; `cell` is `(row_start, row_end, column_start, column_end)`. Its separator is set by `numbered`."""
    return DocumentElement("e0", plain(text), "table_cell", "cell", page=page, cell=cell, table=table, separator=TAB)


def lost_words(shown: str, elements: Iterable[DocumentElement]) -> int:
    """How many words of the text that a reader was shown are in none of the elements that it gave back."""
    back: Counter[str] = Counter()
    for element in elements:
        back.update(_words(element.text))
    return (Counter(_words(shown)) - back).total()


def _words(text: str) -> list[str]:
    return re.findall(r"\w+", unicodedata.normalize("NFKC", text))


def numbered(elements: Sequence[DocumentElement], tick: Tick = lambda: None) -> tuple[DocumentElement, ...]:
    """The elements with ids `e0`, `e1`, ..., tables `t0`, `t1`, ..., and separators.

    Cells of a row stand a tab apart, rows and items of a list a line, anything else a blank line.
    """
    tables: dict[str, str] = {}
    result: list[DocumentElement] = []
    for index, (element, following) in enumerate(pairwise([*elements, None])):
        if element is None:  # only the last one of a pair is None
            continue
        if index % _ELEMENTS == 0:
            tick()
        table = None if element.table is None else tables.setdefault(element.table, f"t{len(tables)}")
        separator = BLOCK if following is None else _separator(element, following)
        result.append(evolve(element, id=f"e{index}", table=table, separator=separator))
    return tuple(result)


def _separator(element: DocumentElement, following: DocumentElement) -> str:
    if element.cell is not None and following.cell is not None and element.table == following.table:
        return TAB if element.cell[0] == following.cell[0] else LINE
    if element.role == following.role == "list_item" and element.page == following.page:
        return LINE
    return BLOCK


def joined(contents: Iterable[Content]) -> Content:
    """Several parts as one, each table still apart from the others'."""
    elements: list[DocumentElement] = []
    notes: list[LedgerNote] = []
    for content in contents:
        tables: dict[str, str] = {}
        taken = len({e.table for e in elements if e.table is not None})
        for element in content.elements:
            if element.table is None:
                elements.append(element)
            else:
                name = tables.setdefault(element.table, f"t{taken + len(tables)}")
                elements.append(evolve(element, table=name))
        notes += content.notes
    return Content(tuple(elements), tuple(notes))
