"""What a PDF page shows besides text, through pdfium: ruling lines and pictures, as boxes on the page as shown."""

import ctypes
from collections.abc import Iterator
from typing import Any

from attrs import frozen
from pypdfium2 import raw

from docveil.extract.pdfium_text import Frame, frame_of, quick
from docveil.model.ranges import PageBox

# Points: a rule may lean so much, and must be so long; a filled box so thin is a rule.
_LEAN = 1.0
_SHORTEST = 4.0
_THIN = 2.5
# Drawings with more segments are pictures; their lines rule no table.
_MOST_SEGMENTS = 20_000
_DEEPEST = 8

_Matrix = tuple[float, float, float, float, float, float]

_segment_of = quick(raw.FPDFPath_GetPathSegment, ctypes.c_void_p, ctypes.c_void_p, ctypes.c_int)
_point_of = quick(raw.FPDFPathSegment_GetPoint, ctypes.c_int, ctypes.c_void_p, ctypes.c_void_p, ctypes.c_void_p)
_kind_of = quick(raw.FPDFPathSegment_GetType, ctypes.c_int, ctypes.c_void_p)
_closes = quick(raw.FPDFPathSegment_GetClose, ctypes.c_int, ctypes.c_void_p)

_IDENTITY: _Matrix = (1.0, 0.0, 0.0, 1.0, 0.0, 0.0)


@frozen
class Shapes:
    """What is drawn on a page.

    Attributes:
        horizontal, vertical: Ruling lines, as boxes without height or width.
        pictures: Bitmaps.
        fills: Filled boxes that are no rules: backgrounds and parts of drawings.
        drawings: Number of segments of curves and lines that rule nothing.
        drawn: Boxes of the paths that they are in.
    """

    horizontal: tuple[PageBox, ...] = ()
    vertical: tuple[PageBox, ...] = ()
    pictures: tuple[PageBox, ...] = ()
    fills: tuple[PageBox, ...] = ()
    drawings: int = 0
    drawn: tuple[PageBox, ...] = ()


def read_shapes(page: Any) -> Shapes:
    """The shapes of a pypdfium2 page."""
    frame = frame_of(page)
    horizontal: list[PageBox] = []
    vertical: list[PageBox] = []
    pictures: list[PageBox] = []
    fills: list[PageBox] = []
    drawn: list[PageBox] = []
    segments = drawings = 0
    for item, matrix in _objects(page.raw, _IDENTITY, 0):
        kind = raw.FPDFPageObj_GetType(item)
        if kind == raw.FPDF_PAGEOBJ_IMAGE:
            pictures.append(PageBox(*frame.box(*_bounds(item, matrix))))
        elif kind == raw.FPDF_PAGEOBJ_PATH and segments < _MOST_SEGMENTS:
            count = raw.FPDFPath_CountSegments(item)
            segments += count
            if count >= 4 and (fill := _filled(item, matrix, frame)) is not None:
                fills.append(fill)
            lines, others = _rules(item, matrix, frame, count)
            drawings += others
            if others:
                drawn.append(PageBox(*frame.box(*_bounds(item, matrix))))
            for line in lines:
                (horizontal if line.right - line.left >= line.bottom - line.top else vertical).append(line)
    if segments >= _MOST_SEGMENTS:
        return Shapes(pictures=tuple(pictures), drawings=segments)
    return Shapes(tuple(horizontal), tuple(vertical), tuple(pictures), tuple(fills), drawings, tuple(drawn))


def _objects(page: Any, matrix: _Matrix, depth: int, form: Any = None) -> Iterator[tuple[Any, _Matrix]]:
    """Page objects with the matrix of the forms that they are in."""
    count = raw.FPDFFormObj_CountObjects(form) if form else raw.FPDFPage_CountObjects(page)
    for index in range(max(count, 0)):
        item = raw.FPDFFormObj_GetObject(form, index) if form else raw.FPDFPage_GetObject(page, index)
        if not item:
            continue
        if raw.FPDFPageObj_GetType(item) == raw.FPDF_PAGEOBJ_FORM:
            if depth < _DEEPEST:
                yield from _objects(page, _times(_matrix(item), matrix), depth + 1, item)
        else:
            yield item, matrix


