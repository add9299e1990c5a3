"""What a model gives is a little too long, too short or no name at all; this trims it by how names are written.

A name has no digits or brackets, its edge words are not plain lower-case words, and a lower-case word in a text that does use
capitals is rarely a name. A handle such as `GeorgeDobell1` is a user name, not a person's.
"""

import re

from docveil.detect.common_words import is_common
from docveil.detect.gazetteer import gazetteer
from docveil.detect.words import trim

# Where the written form of a name ends at the latest.
_END = re.compile(r"[\d()\[\]{}<>\"\u201c\u201d=/\\#@|*:;!?\n\r\t]|\s-\s|,\s?(?:I|who)\b")
_WORD = re.compile(r"\S+")
_HANDLE = re.compile(r"(?=\w{4,40}\Z)(?:\w*[^\W\d_]\w*(?:\d|_)\w*|\w*[a-z\d]{2}[A-Z]\w*|_\w+)")
_CELTIC = re.compile(r"(?:Mac|Mc|De|Di|Du|La|Le|Van|Fitz|O)[A-Z][a-z]+\Z")
_PARTICLES = frozenset(
    "van von der den de del della di da dos das du la le el al bin ibn ben af av ter ten zu und y e i d' do st san".split()
)
# Words that stand before a name with a capital because they begin a sentence or name a role.
_LEADING = frozenset(
    "during the this that these those my your his her our their in on at from to by for with and or of as is are was were "
    "producer whereas when while after before since if but then there here hi hello dear thanks sorry follow rt".split()
)
_NO_PLACE = re.compile(r"https?:|www\.|\w/\w|[A-Z]{1,3}-?\d|\d+[A-Z]{2}")


def is_handle(found: str) -> bool:
    """Whether one word is written as user names are: with digits, underscores or capitals inside."""
    return _HANDLE.match(found) is not None and _CELTIC.match(found) is None


# `WH-1000XM4`: the letters before the number of a product.
_MODEL_NUMBER = re.compile(r"(?<![\w-])[A-Z]{1,3}-\d[\w-]{0,12}")
_LONGEST_NUMBER = 16


def tidy_person(text: str, start: int, end: int, *, sure: bool = False) -> tuple[int, int] | None:
    """The part of `text[start:end]` that is written as a name, or None; where `sure`, a lower-case one may be."""
    code = _MODEL_NUMBER.match(text, start, end)
    # `F-3 Okwuosa` in a list of seats; not `P-38 Lightning`
    if code is not None and not is_common(text[code.end() : end].strip().casefold()):
        start = code.end()
    cut = _END.search(text, start, end)
    if cut is not None:
        end = cut.start()
    model = _MODEL_NUMBER.search(text, start, end + _LONGEST_NUMBER)
    if model is not None:
        end = min(end, model.start())
    return _edges(text, *trim(text, start, end), sure=sure)


def is_model_number(text: str, start: int, end: int) -> bool:
    """Whether `text[start:end]` are letters before the number of a product."""
    model = _MODEL_NUMBER.match(text, start)
    return model is not None and end <= model.end()


def tidy_place(text: str, start: int, end: int) -> tuple[int, int] | None:
    """The part of `text[start:end]` that is written as the name of a place, or None; `the` and `'s` are left out."""
    if _NO_PLACE.search(text, start, end):
        return None
    return _edges(text, *trim(text, start, end))


def tidy_address(text: str, start: int, end: int) -> tuple[int, int] | None:
    """`start:end` without the function words that a model takes along at the edges of an address."""
    words = [m.span() for m in _WORD.finditer(text, start, end)]
    while words and text[slice(*words[0])].casefold() in _LEADING:
        words.pop(0)
    while words and text[slice(*words[-1])].casefold() in _LEADING:
        words.pop()
    return trim(text, words[0][0], words[-1][1]) if words else None


def _edges(text: str, start: int, end: int, *, sure: bool = False) -> tuple[int, int] | None:
    words = [m.span() for m in _WORD.finditer(text, start, end)]
    if any(text[low : low + 1].isupper() for low, _ in words):
        while words and (_is_plain(text, words[0]) or text[slice(*words[0])].casefold() in _LEADING):
            words.pop(0)
        while words and (_is_plain(text, words[-1]) or text[slice(*words[-1])] in _LEADING):
            words.pop()
    elif sure:
        found = [text[slice(*span)].strip(".,'-") for span in words]
        if not any(word.casefold() in gazetteer().given or not is_common(word) for word in found):
            return None
    elif not _is_lower_case_writing(text):
        return None
    if not words:
        return None
    start, end = trim(text, words[0][0], words[-1][1])
    if text[start:end].endswith(("'s", "\u2019s", "'S", "\u2019S")):
        end -= 2
    return (start, end) if end > start and any(c.isalpha() for c in text[start:end]) else None


def _is_plain(text: str, span: tuple[int, int]) -> bool:
    """A lower-case word that no name begins or ends with."""
    word = text[slice(*span)].strip(".,'-")
    return word.isalpha() and word.islower() and (word not in _PARTICLES or is_common(word))


def _is_lower_case_writing(text: str) -> bool:
    """Whether the writer leaves capitals out: then a name has none either."""
    capitals = sum(map(str.isupper, text))
    return capitals == 0 or capitals * 50 < sum(map(str.islower, text))
