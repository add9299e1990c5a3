"""Sources that are text: how they are decoded, and which kind they are."""

import codecs
import csv
import re
from collections import Counter
from io import StringIO

from attrs import frozen
from charset_normalizer import from_bytes

EML_KIND = "eml"
# Longest first: the mark of UTF-32 begins with that of UTF-16.
_MARKS = (
    (codecs.BOM_UTF32_LE, "utf-32"),
    (codecs.BOM_UTF32_BE, "utf-32"),
    (codecs.BOM_UTF8, "utf-8-sig"),
    (codecs.BOM_UTF16_LE, "utf-16"),
    (codecs.BOM_UTF16_BE, "utf-16"),
)
_SAMPLE = 64 * 1024
_CONTROL = re.compile(r"[\x00-\x08\x0e-\x1a\x1c-\x1f]")
# A text may hold a stray control character; a file in which one in a thousand characters is one is no text.
_MOST_CONTROL = 0.001
_MOST_NUL = 0.3
_LINE_ENDS = re.compile(r"\r\n?|[\x0b\x0c\x85\u2028\u2029]")

_HEAD = 4096
_HTML = re.compile(
    r"\s*(?:<\?xml[^>]*>\s*)?(?:<!--.*?-->\s*)*<(?:!doctype\s+html|html|head|body)\b", re.IGNORECASE | re.DOTALL
)
_HTML_TAGS = re.compile(r"<(?:div|p|table|span|article|section|main|h[1-6]|ul|ol|a|br|tr|td)\b[^<>]*>", re.IGNORECASE)
_XML = re.compile(r"\s*<(?:\?xml\b|!DOCTYPE\b)", re.IGNORECASE)
_FIELD = re.compile(r"[!-9;-~]{1,60}:[ \t]?.*|[ \t]+\S.*")
_KNOWN_FIELDS = re.compile(
    r"^(?:from|to|cc|bcc|subject|date|received|message-id|mime-version|return-path|delivered-to|reply-to|sender|"
    r"content-type|x-[\w-]+):",
    re.IGNORECASE | re.MULTILINE,
)
_TELLING_FIELDS = re.compile(
    r"^(?:received|message-id|mime-version|return-path|delivered-to):", re.IGNORECASE | re.MULTILINE
)
_FENCE = re.compile(r"^(?:```|~~~)", re.MULTILINE)
_MARKDOWN = (
    re.compile(r"^#{1,6} \S", re.MULTILINE),
    re.compile(r"!?\[[^\]\n]{0,200}\]\([^)\n]{1,500}\)"),
    re.compile(r"^[ \t]*[-*+] \S", re.MULTILINE),
    re.compile(r"\*\*\S[^*\n]*\*\*|__\S[^_\n]*__"),
    re.compile(r"^\|?[ \t]*:?-{3,}:?[ \t]*\|", re.MULTILINE),
    _FENCE,
    re.compile(r"^> \S", re.MULTILINE),
    re.compile(r"\A---\n(?:.*\n){1,60}?---\n"),
    re.compile(r"^\[[^\]\n]+\]:[ \t]*\S+", re.MULTILINE),
)
_STRONG_MARKDOWN = (0, 1, 4, 5)
_DELIMITERS = ",;\t|"
_MOST_FIELD = 4000


@frozen
class Decoded:
    """A text: line ends as line feeds, no byte-order mark; and the encoding that it was in."""

    text: str
    encoding: str
    replaced: int = 0


def decode_text(data: bytes, declared: str | None = None) -> Decoded | None:
    """The text in `data`, or None where it is none.

    A byte-order mark decides, then UTF-8 where it fits, then what the document declares, then the likeliest encoding.
    """
    for mark, encoding in _MARKS:
        if data.startswith(mark):
            text = data.decode(encoding, errors="replace")
            return _checked(text, encoding)
    try:
        return _checked(data.decode("utf-8"), "utf-8")
    except UnicodeDecodeError:
        pass
    wide = _unmarked_utf16(data)
    if wide is not None:
        return _checked(data.decode(wide, errors="replace"), wide)
    if declared is not None:
        try:
            return _checked(data.decode(declared), declared)
        except (LookupError, UnicodeError):
            pass
    if data[:_SAMPLE].count(0) > 0:
        return None
    best = from_bytes(data[:_SAMPLE]).best()
    encoding = "cp1252" if best is None or best.encoding == "ascii" else best.encoding
    return _checked(data.decode(encoding, errors="replace"), encoding)


