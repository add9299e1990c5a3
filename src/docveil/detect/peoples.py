"""A people, a tribe or a language is nobody's name: what a document declares as one is labelled as one.

`the Azna, a pagan people` tells what every other `Azna` of the document is. Models take such words for surnames and villages; the
label is what changes here, and with it what a policy says about them.
"""

import re
from collections.abc import Iterable

from attrs import evolve

from docveil.detect.gazetteer import is_known_name
from docveil.detect.labels import LOCATION, NRP, PERSON
from docveil.model.findings import Finding

_WORD = r"([^\W\d_a-z][^\W\d_]{2,20})"
_KIND = r"(?:people|peoples|tribe|tribes|ethnic\sgroup|ethnic\sminority|ethnicity|caste|minority)"
# Neither `a woman of the Quorra people`, nor `a great people manager`, nor `the tribe's doctor`.
_ENDS = (
    r"(?![\w'\u2019-]|\s(?!(?:of|in|from|who|whose|that|which|living|and|native|with|near|on|by|inhabiting|indigenous)\b)"
    r"[a-z])"
)
_APPOSED = (
    rf"{_WORD}(?:,\s|\s\(|\s(?:are|were|was|is)\s)(?:an?|the|one\sof\sthe)\s"
    rf"(?:(?!(?:of|for|real|man|woman|boy|girl|member|leader|chief|elder)\b)[\w-]{{1,20}}\s){{0,4}}{_KIND}{_ENDS}"
)
# Not behind a given name or a title: `Okonkwo people` may be the family's.
_BEFORE_KIND = (
    rf"\b(?:[Tt]he|of|other|all|[Ff]ormer)\s{_WORD}\s(?:peoples?|tribes?|tribesmen|languages?|dialects?)(?!\w)"
)
_DECLARED = (re.compile(_APPOSED), re.compile(_BEFORE_KIND))


def declared(source: str) -> frozenset[str]:
    """The peoples and languages that a text says to be such, in lower case; what the lists have as a name is left out."""
    found = {match[1].casefold() for pattern in _DECLARED for match in pattern.finditer(source)}
    found |= {form[:-1] for form in found if form.endswith("s")}
    return frozenset(form for form in found if not is_known_name(form))


def as_peoples(findings: Iterable[Finding], source: str) -> tuple[Finding, ...]:
    """`findings`, of which those of declared peoples are labelled as such."""
    peoples = declared(source)
    return tuple(
        evolve(finding, label=NRP) if peoples and _is_people(finding, source, peoples) else finding
        for finding in findings
    )


def _is_people(finding: Finding, source: str, peoples: frozenset[str]) -> bool:
    if finding.label not in (LOCATION, PERSON) or len(finding.fragments) > 1:
        return False
    form = finding.fragments[0].of(source).casefold()
    return form in peoples or (form.endswith("s") and form[:-1] in peoples)
