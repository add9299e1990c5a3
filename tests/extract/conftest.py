from pathlib import Path

import pytest

from docveil.extract.docling_pdf import DoclingExtractor


@pytest.fixture(scope="session")
def provider(artifacts_dir: Path) -> DoclingExtractor:
    return DoclingExtractor(artifacts_path=artifacts_dir)
