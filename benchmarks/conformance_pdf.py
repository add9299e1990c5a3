"""Compares docveil's reading of PDF files with a published one, and prints a table.

Run `python benchmarks/conformance_pdf.py PEER_CASES [--artifacts DIR]`. `PEER_CASES/pdf/NAME.pdf` has its published result in
`PEER_CASES/expected/NAME.json`: `body` in reading order and `furniture`, as lists of blocks; a block has `text`, or `cells`
of `[row start, row end, column start, column end, text]`.

Measures: word recall and precision over all words as bags; order similarity, the share of words in the longest common
order of the body's words, tables left out; and for each table its rows, columns and cells.
"""

import argparse
import json
import re
import sys
import unicodedata
from collections import Counter
from difflib import SequenceMatcher
from pathlib import Path
from typing import Any

from attrs import frozen

from docveil.extract.docling_pdf import DoclingExtractor
from docveil.model.document import FURNITURE_ROLES, DocumentElement, ExtractedDocument

MIN_RECALL, MIN_PRECISION, MIN_ORDER = 0.998, 0.99, 0.97
_FURNITURE_LABELS = {"page_header", "page_footer"}


@frozen
class Reading:
    """What is compared: every word, the words of the body in order, and the shape of each table."""

    words: Counter[str]
    body: list[str]
    tables: list[tuple[int, int, int]]


def words_of(text: str) -> list[str]:
    """Runs of letters and digits, compatibility forms folded: taste in quotes, dashes and spacing does not count."""
    return re.findall(r"\w+", unicodedata.normalize("NFKC", text))


def dehyphenated(lines: str, known: set[str]) -> str:
    """Lines joined; a word that is broken at a line end is put together where the published result has it so."""
    joined = ""
    for line in lines.split("\n"):
        last, first = joined.rsplit(" ", maxsplit=1)[-1], line.split(" ")[0]
        whole = words_of(last[:-1] + first) if last.endswith(("-", "\u2010", "\u00ad")) else []
        as_is = words_of(last + first)
        if whole and whole[0] in known:
            joined = joined[:-1] + line
        elif last.endswith("-") and as_is and as_is[0] in known:
            joined += line
        else:
            joined += (" " if joined else "") + line
    return joined


def published(blocks: dict[str, Any]) -> Reading:
    """The published result."""
    words: Counter[str] = Counter()
    body: list[str] = []
    tables: list[tuple[int, int, int]] = []
    furniture = [(b["label"], b.get("page"), b["text"]) for b in blocks["furniture"]]
    in_body = Counter((b["label"], b.get("page"), b["text"]) for b in blocks["body"] if "text" in b)
    for block in blocks["body"]:
        if "cells" in block:
            cells = block["cells"]
            tables.append((max(c[1] for c in cells), max(c[3] for c in cells), len(cells)))
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
    return Reading(words, body, tables)


def ours(document: ExtractedDocument, known: set[str]) -> Reading:
    """Docveil's result in the same terms."""
    words: Counter[str] = Counter()
    body: list[str] = []
    cells: dict[str, list[DocumentElement]] = {}
    for element in document.elements:
        here = words_of(dehyphenated(element.text, known))
        words.update(here)
        if element.table is not None:
            cells.setdefault(element.table, []).append(element)
        elif element.role not in FURNITURE_ROLES:
            body += here
    tables = [
        (max(e.cell[1] for e in group if e.cell), max(e.cell[3] for e in group if e.cell), len(group))
        for group in cells.values()
    ]
    return Reading(words, body, tables)


def similarity(a: list[str], b: list[str]) -> float:
    """Twice the words in common order over the words of both (Ratcliff and Obershelp)."""
    return SequenceMatcher(None, a, b, autojunk=False).ratio()


def main() -> int:
    """Print the table; 1 where a figure is below its mark."""
    parser = argparse.ArgumentParser(description="Compare docveil's reading of PDF files with a published one.")
    parser.add_argument("peer_cases", type=Path)
    parser.add_argument("--artifacts", type=Path)
    parser.add_argument("--differences", action="store_true", help="print the words that differ")
    options = parser.parse_args()
    provider = DoclingExtractor(artifacts_path=options.artifacts)
    print(f"{'file':24} {'recall':>7} {'precision':>9} {'order':>6}  tables (rows, columns, cells) ours | published")
    good = True
    for path in sorted((options.peer_cases / "expected").glob("*.json")):
        theirs = published(json.loads(path.read_text(encoding="utf-8")))
        mine = ours(provider.extract(options.peer_cases / "pdf" / f"{path.stem}.pdf"), set(theirs.words))
        common = (mine.words & theirs.words).total()
        recall, precision = common / theirs.words.total(), common / mine.words.total()
        order = similarity(mine.body, theirs.body)
        met = (
            recall >= MIN_RECALL and precision >= MIN_PRECISION and order >= MIN_ORDER and mine.tables == theirs.tables
        )
        good = good and met
        mark = "" if met else "  <-"
        print(f"{path.stem:24} {recall:7.4f} {precision:9.4f} {order:6.3f}  {mine.tables} | {theirs.tables}{mark}")
        if options.differences:
            print("   missing:", dict((theirs.words - mine.words).most_common(60)))
            print("   surplus:", dict((mine.words - theirs.words).most_common(60)))
    return 0 if good else 1


if __name__ == "__main__":
    sys.exit(main())
