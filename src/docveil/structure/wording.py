"""What the words of a line say about it: a heading, a caption, an entry of a list of references, mathematics."""

import re

_NUMBERED = r"(?:\d{1,2}(?:\.\d{1,2})*\.?|[IVX]{1,5}\.|[A-Z]\.(?:\d{1,2}\.?)*)"
_REFERENCES = re.compile(
    rf"(?:{_NUMBERED}\s+)?(?:references(?: and notes| cited)?|bibliography|literature(?: cited)?|works cited|"
    r"reference list|literatur(?:verzeichnis)?|références|referencias|bibliografía|bibliografia)\s*[.:]?",
    re.IGNORECASE,
)
_AFTER = re.compile(
    r"(?:appendix|appendices|supplement\w*|supporting information|acknowledge?ments?|author contributions?|funding|"
    r"data availability|conflicts? of interest|about the authors?|biograph\w+|anhang|annexe?)\b",
    re.IGNORECASE,
)
_NAMED = re.compile(
    rf"(?:{_NUMBERED}\s+)?(?:abstract|summary|introduction|background|related work|methods?|materials and methods|results|"
    r"discussion|results and discussion|conclusions?|acknowledge?ments?|appendix(?: [A-Z])?|zusammenfassung|einleitung)"
    r"\s*[.:]?",
    re.IGNORECASE,
)
_SECTION = re.compile(rf"{_NUMBERED}\s+[A-ZÄÖÜ][^.!?]{{1,90}}(?:\.\s[A-Z][^.!?]*)?")
_ABSTRACT = re.compile(r"(?:abstract|summary|zusammenfassung)\b\s*[.:\u2014\u2013-]?", re.IGNORECASE)
_KEYWORDS = re.compile(
    r"(?:key ?words(?: and phrases)?|index terms|ccs concepts|general terms|pacs(?: numbers?)?|jel classification)"
    r"\s*[:.\u2014\u2013-]",
    re.IGNORECASE,
)
_CAPTION = re.compile(
    r"(?P<kind>table|tab\.|figure|fig\.|scheme|chart|plate|algorithm|listing)\s*"
    r"(?P<number>[A-Z]?\d{1,3}(?:[.-]\d{1,3})*[a-z]?|[IVX]{1,5})(?P<mark>\s*[.:|\u2014\u2013])?(?P<rest>.*)",
    re.IGNORECASE | re.DOTALL,
)
_TABLE_KINDS = ("tab", "lis", "alg")
_LABELLED = re.compile(r"\[[A-Za-z+]*\d{1,4}[a-z]?\]|\d{1,3}\.\s")
_AUTHOR = re.compile(r"(?:[A-Z]\.[ -]?){1,3}[A-Z][\w'\u2019-]+|[A-Z][\w'\u2019-]+,\s(?:[A-Z]\.|[A-Z][a-z]+)")
_YEAR = re.compile(r"\b(?:19|20)\d\d[a-z]?\b")
_PAGE_NUMBER = re.compile(
    r"(?:page |seite |p\. ?)?[-\u2013\u2014 ]*(?:\d{1,4}|\d{1,3}[-.]\d{1,3}|[ivxl]{1,6})[-\u2013\u2014 ]*(?:(?:of|/) ?\d{1,4})?",
    re.IGNORECASE,
)
_DIGITS = re.compile(r"\d{1,4}")
_OPERATOR = re.compile(
    "[=<>+\u00b1\u00d7\u00f7\u2190-\u21ff\u2200-\u22ff^|\u2211\u222b\u221a\u0370-\u03ff/]|\\s[-\u2212\u2013*]\\s"
)
_EQUATION_NUMBER = re.compile(r".*\(\s*(?:[A-Z]\.?)?\d{1,3}(?:\.\d{1,3})?[a-z]?\s*\)|.*\(\s*\*\s*\)", re.DOTALL)
_WORD = re.compile(r"[^\W\d_]{4,}")
_FUNCTIONS = frozenset(
    "sinh cosh tanh sqrt argmin argmax subject trace rank diag prob const otherwise where with".split()
)
_MANY_LETTERS = 12
_TERMINAL = (".", "!", "?", "\u2026", "\u3002")
_CLOSING = " \t\"')]\u201d\u2019\u00bb"
_NOTE_MARK = re.compile(r"(?:\d{1,3}|[*\u2020\u2021\u00a7\u00b6]{1,3}|[a-e])[.)]?\s*(?=\S)")
_BULLET = re.compile(
    r"(?:[\u2022\u2023\u25aa\u25cf\u25e6\u2043\u2219\u00b7\uf0b7*\u2013-]|\(?(?:\d{1,2}|[a-z]|[ivx]{1,4})[.)])\s"
)


