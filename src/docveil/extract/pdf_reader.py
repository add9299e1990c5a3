"""What stands on a page: its text layer, or what OCR sees where the layer is missing, garbled or says something else."""

import re
from collections import Counter
from collections.abc import Callable, Sequence

import numpy as np
from attrs import evolve

from docveil.extract.page_work import PageWork, Pixels, Straight
from docveil.extract.rapid_ocr import Recognised
from docveil.extract.words import Word, renumbered, share
from docveil.model.ranges import PageBox

DOTS_PER_POINT = 200 / 72
# Fewer non-blank characters, and the text layer is not taken for the page's text (a stamp, a page number).
USABLE_CHARACTERS = 20
# More characters without a Unicode value than this share, and the text layer is garbled.
_MOST_UNMAPPED = 0.2
# Points and share of the page: smaller pictures are decoration and are not read.
_SMALLEST_PICTURE = (80.0, 24.0)
_SMALLEST_SHARE = 0.02
# Share of a picture that may be covered by words of the text layer before its text is taken for read already.
_MOST_COVERED = 0.05
# Share of the words of an invisible layer that OCR must see too, to believe the layer.
_MATCHING = 0.6

Render = Callable[[PageBox], Pixels]
Recognise = Callable[[Pixels, bool], Recognised]


def read_page(work: PageWork, layer: Sequence[Word], unmapped: int, render: Render, recognise: Recognise) -> None:
    """Fill `work` with the words of a page, straightened.

    Args:
        work: With its shapes, in the frame of the page as shown.
        layer: Words of the text layer.
        unmapped: How many of its characters have no Unicode value.
        render: A part of the page as shown, as a picture with `DOTS_PER_POINT`.
        recognise: OCR; the second argument is whether the picture may lie turned.
    """
    page = work.frame.page
    if unmapped:
        work.note("character", "no_unicode_value", unmapped)
    visible = [w for w in layer if w.visible]
    hidden = [w for w in layer if not w.visible]
    letters = _characters(visible)
    covered = _has_scan(work, page)
    usable = letters >= USABLE_CHARACTERS and unmapped <= _MOST_UNMAPPED * letters
    if usable or not (work.shapes.pictures or work.shapes.drawings or letters or hidden):
        if hidden:
            _note_hidden(work, hidden, "not_painted_kept")
        _take_layer(work, [*visible, *hidden])
        if usable:
            _read_pictures(work, render, recognise)
        return
    found = recognise(render(page), True)
    if hidden and _matches(hidden, found.words):
        work.note("text_layer", "invisible_matches_the_picture", _characters(hidden))
        _take_layer(work, [*visible, *(evolve(w, visible=True) for w in hidden)])
        return
    if hidden:
        _note_hidden(work, hidden, "differs_from_the_picture_not_read" if covered else "not_painted_not_read")
    garbled = bool(letters) and unmapped > _MOST_UNMAPPED * letters
    if garbled and found.words:
        work.note("text_layer", "garbled_read_by_ocr", letters)
        visible = []
    _take_recognised(work, found, visible)


def _characters(words: Sequence[Word]) -> int:
    return sum(len(w.text) for w in words)


def _has_scan(work: PageWork, page: PageBox) -> bool:
    return any(share(page, picture) > 0.5 for picture in work.shapes.pictures)


def _note_hidden(work: PageWork, hidden: Sequence[Word], reason: str) -> None:
    work.note("invisible_text", reason, _characters(hidden))


def _take_layer(work: PageWork, words: Sequence[Word]) -> None:
    """Words of the text layer, in the frame in which most of them read upright."""
    weights = Counter(w.quarter for w in words for _ in w.text)
    quarter = max(weights, key=lambda q: (weights[q], -q)) if weights else 0
    if quarter and weights[quarter] >= 0.8 * weights.total():
        _turn(work, quarter)
        words = [evolve(w, box=work.frame.straight(w.box), quarter=(w.quarter - quarter) % 4) for w in words]
    outside = [w for w in words if w.box.intersection(work.frame.page) is None]
    if outside:
        work.note("text", "outside_the_page_kept", _characters(outside))
    work.words = renumbered(words)


def _turn(work: PageWork, quarter: int, lean: float = 0.0) -> None:
    work.frame = Straight(work.frame.width, work.frame.height, quarter, lean)
    turned = work.frame.straight
    horizontal = tuple(map(turned, work.shapes.horizontal))
    vertical = tuple(map(turned, work.shapes.vertical))
    if quarter % 2:
        horizontal, vertical = vertical, horizontal
    work.shapes = evolve(
        work.shapes, horizontal=horizontal, vertical=vertical, pictures=tuple(map(turned, work.shapes.pictures))
    )


