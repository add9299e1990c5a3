"""Blocks of running text: pieces of lines grouped by how they stand, with what the layout model says they are.

Geometry decides what belongs together, so that every piece lands in exactly one block whether the model saw it or not;
the model's regions part what stands close together (a heading and its paragraph) and give roles.
"""

import re
from collections import Counter, defaultdict
from collections.abc import Iterator, Sequence
from itertools import pairwise
from statistics import median

from attrs import evolve, frozen

from docveil.extract.gutters import gutters_of
from docveil.extract.words import MARK, Piece, Word, hull, lines_of, piece, share, text_of_lines, upright
from docveil.model.ranges import PageBox

# In heights of a line: the widest gap between two lines of a block in single spacing, what more a wider spacing allows,
# and the widest gap between two pieces of a line of one region.
_LINE_GAP = 0.62
_SPACING = 1.3
_SIDE_GAP = 2.0
_MARK_GAP = 4.0
# Two lines of a block differ in height by no more than this.
_HEIGHT_RATIO = 1.3
_HEADING_RATIO = 1.18
_FOOTNOTE_RATIO = 0.88
_LONGEST_HEADING = 12
# Shares of a page's height: how far its edges reach in, and where its foot begins.
_EDGE = 0.12
_LOW = 0.65
_INITIAL = re.compile(r"[A-Z]\.")
_CAPTION = re.compile(
    r"(?:fig(?:ure|\.)?|table|tab\.|plate|chart|abb(?:ildung|\.)|tabelle|figura|tableau|tabla|tabella|grafico)"
    r"\s*[0-9IVX]{1,4}(?:[.-][0-9]{1,3})*\s*[.:\u2014\u2013|]",
    re.IGNORECASE,
)


@frozen
class Region:
    """What the layout model saw.

    Attributes:
        label: `text`, `heading`, `picture`, `caption`, `table`, `page_header`, `page_footer` or `formula`.
        box: Where, in points.
        score: From 0 to 1.
    """

    label: str
    box: PageBox
    score: float = 1.0


@frozen
class Block:
    """A paragraph, heading, list item or the like.

    Attributes:
        role: Role of the element that it becomes.
        pieces: Its pieces of lines.
        box: Around them.
    """

    role: str
    pieces: tuple[Piece, ...]
    box: PageBox

    @property
    def lines(self) -> list[list[Piece]]:
        """Its lines from top to bottom."""
        return lines_of(self.pieces)

    @property
    def text(self) -> str:
        """Lines joined by a line end; pieces of a line by a space."""
        return text_of_lines(self.lines)

    @property
    def words(self) -> list[Word]:
        """All words."""
        return [word for p in self.pieces for word in p.words]


def block(role: str, pieces: Sequence[Piece]) -> Block:
    """A block of the pieces as given."""
    return Block(role, tuple(pieces), hull(p.box for p in pieces))


def blocks_of(pieces: Sequence[Piece], regions: Sequence[Region], page: PageBox) -> list[Block]:
    """Every piece in exactly one block; the order of the blocks says nothing.

    Args:
        pieces: Pieces of lines that no table holds.
        regions: What the model saw; tables and pictures among them part what is inside from what is outside.
        page: The page's box.
    """
    if not pieces:
        return []
    homes = [_home(p, regions) for p in pieces]
    parent = list(range(len(pieces)))

    def root(index: int) -> int:
        while parent[index] != index:
            parent[index] = parent[parent[index]]
            index = parent[index]
        return index

    for i, j in _neighbours(pieces, homes, regions):
        a, b = root(i), root(j)
        parent[max(a, b)] = min(a, b)
    groups: defaultdict[int, list[int]] = defaultdict(list)
    for index in range(len(pieces)):
        groups[root(index)].append(index)
    typical = median([p.height for p in pieces for _ in p.words])
    font = Counter(w.style for p in pieces for w in p.words).most_common(1)[0][0]
    blocks: list[Block] = []
    for members in groups.values():
        role = _role_of_region(homes, members, regions)
        group = [pieces[i] for i in members]
        blocks += [_with_role(b, role, typical, font, page) for b in _items(group)]
    return blocks


