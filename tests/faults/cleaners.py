"""Cleaners that misbehave, one fault each. What they know of the text must not get out."""

from collections.abc import Callable
from typing import Any

from docveil.model.document import ExtractedDocument, Fingerprint
from docveil.model.edits import Edit, EditPlan
from docveil.model.ranges import SourceRange


class WellBehaved:
    """Hides the first word, as a cleaner of the user's own should."""

    pii_processing = "unified"
    fingerprint = Fingerprint("0", "well-behaved", options=(("policy.name", "first-word"),))

    def plan(self, document: ExtractedDocument) -> EditPlan:
        end = len(document.text.split(" ")[0])
        return EditPlan((Edit(SourceRange(0, end), "<WORD>", "WORD", ("custom.first",)),), len(document.text))


class PerElement(WellBehaved):
    """Looks at one element at a time."""

    pii_processing = "per_element"


class Nameless(WellBehaved):
    """Says nothing of what it is."""

    fingerprint = None  # type: ignore[assignment]


class Raises(WellBehaved):
    """Fails with the text in its message."""

    def plan(self, document: ExtractedDocument) -> EditPlan:
        raise ValueError(f"cannot clean {document.text}")


class RaisesFingerprint:
    """Fails where nobody expects it."""

    pii_processing = "unified"

    @property
    def fingerprint(self) -> Fingerprint:
        raise ValueError("Philippa Marchetti")

    def plan(self, document: ExtractedDocument) -> EditPlan:
        return EditPlan((), len(document.text))


class ReturnsText(WellBehaved):
    """Returns the cleaned text."""

    def plan(self, document: ExtractedDocument) -> EditPlan:
        answer: Any = document.text.replace("Philippa", "<PERSON>")
        result: EditPlan = answer
        return result


class SubclassedPlan(EditPlan):
    """A plan that applies as it likes."""

    def apply(self, text: str) -> str:
        return text


class ReturnsSubclass(WellBehaved):
    """Returns a plan of its own kind."""

    def plan(self, document: ExtractedDocument) -> EditPlan:
        return SubclassedPlan((), len(document.text))


class WrongLength(WellBehaved):
    """Plans for another text."""

    def plan(self, document: ExtractedDocument) -> EditPlan:
        return EditPlan((), len(document.text) + 1)


class NamesTheValue(WellBehaved):
    """Puts what it hides into the report, as a label."""

    def plan(self, document: ExtractedDocument) -> EditPlan:
        return EditPlan((Edit(SourceRange(0, 8), "<X>", "PHILIPPA"),), len(document.text))


class WordsIntoSeparator(WellBehaved):
    """Writes where only white space stands."""

    def plan(self, document: ExtractedDocument) -> EditPlan:
        start = document.source_ranges[0].end
        return EditPlan((Edit(SourceRange(start, start + 1), "Philippa", "PERSON"),), len(document.text))


def text_to_text(text: str) -> str:
    """What is not a cleaner at all."""
    return text.replace("Philippa", "<PERSON>")


def make() -> WellBehaved:
    """A function that makes a cleaner."""
    return WellBehaved()


REFUSED: tuple[Callable[[], object], ...] = (
    PerElement,
    Nameless,
    Raises,
    RaisesFingerprint,
    ReturnsText,
    ReturnsSubclass,
    WrongLength,
    NamesTheValue,
    WordsIntoSeparator,
    lambda: text_to_text,
)