def is_references(text: str) -> bool:
    """Whether a line is the heading of the references and nothing else."""
    return _REFERENCES.fullmatch(text.strip()) is not None


def is_after_references(text: str) -> bool:
    """Whether a line may be the heading of what comes behind the references."""
    bare = re.sub(rf"^{_NUMBERED}\s+", "", text.strip())
    return len(text) < 90 and _AFTER.match(bare) is not None


def is_section(text: str) -> bool:
    """Whether a line reads as the heading of a section: a usual name, or a number and a title without a full stop."""
    bare = text.strip()
    return _NAMED.fullmatch(bare) is not None or (_SECTION.fullmatch(bare) is not None and not bare.endswith(_TERMINAL))


def begins_abstract(text: str) -> bool:
    """Whether a line begins with the word abstract, alone or as the head of its paragraph."""
    match = _ABSTRACT.match(text.strip())
    return match is not None and (match.end() == len(text.strip()) or not match[0][-1].isalpha())


def begins_keywords(text: str) -> bool:
    """Whether a line begins a list of keywords."""
    return _KEYWORDS.match(text.strip()) is not None


def caption_kind(text: str) -> str | None:
    """`table` or `figure` where a text begins as a caption: the word, a number, and no verb behind it.

    A caption goes on with a mark, with a capital letter, or not at all; a verb, and any other word in small letters, makes a
    sentence of it (`Figure 3 shows`, `Table 2 and`).
    """
    match = _CAPTION.fullmatch(text.strip())
    if match is None or not match["kind"][0].isupper():
        return None
    rest = match["rest"].strip()
    if match["mark"] is None and rest and not rest[0].isupper():
        return None
    return "table" if match["kind"].casefold().startswith(_TABLE_KINDS) else "figure"


def is_marked_caption(text: str) -> bool:
    """Whether a caption's number is followed by a mark, as it hardly ever is in a sentence."""
    match = _CAPTION.fullmatch(text.strip())
    return match is not None and match["mark"] is not None


def begins_entry(text: str) -> bool:
    """Whether a line begins as an entry of a list of references does: a label, or an author."""
    return (_LABELLED.match(text) or _AUTHOR.match(text)) is not None


def has_year(text: str) -> bool:
    """Whether a year stands in it."""
    return _YEAR.search(text) is not None


def is_page_number(text: str) -> bool:
    """Whether a line is a page number and nothing else."""
    return _PAGE_NUMBER.fullmatch(text.strip()) is not None


def is_number(text: str) -> bool:
    """Whether a line is a whole number of at most four digits."""
    return _DIGITS.fullmatch(text.strip()) is not None


def words(text: str) -> list[str]:
    """Words of four letters and more that name no function."""
    return [word for word in _WORD.findall(text) if word.casefold() not in _FUNCTIONS]


def is_worded(text: str) -> bool:
    """Whether a line is more than a label: several words, or many letters of a script whose words are short."""
    return len(words(text)) > 2 or (not text.isascii() and sum(c.isalpha() for c in text) > _MANY_LETTERS)


def looks_mathematical(text: str) -> bool:
    """Whether signs stand in a line and hardly a word, or it ends in the number of an equation."""
    few = len(words(text)) <= 1
    return few and (_OPERATOR.search(text) is not None or _EQUATION_NUMBER.fullmatch(text) is not None)


def ends_sentence(text: str) -> bool:
    """Whether a text ends with a full stop or the like."""
    return text.rstrip(_CLOSING).endswith(_TERMINAL)


def is_sentence(text: str) -> bool:
    """Whether a text reads as a whole sentence: a capital first, four words, a full stop last."""
    bare = text.strip().lstrip("([\"'\u201c")
    return bare[:1].isupper() and len(bare.split()) >= 4 and ends_sentence(bare)


def begins_note(text: str) -> bool:
    """Whether a text begins with the mark of a footnote."""
    return _NOTE_MARK.match(text) is not None


def begins_item(text: str) -> bool:
    """Whether a text begins with the mark of a list's item."""
    return _BULLET.match(text) is not None
