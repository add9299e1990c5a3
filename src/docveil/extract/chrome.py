"""Running headers, footers and page numbers, by what repeats from page to page, not by position alone. Pure."""

import re
from collections import defaultdict
from collections.abc import Sequence

from docveil.model.document import FURNITURE_ROLES, DocumentElement

_FEWEST_PAGES = 3
# How many texts from the edge of a page are looked at, how long they may be, and how far they may wander, in points.
_DEPTH = 3
_MOST_LINES = 3
_MOST_CHARACTERS = 200
_WANDER = 8.0
_CANDIDATES = {"body", "heading", "list_item", "page_header", "page_footer", "footnote", "caption"}
_DIGITS = re.compile(r"\d+")
_MARKS = re.compile(r"[^\w#]+")
_NUMBER = re.compile(r"(?:page |seite |p )?#(?: (?:of |von |de )?#)?")


def running_roles(elements: Sequence[DocumentElement]) -> dict[int, str]:
    """`page_header` or `page_footer` by index, for texts that stand at the same edge of at least three pages.

    Two pages are enough for page numbers, and where the layout model called it so on one of them. Two texts are the same
    when they are equal with their numbers and marks left out, so page numbers repeat too. What the model alone calls a
    header or footer is `body`: it does not run.
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
                if _may_run(elements[index]):
                    groups[_folded(elements[index].text)].append(index)
        for group in groups.values():
            for near in _near(elements, group, edge):
                seen = any(elements[i].role == role or _NUMBER.fullmatch(_folded(elements[i].text)) for i in near)
                if len({elements[i].page for i in near}) >= (2 if seen else _FEWEST_PAGES):
                    roles.update((i, role) for i in near if i not in roles)
    return {**{i: "body" for i, e in enumerate(elements) if e.role in FURNITURE_ROLES}, **roles}


def _edge(element: DocumentElement, edge: int) -> float:
    return element.bbox[edge] if element.bbox is not None else 0.0


def _may_run(element: DocumentElement) -> bool:
    return (
        element.kind == "text"
        and element.role in _CANDIDATES
        and element.text.count("\n") < _MOST_LINES
        and len(element.text) <= _MOST_CHARACTERS
    )


def _folded(text: str) -> str:
    return _MARKS.sub(" ", _DIGITS.sub("#", text.casefold())).strip()


def _near(elements: Sequence[DocumentElement], group: Sequence[int], edge: int) -> list[list[int]]:
    """The group in parts that stand at one height."""
    parts: list[list[int]] = []
    for index in sorted(group, key=lambda i: (_edge(elements[i], edge), i)):
        if parts and _edge(elements[index], edge) - _edge(elements[parts[-1][0]], edge) <= _WANDER:
            parts[-1].append(index)
        else:
            parts.append([index])
    return parts
