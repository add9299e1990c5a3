"""What stands before a paper's text: its title stays, authors, addresses and keywords go."""

from collections.abc import Sequence

from docveil.structure import wording
from docveil.structure.lines import Line
from docveil.structure.prose import is_heading
from docveil.structure.shape import Shape

# A title is larger than the body by this factor.
_TITLE = 1.2


def front_matter(free: Sequence[Line], shape: Shape, full: frozenset[int]) -> dict[int, str]:
    """Lines between the title and the abstract (or, without one, the first section) on the first page, and keywords."""
    found = _keywords(free)
    first = [line for line in free if line.page == free[0].page] if free else []
    largest = max((line.size for line in first), default=0.0)
    title = [line for line in first if line.size >= largest - 0.1]
    if largest < _TITLE * shape.size or not title:
        return found
    abstract = next((line for line in first if wording.begins_abstract(line.text)), None)
    start = abstract or next(
        (line for line in first if line.number > title[-1].number and _begins(line, shape, full)), None
    )
    if start is None:
        return found
    before = [line for line in first if line.number < start.number and line not in title]
    return {**found, **{line.number: "front_matter" for line in before if abstract or line.number not in full}}


def _begins(line: Line, shape: Shape, full: frozenset[int]) -> bool:
    """Whether the text may begin here: with a section or with a full line."""
    return line.number in full or (is_heading(line, shape, full) and wording.is_section(line.text))


def _keywords(free: Sequence[Line]) -> dict[int, str]:
    found: dict[int, str] = {}
    inside: Line | None = None
    for line in free:
        if wording.begins_keywords(line.text):
            inside = line
        elif inside is not None and not _goes_on(inside, line):
            inside = None
        if inside is not None:
            found[line.number] = "front_matter"
            inside = line
    return found


def _goes_on(a: Line, b: Line) -> bool:
    """Whether keywords run over into the next line."""
    close = 0 < b.box.top - a.box.top < 1.6 * a.height
    return a.element == b.element and close and abs(a.size - b.size) < 0.3 and not wording.is_section(b.text)
