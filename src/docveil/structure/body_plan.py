"""Body text as edits of the document's text: what is left out goes, lines of a paragraph are joined."""

import re
from collections.abc import Callable, Iterator, Sequence
from itertools import pairwise

from attrs import frozen

from docveil.model.document import ExtractedDocument, LedgerNote
from docveil.model.edits import DROP, Edit, EditPlan
from docveil.model.ranges import SourceRange
from docveil.structure.body_text import BodyText, find_body_text
from docveil.structure.lines import Line
from docveil.structure.paragraphs import PARAGRAPH, SPACE, joins

# What stands between the halves of a word that is broken at a line end: nothing, a hyphen, or None where it is not known.
Verdict = Callable[[str, str], str | None]
_JOIN, _BREAK = "join:lines", "join:paragraphs"
# What stands beside a paragraph does not interrupt it.
_BESIDE = frozenset({"line_number", "side_matter"})
_HYPHENATED = re.compile(r"([^\W\d_]+)[-\u2010\u00ad]\Z")
_TAIL = re.compile(r"[^\W\d_]+")


@frozen
class _Part:
    """A line, or an element whose lines are not placed; `reason` says why it is left out."""

    range: SourceRange
    line: Line | None
    reason: str | None


def body_plan(document: ExtractedDocument, verdict: Verdict = lambda _head, _tail: None) -> EditPlan:
    """The edits that leave the body text of a paper: `drop:caption`, `join:lines` and the like, and notes for the ledger.

    Elements keep their ids, order and number. Applied, the text has a blank line between paragraphs and none inside them.
    A document that is no paper gets no edits and a note that says so.

    Args:
        document: As read, or with its elements in another order.
        verdict: Decides on a word broken at a line end; where it does not, the hyphen stays and is counted.
    """
    return plan_of(document, find_body_text(document), verdict)


def plan_of(document: ExtractedDocument, body: BodyText, verdict: Verdict = lambda _head, _tail: None) -> EditPlan:
    """The edits for a result of `find_body_text` on the same document."""
    length = len(document.text)
    if body.refused is not None or body.shape is None:
        return EditPlan((), length, body.notes)
    parts = _parts(document, body)
    undecided: list[int] = []
    edits = [*_dropped(parts, length), *_between(parts, body, verdict, undecided)]
    edits = sorted((e for e in edits if e.range.of(document.text) != e.replacement), key=lambda e: e.range)
    notes = tuple(
        LedgerNote("line_break_hyphen", "kept_undecided", undecided.count(page), page)
        for page in sorted(set(undecided))
    )
    return EditPlan(tuple(edits), length, (*body.notes, *notes))


def _parts(document: ExtractedDocument, body: BodyText) -> list[_Part]:
    """Every text of the document in its order. An empty cell goes with the table that it is in."""
    by_element: dict[int, list[Line]] = {}
    for line in body.lines:
        by_element.setdefault(line.element, []).append(line)
    tables = {
        document.elements[line.element].table: body.reasons[line.number]
        for line in body.lines
        if line.is_cell and line.number in body.reasons
    }
    parts: list[_Part] = []
    for index, (element, source) in enumerate(zip(document.elements, document.source_ranges, strict=True)):
        if index in by_element:
            parts += [_Part(line.range, line, body.reasons.get(line.number)) for line in by_element[index]]
        else:
            reason = tables.get(element.table) if element.table is not None and not element.text else None
            parts.append(_Part(source, None, reason))
    return parts


def _dropped(parts: Sequence[_Part], length: int) -> Iterator[Edit]:
    """Runs of parts that are left out for one reason, each with what stands behind it."""
    start: int | None = None
    for part, after in pairwise((*parts, None)):
        if part is None or part.reason is None:
            continue
        start = part.range.start if start is None else start
        if after is not None and after.reason == part.reason:
            continue
        end = after.range.start if after is not None else min(part.range.end, length)
        if end > start:
            yield Edit(SourceRange(start, end), "", f"{DROP}{part.reason}")
        start = None


def _between(parts: Sequence[_Part], body: BodyText, verdict: Verdict, undecided: list[int]) -> Iterator[Edit]:
    """What stands behind each part that is kept, up to the next part."""
    kept = [index for index, part in enumerate(parts) if part.reason is None]
    for index, following in pairwise((*kept, None)):
        if index is None or index + 1 == len(parts):
            continue
        a, gap = parts[index], SourceRange(parts[index].range.end, parts[index + 1].range.start)
        if following is None:
            if gap:
                yield Edit(gap, "", _BREAK)
            continue
        b, cut = parts[following], following > index + 1
        interrupted = any(part.reason not in _BESIDE for part in parts[index + 1 : following])
        if a.line is None or b.line is None or body.shape is None:
            if cut and gap:
                yield Edit(gap, PARAGRAPH, _BREAK)
        elif not joins(a.line, b.line, body.shape, body.full, cut=interrupted):
            # Between two elements what stands there already parts them, but for cells that are running text.
            apart = a.line.element != b.line.element and not (a.line.is_cell or b.line.is_cell)
            if gap and (cut or not apart):
                yield Edit(gap, PARAGRAPH, _BREAK)
        else:
            edit = _joined(a.line, b.line, gap, verdict)
            if edit is None:
                undecided.append(a.line.page)
            yield edit or Edit(gap, "", _JOIN)


def _joined(a: Line, b: Line, gap: SourceRange, verdict: Verdict) -> Edit | None:
    """The line end between two lines of a paragraph, with the hyphen of a broken word; None where that is not decided."""
    head, tail = _HYPHENATED.search(a.text), _TAIL.match(b.text)
    if head is None or tail is None:
        ends_in_hyphen = a.text.endswith(("-", "\u2010", "\u2013", "\u2014"))
        return Edit(gap, "" if ends_in_hyphen and a.text[-2:-1].strip() else SPACE, _JOIN)
    between = verdict(head[1], tail[0])
    return None if between is None else Edit(SourceRange(gap.start - 1, gap.end), between, _JOIN)
