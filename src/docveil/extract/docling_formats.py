"""Docling's readers of Word, PowerPoint, HTML and Markdown, each shown bytes that were made plain before."""

from io import BytesIO
from typing import Any, Literal

from docveil.errors import ExtractionFailed
from docveil.extract.mapping import map_flow
from docveil.extract.quiet import quiet
from docveil.model.document import DocumentElement

Kind = Literal["docx", "html", "md", "pptx"]


def read_with_docling(data: bytes, kind: Kind) -> tuple[DocumentElement, ...]:
    """The elements of `data`, ids yet to be given.

    Raises:
        ExtractionFailed: Docling cannot read it.
    """
    with quiet():
        try:
            return tuple(_trimmed(e) for e in map_flow(_convert(data, kind)))
        except ExtractionFailed:
            raise
        except Exception as error:
            raise ExtractionFailed(f"Docling's reader failed with {type(error).__name__}.") from None


def _trimmed(element: DocumentElement) -> DocumentElement:
    """A cell without the blank lines that an emptied paragraph leaves at its ends."""
    return element if element.cell is None else element.with_text(element.text.strip("\n"), element.separator)


def _convert(data: bytes, kind: Kind) -> Any:
    # Imported where they are needed: each takes a while, and a process may see one type only.
    from docling.datamodel.base_models import InputFormat  # noqa: PLC0415
    from docling.datamodel.document import InputDocument  # noqa: PLC0415

    backend: Any
    if kind == "docx":
        from docveil.extract.docling_word import PlainWordReader as backend  # noqa: PLC0415, N813
    elif kind == "pptx":
        from docveil.extract.docling_slides import PlainSlideReader as backend  # noqa: PLC0415, N813
    elif kind == "html":
        from docling.backend.html_backend import HTMLDocumentBackend as backend  # noqa: PLC0415, N813
    else:
        from docling.backend.md_backend import MarkdownDocumentBackend as backend  # noqa: PLC0415, N813
    given = InputDocument(
        path_or_stream=BytesIO(data), format=InputFormat(kind), backend=backend, filename=f"source.{kind}"
    )
    if not given.valid:
        raise ExtractionFailed("The source is truncated or corrupt: its reader cannot open it.")
    reader: Any = given._backend  # noqa: SLF001 - Docling's own pipeline reaches it this way
    return reader.convert()
