"""How one element's text is read: what a reader does not see, or sees as the same letter, is folded away.

Folded: invisible format characters (zero-width, soft hyphen, direction marks) are dropped; digits of all scripts and
compatibility forms (full-width letters, ligatures, no-break spaces) become plain ones; decomposed accents are composed;
dashes become `-` and curly quotes straight; a word broken at a line end is joined; any other line break is one space.
"""

import re
import unicodedata

from docveil.views.build import ViewBuilder

_DASHES = dict.fromkeys("\u2010\u2011\u2012\u2013\u2014\u2015\u2212\ufe58\ufe63\uff0d", "-")
_QUOTES = {"\u2018": "'", "\u2019": "'", "\u201a": "'", "\u201b": "'", "\u201c": '"', "\u201d": '"', "\u201e": '"'}
_PLAIN = _DASHES | _QUOTES
# Variation selectors and the frame of a key: `5` in an emoji of a telephone's key is a digit like any other.
_DRESS = frozenset("\u20e3" + "".join(map(chr, range(0xFE00, 0xFE10))))

# An e-mail address whose domain has no end yet, or whose next line begins with the dot or the at sign.
_OPEN_ADDRESS = re.compile(r"[\w.+-]{1,64}@(?:[\w-]{1,63}\.){0,4}[\w-]{0,63}\Z")

_TOKEN = re.compile(
    r"""
    (?P<broken>(?<=\w)[-\u2010\u00ad][ \t]*(?:\r\n|\r|\n)[ \t]*(?=\w))   # a word or number broken at a line end
    | (?P<line>[ \t]*(?:\r\n|[\r\n\x0b\x0c\x85\u2028\u2029])[ \t]*)       # any other line end
    | (?P<odd>(?:[A-Za-z](?=[^\x00-\x7f]))?                               # a letter that a mark may follow, and
        (?:(?![\u2010\u00ad][ \t]*[\r\n])[^\x00-\x7f])+)                # anything that may need folding
    """,
    re.VERBOSE,
)


def fold_range(builder: ViewBuilder, source: str, start: int, end: int, *, join_lines: bool = True) -> None:
    """Add `source[start:end]` to the view, folded; with `join_lines` off, line ends stay as they are."""
    position = start
    for match in _TOKEN.finditer(source, start, end):
        builder.copy(position, match.start())
        position = match.end()
        if match["odd"] is not None:
            _fold_odd(builder, source, match.start(), match.end())
        elif not join_lines:
            builder.copy(match.start(), match.end())
        elif match["broken"] is not None:
            _fold_broken(builder, source, match.start(), match.end())
        elif _splits_address(source, start, match.start(), match.end(), end):
            builder.fold("", match.start(), match.end())
        else:
            builder.fold(" ", match.start(), match.end())
    builder.copy(position, end)


def _fold_broken(builder: ViewBuilder, source: str, start: int, end: int) -> None:
    """`Wil-` / `liamson` is one word; `Smith-` / `Jones` and `078-05-` / `1120` keep their hyphen."""
    joins = source[start - 1].islower() and source[end].islower()
    builder.fold("" if joins or source[start] == "\u00ad" else "-", start, end)


def _splits_address(source: str, low: int, start: int, end: int, high: int) -> bool:
    """Whether the line end at `source[start:end]` stands inside an e-mail address."""
    if end >= high:
        return False
    before = source[max(low, start - 200) : start]
    if source[end] == "@":
        return bool(before) and (before[-1].isalnum() or before[-1] in "._-")
    open_address = _OPEN_ADDRESS.search(before)
    if open_address is None:
        return False
    domain = open_address.group().rpartition("@")[2]
    # A domain that has a dot inside is whole: a dot after it ends the sentence.
    is_open = "." not in domain.rstrip(".") or domain[-1] == "-"
    return source[end] == "." or (is_open and source[end].isalnum())


def _fold_odd(builder: ViewBuilder, source: str, start: int, end: int) -> None:
    """Fold a run of characters outside ASCII, one base character with its combining marks at a time."""
    kept_from = position = start
    while position < end:
        stop = position + 1
        while stop < end and unicodedata.combining(source[stop]):
            stop += 1
        cluster = source[position:stop]
        plain = _plain(cluster)
        if plain != cluster:
            builder.copy(kept_from, position)
            builder.fold(plain, position, stop)
            kept_from = stop
        position = stop
    builder.copy(kept_from, end)


def _plain(cluster: str) -> str:
    seen = "".join(c for c in cluster if unicodedata.category(c) != "Cf" and c not in _DRESS)
    return "".join(_PLAIN.get(c) or _digit(c) for c in unicodedata.normalize("NFKC", seen))


def _digit(char: str) -> str:
    return str(unicodedata.decimal(char)) if char.isdecimal() else char