def _matrix(item: Any) -> _Matrix:
    found = raw.FS_MATRIX()
    if not raw.FPDFPageObj_GetMatrix(item, found):
        return _IDENTITY
    return (found.a, found.b, found.c, found.d, found.e, found.f)


def _times(m: _Matrix, n: _Matrix) -> _Matrix:
    """First `m`, then `n` (PDF 32000-1, 8.3.4: row vectors)."""
    return (
        m[0] * n[0] + m[1] * n[2],
        m[0] * n[1] + m[1] * n[3],
        m[2] * n[0] + m[3] * n[2],
        m[2] * n[1] + m[3] * n[3],
        m[4] * n[0] + m[5] * n[2] + n[4],
        m[4] * n[1] + m[5] * n[3] + n[5],
    )


def _point(matrix: _Matrix, x: float, y: float) -> tuple[float, float]:
    return (matrix[0] * x + matrix[2] * y + matrix[4], matrix[1] * x + matrix[3] * y + matrix[5])


def _bounds(item: Any, matrix: _Matrix) -> tuple[float, float, float, float]:
    edges = [ctypes.c_float() for _ in range(4)]
    raw.FPDFPageObj_GetBounds(item, *edges)
    left, bottom, right, top = (e.value for e in edges)
    corners = [_point(matrix, x, y) for x in (left, right) for y in (bottom, top)]
    return (
        min(x for x, _ in corners),
        min(y for _, y in corners),
        max(x for x, _ in corners),
        max(y for _, y in corners),
    )


def _filled(item: Any, matrix: _Matrix, frame: Frame) -> PageBox | None:
    """The box of a filled path that is no rule."""
    fill, stroke = ctypes.c_int(), ctypes.c_int()
    raw.FPDFPath_GetDrawMode(item, fill, stroke)
    if not fill.value:
        return None
    box = PageBox(*frame.box(*_bounds(item, matrix)))
    return box if min(box.right - box.left, box.bottom - box.top) > _THIN else None


def _rules(item: Any, matrix: _Matrix, frame: Frame, count: int) -> tuple[list[PageBox], int]:
    """The ruling lines of a path, and how many of its segments are none."""
    fill, stroke = ctypes.c_int(), ctypes.c_int()
    raw.FPDFPath_GetDrawMode(item, fill, stroke)
    if not fill.value and not stroke.value:
        return [], 0
    if not stroke.value:
        box = PageBox(*frame.box(*_bounds(item, matrix)))
        width, height = box.right - box.left, box.bottom - box.top
        is_rule = min(width, height) <= _THIN and max(width, height) >= _SHORTEST
        # A filled box is a background: it rules nothing, and it is no drawing either.
        return ([_flat(box)] if is_rule else []), (0 if is_rule or count <= 6 else count)
    whole = _times(_matrix(item), matrix)
    lines: list[PageBox] = []
    others = 0
    start = last = (0.0, 0.0)
    x, y = ctypes.c_float(), ctypes.c_float()
    at_x, at_y = ctypes.addressof(x), ctypes.addressof(y)
    handle = ctypes.cast(item, ctypes.c_void_p).value
    for index in range(count):
        segment = _segment_of(handle, index)
        _point_of(segment, at_x, at_y)
        point = _point(whole, x.value, y.value)
        kind = _kind_of(segment)
        if kind == raw.FPDF_SEGMENT_MOVETO:
            start = point
        elif kind == raw.FPDF_SEGMENT_LINETO:
            others += _add(lines, frame, last, point)
        else:
            others += 1
        last = point
        if _closes(segment):
            others += _add(lines, frame, last, start)
            last = start
    return lines, others


def _add(lines: list[PageBox], frame: Frame, a: tuple[float, float], b: tuple[float, float]) -> int:
    """Add the line if it is a rule; 1 if it is none."""
    box = PageBox(*frame.box(a[0], a[1], b[0], b[1]))
    width, height = box.right - box.left, box.bottom - box.top
    if min(width, height) > _LEAN:
        return 1
    if max(width, height) >= _SHORTEST:
        lines.append(_flat(box))
    return 0


def _flat(box: PageBox) -> PageBox:
    """The box as a line along its longer side."""
    if box.right - box.left >= box.bottom - box.top:
        middle = (box.top + box.bottom) / 2
        return PageBox(box.left, middle, box.right, middle)
    middle = (box.left + box.right) / 2
    return PageBox(middle, box.top, middle, box.bottom)