def _neighbours(
    pieces: Sequence[Piece], homes: Sequence[int | None], regions: Sequence[Region]
) -> Iterator[tuple[int, int]]:
    """Pairs of pieces that are of one block."""
    spacing = max(_LINE_GAP, _SPACING * _typical_gap(pieces))
    gutters = gutters_of(pieces)
    order = sorted(range(len(pieces)), key=lambda i: (pieces[i].box.top, pieces[i].box.left, i))
    for position, i in enumerate(order):
        for j in order[position + 1 :]:
            if pieces[j].box.top > pieces[i].box.bottom + 2.0 * pieces[i].height and not pieces[i].quarter % 2:
                break
            if any(gutter.parts(pieces[i].box, pieces[j].box) for gutter in gutters):
                continue
            if _together(pieces[i], pieces[j], homes[i], homes[j], regions, spacing):
                yield i, j


def _home(item: Piece, regions: Sequence[Region]) -> int | None:
    """The region that holds most of a piece, the smaller one of two."""
    best: tuple[float, float, int] | None = None
    for index, region in enumerate(regions):
        inside = share(item.box, region.box)
        if inside >= 0.5:
            key = (-round(inside, 1), region.box.area, index)
            best = key if best is None else min(best, key)
    return None if best is None else best[2]


def _kind(home: int | None, regions: Sequence[Region]) -> str:
    label = "text" if home is None else regions[home].label
    return "text" if label in ("text", "picture", "table") else label


def _typical_gap(pieces: Sequence[Piece]) -> float:
    """The middle one of the gaps from each piece to the next one below it, in heights; 0 where the text is set close."""
    ordered = sorted((p for p in pieces if p.quarter == 0), key=lambda p: p.box.top)
    gaps = []
    for index, item in enumerate(ordered):
        for other in ordered[index + 1 :]:
            gap = (other.box.top - item.box.bottom) / max(item.height, 1e-6)
            if gap > 2.0:
                break
            across = min(item.box.right, other.box.right) - max(item.box.left, other.box.left)
            if gap > -0.5 and across > 0:
                gaps.append(gap)
                break
    return median(gaps) if len(gaps) > 4 else 0.0


def _together(  # noqa: PLR0913, PLR0917 - two pieces, each with its region
    a: Piece, b: Piece, home_a: int | None, home_b: int | None, regions: Sequence[Region], spacing: float
) -> bool:
    """Whether two pieces, the first one not below the second, are of one block."""
    if a.quarter != b.quarter or (a.words[0].confidence is None) != (b.words[0].confidence is None):
        return False
    same_home = home_a is not None and home_a == home_b
    if not same_home and not _may_meet(home_a, home_b, regions):
        return False
    box_a, box_b = upright(a.box, a.quarter), upright(b.box, b.quarter)
    lower, higher = sorted((box_a.bottom - box_a.top, box_b.bottom - box_b.top))
    if min(box_a.bottom, box_b.bottom) - max(box_a.top, box_b.top) > 0.5 * lower:
        gap = max(box_a.left, box_b.left) - min(box_a.right, box_b.right)
        marked = MARK.fullmatch((a if box_a.left <= box_b.left else b).text)
        return gap <= higher * (_MARK_GAP if marked else _SIDE_GAP if same_home else 0.5)
    across = min(box_a.right, box_b.right) - max(box_a.left, box_b.left)
    return (
        (higher <= _HEIGHT_RATIO * lower or same_home)
        and across >= 0.3 * min(box_a.right - box_a.left, box_b.right - box_b.left)
        and not _is_short_in_other_font(a, b)
        and not _is_outdent_in_other_font(a, b)
        and max(box_a.top, box_b.top) - min(box_a.bottom, box_b.bottom) <= spacing * lower
    )


def _may_meet(home_a: int | None, home_b: int | None, regions: Sequence[Region]) -> bool:
    """Whether pieces of two regions may be of one block: both running text, and in the same picture or in none."""
    if _kind(home_a, regions) != "text" or _kind(home_b, regions) != "text":
        return False
    return _inside_graphic(home_a, regions) == _inside_graphic(home_b, regions)


def _is_short_in_other_font(a: Piece, b: Piece) -> bool:
    """Whether one line is a heading over, or a caption under, the other: all in another font, and not filled."""
    if a.style is None or a.style == b.style:
        return False
    return (a.box.right - a.box.left) < 0.8 * (b.box.right - b.box.left) and len(a.words) <= _LONGEST_HEADING