def _unmarked_utf16(data: bytes) -> str | None:
    """UTF-16 without its mark: in Latin text every other byte is zero."""
    sample = data[:_SAMPLE]
    half = max(len(sample) // 2, 1)
    low, high = sample[0::2].count(0), sample[1::2].count(0)
    if len(data) % 2 == 0 and high > _MOST_NUL * half and low == 0:
        return "utf-16-le"
    if len(data) % 2 == 0 and low > _MOST_NUL * half and high == 0:
        return "utf-16-be"
    return None


def _checked(text: str, encoding: str) -> Decoded | None:
    sample = text[:_SAMPLE]
    if len(_CONTROL.findall(sample)) > _MOST_CONTROL * len(sample):
        return None
    return Decoded(_LINE_ENDS.sub("\n", text), encoding, text.count("\ufffd"))


def text_kind(text: str) -> str:
    """What `text` is by what stands in it: `html`, `eml`, `xml`, `csv`, `markdown` or `plain`."""
    head = text[:_HEAD]
    sample = text[:_SAMPLE]
    if _HTML.match(head) or (head.lstrip().startswith("<") and len(_HTML_TAGS.findall(sample)) > 2):
        return "html"
    if _XML.match(head):
        return "html" if re.search(r"<html\b", head, re.IGNORECASE) else "xml"
    if _is_message(head):
        return EML_KIND
    marks = [i for i, mark in enumerate(_MARKDOWN) if mark.search(sample)]
    if delimiter_of(text) is not None and not set(marks) & set(_STRONG_MARKDOWN):
        return "csv"
    if len(marks) > 1 or set(marks) & set(_STRONG_MARKDOWN):
        return "markdown"
    return "plain"


def _is_message(head: str) -> bool:
    """Whether the text begins with the header of an e-mail: only fields up to the first blank line, three of them known."""
    lines = head.lstrip("\n").split("\n\n", 1)[0].split("\n")
    if lines and re.match(r"(?:>?From )\S+ .*\d\d:\d\d", lines[0]):
        lines = lines[1:]
    if not lines or not all(_FIELD.fullmatch(line) for line in lines[:-1]):
        return False
    fields = "\n".join(lines)
    known = {m.casefold() for m in _KNOWN_FIELDS.findall(fields)}
    return len(known) >= 3 or (len(known) == 2 and _TELLING_FIELDS.search(fields) is not None)


def delimiter_of(text: str) -> str | None:
    """The delimiter of a CSV text, or None where its lines do not have the same number of fields, two or more.

    Quoted fields count as one. Prose with a comma in each line is told by its fields: most of a table's are short.
    """
    sample = text[:_SAMPLE]
    if len(text) > _SAMPLE:
        sample = sample.rpartition("\n")[0]
    for delimiter in sorted(_DELIMITERS, key=lambda d: -sample.count(d)):
        if delimiter not in sample:
            continue
        try:
            rows = [
                r for r in csv.reader(StringIO(sample), delimiter=delimiter, strict=True) if any(f.strip() for f in r)
            ]
        except csv.Error:
            continue
        if len(rows) < 2:
            continue
        width, frequency = Counter(map(len, rows)).most_common(1)[0]
        if width < 2 or frequency < 0.9 * len(rows) or len(rows[0]) != width:
            continue
        fields = [f for row in rows for f in row]
        wordy = sum(len(f.split()) > 6 for f in fields)
        # With one comma a line, two lines of a letter ("Dear Ms Lindqvist, / thank you, ...") would make a table.
        if wordy > 0.25 * len(fields) or (width == 2 and delimiter in ",|" and (len(rows) < 3 or _is_prose(rows))):
            continue
        return delimiter
    return None


def _is_prose(rows: list[list[str]]) -> bool:
    """Whether the fields are written as parts of sentences: a blank behind each comma."""
    return all(row[1].startswith(" ") for row in rows if len(row) > 1 and row[1])