def _take_recognised(work: PageWork, found: Recognised, layer: Sequence[Word]) -> None:
    """Words that OCR found on the whole page, and what little the text layer has elsewhere."""
    if found.quarter or found.lean:
        _turn(work, found.quarter, found.lean)
    work.is_scan = True
    words = [evolve(w, box=_points(w.box)) for w in found.words]
    kept = [evolve(w, box=work.frame.straight(w.box)) for w in layer]
    kept = [w for w in kept if not _is_read(w, words)]
    work.words = renumbered([*words, *kept])
    work.scores += found.scores
    for box in found.unsure:
        work.note("ocr_line", "confidence_too_low", box=_points(box))
    if not words:
        work.note("page", "no_text_found")


def _points(box: PageBox, left: float = 0.0, top: float = 0.0) -> PageBox:
    d = DOTS_PER_POINT
    return PageBox(left + box.left / d, top + box.top / d, left + box.right / d, top + box.bottom / d)


def _is_read(word: Word, words: Sequence[Word]) -> bool:
    """Whether OCR saw a word of the text layer in the same place already."""
    for other in words:
        shared = word.box.intersection(other.box)
        if shared is not None and shared.area > 0.3 * word.box.area and _plain(word.text) in _plain(other.text):
            return True
    return False


def _plain(text: str) -> str:
    return "".join(re.findall(r"\w", text.casefold()))


def _matches(hidden: Sequence[Word], seen: Sequence[Word]) -> bool:
    """Whether an invisible layer says what the picture shows: OCR sees most of its longer words near their places.

    OCR has a box for a line only, and its words' places are shares of it; so a word may be off by its own length or so.
    """
    points = [(_plain(w.text), _points(w.box)) for w in seen]
    chosen = [(p, w.box) for w in hidden if len(p := _plain(w.text)) > 2]
    found = sum(any(text == p and _is_close(box, other) for text, other in points) for p, box in chosen)
    return found > 0 and found >= _MATCHING * len(chosen)


def _is_close(a: PageBox, b: PageBox) -> bool:
    width = max(a.right - a.left, b.right - b.left)
    return min(a.bottom, b.bottom) > max(a.top, b.top) and max(a.left, b.left) - min(a.right, b.right) < width


def _read_pictures(work: PageWork, render: Render, recognise: Recognise) -> None:
    """Read pictures that are large enough for text and hold none of the text layer, in their place."""
    page = work.frame.page
    for picture in _distinct(work.shapes.pictures, page):
        large = (
            picture.right - picture.left >= _SMALLEST_PICTURE[0]
            and picture.bottom - picture.top >= _SMALLEST_PICTURE[1]
            and picture.area >= _SMALLEST_SHARE * page.area
        )
        inside = [w for w in work.words if share(w.box, picture) > 0.5]
        if sum(w.box.area for w in inside) > _MOST_COVERED * picture.area:
            continue
        if not large:
            work.note("picture", "too_small_for_text_not_read", box=picture)
            continue
        pixels = np.ascontiguousarray(np.rot90(render(work.frame.shown(picture)), -work.frame.quarter))
        found = recognise(pixels, False)
        words = [evolve(w, box=_points(w.box, picture.left, picture.top)) for w in found.words]
        words = [w for w in words if not any(share(w.box, other.box) > 0.3 for other in inside)]
        if not words:
            work.note("picture", "no_text_found", box=picture)
            continue
        work.words = renumbered([*work.words, *words])
        work.scores += found.scores
        for box in found.unsure:
            work.note("ocr_line", "confidence_too_low", box=_points(box, picture.left, picture.top))


def _distinct(pictures: Sequence[PageBox], page: PageBox) -> list[PageBox]:
    """Visible parts of pictures, each place once: a picture drawn in strips or twice is one."""
    found: list[PageBox] = []
    for box in pictures:
        shown = box.intersection(page)
        if shown is None:
            continue
        merged = True
        while merged:
            merged = False
            for other in found:
                near = PageBox(other.left - 1, other.top - 1, other.right + 1, other.bottom + 1)
                if near.intersection(shown) is not None:
                    found.remove(other)
                    shown = shown.union(other)
                    merged = True
                    break
        found.append(shown)
    return sorted(found, key=lambda b: (b.top, b.left, b.bottom, b.right))
