"""Proof that written elements are what a plan makes of a source: each check looks at one way to go wrong."""

import re
from collections import Counter
from collections.abc import Callable, Sequence

from attrs import frozen

from docveil.model.document import DocumentElement, ExtractedDocument
from docveil.model.edits import Edit, EditPlan

_WORD = re.compile(r"\w+")


def same_places(source: Sequence[DocumentElement], written: Sequence[DocumentElement]) -> bool:
    """Whether the elements are the same ones in the same order at the same places; text and separators aside."""
    return [e.with_text("", "") for e in source] == [e.with_text("", "") for e in written]


def same_separators(document: ExtractedDocument, plan: EditPlan, written: Sequence[DocumentElement]) -> bool:
    """Whether every separator that no edit reaches is what it was."""
    if len(written) != len(document.elements):
        return False
    reached: list[bool] = []
    edits = iter(plan.edits)
    edit = next(edits, None)
    for element, source in zip(document.elements, document.source_ranges, strict=True):
        end = source.end + len(element.separator)
        while edit is not None and edit.range.end <= source.end:
            edit = next(edits, None)
        reached.append(edit is not None and edit.range.start < end)
    return all(
        hit or after.separator == before.separator
        for hit, before, after in zip(reached, document.elements, written, strict=True)
    )


@frozen
class Walk:
    """What a walk over source, plan and written text found.

    Attributes:
        is_unchanged: Whether the text outside the edits is there, code point for code point.
        put_back: How many hidden places hold their source again.
        others: How many places hold neither the replacement nor the source.
    """

    is_unchanged: bool
    put_back: int
    others: int


def walk(text: str, plan: EditPlan, written: str) -> Walk:
    """Follow `written` along `text` and `plan`. A place that was tampered with does not hide what comes after it."""
    at = put_back = others = 0
    position = 0
    for index, edit in enumerate(plan.edits):
        kept = text[position : edit.range.start]
        if not written.startswith(kept, at):
            return Walk(is_unchanged=False, put_back=put_back, others=others)
        at += len(kept)
        position = edit.range.end
        limit = plan.edits[index + 1].range.start if index + 1 < len(plan.edits) else len(text)
        after = text[position:limit]
        original = edit.range.of(text)
        choices = [c for c in (edit.replacement, original) if written.startswith(c + after, at)]
        if edit.replacement in choices:
            at += len(edit.replacement)
        elif choices:
            at += len(original)
            put_back += is_hiding(edit)
            others += not is_hiding(edit)
        else:
            found = written.find(after, at) if after else at
            if found < 0:
                return Walk(is_unchanged=False, put_back=put_back, others=others + 1)
            others += 1
            at = found
    return Walk(is_unchanged=written[at:] == text[position:], put_back=put_back, others=others)


def missing_words(text: str, plan: EditPlan, written: str, fold: Callable[[str], str]) -> int:
    """How many words of the source that no edit hides are not in the written text, whatever their order.

    A word that a replacement touches, as in `IDMara`, is not counted: there the two are one.
    """
    hiding = tuple(Edit(e.range, "\n", e.label) if is_hiding(e) else e for e in plan.edits)
    ordinary = _words(EditPlan(hiding, plan.source_length).apply(text), fold) & _words(plan.apply(text), fold)
    return (ordinary - _words(written, fold)).total()


def is_ordinary_kept(plan: EditPlan, text: str, fold: Callable[[str], str]) -> bool:
    """Whether no edit but one that hides, or that leaves a part out, takes a letter or digit away."""
    mending = (e for e in plan.edits if not (is_hiding(e) or e.is_dropping))
    return all(fold(e.range.of(text)) == fold(e.replacement) for e in mending)


def is_hiding(edit: Edit) -> bool:
    """Whether an edit hides a finding: their labels are upper case, the names of normalisations are not."""
    return not edit.label.islower()


def hidden_texts(text: str, plan: EditPlan) -> tuple[str, ...]:
    """What the plan hides, fragment by fragment, and each finding of several fragments as a whole. Private."""
    texts: list[str] = []
    whole: list[str] = []
    for edit in filter(is_hiding, plan.edits):
        if not edit.continues:
            whole = []
        whole.append(edit.range.of(text))
        texts += [whole[-1], " ".join(whole)]
    return tuple(dict.fromkeys(texts))


def _words(text: str, fold: Callable[[str], str]) -> Counter[str]:
    return Counter(fold(match[0]) for match in _WORD.finditer(text))
