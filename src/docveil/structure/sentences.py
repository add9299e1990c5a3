"""Where a sentence of the body text stands on its pages."""

from collections.abc import Iterator

from attrs import evolve, frozen

from docveil.model.document import ExtractedDocument
from docveil.model.ranges import PageBox
from docveil.structure.body_text import find_body_text
from docveil.structure.lines import Line


@frozen
class Place:
    """A part of a line: page from 1, and its box on the page as shown, in points."""

    page: int
    box: PageBox


def places_of(document: ExtractedDocument, sentence: str) -> tuple[Place, ...]:
    """Every place where `sentence` stands in the body text, line by line; empty where it does not.

    Letters and digits are compared, upper and lower case alike, so that a line end or a broken word does not matter. How much of
    a line is covered is taken from its share of the line's characters.
    """
    wanted = "".join(_letters(sentence))
    body = find_body_text(document)
    lines = [line for line in body.lines if line.number not in body.reasons]
    text: list[str] = []
    owners: list[tuple[Line, int]] = []
    for line in lines:
        for index, character in enumerate(line.text):
            for letter in _letters(character):
                text.append(letter)
                owners.append((line, index))
    whole = "".join(text)
    found: list[Place] = []
    at = whole.find(wanted) if wanted else -1
    while at >= 0:
        found += _parts(owners[at : at + len(wanted)])
        at = whole.find(wanted, at + len(wanted))
    return tuple(found)


def _letters(text: str) -> Iterator[str]:
    """Letters and digits, one code point at a time: folding a letter may give several."""
    return (c for c in text.casefold() if c.isalnum())


def _parts(owners: list[tuple[Line, int]]) -> Iterator[Place]:
    """One place for each line that has letters of the sentence."""
    spans: dict[int, tuple[Line, int, int]] = {}
    for line, index in owners:
        _, first, last = spans.get(line.number, (line, index, index))
        spans[line.number] = (line, min(first, index), max(last, index))
    for line, first, last in spans.values():
        step = line.width / len(line.text)
        # The full stop behind the last letter goes with it.
        end = min(last + 2, len(line.text)) if last + 1 < len(line.text) and line.text[last + 1] in ".!?" else last + 1
        box = evolve(line.box, left=line.box.left + first * step, right=line.box.left + end * step)
        yield Place(line.page, box)
