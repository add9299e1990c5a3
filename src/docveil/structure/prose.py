"""Which lines are running text: four tests on a line, and its neighbours in the paragraph.

Yu, Zhang and Wang (2020) end their scan by four tests; which ones these are was chosen here: the size of the body, a beginning
at the edge of a column (or at an indent), words that stand no further apart than words do, and a line that fills its column or
belongs to lines that do.
"""

from collections.abc import Sequence
from itertools import pairwise

from docveil.structure import wording
from docveil.structure.lines import Line
from docveil.structure.shape import Shape

# Share of its column that a full line covers; ragged text leaves room for a long word.
_FULL = 0.72
# A line whose characters take so many times the usual width has gaps between its words, as rows of tables have.
_SPARSE = 1.6
# Gap to the next line of a paragraph, in spacings.
_NEXT = 1.45


def full_lines(lines: Sequence[Line], shape: Shape) -> frozenset[int]:
    """Numbers of the lines that pass all four tests by themselves or with their neighbours of one element."""
    full = {line.number for line in lines if stands_as_text(line, shape) and _fills(line, shape)}
    for group in _groups(lines):
        for a, b in (*pairwise(group), *((b, a) for a, b in pairwise(reversed(group)))):
            first, second = (a, b) if a.number < b.number else (b, a)
            near = 0 < second.box.bottom - first.box.bottom <= _NEXT * shape.spacing
            known, other = (a, b) if a.number in full else (b, a)
            titled = wording.is_section(other.text) and (other is first or wording.ends_sentence(first.text))
            if near and known.number in full and not titled and stands_as_text(other, shape):
                full.add(other.number)
    full |= {
        line.number
        for line in lines
        if not line.is_cell and stands_as_text(line, shape) and wording.is_sentence(line.text)
    }
    return frozenset(full)


def _groups(lines: Sequence[Line]) -> list[list[Line]]:
    """The lines of each element; cells one behind the other are one group: text that was taken for a table is in rows."""
    groups: list[list[Line]] = []
    for line in lines:
        last = groups[-1][-1] if groups else None
        if last is not None and (last.element == line.element or (last.is_cell and line.is_cell)):
            groups[-1].append(line)
        else:
            groups.append([line])
    return groups


def stands_as_text(line: Line, shape: Shape) -> bool:
    """The first three tests: size, beginning and distance of words."""
    return (
        not line.is_turned
        and shape.is_body_size(line)
        and (shape.is_at_edge(line) or shape.is_indented(line))
        and line.width <= _SPARSE * shape.advance * max(len(line.text), 1)
    )


def _fills(line: Line, shape: Shape) -> bool:
    column = shape.column_of(line)
    return column is not None and line.width >= _FULL * column.width and len(wording.words(line.text)) > 1


def is_heading(line: Line, shape: Shape, full: frozenset[int]) -> bool:
    """Whether a line is a heading: larger than the body, or of a heading's words, or seen as one; never a full line."""
    if line.is_turned or shape.is_small(line) or len(line.text) < 3 or not any(c.isalpha() for c in line.text):
        return False
    if wording.looks_mathematical(line.text):
        return False
    if shape.is_large(line):
        return len(wording.words(line.text)) > 0
    if wording.is_section(line.text) and line.number not in full:
        return True
    return line.role == "heading" and line.number not in full and len(wording.words(line.text)) > 0
