"""What stands beside the body by its place or its words: running heads, side matter, references, notes, captions, mathematics.

After Yu, Zhang and Wang (2020). Each function gives the numbers of lines that it takes out, and looks at no other's result but
for the lines that are `free`, which no earlier one took.
"""

from collections import defaultdict
from collections.abc import Iterator, Sequence
from itertools import pairwise

from docveil.structure import wording
from docveil.structure.lines import Line
from docveil.structure.prose import is_heading
from docveil.structure.shape import EDGE_SLACK, Shape

# A page number stands so near to the first or last line of its page.
_AT_EDGE = 2.0
# A caption's next line is no further down than this, in heights of a line, and of nearly its size.
_CAPTION_GAP = 1.0
_SAME_SIZE = 0.3
# The hanging indent of an entry of a list of references, in points; so many lines and entries make a list.
_HANGING = (5.0, 40.0)
_FEWEST_ENTRIES = 4
_WITH_YEAR = 0.6
# Parts of one formula lie so near to each other, in sizes of the body.
_FORMULA_REACH = 0.6
_LONGEST_FORMULA_WORDS = 2


def running_heads(lines: Sequence[Line], shape: Shape) -> dict[int, str]:
    """Running heads and feet: as the reader saw them repeat; page numbers and small lines apart at the edge of a page."""
    found = {line.number: line.role for line in lines if line.role in ("page_header", "page_footer")}
    pages: defaultdict[int, list[Line]] = defaultdict(list)
    for line in lines:
        if line.number not in found and not line.is_turned:
            pages[line.page].append(line)
    for here in pages.values():
        top, bottom = min(line.box.top for line in here), max(line.box.bottom for line in here)
        for line in here:
            if not line.is_cell and _is_furniture(line, here, shape):
                if line.box.bottom >= bottom - _AT_EDGE:
                    found[line.number] = "page_footer"
                elif line.box.top <= top + _AT_EDGE:
                    found[line.number] = "page_header"
    return found


def _is_furniture(line: Line, here: Sequence[Line], shape: Shape) -> bool:
    """Whether a line is a page number, or small and apart from what is above and below it, and no sentence or note."""
    if wording.is_page_number(line.text):
        return _alone(line, [o for o in here if not wording.is_number(o.text)])
    apart = not any(
        o is not line
        and max(o.box.top, line.box.top) - min(o.box.bottom, line.box.bottom) < shape.size
        and not wording.is_page_number(o.text)
        for o in here
    )
    is_said = wording.ends_sentence(line.text) or wording.caption_kind(line.text) is not None
    return apart and shape.is_small(line) and not is_said and not wording.begins_note(line.text)


def _alone(line: Line, here: Sequence[Line]) -> bool:
    """Whether nothing else stands at its height."""
    return not any(o is not line and min(o.box.bottom, line.box.bottom) > max(o.box.top, line.box.top) for o in here)


def numbered_line(line: Line, shape: Shape) -> int:
    """How many code points at the head of a line are its number in the margin, with the blank behind it; 0 for none."""
    columns = shape.columns.get(line.page, ())
    head, blank, rest = line.text.partition(" ")
    outside = bool(columns) and line.box.left < columns[0].left - 2 * EDGE_SLACK and not line.is_cell
    return len(head) + 1 if outside and blank and rest and wording.is_number(head) else 0


def side_matter(lines: Sequence[Line], shape: Shape) -> dict[int, str]:
    """What stands left of the first column or right of the last one: line numbers, stamps, notes in the margin."""
    found: dict[int, str] = {}
    for line in lines:
        columns = shape.columns.get(line.page, ())
        if not columns or line.is_cell:
            continue
        if line.box.right <= columns[0].left - EDGE_SLACK / 2 or line.box.left >= columns[-1].right + 2 * EDGE_SLACK:
            found[line.number] = "line_number" if wording.is_number(line.text) else "side_matter"
    return found


def references(free: Sequence[Line], shape: Shape, full: frozenset[int]) -> dict[int, str]:
    """From the heading of the references, alone on its line, to the heading of what comes behind them, or to the end.

    Where there is no such heading: the last lines that stand as a column nested in the column, which is how a list with
    hanging indents looks: entries begin at its edge and go on at an indent, or the reverse.
    """
    found: dict[int, str] = {}
    heading: Line | None = None
    for line in sorted(free, key=shape.place):
        if wording.is_references(line.text):
            heading = line
        elif heading is not None and _ends_references(line, heading, shape, full):
            heading = None
        if heading is not None:
            found[line.number] = "reference"
    if not found:
        found = dict.fromkeys(_nested(free, shape), "reference")
    return found


def _ends_references(line: Line, heading: Line, shape: Shape, full: frozenset[int]) -> bool:
    """Whether a line is a heading on the level of that of the references."""
    same = abs(line.size - heading.size) <= _SAME_SIZE
    if wording.is_after_references(line.text):
        return same or is_heading(line, shape, full)
    return same and shape.is_large(heading) and is_heading(line, shape, full) and not wording.begins_entry(line.text)


