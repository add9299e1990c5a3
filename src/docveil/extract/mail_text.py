"""The text of an e-mail in its parts: what was written, the signature, and the history quoted below. Pure functions."""

import quopri
import re

from attrs import frozen

_ATTRIBUTION = re.compile(
    r"^[ \t]*(?:on\b.{5,200}\bwrote|am\b.{5,200}\bschrieb.{0,100}|le\b.{5,200}\ba écrit|el\b.{5,200}\bescribió|"
    r"il\b.{5,200}\bha scritto|op\b.{5,200}\bschreef.{0,100}|den\b.{5,200}\bskrev.{0,100})[ \t]*:[ \t]*$",
    re.IGNORECASE | re.MULTILINE,
)
# The same over two lines, as mail programs break them.
_BROKEN_ATTRIBUTION = re.compile(r"^[ \t]*on\b[^\n]{5,120}\n[^\n]{0,80}\bwrote:[ \t]*$", re.IGNORECASE | re.MULTILINE)
_ORIGINAL = re.compile(
    r"^[ \t]*-{2,}[ \t]*(?:original message|ursprüngliche nachricht|message d'origine|mensaje original)[ \t]*-{2,}[ \t]*$|"
    r"^[ \t]*_{10,}[ \t]*\n(?=[ \t]*(?:from|von|de|da|van|fra):)|"
    r"^(?=[ \t]*\*?from:\*?[ \t][^\n]+\n[ \t]*\*?(?:sent|date):\*?[ \t][^\n]+\n(?:[^\n]+\n){0,4}[ \t]*\*?subject:)",
    re.IGNORECASE | re.MULTILINE,
)
_QUOTED = re.compile(r"^[ \t]*[>|]")
_DELIMITER = re.compile(r"^-- ?$", re.MULTILINE)
_CLOSING = re.compile(
    r"^[ \t]*(?:best|kind|warm(?:est)?|many thanks|thanks|thank you|sincerely|yours|regards|cheers|all the best|best wishes|"
    r"mit freundlichen grüßen|viele grüße|freundliche grüße|beste grüße|cordialement|bien à vous|saludos|atentamente|"
    r"un saludo|cordiali saluti|met vriendelijke groet|med vänlig hälsning|venlig hilsen)\b[^\n.:?]{0,40}[,!.]?[ \t]*$",
    re.IGNORECASE | re.MULTILINE,
)
_LONGEST_SIGNATURE = 12
_SOFT_BREAK = re.compile(r"(?<=\S)=\n(?=\S)")
_HEX = re.compile(r"=[0-9A-F]{2}")


@frozen
class MailText:
    """An e-mail's text in parts.

    Attributes:
        written: What the sender wrote.
        signature: The signature block, or nothing.
        quoted: The history, or nothing.
        quoted_lines: How many lines the history has.
    """

    written: str
    signature: str
    quoted: str
    quoted_lines: int


def split_mail(text: str) -> MailText:
    """`text`, with line feeds as line ends, in its parts."""
    history = ""
    original = _ORIGINAL.search(text)
    if original is not None and text[: original.start()].strip():
        text, history = text[: original.start()], text[original.start() :]
    kept: list[str] = []
    quoted: list[str] = []
    text = _BROKEN_ATTRIBUTION.sub(lambda m: f">{m[0].replace(chr(10), ' ')}", text)
    for line in text.split("\n"):
        (quoted if _QUOTED.match(line) or _ATTRIBUTION.match(line) else kept).append(line)
    if not any(line.strip() for line in kept):
        # Nothing but quotation marks: then the marks are the writer's own.
        kept, quoted = quoted, []
    written, signature = _signature("\n".join(kept))
    past = "\n".join([*quoted, *([history] if history else [])])
    return MailText(written, signature, past, sum(bool(line.strip()) for line in past.split("\n")))


def _signature(text: str) -> tuple[str, str]:
    """The text before and from the signature on: behind its delimiter, or from a closing near the end."""
    delimiters = list(_DELIMITER.finditer(text))
    if delimiters:
        last = delimiters[-1]
        return text[: last.start()], text[last.end() :]
    body = text.rstrip()
    closings = [m for m in _CLOSING.finditer(body) if body.count("\n", m.start()) <= _LONGEST_SIGNATURE]
    closings = [m for m in closings if body[m.end() :].strip() and body[: m.start()].strip()]
    if not closings:
        return text, ""
    first = closings[-1].start()
    return body[:first], body[first:]


def mend_soft_breaks(text: str) -> tuple[str, int]:
    """A text whose quoted-printable code was left in it, decoded; and how many soft breaks it had.

    Some programs copy an encoded text into a message that says it is not encoded; then an address may be broken by `=`.
    """
    breaks = len(_SOFT_BREAK.findall(text))
    if not breaks or (breaks < 2 and not _HEX.search(text)):
        return text, 0
    try:
        return quopri.decodestring(text.encode("utf-8")).decode("utf-8"), breaks
    except UnicodeDecodeError:
        return _SOFT_BREAK.sub("", text), breaks


def unflowed(text: str, *, delete_space: bool) -> str:
    """A text in the format `flowed` (RFC 3676) whose soft breaks delete their space, joined."""
    return re.sub(r"(?m)(?<!^--) \n", "", text) if delete_space else text
