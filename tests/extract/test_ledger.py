"""The ledger does not claim to have looked where it did not."""

from pathlib import Path

import pytest

from docveil.extract.docling_pdf import DoclingExtractor
from fixtures import make_layouts


@pytest.fixture(scope="module")
def provider(artifacts_dir: Path) -> DoclingExtractor:
    return DoclingExtractor(artifacts_path=artifacts_dir)


def notes(provider: DoclingExtractor, path: Path) -> list[tuple[str, str]]:
    return [(n.part, n.reason) for n in provider.extract(path).ledger.notes]


def test_a_picture_that_may_hold_text_is_noted_as_not_recognised(tmp_path: Path, provider: DoclingExtractor) -> None:
    layout = make_layouts.make_one(tmp_path, "picture_with_text")
    assert ("bitmap", "not_recognised") in notes(provider, layout.path)


def test_small_decoration_is_not_noted(tmp_path: Path, provider: DoclingExtractor) -> None:
    layout = make_layouts.make_one(tmp_path, "decoration")
    assert ("bitmap", "not_recognised") not in notes(provider, layout.path)


def test_the_picture_of_a_recognised_page_was_read(provider: DoclingExtractor, case_file: Path) -> None:
    assert ("bitmap", "not_recognised") not in notes(provider, case_file)
