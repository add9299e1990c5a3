"""The one table of types, and how a source's type is decided: by its content, never by its name."""

import re

from attrs import field, frozen

from docveil.errors import SourceRefused
from docveil.intake.limits import Limits
from docveil.intake.packages import container_streams, package_types
from docveil.intake.texts import EML_KIND, decode_text, text_kind

PDF = "application/pdf"
DOCX = "application/vnd.openxmlformats-officedocument.wordprocessingml.document"
PPTX = "application/vnd.openxmlformats-officedocument.presentationml.presentation"
XLSX = "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet"
MSG = "application/vnd.ms-outlook"
EML = "message/rfc822"
HTML = "text/html"
MARKDOWN = "text/markdown"
CSV = "text/csv"
PLAIN = "text/plain"
PNG, JPEG, TIFF = "image/png", "image/jpeg", "image/tiff"


@frozen
class Format:
    """A type that is read.

    Attributes:
        media_type: Its name in a fingerprint.
        name: What people call it.
        told_by: How it is told from others.
        read: Places whose text becomes elements.
        ledger: Places that are not read, and stand in the ledger where they are met.
        is_package: Whether it is a zip package.
        is_picture: Whether it is read by OCR.
    """

    media_type: str
    name: str
    told_by: str
    read: tuple[str, ...]
    ledger: tuple[str, ...] = ()
    is_package: bool = field(default=False, kw_only=True)
    is_picture: bool = field(default=False, kw_only=True)


_PICTURE = (("text, by OCR",), ("lines that OCR is not sure of", "metadata"))
_PACKAGE = ("metadata", "macros", "embedded files", "pictures")
FORMATS: tuple[Format, ...] = (
    Format(
        PDF,
        "PDF",
        "its header",
        ("text", "tables", "scanned pages by OCR", "form values"),
        ("annotations", "attachments", "links", "metadata"),
    ),
    Format(
        DOCX,
        "Word (.docx, .docm)",
        "package parts",
        (
            "paragraphs",
            "tables",
            "text boxes",
            "tracked insertions",
            "results of fields",
            "content controls",
            "headers and footers",
            "footnotes and endnotes",
            "drop-down and default texts of form fields",
        ),
        ("comments", "tracked deletions", "hidden text", "alternative texts", "link targets", "field codes", *_PACKAGE),
        is_package=True,
    ),
    Format(
        PPTX,
        "PowerPoint (.pptx, .pptm)",
        "package parts",
        (
            "titles and texts",
            "grouped shapes",
            "tables",
            "texts of charts",
            "diagrams",
            "speaker notes",
            "hidden slides, which are flagged",
        ),
        ("comments", "alternative texts", "link targets", "masters and layouts", *_PACKAGE),
        is_package=True,
    ),
    Format(
        XLSX,
        "Excel (.xlsx, .xlsm)",
        "package parts",
        (
            "sheet names",
            "cells as shown",
            "hidden rows, columns and sheets, which are flagged",
            "texts of charts and text boxes",
            "headers and footers",
        ),
        ("cell notes", "defined names", "formulas", "link targets", "lists of data validation", *_PACKAGE),
        is_package=True,
    ),
    Format(CSV, "CSV", "the same number of fields in each line", ("every cell",)),
    Format(
        HTML,
        "HTML",
        "its first tags",
        ("main text, or the whole page", "tables", "article bodies in JSON-LD that agree with the page"),
        (
            "what is no main text",
            "hidden elements",
            "scripts, styles and comments",
            "link targets",
            "titles, alternative texts and data attributes",
            "form values",
            "metadata",
        ),
    ),
    Format(
        EML,
        "E-mail (.eml)",
        "header lines",
        (
            "From, Sender, Reply-To, To, Cc, Bcc, Subject, Date",
            "body",
            "signature",
            "attachments of types that are read",
        ),
        ("quoted history", "other headers", "other attachments", "what HTML leaves out"),
    ),
    Format(
        MSG,
        "Outlook message (.msg)",
        "container streams",
        ("From, To, Cc, Bcc, Subject, Date", "body", "signature", "attachments of types that are read"),
        ("quoted history", "other headers", "other attachments", "rich text"),
    ),
    Format(
        MARKDOWN,
        "Markdown",
        "several of its marks",
        ("paragraphs", "headings", "lists", "tables", "code", "front matter"),
        ("link targets", "alternative texts", "HTML comments and tags"),
    ),
    Format(PLAIN, "Plain text", "a text of no other type", ("every line",)),
    Format(PNG, "PNG", "its header", *_PICTURE, is_picture=True),
    Format(JPEG, "JPEG", "its header", *_PICTURE, is_picture=True),
    Format(TIFF, "TIFF, also of several pages", "its header", *_PICTURE, is_picture=True),
)
_BY_TYPE = {f.media_type: f for f in FORMATS}

