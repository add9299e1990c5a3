"""Lines put together to paragraphs: what stands between one line that is kept and the next one."""

from docveil.structure import wording
from docveil.structure.lines import Line
from docveil.structure.prose import is_heading
from docveil.structure.shape import Shape

PARAGRAPH, SPACE = "\n\n", " "
# A gap that parts paragraphs is wider than the usual one by so many sizes of the body.
_WIDER = 0.3
# Room at the end of a line in which a word would have fitted, beyond that word and a space: it was ended on purpose.
_ROOM = 2.0
_SAME_SIZE = 0.3
# A line's height as OCR sees it wavers by this share.
_SEEN_SLACK = 0.25


def joins(a: Line, b: Line, shape: Shape, full: frozenset[int], *, cut: bool) -> bool:
    """Whether `b` goes on with the paragraph of `a`.

    Args:
        a: A line that is kept.
        b: The next one that is kept.
        shape: Of the document.
        full: Lines of running text.
        cut: Whether something that is left out stands between them.
    """
    if is_heading(a, shape, full) or is_heading(b, shape, full):
        return _same_heading(a, b) and not cut
    if not _same_size(a, b) or _begins_item(a, b):
        return False
    ends = wording.ends_sentence(a.text)
    follows = a.page == b.page and b.box.top > a.box.top and shape.column_of(a) == shape.column_of(b)
    if follows and not cut and b.box.bottom - a.box.bottom > shape.spacing + _WIDER * shape.size:
        return not ends and b.text[:1].islower()
    if shape.indents and shape.is_indented(b) and (ends or shape.is_at_edge(a)):
        return False
    apart = cut and follows and b.text[:1].isupper() and not shape.indents
    return not ends or not (apart or _had_room(a, b, shape))


def _same_size(a: Line, b: Line) -> bool:
    return abs(a.size - b.size) <= max(_SAME_SIZE, _SEEN_SLACK * a.size if a.is_seen else 0.0)


def _begins_item(a: Line, b: Line) -> bool:
    """Whether `b` begins an item of a list."""
    return "list_item" in (a.role, b.role) and a.element != b.element and wording.begins_item(b.text)


def _same_heading(a: Line, b: Line) -> bool:
    """Whether two lines are of one heading."""
    return a.element == b.element and abs(a.size - b.size) <= _SAME_SIZE and not wording.is_section(b.text)


def _had_room(a: Line, b: Line, shape: Shape) -> bool:
    """Whether the first word of `b` would have fitted behind `a`."""
    column = shape.column_of(a)
    word = b.text.split(" ")[0]
    needed = (len(word) + 1) * shape.advance * (a.size / shape.size)
    return column is not None and a.box.right + needed + _ROOM < column.right
