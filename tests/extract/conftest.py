from pathlib import Path

import pypdfium2
import pytest

from docveil.extract.docling_pdf import DoclingExtractor


@pytest.fixture(scope="session")
def provider(artifacts_dir: Path) -> DoclingExtractor:
    return DoclingExtractor(artifacts_path=artifacts_dir)


@pytest.fixture(scope="session")
def first_page(case_file: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The first page of the case file, which needs no OCR."""
    path = tmp_path_factory.mktemp("page") / "page.pdf"
    whole, one = pypdfium2.PdfDocument(case_file), pypdfium2.PdfDocument.new()
    one.import_pages(whole, [0])
    one.save(path)
    return path
