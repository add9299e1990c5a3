"""Paragraphs put together again from their lines.

A line that reaches the edge of its column was broken because no more fitted on it; a line that ends before was ended on purpose.
What a block is, extraction has decided from the spacing of lines. Here a line end inside a block becomes a space where the
first word of the next line would not have fitted; and the blank line between two blocks where the text runs on over a
column or a page: the first block's last line is full and ends no sentence, and the second stands in another column or on
another page and goes on in lower case.
"""

import re
from collections import defaultdict
from collections.abc import Iterator, Sequence
from statistics import median

from docveil.model.document import DocumentElement
from docveil.redact.normalise.characters import Change

FLOWING = frozenset({"body", "list_item", "footnote", "caption", "annotation", "notes"})
_FEWEST = 30  # code points on the longest line: shorter blocks are addresses, signatures, verses
_FULL = 0.88  # of the longest line; letters differ in width
_COLUMN = 0.8  # of the width of the column
_SAME_EDGE = 12.0  # points
_ENDS = tuple('.!?:;\u2026"\u201d\u00bb)')
_OPENS_ITEM = re.compile(r"\s*(?:[\u2022\u00b7\u25cf\u25aa\u2013*-]\s|\(?\d{1,3}[.)]\s|\(?[a-z][.)]\s)")
_WORD = re.compile(r"\S+")
_LINE_END = re.compile(r"[ \t]*(?:\r\n|\r|\n)[ \t]*")


def column_widths(elements: Sequence[DocumentElement]) -> dict[str, float]:
    """For each flowing element with a box, the width of its column in points: the widest block that begins at its edge."""
    pages: defaultdict[int | None, list[DocumentElement]] = defaultdict(list)
    for element in elements:
        if element.role in FLOWING and element.bbox is not None:
            pages[element.page].append(element)
    widths: dict[str, float] = {}
    for page in pages.values():
        by_left = sorted(page, key=lambda e: e.bbox or ())
        for element in page:
            left = element.bbox[0] if element.bbox else 0.0
            near = [e.bbox for e in by_left if e.bbox and abs(e.bbox[0] - left) <= _SAME_EDGE]
            widths[element.id] = max(box[2] - box[0] for box in near)
    return widths


def is_wrapped(element: DocumentElement, widths: dict[str, float]) -> bool:
    """Whether the lines of an element end where its column does."""
    if element.role not in FLOWING or element.bbox is None:
        return False
    longest = max(map(len, element.text.splitlines()), default=0)
    return longest >= _FEWEST and element.bbox[2] - element.bbox[0] >= _COLUMN * widths[element.id]


def unwrapped(text: str) -> Iterator[Change]:
    """Line ends that the column made become a space."""
    longest = max(map(len, text.splitlines()), default=0)
    matches = list(_LINE_END.finditer(text))
    starts = [0, *(match.end() for match in matches)]
    for start, match in zip(starts, matches, strict=False):
        following = _WORD.match(text, match.end())
        line = match.start() - start
        if line and following and line + 1 + len(following[0]) > _FULL * longest and not _opens(text, match.end()):
            yield match.start(), match.end(), " "


def runs_on(before: DocumentElement, after: DocumentElement, widths: dict[str, float]) -> bool:
    """Whether a paragraph goes on from one block into the next, in another column or on another page."""
    if not (is_wrapped(before, widths) and before.role == after.role == "body" and before.bbox and after.bbox):
        return False
    elsewhere = before.page != after.page or after.bbox[1] < before.bbox[3] - 1.0
    lines = before.text.splitlines()
    full = len(lines) > 1 and len(lines[-1]) >= _FULL * median(map(len, lines[:-1]))
    return elsewhere and full and not before.text.rstrip().endswith(_ENDS) and after.text[:1].islower()


def _opens(text: str, at: int) -> bool:
    return _OPENS_ITEM.match(text, at) is not None
