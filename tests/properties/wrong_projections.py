"""Projections that are wrong in one way each. The laws must tell every one of them from the right one."""

from collections.abc import Callable

from attrs import evolve

from docveil.model.document import DocumentElement, ExtractedDocument
from docveil.model.edits import EditPlan
from docveil.redact.project import project

Elements = tuple[DocumentElement, ...]
Place = Callable[[int, int], str]


def _by_hand(
    source: ExtractedDocument, plan: EditPlan, place: Callable[[int, bool, bool], bool], *, late: int = 0
) -> Elements:
    """Each element's text with its parts of the edits cut out; `place(parts so far, first, last)` puts the replacement."""
    texts: list[str] = []
    seen: dict[int, int] = {}
    for span in source.source_ranges:
        parts, position = [], span.start
        for number, edit in enumerate(plan.edits):
            part = edit.range.intersection(span)
            if part is None:
                continue
            parts.append(source.text[position : part.start])
            is_last = edit.range.end <= span.end
            if place(seen.get(number, 0), number not in seen, is_last):
                parts.append(edit.replacement)
            seen[number] = seen.get(number, 0) + 1
            position = min(span.end, part.end + late)
        texts.append("".join((*parts, source.text[position : span.end])))
    right = project(source, plan)
    return tuple(evolve(e, text=text) for e, text in zip(right, texts, strict=True))


def in_the_last(source: ExtractedDocument, plan: EditPlan) -> Elements:
    """The replacement stands in the last element that the edit touches."""
    return _by_hand(source, plan, lambda _, __, last: last)


def in_each(source: ExtractedDocument, plan: EditPlan) -> Elements:
    """The replacement stands in every element that the edit touches."""
    return _by_hand(source, plan, lambda _, __, ___: True)


def one_too_far(source: ExtractedDocument, plan: EditPlan) -> Elements:
    """The character behind an edit goes too."""
    return _by_hand(source, plan, lambda _, first, __: first, late=1)


def separators_stay(source: ExtractedDocument, plan: EditPlan) -> Elements:
    """A covered separator is left where it was."""
    pairs = zip(project(source, plan), source.elements, strict=True)
    return tuple(evolve(new, separator=old.separator) for new, old in pairs)


def rest_stays(source: ExtractedDocument, plan: EditPlan) -> Elements:
    """What an edit covers beyond its first element is left where it was."""
    cut = []
    for edit in plan.edits:
        first = next((r for r in source.source_ranges if r.overlaps(edit.range)), None)
        cut.append(
            edit if first is None else evolve(edit, range=evolve(edit.range, end=min(edit.range.end, first.end)))
        )
    return project(source, evolve(plan, edits=tuple(cut)))


def without_the_empty(source: ExtractedDocument, plan: EditPlan) -> Elements:
    """Elements that became empty are left out."""
    return tuple(e for e in project(source, plan) if e.text or not e.separator)


def by_search(source: ExtractedDocument, plan: EditPlan) -> Elements:
    """Each covered text is looked for and replaced wherever it stands, as a replacement by text would."""
    elements = list(source.elements)
    for edit in plan.edits:
        covered = edit.range.of(source.text)
        elements = [evolve(e, text=e.text.replace(covered, edit.replacement)) for e in elements]
    return tuple(elements)


ALL = (in_the_last, in_each, one_too_far, separators_stay, rest_stays, without_the_empty, by_search)
