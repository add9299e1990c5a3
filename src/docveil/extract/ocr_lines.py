"""The words of a recognised line: where each stands, and spaces that the recogniser left out. Pure functions.

The recogniser tells at which step of its sweep along the line it saw each character; the picture tells where there is no
ink. A gap between two characters as wide as the line's own spaces is a space.
"""

from collections.abc import Sequence
from itertools import pairwise

import numpy as np
from attrs import frozen
from numpy.typing import NDArray

Pixels = NDArray[np.uint8]

# Share of the line's contrast by which a column of pixels must differ from paper to hold ink.
_INK = 0.35
# A gap that is no space by the line's own measure; and in heights of the line where it has no space to measure.
_LIKE_SPACE = 0.8
_WIDE = 0.3
_FEWEST_SPACES = 2


@frozen
class Part:
    """A word of a line; `left` and `right` are shares of the line's width."""

    text: str
    left: float
    right: float


def parts_of(line: Pixels, characters: Sequence[str], places: Sequence[float]) -> list[Part]:
    """The words of a line from left to right as they are written.

    Args:
        line: The picture of the line, upright (rows, columns, any channels).
        characters: What was recognised, spaces among it.
        places: For each character, where it was seen: columns of `line`.
    """
    height, width = line.shape[:2]
    gaps = _gaps(line)
    marks = [(c, x) for c, x in zip(characters, places, strict=True) if not c.isspace()]
    if not marks:
        return []
    spaced = _after_space(characters)
    widths = [_widest(gaps, a[1], b[1]) for a, b in pairwise(marks)]
    known = [w for w, is_space in zip(widths, spaced, strict=True) if is_space]
    least = _LIKE_SPACE * float(np.median(known)) if len(known) >= _FEWEST_SPACES else _WIDE * height
    letters = [w for w, is_space in zip(widths, spaced, strict=True) if not is_space]
    # Letters of a wide setting stand as far apart as words do elsewhere: then no gap means a space.
    tight = float(np.median(letters)) < 0.6 * least if letters else True
    groups: list[list[tuple[str, float]]] = [[marks[0]]]
    for mark, gap, is_space in zip(marks[1:], widths, spaced, strict=True):
        if is_space or (tight and gap >= max(least, 1.0) and _may_part(groups[-1][-1][0], mark[0])):
            groups.append([mark])
        else:
            groups[-1].append(mark)
    steps = [b[1] - a[1] for group in groups for a, b in pairwise(group)]
    half = (float(np.median(steps)) if steps else 0.5 * height) / 2
    return [
        Part(
            "".join(c for c, _ in group),
            min(max(group[0][1] - half, 0.0) / width, 1.0),
            min(max(group[-1][1] + half, 0.0) / width, 1.0),
        )
        for group in groups
    ]


def _may_part(before: str, after: str) -> bool:
    """Whether a space that the recogniser left out may stand here: a 1 has room beside it, and marks stand off a little."""
    if not (before.isascii() and after.isascii()) or (before.isdigit() and after.isdigit()):
        return False
    return (before.isalnum() or before in ",;:!?)") and (after.isalnum() or after == "(")


def _after_space(characters: Sequence[str]) -> list[bool]:
    """For each character that is no space but the first: whether spaces stand before it."""
    flags: list[bool] = []
    space = False
    seen = False
    for character in characters:
        if character.isspace():
            space = True
            continue
        if seen:
            flags.append(space)
        seen, space = True, False
    return flags


def _gaps(line: Pixels) -> list[tuple[int, int]]:
    """Runs of columns without ink, `(start, end)`; the upper and lower edge of the line are left out."""
    edge = line.shape[0] // 10
    band = line[edge : max(line.shape[0] - edge, edge + 1)].astype(np.float32)
    if band.ndim == 3:
        # A sum over three planes: the mean over a short last axis takes ten times as long.
        band = np.add.reduce([band[:, :, k] for k in range(band.shape[2])]) / np.float32(band.shape[2])
    paper = float(np.median(band))
    difference = np.abs(band - paper)
    contrast = float(np.percentile(difference, 98))
    blank = difference.max(axis=0) < _INK * max(contrast, 1.0)
    edges = np.flatnonzero(np.diff(np.concatenate([[0], blank.astype(np.int8), [0]])))
    return [(int(a), int(b)) for a, b in zip(edges[::2], edges[1::2], strict=True)]


def _widest(gaps: Sequence[tuple[int, int]], left: float, right: float) -> float:
    """The widest run without ink whose middle lies between two characters."""
    return float(max((b - a for a, b in gaps if left <= (a + b) / 2 <= right), default=0))
