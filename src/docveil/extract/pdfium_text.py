"""The text layer of a PDF page through pdfium: each character that it reports, with its box on the page as shown."""

import ctypes
import math
from collections.abc import Iterator
from typing import Any

from attrs import field, frozen
from pypdfium2 import raw

from docveil.extract.words import Glyph, Word, words_from_glyphs

_INVISIBLE = {raw.FPDF_TEXTRENDERMODE_INVISIBLE, raw.FPDF_TEXTRENDERMODE_CLIP}
# pdfium writes this control character for a hyphen at a line end.
_HYPHEN = "\x02"
_REPLACEMENT = "\ufffd"
_BLANKS = frozenset((0x20, 0x0A, 0x0D, 0x09, 0xA0))
# Points: a character's box of less height is not to be trusted.
_FLAT = 0.5


def quick(function: Any, result: Any, *arguments: Any) -> Any:
    """A function of pdfium that keeps Python's lock while it runs, with pointers as plain numbers.

    For what returns at once and is called for each character or stroke of a page: to give the lock away and to wait for it
    again, while other stages work, takes far longer than such a call.
    """
    return ctypes.PYFUNCTYPE(result, *arguments)(ctypes.cast(function, ctypes.c_void_p).value or 0)


_unicode_of = quick(raw.FPDFText_GetUnicode, ctypes.c_uint, ctypes.c_void_p, ctypes.c_int)
_object_of = quick(raw.FPDFText_GetTextObject, ctypes.c_void_p, ctypes.c_void_p, ctypes.c_int)
_box_of = quick(raw.FPDFText_GetLooseCharBox, ctypes.c_int, ctypes.c_void_p, ctypes.c_int, ctypes.c_void_p)


@frozen
class Frame:
    """From pdfium's coordinates (bottom left, not turned) to the page as shown (top left, turned, in points).

    Attributes:
        left, bottom: Corner of the visible box, in the page's own coordinates.
        width, height: Size of the visible box before it is turned.
        turn: Clockwise quarter turns by which the page is shown.
    """

    left: float
    bottom: float
    width: float
    height: float
    turn: int = 0
    shown: tuple[float, float] = field(init=False)

    def __attrs_post_init__(self) -> None:
        size = (self.height, self.width) if self.turn % 2 else (self.width, self.height)
        object.__setattr__(self, "shown", size)

    def box(self, left: float, bottom: float, right: float, top: float) -> tuple[float, float, float, float]:
        """`(left, top, right, bottom)` on the page as shown."""
        x0, x1 = left - self.left, right - self.left
        y0, y1 = bottom - self.bottom, top - self.bottom
        if x0 > x1:
            x0, x1 = x1, x0
        if y0 > y1:
            y0, y1 = y1, y0
        if self.turn == 0:
            return (x0, self.height - y1, x1, self.height - y0)
        if self.turn == 1:
            return (y0, x0, y1, x1)
        if self.turn == 2:
            return (self.width - x1, y0, self.width - x0, y1)
        return (self.height - y1, self.width - x1, self.height - y0, self.width - x0)


def frame_of(page: Any) -> Frame:
    """The frame of a pypdfium2 page."""
    left, bottom, right, top = page.get_bbox()
    return Frame(float(left), float(bottom), float(right - left), float(top - bottom), (page.get_rotation() // 90) % 4)


def read_words(page: Any) -> tuple[list[Word], int]:
    """Words of the text layer in pdfium's order, and the number of characters that have no Unicode value.

    These stand in the words as U+FFFD, so that their place is not lost.
    """
    textpage = page.get_textpage()
    try:
        glyphs = list(_glyphs(textpage.raw, textpage.count_chars(), frame_of(page)))
    finally:
        textpage.close()
    words = words_from_glyphs(glyphs)
    return words, sum(word.text.count(_REPLACEMENT) for word in words)


def _glyphs(textpage: Any, count: int, frame: Frame) -> Iterator[Glyph]:
    loose = (ctypes.c_float * 4)()
    address = ctypes.addressof(loose)
    handle = ctypes.cast(textpage, ctypes.c_void_p).value
    styles: dict[int | None, tuple[int, bool, int, float]] = {}
    fonts: dict[str, int] = {}
    high = 0
    place = frame.box
    # Bound once: these run for every character of a document.
    unicode_of, object_of, box_of, make = _unicode_of, _object_of, _box_of, tuple.__new__
    blank = Glyph("")
    for index in range(count):
        code = unicode_of(handle, index)
        if code in _BLANKS:
            yield blank
            continue
        if 0xD800 <= code < 0xDC00:
            high = code
            continue
        text, high = _character(code, high), 0
        if not text or text.isspace():
            yield blank
            continue
        key = object_of(handle, index)
        found = styles.get(key)
        if found is None:
            pointer = raw.FPDFText_GetTextObject(textpage, index)
            quarter, visible = _style(textpage, index, pointer, frame.turn)
            font = fonts.setdefault(_font_name(pointer), len(fonts))
            found = styles[key] = (quarter, visible, font, _size(textpage, index))
        box_of(handle, index, address)
        # The order of FS_RECTF.
        left, top, right, bottom = loose[:]
        if not (abs(top - bottom) > _FLAT and math.isfinite(left + bottom + right + top)):
            left, bottom, right, top = _tight(textpage, index)
        yield make(Glyph, (text, *place(left, bottom, right, top), *found))


def _character(code: int, high: int) -> str:
    if 0x20 < code < 0x7F:
        return chr(code)
    if high and 0xDC00 <= code < 0xE000:
        return chr(0x10000 + ((high - 0xD800) << 10) + (code - 0xDC00))
    if code == 0 or 0xDC00 <= code < 0xE000:
        return _REPLACEMENT
    character = chr(code)
    if character == _HYPHEN:
        return "-"
    # Other control characters are no text: they part words, as blanks do.
    return "" if code < 0x20 or code == 0x7F else character


def _style(textpage: Any, index: int, pointer: Any, turn: int) -> tuple[int, bool]:
    """Quarter turns of the text as shown, counter-clockwise, and whether it is painted. One for each text object."""
    angle = raw.FPDFText_GetCharAngle(textpage, index)
    # pdfium counts the angle clockwise.
    quarter = (-round(angle / (math.pi / 2)) - turn) % 4 if angle >= 0 and math.isfinite(angle) else 0
    visible = not pointer or raw.FPDFTextObj_GetTextRenderMode(pointer) not in _INVISIBLE
    return quarter, visible


def _size(textpage: Any, index: int) -> float:
    """Font size in points as shown: the text's own size, stretched by the matrix that it is drawn with."""
    matrix = raw.FS_MATRIX()
    height = math.hypot(matrix.c, matrix.d) if raw.FPDFText_GetMatrix(textpage, index, matrix) else 1.0
    size = raw.FPDFText_GetFontSize(textpage, index) * height
    return round(size, 2) if math.isfinite(size) and size > 0 else 0.0


def _font_name(pointer: Any) -> str:
    """Name of the font, to tell one from another; nobody sees it."""
    font = raw.FPDFTextObj_GetFont(pointer) if pointer else None
    if not font:
        return ""
    buffer = ctypes.create_string_buffer(256)
    raw.FPDFFont_GetBaseFontName(font, buffer, 256)
    return buffer.value.decode("latin-1")


def _tight(textpage: Any, index: int) -> tuple[float, float, float, float]:
    edges = [ctypes.c_double() for _ in range(4)]
    raw.FPDFText_GetCharBox(textpage, index, *edges)
    left, right, bottom, top = (e.value if math.isfinite(e.value) else 0.0 for e in edges)
    return (left, bottom, right, top)
