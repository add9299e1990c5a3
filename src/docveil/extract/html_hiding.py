"""Which elements the styles in a web page hide. A selector that cannot be decided here hides nothing, and is counted.

Decided are tags, classes and ids, also several on one element, behind spaces and `>`, in rules that hold on a screen.
"""

import re
from collections.abc import Iterator
from typing import Any

from attrs import frozen

from docveil.extract.flow import Notes

HIDING = re.compile(
    r"display\s*:\s*none|visibility\s*:\s*(?:hidden|collapse)|(?<![\w-])opacity\s*:\s*0(?:\.0+)?\s*(?:;|!|$)|"
    r"(?<![\w-])font-size\s*:\s*0\w*\s*(?:;|!|$)",
    re.IGNORECASE,
)
_COMMENT = re.compile(r"/\*.*?(?:\*/|\Z)", re.DOTALL)
_COMPOUND = re.compile(r"(?P<tag>[a-z][\w-]*|\*)?(?P<marks>(?:[.#][\w-]+)*)", re.IGNORECASE)
# What a pseudo-element shows is no text of the page, and a link or a field in some state is shown in another.
_OTHER = re.compile(r":(?:before|after|first-letter|first-line|marker|placeholder|selection|hover|focus|active)\b|::")
_SCREEN = re.compile(r"@media\s+(?:only\s+)?(?:all|screen)\s*\Z|@(?:layer|supports)\b", re.IGNORECASE)


@frozen
class _Step:
    """One element of a selector: what it must be, and whether it is the parent of the next or any ancestor."""

    tag: str
    marks: frozenset[str]
    is_parent: bool


@frozen
class HidingRules:
    """Selectors that hide, by the last of their steps."""

    selectors: tuple[tuple[_Step, ...], ...] = ()

    def hide(self, element: Any) -> bool:
        """Whether one of the rules fits `element`."""
        return any(_fits(element, steps[-1]) and _fits_above(element, steps[:-1]) for steps in self.selectors)


def hiding_rules(root: Any, notes: Notes) -> HidingRules:
    """The rules of the page's own styles that hide what they fit."""
    found: list[tuple[_Step, ...]] = []
    for style in root.iter("style"):
        for selectors, body, is_shown in _rules(_COMMENT.sub(" ", style.text or "")):
            if not HIDING.search(body):
                continue
            for selector in (s.strip() for s in selectors.split(",")):
                steps = _steps(selector) if is_shown else None
                if steps:
                    found.append(steps)
                elif selector and not _OTHER.search(selector):
                    notes.add("hiding_rule", "undecided_text_read")
    return HidingRules(tuple(dict.fromkeys(found)))


def _rules(css: str) -> Iterator[tuple[str, str, bool]]:
    """`(selectors, body, whether it holds on a screen)` of each rule, also of those inside others."""
    around: list[str] = []
    start = 0
    for brace in re.finditer(r"[{}]", css):
        text = css[start : brace.start()]
        start = brace.end()
        if brace[0] == "{":
            around.append(text.rpartition(";")[2].strip())
        elif around:
            head = around.pop()
            if not head.startswith("@"):
                yield head, text, all(_SCREEN.match(outer) for outer in around)


def _steps(selector: str) -> tuple[_Step, ...] | None:
    """The steps of a selector, or None where it asks for more than is decided here."""
    steps: list[_Step] = []
    for piece in re.findall(r"[^\s>]+|>", selector):
        if piece == ">":
            if not steps:
                return None
            steps[-1] = _Step(steps[-1].tag, steps[-1].marks, is_parent=True)
            continue
        match = _COMPOUND.fullmatch(piece)
        if match is None:
            return None
        marks = frozenset(re.findall(r"[.#][\w-]+", match["marks"]))
        steps.append(_Step((match["tag"] or "*").casefold(), marks, is_parent=False))
    return tuple(steps) or None


def _fits(element: Any, step: _Step) -> bool:
    if step.tag not in ("*", element.tag):
        return False
    marks = {f".{name}" for name in element.get("class", "").split()} | {f"#{element.get('id', '')}"}
    return step.marks <= marks


def _fits_above(element: Any, steps: tuple[_Step, ...]) -> bool:
    if not steps:
        return True
    for number, ancestor in enumerate(element.iterancestors()):
        if steps[-1].is_parent and number:
            return False
        if _fits(ancestor, steps[-1]) and _fits_above(ancestor, steps[:-1]):
            return True
    return False
