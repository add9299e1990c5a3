"""Compares what docveil reads of Office files, web pages and e-mails with what plain libraries see in their bodies.

Run `python benchmarks/conformance_formats.py PEER_CASES [--artifacts DIR]`. For each file of `PEER_CASES/office`: the share of
words that python-docx, python-pptx, openpyxl, BeautifulSoup or the e-mail package sees and that stand in the elements,
and how many words the elements have that the library does not see (headers, notes, text boxes). 1 where recall is too low.
"""

import argparse
import email
import re
import sys
import unicodedata
from collections import Counter
from collections.abc import Iterator
from email.policy import default
from pathlib import Path
from typing import Any

from docveil.extract.format_extractor import FormatExtractor

MIN_RECALL = 0.995


def words_of(text: str) -> list[str]:
    """Runs of letters and digits, compatibility forms folded."""
    return re.findall(r"\w+", unicodedata.normalize("NFKC", text))


def docx_texts(path: Path) -> Iterator[str]:
    """Paragraphs and tables of the body; a merged cell once."""
    from docx import Document

    document = Document(str(path))
    for paragraph in document.paragraphs:
        yield paragraph.text
    for table in document.tables:
        seen: set[Any] = set()
        for row in table.rows:
            for cell in row.cells:
                if cell._tc not in seen:  # noqa: SLF001 - the only identity that a cell has
                    seen.add(cell._tc)  # noqa: SLF001
                    yield cell.text


def pptx_texts(path: Path) -> Iterator[str]:
    """Shapes with text, tables, groups and notes."""
    from pptx import Presentation

    def shapes(items: Any) -> Iterator[str]:
        for shape in items:
            if shape.shape_type == 6:  # a group
                yield from shapes(shape.shapes)
            elif shape.has_text_frame:
                yield shape.text_frame.text
            elif shape.has_table:
                yield from (c.text for row in shape.table.rows for c in row.cells if not c.is_spanned)

    for slide in Presentation(str(path)).slides:
        yield from shapes(slide.shapes)
        if slide.has_notes_slide and slide.notes_slide.notes_text_frame is not None:
            yield slide.notes_slide.notes_text_frame.text


def xlsx_texts(path: Path) -> Iterator[str]:
    """Cells that hold text or whole numbers: how others are shown is the format's business."""
    from openpyxl import load_workbook

    for sheet in load_workbook(path, data_only=True).worksheets:
        for row in sheet.iter_rows(values_only=True):
            yield from (str(v) for v in row if isinstance(v, str | int) and not isinstance(v, bool))


def html_texts(path: Path) -> Iterator[str]:
    """Everything below the body but scripts and styles."""
    from bs4 import BeautifulSoup

    page = BeautifulSoup(path.read_bytes(), "html.parser")
    for element in page(["script", "style", "noscript", "template", "title", "svg", "iframe"]):
        element.decompose()
    inline = (
        "a",
        "b",
        "i",
        "em",
        "strong",
        "span",
        "sup",
        "sub",
        "code",
        "small",
        "cite",
        "u",
        "abbr",
        "bdi",
        "s",
        "q",
        "tt",
    )
    for element in page(inline):
        element.unwrap()
    page.smooth()
    yield (page.body or page).get_text("\n")


def eml_texts(path: Path) -> Iterator[str]:
    """The subject, the addresses and the body."""
    message: Any = email.message_from_bytes(path.read_bytes(), policy=default)
    yield from (str(message[name]) for name in ("From", "To", "Subject") if message[name])
    body = message.get_body(("plain", "html"))
    yield body.get_content()


def msg_texts(path: Path) -> Iterator[str]:
    """The subject and the body."""
    from oxmsg import Message

    message = Message.load(str(path))
    yield message.subject or ""
    yield message.body or ""


PEERS = {
    ".docx": docx_texts,
    ".pptx": pptx_texts,
    ".xlsx": xlsx_texts,
    ".html": html_texts,
    ".eml": eml_texts,
    ".msg": msg_texts,
}


def main() -> int:
    """Print the table; 1 where recall is below its mark."""
    parser = argparse.ArgumentParser(description="Compare docveil's reading of other formats with plain libraries.")
    parser.add_argument("peer_cases", type=Path)
    parser.add_argument("--artifacts", type=Path)
    parser.add_argument("--differences", action="store_true", help="print the words that differ")
    options = parser.parse_args()
    provider = FormatExtractor(artifacts_path=options.artifacts, html="full")
    print(f"{'file':32} {'words':>6} {'recall':>7} {'more':>6}  ledger")
    good = True
    for path in sorted((options.peer_cases / "office").iterdir()):
        theirs = Counter(w for text in PEERS[path.suffix](path) for w in words_of(text))
        document = provider.extract(path)
        mine = Counter(w for element in document.elements for w in words_of(element.text))
        recall = (mine & theirs).total() / max(theirs.total(), 1)
        met = recall >= MIN_RECALL
        good = good and met
        ledger = ", ".join(f"{n.part} {n.count}" for n in document.ledger.notes)
        print(
            f"{path.name:32} {theirs.total():6} {recall:7.4f} {(mine - theirs).total():6}  {ledger}{'' if met else '  <-'}"
        )
        if options.differences:
            print("   missing:", dict((theirs - mine).most_common(40)))
            print("   surplus:", dict((mine - theirs).most_common(40)))
    return 0 if good else 1


if __name__ == "__main__":
    sys.exit(main())
