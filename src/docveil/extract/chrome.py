"""Running headers, footers and page numbers, by what repeats from page to page, not by position alone. Pure."""

import re
from collections import defaultdict
from collections.abc import Mapping, Sequence

from docveil.model.document import FURNITURE_ROLES, DocumentElement
from docveil.model.running import FEWEST_PAGES, folded, runs

# How many texts from the edge of a page are looked at, how long they may be, and how far they may wander, in points.
_DEPTH = 3
_MOST_LINES = 3
_MOST_CHARACTERS = 200
_WANDER = 8.0
# Share of a page's height, from its edge, in which a running head begins.
_BAND = 0.15
_CANDIDATES = {"body", "heading", "list_item", "page_header", "page_footer", "footnote", "caption"}
_UNKNOWN: Mapping[int, float] = {}
_NUMBER = re.compile(r"(?:page |seite |p )?#(?: (?:of |von |de )?#)?")


def running_roles(elements: Sequence[DocumentElement], heights: Mapping[int, float] = _UNKNOWN) -> dict[int, str]:
    """`page_header` or `page_footer` by index, for texts that stand at the same edge of at least three pages, or of 60 %.

    Two pages are enough for page numbers, and where the layout model called it so on one of them. Two texts are the same
    when they are equal with their numbers and marks left out, so page numbers repeat too. What the model alone calls a
    header or footer is `body`: it does not run.

    Args:
        elements: The first element of each block.
        heights: Of the pages, in points; on a page of known height a running head begins in its outer 15 %.
    """
    pages: defaultdict[int, list[int]] = defaultdict(list)
    for index, element in enumerate(elements):
        if element.page is not None and element.bbox is not None:
            pages[element.page].append(index)
    roles: dict[int, str] = {}
    for role, edge in (("page_header", 1), ("page_footer", 3)):
        sign = 1 if edge == 1 else -1
        groups: defaultdict[str, list[int]] = defaultdict(list)
        for indices in pages.values():
            ordered = sorted(indices, key=lambda i: (sign * _edge(elements[i], edge), i))
            for index in ordered[:_DEPTH]:
                if _may_run(elements[index]) and _in_band(elements[index], role, heights):
                    groups[folded(elements[index].text)].append(index)
        for group in groups.values():
            for near in _near(elements, group, edge):
                seen = any(elements[i].role == role or _NUMBER.fullmatch(folded(elements[i].text)) for i in near)
                on = {elements[i].page or 0 for i in near}
                if len(on) >= (2 if seen else FEWEST_PAGES) or runs(on, pages):
                    roles.update((i, role) for i in near if i not in roles)
    return {**{i: "body" for i, e in enumerate(elements) if e.role in FURNITURE_ROLES}, **roles}


def _edge(element: DocumentElement, edge: int) -> float:
    return element.bbox[edge] if element.bbox is not None else 0.0


def _in_band(element: DocumentElement, role: str, heights: Mapping[int, float]) -> bool:
    height = heights.get(element.page or 0)
    if height is None:
        return True
    return _edge(element, 1) <= _BAND * height if role == "page_header" else _edge(element, 3) >= (1 - _BAND) * height


def _may_run(element: DocumentElement) -> bool:
    return (
        element.kind == "text"
        and element.role in _CANDIDATES
        and element.text.count("\n") < _MOST_LINES
        and len(element.text) <= _MOST_CHARACTERS
    )


def _near(elements: Sequence[DocumentElement], group: Sequence[int], edge: int) -> list[list[int]]:
    """The group in parts that stand at one height."""
    parts: list[list[int]] = []
    for index in sorted(group, key=lambda i: (_edge(elements[i], edge), i)):
        if parts and _edge(elements[index], edge) - _edge(elements[parts[-1][0]], edge) <= _WANDER:
            parts[-1].append(index)
        else:
            parts.append([index])
    return parts