# PDF 32000-1, annex H: readers accept the header anywhere within the first 1024 bytes.
_PDF_WINDOW = 1024
_MAGIC = ((b"\x89PNG\r\n\x1a\n", PNG), (b"\xff\xd8\xff", JPEG), (b"II*\0", TIFF), (b"MM\0*", TIFF))
_ZIP = (b"PK\x03\x04", b"PK\x05\x06")
_OLE = b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1"
_OFFICE = re.compile(
    r"\b(wordprocessingml|presentationml|spreadsheetml|ms-word|ms-powerpoint|ms-excel)\b.*\bmain\+xml$"
)
_OFFICE_TYPES = {
    "wordprocessingml": DOCX,
    "ms-word": DOCX,
    "presentationml": PPTX,
    "ms-powerpoint": PPTX,
    "spreadsheetml": XLSX,
    "ms-excel": XLSX,
}
_SAVE_AS = "Open it in {} and save it as {}."
# What is known and not read: how it begins, what it is, what to do.
_REFUSED = (
    (b"{\\rtf", "a Rich Text file", _SAVE_AS.format("a word processor", ".docx")),
    (b"GIF8", "a GIF picture", "Save it as PNG."),
    (b"BM", "a BMP picture", "Save it as PNG."),
    (b"RIFF", "a WebP picture, a sound or a film", "Save a picture as PNG; a transcript as text."),
    (b"\0\0\0", "a HEIC picture or a film", "Save a picture as JPEG; a transcript as text."),
    (b"8BPS", "a Photoshop file", "Save it as PNG."),
    (b"ID3", "a sound", "Save its transcript as text."),
    (b"\x1f\x8b", "packed with gzip", "Unpack it and give what is inside."),
    (b"BZh", "packed with bzip2", "Unpack it and give what is inside."),
    (b"\xfd7zXZ", "packed with xz", "Unpack it and give what is inside."),
    (b"7z\xbc\xaf", "a 7z archive", "Unpack it and give what is inside."),
    (b"Rar!", "a RAR archive", "Unpack it and give what is inside."),
    (b"MZ", "a program", "Give a document."),
    (b"\x7fELF", "a program", "Give a document."),
    (b"PAR1", "a Parquet table", "Export it as CSV."),
    (b"SQLite format 3", "a database", "Export its tables as CSV."),
)
# Magic bytes of one or two letters say nothing where the rest reads as text.
_AMBIGUOUS = (b"BM", b"MZ", b"ID3", b"BZh")
_LEGACY = (
    ("EncryptedPackage", "an Office file that asks for a password", "Save a copy without the password."),
    ("WordDocument", "a Word file of the old type .doc", _SAVE_AS.format("Word or LibreOffice", ".docx")),
    ("Workbook", "an Excel file of the old type .xls", _SAVE_AS.format("Excel or LibreOffice", ".xlsx")),
    ("Book", "an Excel file of the old type .xls", _SAVE_AS.format("Excel or LibreOffice", ".xlsx")),
    ("PowerPoint Document", "a PowerPoint file of the old type .ppt", _SAVE_AS.format("PowerPoint", ".pptx")),
)
_OTHER_PACKAGES = (
    ("opendocument.text", "an OpenDocument text", _SAVE_AS.format("LibreOffice", ".docx")),
    ("opendocument.spreadsheet", "an OpenDocument spreadsheet", _SAVE_AS.format("LibreOffice", ".xlsx")),
    ("opendocument.presentation", "an OpenDocument presentation", _SAVE_AS.format("LibreOffice", ".pptx")),
    ("epub", "an EPUB book", "Convert it to HTML or PDF."),
)


def format_of(media_type: str) -> Format:
    """The row of `media_type`, which is one that `decide` returns."""
    return _BY_TYPE[media_type]


def decide(data: bytes, limits: Limits) -> Format:
    """The type of `data`.

    Raises:
        SourceRefused: it is of none of the types that are read; the message says what to do.
        ExtractionFailed: a package or container that is truncated or corrupt.
    """
    if b"%PDF-" in data[:_PDF_WINDOW]:
        return _BY_TYPE[PDF]
    for magic, media_type in _MAGIC:
        if data.startswith(magic):
            return _BY_TYPE[media_type]
    if data.startswith(_ZIP):
        return _package(data, limits)
    if data.startswith(_OLE):
        return _container(data)
    for magic, name, advice in _REFUSED:
        if data.startswith(magic) and not (magic in _AMBIGUOUS and decode_text(data) is not None):
            raise _refusal(name, advice)
    return _text(data)


def _package(data: bytes, limits: Limits) -> Format:
    types, declared = package_types(data, limits)
    for content_type in sorted(types):
        if content_type.startswith("application/vnd.ms-excel.sheet.binary"):
            raise _refusal("an Excel file of the type .xlsb", _SAVE_AS.format("Excel", ".xlsx"))
        office = _OFFICE.search(content_type)
        if office is not None:
            return _BY_TYPE[_OFFICE_TYPES[office[1]]]
    for part, name, advice in _OTHER_PACKAGES:
        if part in declared:
            raise _refusal(name, advice)
    raise _refusal("a zip archive", "Unpack it and give what is inside.")


def _container(data: bytes) -> Format:
    streams = container_streams(data)
    if "__properties_version1.0" in streams:
        return _BY_TYPE[MSG]
    for stream, name, advice in _LEGACY:
        if stream in streams:
            raise _refusal(name, advice)
    raise _refusal("an old Office file of a kind that is not known", _SAVE_AS.format("the program", "PDF"))


def _text(data: bytes) -> Format:
    decoded = decode_text(data)
    if decoded is None:
        raise SourceRefused(
            "The source is of no type that is read, by its first bytes.",
            next_step="Convert it to PDF first; `docveil formats` lists what is read.",
        )
    if not decoded.text.strip():
        raise SourceRefused("The source is empty: nothing but white space.")
    if decoded.text.lstrip().startswith("%PDF-"):
        raise _refusal("a PDF with too much in front of its header", "Print it to a new PDF.")
    kind = text_kind(decoded.text)
    if kind == "xml":
        raise _refusal("an XML file of a kind that is not known", "Save it as PDF, HTML, Office or plain text.")
    return _BY_TYPE[{"html": HTML, EML_KIND: EML, "csv": CSV, "markdown": MARKDOWN, "plain": PLAIN}[kind]]


def _refusal(name: str, advice: str) -> SourceRefused:
    return SourceRefused(f"The source is {name}, which is not read.", next_step=advice)
