"""A PDF that is opened anew: pages stay readable, and nothing stays open."""

import io

import pypdfium2
import pytest

from docveil.errors import SourceRefused
from docveil.extract import pdfium_file
from docveil.extract.docling_pdf import DoclingExtractor
from docveil.extract.pdfium_file import PdfiumFile
from docveil.intake import PDF, SourceBytes


def pdf(pages: int) -> bytes:
    made = pypdfium2.PdfDocument.new()
    for width in range(pages):
        made.new_page(100 + width, 200)
    buffer = io.BytesIO()
    made.save(buffer)
    made.close()
    return buffer.getvalue()


def test_pages_of_an_opening_that_is_over_stay_readable_until_they_are_given_back(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(pdfium_file, "PAGES_AN_OPENING", 2)
    file = PdfiumFile(pdf(5))
    taken = [file.take(index) for index in range(5)]
    openings = [opening for _, opening in taken]
    assert len({id(opening) for opening in openings}) == 3
    assert [page.get_width() for page, _ in taken] == [100, 101, 102, 103, 104]
    for page, opening in reversed(taken):
        assert opening.document.raw is not None
        page.close()
        opening.give_back()
    file.close()
    assert all(opening.document.raw is None for opening in openings)


def test_a_page_that_is_not_there_keeps_nothing_open() -> None:
    file = PdfiumFile(pdf(1))
    with pytest.raises((pypdfium2.PdfiumError, IndexError)):
        file.take(7)
    file.close()
    assert file.opening.document.raw is None


def test_every_opening_of_a_long_document_is_closed(artifacts_dir: object, monkeypatch: pytest.MonkeyPatch) -> None:
    """Blank pages: it is refused as empty, and every opening of it is closed."""
    opened: list[pypdfium2.PdfDocument] = []
    real = PdfiumFile._open

    def counted(self: PdfiumFile) -> pdfium_file.Opening:
        opening = real(self)
        opened.append(opening.document)
        return opening

    monkeypatch.setattr(pdfium_file, "PAGES_AN_OPENING", 3)
    monkeypatch.setattr(PdfiumFile, "_open", counted)
    with pytest.raises(SourceRefused):
        DoclingExtractor().extract_source(SourceBytes(pdf(10), PDF, 10))
    assert len(opened) == 8
    assert all(document.raw is None for document in opened)
