"""An e-mail, from whichever file, as elements: header lines, body, signature, and each attachment as a document of its own."""

import re
from collections.abc import Callable, Iterator
from typing import Any

from attrs import evolve, field, frozen
from lxml import html as lxml_html

from docveil.errors import ArtifactsError, DocveilError, SourceRefused
from docveil.extract.flow import NOT_READ, Content, Notes, joined, text_element
from docveil.extract.html_plain import lines_of, parse_page
from docveil.extract.mail_text import mend_soft_breaks, split_mail
from docveil.intake import SourceBytes, check_source
from docveil.intake.limits import Limits
from docveil.model.document import DocumentElement

READ_HEADERS = ("From", "Sender", "Reply-To", "To", "Cc", "Bcc", "Subject", "Date")
_QUOTES = (
    "//blockquote[@type='cite']|//div[contains(concat(' ',@class,' '),' gmail_quote ')]|"
    "//div[contains(concat(' ',@class,' '),' moz-cite-prefix ')]|//div[contains(concat(' ',@class,' '),' gmail_attr ')]|"
    "//blockquote[contains(concat(' ',@class,' '),' gmail_quote ')]|//div[contains(concat(' ',@class,' '),' yahoo_quoted ')]"
)
_OUTLOOK_QUOTE = "//div[@id='divRplyFwdMsg']|//div[@id='appendonsend']|//hr[@id='stopSpelling']"
# A plain text that says less than this share of the page beside it is a stand-in for it.
_STAND_IN = 0.5

ReadPage = Callable[[bytes], Content]
ReadDocument = Callable[[SourceBytes, int], Content]


@frozen
class Body:
    """One part of what an e-mail says: as text, as HTML, or the same as both."""

    plain: str | None = None
    page: bytes | None = None


@frozen
class Mail:
    """What stands in an e-mail.

    Attributes:
        headers: `(name, value)` of the headers that name people or say what it is about, decoded.
        bodies: Its body, or the parts of it that stand one behind the other.
        attachments: Their bytes; None for one that cannot be got at.
        notes: What was met and not read.
    """

    headers: tuple[tuple[str, str], ...]
    bodies: tuple[Body, ...]
    attachments: tuple[bytes | None, ...]
    notes: Notes = field(factory=Notes)


@frozen
class MailReaders:
    """What an e-mail is read with: a page's reader, and the reader of a document at a given depth."""

    page: ReadPage
    document: ReadDocument
    limits: Limits
    quoted: bool


def read_mail(mail: Mail, readers: MailReaders, depth: int) -> Content:
    """The content of an e-mail that lies `depth` e-mails deep."""
    notes = mail.notes
    headers = [e for name, value in mail.headers for e in text_element(f"{name}: {' '.join(value.split())}")]
    bodies = [_body(body, readers, notes) for body in mail.bodies]
    attachments = list(_attachments(mail, readers, notes, depth))
    whole = joined([Content(tuple(headers)), *bodies, *attachments])
    return Content(whole.elements, (*notes.lines(), *whole.notes))


def _body(body: Body, readers: MailReaders, notes: Notes) -> Content:
    if body.page is not None and _prefers_page(body.plain, body.page):
        notes.add("alternative_body", count=1 if (body.plain or "").strip() else 0)
        return _page_body(body.page, readers, notes)
    notes.add("alternative_body", count=0 if body.page is None else 1)
    return Content(tuple(_plain_body(body.plain or "", notes, quoted=readers.quoted)))


def _prefers_page(plain: str | None, page: bytes) -> bool:
    """The text is read where there is one; a page only where the text merely stands in for it."""
    if plain is None or not plain.strip():
        return True
    shown = len(re.findall(r"\w+", re.sub(rb"<[^>]*>|<style.*?</style>", b" ", page).decode("utf-8", "replace")))
    return len(re.findall(r"\w+", plain)) < _STAND_IN * shown


def _plain_body(text: str, notes: Notes, *, quoted: bool) -> Iterator[DocumentElement]:
    text, mended = mend_soft_breaks(text)
    notes.add("body", "soft_breaks_mended", mended)
    parts = split_mail(text)
    for paragraph in re.split(r"\n[ \t]*\n", parts.written):
        yield from text_element(paragraph.rstrip())
    yield from text_element(parts.signature.strip(), "signature")
    if quoted:
        yield from text_element(parts.quoted)
    else:
        notes.add("quoted_line", "history_not_read_by_default", parts.quoted_lines)


def _page_body(page: bytes, readers: MailReaders, notes: Notes) -> Content:
    if not readers.quoted:
        page = _without_history(page, notes)
    content = readers.page(page)
    elements = []
    signed = False
    for element in content.elements:
        if element.kind == "text" and (parts := split_mail(element.text)).signature and "\n" in element.text.strip():
            elements += [*text_element(parts.written, element.role), *text_element(parts.signature, "signature")]
            continue
        signed = signed or element.text.strip() == "--"
        elements.append(evolve(element, role="signature") if signed and element.kind == "text" else element)
    return Content(tuple(elements), content.notes)


def _without_history(page: bytes, notes: Notes) -> bytes:
    root: Any = parse_page(page, Notes())
    lines = 0
    for quote in root.xpath(_QUOTES):
        if quote.getparent() is not None and quote.getroottree().getroot() is root:
            lines += len(lines_of(quote))
            quote.drop_tree()
    for mark in root.xpath(_OUTLOOK_QUOTE):
        for element in [*mark.itersiblings(), mark]:
            if element.getparent() is not None and isinstance(element.tag, str):
                lines += len(lines_of(element))
                element.drop_tree()
    if not lines:
        return page
    notes.add("quoted_line", "history_not_read_by_default", lines)
    return bytes(lxml_html.tostring(root, encoding="utf-8"))


def _attachments(mail: Mail, readers: MailReaders, notes: Notes, depth: int) -> Iterator[Content]:
    for number, data in enumerate(mail.attachments):
        if data is None:
            notes.add("attachment", "of_a_kind_not_read")
        elif depth >= readers.limits.max_depth:
            notes.add("attachment", "too_deep_not_read")
        elif number >= readers.limits.max_attachments:
            notes.add("attachment", "over_the_limit_not_read")
        else:
            try:
                content = readers.document(check_source(data, readers.limits), depth + 1)
            except ArtifactsError:
                raise
            except SourceRefused:
                notes.add("attachment", "refused_not_read")
            except DocveilError:
                notes.add("attachment", "cannot_be_read")
            else:
                notes.add("attachment", "read_as_a_document" if content.elements else NOT_READ)
                yield _without_pages(content)


def _without_pages(content: Content) -> Content:
    """An attachment's pages are not the e-mail's: it has none."""
    return Content(
        tuple(evolve(e, page=None, bbox=None) for e in content.elements),
        tuple(evolve(n, page=None, bbox=None) for n in content.notes),
    )