def _is_outdent_in_other_font(a: Piece, b: Piece) -> bool:
    """Whether the second line starts something new: in another font, and further out than the first."""
    return None not in (a.style, b.style) and a.style != b.style and b.box.left < a.box.left - 0.5 * a.height


def _inside_graphic(home: int | None, regions: Sequence[Region]) -> int | None:
    return home if home is not None and regions[home].label in ("picture", "table") else None


def _role_of_region(homes: Sequence[int | None], members: Sequence[int], regions: Sequence[Region]) -> str | None:
    labels = {regions[home].label for i in members if (home := homes[i]) is not None}
    return labels.pop() if len(labels) == 1 else None


def _items(group: Sequence[Piece]) -> list[Block]:
    """A group cut before each line that starts with the mark of a list item."""
    lines = lines_of(group)
    starts = [index for index, line in enumerate(lines) if _mark(line)]
    letters = {lines[index][0].words[0].text for index in starts if _INITIAL.fullmatch(lines[index][0].words[0].text)}
    if len(letters) == 1:
        # One capital with a point is the initial of a name; items are lettered from A on.
        starts = [index for index in starts if lines[index][0].words[0].text not in letters - {"A."}]
    # One number at the head of a line in the middle of a paragraph starts no item; a bullet does.
    stray = len(starts) == 1 and starts[0] > 0 and any(c.isalnum() for c in lines[starts[0]][0].words[0].text)
    if not starts or stray:
        return [block("list_item" if starts == [0] else "body", group)]
    cuts = sorted({0, *starts, len(lines)})
    made = []
    for start, end in pairwise(cuts):
        role = "list_item" if start in starts else "body"
        made.append(block(role, [p for line in lines[start:end] for p in line]))
    return made


def _mark(line: Sequence[Piece]) -> bool:
    words = [word for p in line for word in p.words]
    if len(words) < 2 or not MARK.fullmatch(words[0].text):
        return False
    # A number of several parts numbers a heading, not an item; a page number may stand between dashes.
    return words[-1].text != words[0].text and words[0].text.rstrip(".").count(".") == 0


def _with_role(item: Block, label: str | None, typical: float, font: int, page: PageBox) -> Block:
    lines = len(lines_of(item.pieces))
    height = median([p.height for p in item.pieces])
    role = _edge_role(item, label, lines, height / typical, page)
    if role is None and (item.role != "list_item" or label == "heading"):
        if label == "formula" or (lines <= 4 and (label == "caption" or _CAPTION.match(item.text))):
            role = label if label == "formula" else "caption"
        elif _is_heading(item, label, lines, height / typical, font):
            role = "heading"
    return item if role is None else evolve(item, role=role)


def _edge_role(item: Block, label: str | None, lines: int, size: float, page: PageBox) -> str | None:
    """Header, footer or footnote: the model's word counts at the edge of the page only, a footnote's size below."""
    height = page.bottom - page.top
    at_edge = item.box.top < page.top + _EDGE * height or item.box.bottom > page.bottom - _EDGE * height
    if label in ("page_header", "page_footer") and at_edge and lines <= 3:
        return label
    marked = item.text[:1].isdigit() or item.text[:1] in "*\u2020\u2021\u00a7\u203b"
    low = item.box.top > page.top + _LOW * height
    return "footnote" if low and marked and size < _FOOTNOTE_RATIO else None


def _is_heading(item: Block, label: str | None, lines: int, size: float, font: int) -> bool:
    letters = sum(c.isalpha() for c in item.text)
    if letters and lines <= 3 and (label == "heading" or size > _HEADING_RATIO):
        return True
    other_font = lines == 1 and all(p.style not in (None, font) for p in item.pieces)
    short = letters > 3 and len(item.words) <= _LONGEST_HEADING and not item.text.endswith((".", ",", ";", ":"))
    return other_font and short and size > _FOOTNOTE_RATIO and label in (None, "text")


def split_piece(item: Piece, inside: Sequence[bool]) -> list[tuple[Piece, bool]]:
    """A piece cut where `inside`, one for each word, changes."""
    runs: list[tuple[list[Word], bool]] = []
    for word, flag in zip(item.words, inside, strict=True):
        if runs and runs[-1][1] == flag:
            runs[-1][0].append(word)
        else:
            runs.append(([word], flag))
    return [(piece(words), flag) for words, flag in runs]
