"""What a document defines: `(the "Lender")`, `"Premises" means`."""

import re

from docveil.detect.common_words import is_common
from docveil.detect.gazetteer import is_known_name
from docveil.detect.words import WORD

_QUOTED = r"[\"\u201c]\s?([A-Z][^\"\u201c\u201d\n]{1,40}?)\s?[\"\u201d]"
_DEFINED = re.compile(
    rf"\((?:(?:the|each|collectively|together|hereinafter|an?|as|or|and|such|individually|referred|to|called),?\s){{0,6}}{_QUOTED}\s?(?:\)|(?:and|or)\s)"
    rf"|{_QUOTED}\s(?:shall\s)?(?:means?|has\sthe|have\sthe|refers?\sto)\b"
)
_SHORT_FORM_WINDOW = 100


def defined_words(source: str) -> frozenset[str]:
    """The words of all terms that a text defines, in lower case, but those that are known as names."""
    words = {
        word.casefold()
        for match in _DEFINED.finditer(source)
        for word in WORD.findall(match[1] or match[2])
        if is_common(word.casefold()) or _defines(source, word, match)
    }
    return frozenset(word for word in words if not is_known_name(word))


def _defines(source: str, word: str, match: re.Match[str]) -> bool:
    """Whether a rare word is made a term by itself: not by `(the "Quorra Accident")`, nor by `my mother ("Quorra")`."""
    is_alone = word == (match[1] or match[2])
    is_bare = match[0].startswith(('("', "(\u201c")) and not word.isupper()
    return is_alone and not is_bare and not _is_short_form(source, word, match)


def _is_short_form(source: str, word: str, match: re.Match[str]) -> bool:
    """Whether a defined word is of the name beside its definition: `Ife Quorra ("Quorra")`."""
    start, end = match.span()
    edges = (max(0, start - _SHORT_FORM_WINDOW), start) if match[1] else (end, end + _SHORT_FORM_WINDOW)
    return re.search(rf"(?<!the )(?<!\w){word}(?!\w)", source[slice(*edges)]) is not None
