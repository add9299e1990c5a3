"""E-mail files (RFC 5322, MIME) with the standard library."""

import email
import re
from email.header import decode_header, make_header
from email.message import EmailMessage
from email.policy import default

from docveil.errors import ExtractionFailed, SourceRefused
from docveil.extract.flow import NOT_READ, Notes, plain
from docveil.extract.mail import READ_HEADERS, Body, Mail
from docveil.extract.mail_text import unflowed
from docveil.intake.texts import decode_text

_ENVELOPE = re.compile(rb"^From \S+.*\d\d:\d\d", re.MULTILINE)
_MOST_PARTS = 1000
_STRUCTURAL = {"mime-version", "content-type", "content-transfer-encoding", "content-disposition"}


def parse_eml(data: bytes) -> Mail:
    """The e-mail in `data`.

    Raises:
        SourceRefused: it is a mailbox of several e-mails, or has too many parts.
        ExtractionFailed: it cannot be parsed.
    """
    if len(_ENVELOPE.findall(data)) > 1 and data.startswith(b"From "):
        raise SourceRefused(
            "The source is a mailbox of several e-mails.", next_step="Export each e-mail as an .eml file."
        )
    try:
        message = email.message_from_bytes(data.lstrip(b"\r\n"), policy=default)
    except Exception as error:
        raise ExtractionFailed(f"The e-mail cannot be parsed: {type(error).__name__}.") from None
    if not isinstance(message, EmailMessage):
        raise ExtractionFailed("The e-mail cannot be parsed.")
    notes = Notes()
    # By what they are alternatives of; a part that is none stands by itself.
    texts: dict[int, list[tuple[str, str]]] = {}
    attachments: list[bytes | None] = []
    for number, (group, part) in enumerate(_leaves(message)):
        if number >= _MOST_PARTS:
            raise SourceRefused(f"The e-mail has over {_MOST_PARTS} parts.")
        kind = part.get_content_type()
        if part is not message:
            notes.add("attachment_name", count=1 if part.get_filename() else 0)
            notes.add("mail_header", count=sum(key.casefold() not in _STRUCTURAL for key in part.keys()))  # noqa: SIM118
        if (
            kind in ("text/plain", "text/html")
            and part.get_content_disposition() != "attachment"
            and not part.get_filename()
        ):
            texts.setdefault(group, []).append((kind, _text(part, notes)))
        else:
            attachments.append(_payload(part))
    notes.add("preamble", count=1 if (message.preamble or "").strip() else 0)
    notes.add("epilogue", count=1 if (message.epilogue or "").strip() else 0)
    return Mail(
        tuple(_headers(message, notes)),
        tuple(map(_body, texts.values())),
        tuple(attachments),
        notes,
    )


def _body(texts: list[tuple[str, str]]) -> Body:
    plains = [text for kind, text in texts if kind == "text/plain"]
    pages = [text.encode() for kind, text in texts if kind == "text/html"]
    return Body("\n\n".join(plains) if plains else None, b"\n".join(pages) if pages else None)


def _leaves(message: EmailMessage, group: EmailMessage | None = None) -> list[tuple[int, EmailMessage]]:
    """The parts that hold something, each with what it is an alternative of; an attached e-mail is one of them, whole."""
    # Reports and messages kept elsewhere are trees of headers to the parser; they are no text.
    if message.get_content_maintype() == "message" or not message.is_multipart():
        return [(id(message if group is None else group), message)]
    if group is None and message.get_content_type() == "multipart/alternative":
        group = message
    parts = [part for part in message.iter_parts() if isinstance(part, EmailMessage)]
    return [leaf for part in parts for leaf in _leaves(part, group)]


def _payload(part: EmailMessage) -> bytes | None:
    if part.get_content_type() == "message/rfc822" and part.is_multipart():
        if str(part.get("Content-Transfer-Encoding", "")).strip().casefold() in ("base64", "quoted-printable"):
            return None
        inner = part.get_payload()
        first = inner[0] if isinstance(inner, list) and inner else None
        return first.as_bytes() if isinstance(first, EmailMessage) else None
    if part.is_multipart():
        return None
    try:
        data = part.get_payload(decode=True)
    except Exception:
        return None
    return data if isinstance(data, bytes) and data else None


def _text(part: EmailMessage, notes: Notes) -> str:
    decoded = decode_text(_payload(part) or b"", part.get_content_charset())
    if decoded is None:
        notes.add("body", "not_decodable_not_read")
        return ""
    notes.add("character", "not_decodable_replaced", decoded.replaced)
    flowed = str(part.get_param("format", "")).casefold() == "flowed"
    return unflowed(decoded.text, delete_space=flowed and str(part.get_param("delsp", "")).casefold() == "yes")


def _headers(message: EmailMessage, notes: Notes) -> list[tuple[str, str]]:
    found: list[tuple[str, str]] = []
    for name in READ_HEADERS:
        for key, value in message.raw_items():
            if key.casefold() == name.casefold():
                found.append((name, _decoded(value)))
    others = [key for key in message.keys() if key.casefold() not in {n.casefold() for n in READ_HEADERS}]  # noqa: SIM118
    notes.add("mail_header", NOT_READ, sum(key.casefold() not in _STRUCTURAL for key in others))
    return found


def _decoded(value: str) -> str:
    """A raw header with its encoded words decoded, unfolded; bytes of no declared encoding are read as UTF-8 or Latin-1."""
    raw = re.sub(r"\r?\n[ \t]+", " ", str(value))
    loose = (
        raw.encode("ascii", "surrogateescape") if raw.isascii() or any("\udc80" <= c <= "\udcff" for c in raw) else None
    )
    if loose is not None and not raw.isascii():
        try:
            raw = loose.decode("utf-8")
        except UnicodeDecodeError:
            raw = loose.decode("latin-1")
    try:
        return plain(str(make_header(decode_header(raw))))
    except Exception:
        return plain(raw)
