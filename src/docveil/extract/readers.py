"""Which reader reads which type. Every reader gives a `Content`; only this file knows them all."""

from collections.abc import Callable

from attrs import field, frozen

from docveil.errors import ExtractionFailed
from docveil.extract.csv_cells import read_csv
from docveil.extract.docling_formats import read_with_docling
from docveil.extract.docx_parts import take_apart
from docveil.extract.email_message import parse_eml
from docveil.extract.flow import Content, Notes, Tick, lost_words, text_element
from docveil.extract.html_main import find_article, keep_main
from docveil.extract.html_plain import LINE_MARK, drop_unseen, lines_of, make_plain, page_bytes, parse_page
from docveil.extract.mail import MailReaders, read_mail
from docveil.extract.msg_message import parse_msg
from docveil.extract.plain_text import markdown_page, read_plain
from docveil.extract.pptx_parts import in_points, take_presentation_apart
from docveil.extract.xlsx_sheets import read_xlsx
from docveil.intake import SourceBytes
from docveil.intake.formats import CSV, DOCX, EML, HTML, MARKDOWN, MSG, PLAIN, PPTX, XLSX
from docveil.intake.limits import Limits
from docveil.model.document import DocumentElement, PageRecord

# Why a word is missing that Docling was shown.
_LOST = "lost_by_the_reader"
# Reads a PDF or a picture.
ReadPages = Callable[[SourceBytes], Content]


@frozen
class ReadOptions:
    """What is read.

    Attributes:
        html: `main` for the main text of a web page, `full` for the whole page.
        comments: Whether comments are read.
        quoted: Whether the quoted history of an e-mail is read.
        limits: What is refused at the door, also for attachments.
    """

    html: str = "main"
    comments: bool = False
    quoted: bool = False
    limits: Limits = field(factory=Limits)


def read_format(
    source: SourceBytes, options: ReadOptions, pages: ReadPages, depth: int = 0, tick: Tick = lambda: None
) -> Content:
    """The content of `source`.

    Args:
        source: The source.
        options: What is read.
        pages: Reads a PDF or a picture.
        depth: How many e-mails it lies in.
        tick: Called as work goes on.

    Raises:
        ExtractionFailed: it cannot be read whole.
        SourceRefused: a part of it is hostile, or over a limit.
    """
    tick()
    if source.media_type in (EML, MSG):
        mail = parse_eml(source.data) if source.media_type == EML else parse_msg(source.data)
        readers = MailReaders(
            lambda page: read_page(page, main=False),
            lambda inner, at: read_format(inner, options, pages, at, tick),
            options.limits,
            options.quoted,
        )
        return read_mail(mail, readers, depth)
    reader = _READERS.get(source.media_type)
    return pages(source) if reader is None else reader(source.data, options, tick)


def read_page(data: bytes, *, main: bool) -> Content:
    """A web page: its main text, or all that it shows."""
    notes = Notes()
    root = parse_page(data, notes)
    article = find_article(root, notes)
    drop_unseen(root, notes)
    if main and article is not None:
        notes.add("page", "article_body_read_in_its_place")
        make_plain(root, notes)
        elements = [*text_element(article.headline, "heading")]
        elements += [e for paragraph in article.paragraphs for e in text_element(paragraph)]
        return Content(tuple(elements), notes.lines())
    if main:
        keep_main(root, notes)
    make_plain(root, notes)
    elements = [
        e.with_text(e.text.replace(LINE_MARK, "\n"), e.separator) for e in read_with_docling(page_bytes(root), "html")
    ]
    notes.add("word", _LOST, lost_words("\n".join(lines_of(root)).replace(LINE_MARK, "\n"), elements))
    return Content(tuple(elements), notes.lines())


def _docx(data: bytes, options: ReadOptions, tick: Tick) -> Content:
    notes = Notes()
    parts = take_apart(data, notes, comments=options.comments)
    tick()
    body = read_with_docling(parts.package, "docx")
    tick()
    notes.add("word", _LOST, lost_words(parts.shown, body))
    return Content((*parts.before, *body, *parts.after), notes.lines())


def _pptx(data: bytes, options: ReadOptions, tick: Tick) -> Content:
    notes = Notes()
    parts = take_presentation_apart(data, notes, tick, comments=options.comments)
    body = read_with_docling(parts.package, "pptx")
    tick()
    notes.add("word", _LOST, lost_words(parts.shown, body))
    elements: list[DocumentElement] = []
    pages: list[PageRecord] = []
    for page, slide in enumerate(parts.slides, start=1):
        here = [*(in_points(e) for e in body if e.page == page), *slide.beside]
        pages.append(PageRecord(page, sum(len("".join(e.text.split())) for e in here), 0))
        elements += here
    if sum(len(p.beside) for p in parts.slides) + len(body) != len(elements):
        raise ExtractionFailed("A text of the presentation stands on none of its slides.")
    return Content(tuple(elements), notes.lines(), tuple(pages))


def _markdown(data: bytes, _: ReadOptions, tick: Tick) -> Content:
    notes = Notes()
    front, page = markdown_page(data, notes)
    tick()
    content = read_page(page, main=False)
    return Content((*front, *content.elements), (*notes.lines(), *content.notes))


_READERS: dict[str, Callable[[bytes, ReadOptions, Tick], Content]] = {
    DOCX: _docx,
    PPTX: _pptx,
    MARKDOWN: _markdown,
    PLAIN: lambda data, _options, _tick: read_plain(data),
    XLSX: lambda data, options, tick: read_xlsx(data, tick, comments=options.comments),
    HTML: lambda data, options, _tick: read_page(data, main=options.html == "main"),
    CSV: lambda data, _options, tick: read_csv(data, tick),
}
