"""What a label says against a finding: the digits under `Invoice no.` are no telephone number.

A model that reads a bare number guesses; the column header, or the label on the same line, knows. Where it says that a value
is not personal, guesses on that value fall. What proves itself (a checksum, an e-mail address) stands.
"""

import re
from bisect import bisect_left
from collections.abc import Iterable, Sequence

from attrs import evolve

from docveil.detect.labels import ADDRESS, LOCATION, NUMBERS, ORGANIZATION, PERSON
from docveil.model.alignment import View
from docveil.model.findings import Finding
from docveil.model.ranges import SourceRange, merge_ranges

_ORDINARY_LABEL = re.compile(
    r"(?<![\w-])(?:invoice|order|purchase\sorder|item|article|product|part|sku|ticket|reference|quantity|qty|amount|total|"
    r"sub-?total|price|cost|rate|fee|balance|page|chapter|section|version|revision|size|weight|height|width|length|"
    r"model|serial|count|score|year|row|line|step|figure|table)"
    r"(?:\s(?:no|nr|number|num|id|code|count)\b\.?)?\s?[:#]\s{0,4}"
    r"([\d.,%/ -]{1,40}|[A-Z]{0,4}-?\d[\d-]{0,20})(?=\s|$)",
    re.IGNORECASE,
)
# Words of forms and headers that models take for names when they stand alone.
_FORM_WORDS = frozenset(
    [
        "phone",
        "telephone",
        "mobile",
        "fax",
        "email",
        "e-mail",
        "mail",
        "name",
        "first",
        "last",
        "middle",
        "surname",
        "address",
        "city",
        "town",
        "state",
        "country",
        "zip",
        "postcode",
        "date",
        "time",
        "contact",
        "invoice",
        "amount",
        "total",
        "page",
        "item",
        "description",
        "quantity",
        "price",
        "title",
        "role",
        "department",
        "office",
        "notes",
        "note",
        "comments",
        "remarks",
        "subject",
        "signature",
        "signed",
        "status",
        "type",
        "number",
        "no",
        "id",
        "code",
        "account",
        "reference",
        "household",
        "people",
        "person",
        "applicant",
        "patient",
        "client",
        "customer",
        "employee",
        "member",
        "family",
    ]
)
_PROVEN = ("rules.", "presidio.")


def weigh_context(findings: Iterable[Finding], views: Sequence[View]) -> tuple[Finding, ...]:
    """`findings` without the guesses that a label or header speaks against. Pure; the order is kept."""
    ordinary = _ordinary_values(views)
    source = views[0].text
    return tuple(
        f
        for f in findings
        if f.detector.startswith(_PROVEN) or not (_is_guess(f, ordinary) or _is_form_word(f, source))
    )


def _ordinary_values(views: Sequence[View]) -> tuple[SourceRange, ...]:
    """Source ranges of values that a label calls something ordinary."""
    found: list[SourceRange] = []
    for view in views:
        for match in _ORDINARY_LABEL.finditer(view.text):
            found += view.locate(*match.span(1))
    return merge_ranges(found)


def _is_guess(finding: Finding, ordinary: Sequence[SourceRange]) -> bool:
    return finding.label in NUMBERS and all(any(o.contains(f) for o in ordinary) for f in finding.fragments)


def _is_form_word(finding: Finding, source: str) -> bool:
    words = re.findall(r"[^\W\d_]+(?:-[^\W\d_]+)?", " ".join(f.of(source) for f in finding.fragments))
    return (
        finding.label in (ADDRESS, LOCATION, ORGANIZATION, PERSON)
        and bool(words)
        and {w.casefold() for w in words} <= _FORM_WORDS
    )


def cut_at(findings: Iterable[Finding], boundaries: Sequence[SourceRange]) -> tuple[Finding, ...]:
    """Findings that run over a boundary (the end of a table row) as one finding on either side of it.

    The raw text has nothing but a line end there, and a model reads `Phone` over `Adaeze` as one name.
    """
    return tuple(part for finding in findings for part in _parts(finding, boundaries))


def cut_numbers_at(findings: Iterable[Finding], boundaries: Sequence[SourceRange], source: str) -> tuple[Finding, ...]:
    """Numbers that run over a boundary (the end of a table cell) as one finding on either side of it; names run on.

    `5550142` and the invoice number in the next cell look like one long number. What proved the whole proves no part, so a
    header may still speak against it; a part without a digit is dropped.
    """
    result: list[Finding] = []
    for finding in findings:
        parts = _parts(finding, boundaries) if finding.label in NUMBERS else [finding]
        if len(parts) > 1:
            parts = [
                evolve(part, detector=f"part.{part.detector}")
                for part in parts
                if any(char.isdigit() for f in part.fragments for char in f.of(source))
            ]
        result += parts
    return tuple(result)


def _parts(finding: Finding, boundaries: Sequence[SourceRange]) -> list[Finding]:
    groups: list[list[SourceRange]] = [[]]
    for fragment in finding.fragments:
        position = fragment.start
        for boundary in boundaries[_at(boundaries, fragment.start) : _at(boundaries, fragment.end)]:
            if position < boundary.start:
                groups[-1].append(SourceRange(position, boundary.start))
            groups.append([])
            position = min(boundary.end, fragment.end)
        if position < fragment.end:
            groups[-1].append(SourceRange(position, fragment.end))
    return [finding] if len(groups) == 1 else [evolve(finding, fragments=tuple(g)) for g in groups if g]


def _at(boundaries: Sequence[SourceRange], position: int) -> int:
    return bisect_left(boundaries, position, key=lambda boundary: boundary.start)
