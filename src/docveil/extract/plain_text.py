"""Plain text, and Markdown by way of HTML: marko writes the page that it stands for, as any reader of Markdown would."""

import re

import marko
from marko.ext.gfm import GFM

from docveil.errors import ExtractionFailed
from docveil.extract.flow import Content, Notes, text_element
from docveil.intake.texts import decode_text
from docveil.model.document import DocumentElement

_FRONT_MATTER = re.compile(r"\A---\n(.*?)\n(?:---|\.\.\.)(?:\n|\Z)", re.DOTALL)
_DEFINITION = re.compile(r"^ {0,3}\[[^\]\n]+\]:[ \t]*\S+", re.MULTILINE)


def decoded_text(data: bytes, notes: Notes) -> str:
    """The text, with line feeds as line ends.

    Raises:
        ExtractionFailed: it cannot be decoded.
    """
    decoded = decode_text(data)
    if decoded is None:
        raise ExtractionFailed("The text cannot be decoded.")
    notes.add("character", "not_decodable_replaced", decoded.replaced)
    return decoded.text


def read_plain(data: bytes) -> Content:
    """A plain text: an element for each paragraph, its lines as they stand."""
    notes = Notes()
    paragraphs = re.split(r"\n[ \t]*\n", decoded_text(data, notes))
    return Content(tuple(e for p in paragraphs for e in text_element(p)), notes.lines())


def markdown_page(data: bytes, notes: Notes) -> tuple[list[DocumentElement], bytes]:
    """The front matter of a Markdown text as elements, and the rest as a page."""
    text = decoded_text(data, notes)
    front: list[DocumentElement] = []
    matter = _FRONT_MATTER.match(text)
    if matter is not None:
        front = list(text_element(matter[1]))
        text = text[matter.end() :]
    notes.add("link_definition", count=len(_DEFINITION.findall(text)))
    try:
        page = marko.Markdown(extensions=[GFM]).convert(text)
    except Exception as error:
        raise ExtractionFailed(f"The Markdown cannot be parsed: {type(error).__name__}.") from None
    return front, f'<!DOCTYPE html><html><head><meta charset="utf-8"></head><body>{page}</body></html>'.encode()
