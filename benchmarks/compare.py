"""How two readings of one PDF are compared: words as bags, words in order, tables by their shape. Pure functions.

What is forgiven is counted, so that a table of figures can say it: `Reading.joined`.
"""

import re
import unicodedata
from collections import Counter
from difflib import SequenceMatcher
from typing import Any

from attrs import frozen

from docveil.model.document import FURNITURE_ROLES, DocumentElement, ExtractedDocument

_FURNITURE_LABELS = {"page_header", "page_footer"}
Shape = tuple[int, int, int]


@frozen
class Reading:
    """What is compared.

    Attributes:
        words: Every word, as a bag.
        body: Words of the body in order, without tables, running headers and running footers.
        tables: Rows, columns and cells of each table.
        cells: The text of each cell of each table, blanks removed.
        joined: Words that a line end parts and that were put together to be compared.
    """

    words: Counter[str]
    body: list[str]
    tables: list[Shape]
    cells: list[Counter[str]]
    joined: int = 0


def words_of(text: str) -> list[str]:
    """Runs of letters and digits, compatibility forms folded: taste in quotes, dashes and spacing does not count."""
    return re.findall(r"\w+", unicodedata.normalize("NFKC", text))


def dehyphenated(lines: str, known: set[str]) -> tuple[str, int]:
    """Lines joined, and how often a word was put together over a line end because the published result has it so."""
    text, joined = "", 0
    for line in lines.split("\n"):
        last, first = text.rsplit(" ", maxsplit=1)[-1], line.split(" ")[0]
        whole = words_of(last[:-1] + first) if last.endswith(("-", "\u2010", "\u00ad")) else []
        as_is = words_of(last + first)
        if whole and whole[0] in known:
            text, joined = text[:-1] + line, joined + 1
        elif last.endswith("-") and as_is and as_is[0] in known:
            text, joined = text + line, joined + 1
        else:
            text += (" " if text else "") + line
    return text, joined


def published(blocks: dict[str, Any]) -> Reading:
    """The published result."""
    words: Counter[str] = Counter()
    body: list[str] = []
    tables: list[Shape] = []
    texts: list[Counter[str]] = []
    furniture = [(b["label"], b.get("page"), b["text"]) for b in blocks["furniture"]]
    in_body = Counter((b["label"], b.get("page"), b["text"]) for b in blocks["body"] if "text" in b)
    for block in blocks["body"]:
        if "cells" in block:
            cells = block["cells"]
            tables.append((max(c[1] for c in cells), max(c[3] for c in cells), len(cells)))
            texts.append(Counter(_bare(cell[4]) for cell in cells))
            for cell in cells:
                words.update(words_of(cell[4]))
        else:
            words.update(words_of(block["text"]))
            if block["label"] not in _FURNITURE_LABELS:
                body += words_of(block["text"])
    for item in furniture:
        # What is listed in both stands on the page once.
        if not in_body[item]:
            words.update(words_of(item[2]))
    return Reading(words, body, tables, texts)


def ours(document: ExtractedDocument, known: set[str]) -> Reading:
    """Docveil's result in the same terms; `known` are the published words."""
    words: Counter[str] = Counter()
    body: list[str] = []
    cells: dict[str, list[DocumentElement]] = {}
    joined = 0
    for element in document.elements:
        text, count = dehyphenated(element.text, known)
        joined += count
        words.update(words_of(text))
        if element.table is not None:
            cells.setdefault(element.table, []).append(element)
        elif element.role not in FURNITURE_ROLES:
            body += words_of(text)
    tables = [
        (max(e.cell[1] for e in group if e.cell), max(e.cell[3] for e in group if e.cell), len(group))
        for group in cells.values()
    ]
    texts = [Counter(_bare(e.text) for e in group) for group in cells.values()]
    return Reading(words, body, tables, texts, joined)


def _bare(text: str) -> str:
    return "".join(unicodedata.normalize("NFKC", text).split())


def recall(mine: Reading, theirs: Reading) -> float:
    """Share of their words that are among mine."""
    return (mine.words & theirs.words).total() / max(theirs.words.total(), 1)


def order_similarity(a: list[str], b: list[str]) -> float:
    """Twice the words in common order over the words of both (Ratcliff and Obershelp 1988)."""
    return SequenceMatcher(None, a, b, autojunk=False).ratio()


def cells_alike(mine: Reading, theirs: Reading) -> str:
    """How many cells of the published tables have their text in the table of the same number here."""
    total = sum(t.total() for t in theirs.cells)
    same = sum((a & b).total() for a, b in zip(mine.cells, theirs.cells, strict=False))
    return f"{same}/{total}" if total else "-"


def moved(mine: Reading, theirs: Reading) -> list[str]:
    """Runs of words that stand elsewhere in the other body or are not in it, in the order of the bodies."""
    found = []
    for kind, a, b, c, d in SequenceMatcher(None, mine.body, theirs.body, autojunk=False).get_opcodes():
        if kind != "equal":
            found += [f"here {_some(mine.body[a:b])}"] if b > a else []
            found += [f"published {_some(theirs.body[c:d])}"] if d > c else []
    return found


def _some(words: list[str]) -> str:
    shown = " ".join(words[:8])
    return f"“{shown}{' …' if len(words) > 8 else ''}” ({len(words)})"
