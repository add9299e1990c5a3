"""Findings in a text, and what each operator makes of them."""

import re

from docveil.detect.forms import compact
from docveil.model.document import ExtractedDocument
from docveil.model.edits import EditPlan
from docveil.model.findings import Finding
from docveil.model.ranges import SourceRange
from docveil.redact.keys import Key
from docveil.redact.operators import replacements
from docveil.redact.plan import plan_edits

KEY = Key(b"an invented key of 32 bytes ....")
OTHER = Key(b"another invented key of 32 bytes")


def everywhere(source: ExtractedDocument, **values: "list[str] | str") -> list[Finding]:
    """A finding for each place of each value, longer values first; the name of an argument is the label."""
    taken: list[SourceRange] = []
    found: list[Finding] = []
    pairs = [(v, label) for label, vs in values.items() for v in ([vs] if isinstance(vs, str) else vs)]
    for value, label in sorted(pairs, key=lambda p: -len(p[0])):
        for match in re.finditer(rf"(?<!\w){re.escape(value)}(?!\w)", source.text):
            place = SourceRange(*match.span())
            if not any(place.overlaps(other) for other in taken):
                taken.append(place)
                found.append(Finding((place,), label, 1.0, "test"))
    return found


def plan_with(source: ExtractedDocument, findings: list[Finding], operator: str, key: Key | None = None) -> EditPlan:
    """The plan under one operator."""
    return plan_edits(source, findings, lambda m: replacements(m, source.text, lambda _: operator, compact, key))


def cleaned(source: ExtractedDocument, findings: list[Finding], operator: str, key: Key | None = None) -> str:
    """The cleaned text under one operator."""
    return plan_with(source, findings, operator, key).apply(source.text)