def _nested(free: Sequence[Line], shape: Shape) -> list[int]:
    """The last run of lines that begin an entry or go on with one at its indent; empty where too few of them have years."""
    run: list[Line] = []
    entries = years = 0
    for line in sorted(free, key=shape.place, reverse=True):
        offset = shape.offset(line)
        begins = abs(offset) <= EDGE_SLACK and wording.begins_entry(line.text)
        goes_on = _HANGING[0] <= offset <= _HANGING[1]
        if not begins and not goes_on:
            break
        run.append(line)
        years += wording.has_year(line.text)
        entries += begins
    while run and not wording.begins_entry(run[-1].text):
        run.pop()
    return [line.number for line in run] if entries >= _FEWEST_ENTRIES and years >= _WITH_YEAR * entries else []


def footnotes(free: Sequence[Line], shape: Shape) -> dict[int, str]:
    """Notes at the foot of a column: smaller than the body, marked, and nothing of the body's size below."""
    found = {line.number: "footnote" for line in free if line.role == "footnote"}
    for group in _elements(free):
        first = group[0]
        small = all(shape.is_small(line) for line in group)
        if small and wording.begins_note(first.text) and first.number not in found and len(group[0].text) > 12:
            column = shape.column_of(first)
            below = [
                line
                for line in free
                if line.page == first.page
                and line.box.top > group[-1].box.top
                and shape.is_body_size(line)
                and (column is None or (line.box.left < column.right and line.box.right > column.left))
            ]
            if not below:
                found |= {line.number: "footnote" for line in group}
    return found


def captions(free: Sequence[Line], shape: Shape) -> list[tuple[str, list[Line]]]:
    """Captions of figures and tables, each with all its lines, and what it is of."""
    found: list[tuple[str, list[Line]]] = []
    taken: set[int] = set()
    for index, line in enumerate(free):
        kind = None if line.number in taken or line.is_cell else wording.caption_kind(line.text)
        if kind is None or _goes_on_from(free[index - 1] if index else None, line, shape):
            continue
        caption = [line]
        for other in free[index + 1 :]:
            if not _same_caption(caption[-1], other):
                break
            caption.append(other)
        taken |= {part.number for part in caption}
        found.append((kind, caption))
    return found


def _goes_on_from(before: Line | None, line: Line, shape: Shape) -> bool:
    """Whether a line with a caption's words is in the middle of a paragraph: the line before it ends no sentence."""
    if before is None or before.page != line.page or before.element != line.element:
        return False
    close = line.box.bottom - before.box.bottom <= 1.3 * shape.spacing
    same = abs(before.size - line.size) <= _SAME_SIZE
    return close and same and (not wording.ends_sentence(before.text) or not wording.is_marked_caption(line.text))


def _same_caption(a: Line, b: Line) -> bool:
    gap = b.box.top - a.box.bottom
    across = min(a.box.right, b.box.right) - max(a.box.left, b.box.left)
    near = a.page == b.page and -0.5 * a.height < gap < _CAPTION_GAP * a.height and across > 0
    inside = a.element == b.element or not wording.ends_sentence(a.text)
    return near and inside and abs(a.size - b.size) <= _SAME_SIZE and wording.caption_kind(b.text) is None


def formulas(free: Sequence[Line], shape: Shape, full: frozenset[int]) -> dict[int, str]:
    """Display mathematics: lines of signs with hardly a word that begin at no edge of a column, and what touches them."""
    pages: defaultdict[int, list[Line]] = defaultdict(list)
    for line in free:
        if line.number not in full and not line.is_cell and not line.is_turned:
            pages[line.page].append(line)
    found: set[int] = set()
    for here in pages.values():
        cores = [
            line
            for line in here
            if wording.looks_mathematical(line.text) and (line.role == "formula" or shape.offset(line) > 2 * EDGE_SLACK)
        ]
        reach = _FORMULA_REACH * shape.size
        while cores:
            core = cores.pop()
            if core.number in found:
                continue
            found.add(core.number)
            cores += [o for o in here if o.number not in found and _touches(core, o, reach, shape)]
    return dict.fromkeys(found, "formula")


def _touches(core: Line, other: Line, reach: float, shape: Shape) -> bool:
    """Whether a line with hardly a word stands beside, over or under a part of a formula, in the same column."""
    up = max(core.box.top, other.box.top) - min(core.box.bottom, other.box.bottom)
    if up > reach or len(wording.words(other.text)) > _LONGEST_FORMULA_WORDS or shape.is_large(other):
        return False
    column = shape.column_of(core)
    return column is not None and column.left - EDGE_SLACK <= other.box.left <= column.right and len(other.text) < 40


def _elements(lines: Sequence[Line]) -> Iterator[list[Line]]:
    """The lines of each element together."""
    group: list[Line] = []
    for before, line in pairwise((None, *lines)):
        if line is None:
            continue
        if before is not None and before.element != line.element and group:
            yield group
            group = []
        group.append(line)
    if group:
        yield group
