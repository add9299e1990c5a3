"""Words of forms, which models take for names: `Phone`, `Last name`."""

import re

from docveil.detect.cells import header
from docveil.detect.labels import ADDRESS, LOCATION, ORGANIZATION, PERSON
from docveil.model.findings import Finding

# Words of forms and headers that models take for names when they stand alone.
_FORM_WORDS = frozenset(
    "phone telephone mobile fax email e-mail mail name first last middle surname address city town state country zip "
    "postcode date time contact invoice amount total page item description quantity price title role department "
    "office notes note comments remarks subject signature signed status type number no id code account reference "
    "household people person applicant patient client customer employee member family".split()
)
# Of these, what is also a surname.
_ALSO_SURNAMES = frozenset({"page", "price"})
_LINE_BEGINS = re.compile(r"(\S?)(?:\A|\s{0,3}\n)[ \t]{0,3}\Z")
_LINE_ENDS = re.compile(r"[ \t]{0,3}(?:\n|\Z)")
_GAP = 8
_LABEL_GAP = re.compile(r"\s?[:#=|]|[ ]\d|\s?[\u00a3$\u20ac]")


def is_form_word(finding: Finding, source: str) -> bool:
    """Whether all words of a finding are those of forms; `Page` and `Price` only where they are written as labels."""
    words = re.findall(r"[^\W\d_]+(?:-[^\W\d_]+)?", " ".join(f.of(source) for f in finding.fragments))
    forms = {w.casefold() for w in words}
    return (
        finding.label in (ADDRESS, LOCATION, ORGANIZATION, PERSON)
        and bool(forms)
        and forms <= _FORM_WORDS
        and (
            forms.isdisjoint(_ALSO_SURNAMES) or _is_label(source, finding.fragments[0].start, finding.fragments[-1].end)
        )
    )


def _is_label(source: str, start: int, end: int) -> bool:
    """Whether what could be a surname is written as a label: before a colon or a figure, alone on a line, or over a column."""
    if _LABEL_GAP.match(source, end):
        return True
    if "\t" in (source[start - 1 : start], source[end : end + 1]):
        return not header(source, start)
    # Behind `Kind regards,` the line is somebody's.
    above = _LINE_BEGINS.search(source, max(0, start - _GAP), start)
    return above is not None and above[1] != "," and _LINE_ENDS.match(source, end) is not None
