"""Outlook messages with python-oxmsg."""

from io import BytesIO
from typing import Any

from oxmsg import Message
from oxmsg.domain import constants

from docveil.errors import ExtractionFailed
from docveil.extract.flow import Notes, plain
from docveil.extract.mail import Body, Mail

_RECIPIENTS = {1: "To", 2: "Cc", 3: "Bcc"}
_COMPRESSED_RTF = 0x1009


def parse_msg(data: bytes) -> Mail:
    """The message in `data`.

    Raises:
        ExtractionFailed: it cannot be parsed.
    """
    try:
        return _parse(Message.load(BytesIO(data)))
    except Exception as error:
        raise ExtractionFailed(f"The message cannot be parsed: {type(error).__name__}.") from None


def _parse(message: Any) -> Mail:
    notes = Notes()
    headers = [("From", message.sender)] if message.sender else []
    for number, name in _RECIPIENTS.items():
        people = [r for r in message.recipients if _kind(r) == number]
        if people:
            headers.append((name, ", ".join(f"{r.name} <{r.email_address}>" for r in people)))
    if message.subject:
        headers.append(("Subject", message.subject))
    if message.sent_date is not None:
        headers.append(("Date", message.sent_date.isoformat(sep=" ")))
    read = {"from", "to", "cc", "bcc", "subject", "date"}
    notes.add("mail_header", count=sum(name.casefold() not in read for name in message.message_headers))
    body, page = message.body, message.html_body
    if not body and not page and message.properties.binary_prop_value(_COMPRESSED_RTF):
        notes.add("rich_text")
    attachments: list[bytes | None] = []
    for attachment in message.attachments:
        notes.add("attachment_name", count=1 if attachment.file_name else 0)
        attachments.append((attachment.file_bytes or None) if attachment.attached_by_value else None)
    return Mail(
        tuple((name, plain(value)) for name, value in headers),
        (Body(plain(body) if body else None, page.encode("utf-8", "replace") if page else None),),
        tuple(attachments),
        notes,
    )


def _kind(recipient: Any) -> int:
    value = recipient.properties.int_prop_value(constants.PID_RECIPIENT_TYPE)
    # An organiser's mark stands in higher bits; a recipient without a kind is one of the first.
    return (int(value) & 3) or 1 if value else 1
