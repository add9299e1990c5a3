"""Which reader reads which type. Every reader gives a `Content`; only this file knows them all."""

from collections.abc import Callable

from attrs import field, frozen

from docveil.extract.csv_cells import read_csv
from docveil.extract.docling_formats import read_with_docling
from docveil.extract.docx_parts import take_apart
from docveil.extract.flow import Content, Notes
from docveil.extract.xlsx_sheets import read_xlsx
from docveil.intake import SourceBytes
from docveil.intake.formats import CSV, DOCX, XLSX
from docveil.intake.limits import Limits


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


Reader = Callable[[bytes, ReadOptions], Content]


def read_format(source: SourceBytes, options: ReadOptions) -> Content:
    """The content of `source`, which is no PDF and no picture.

    Raises:
        ExtractionFailed: it cannot be read whole.
        SourceRefused: a part of it is hostile, or over a limit.
    """
    return _READERS[source.media_type](source.data, options)


def _docx(data: bytes, options: ReadOptions) -> Content:
    notes = Notes()
    parts = take_apart(data, notes, comments=options.comments)
    body = read_with_docling(parts.package, "docx")
    return Content((*parts.before, *body, *parts.after), notes.lines())


def _xlsx(data: bytes, options: ReadOptions) -> Content:
    return read_xlsx(data, comments=options.comments)


def _csv(data: bytes, _: ReadOptions) -> Content:
    return read_csv(data)


_READERS: dict[str, Reader] = {DOCX: _docx, XLSX: _xlsx, CSV: _csv}
