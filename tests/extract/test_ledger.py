"""The ledger does not claim to have looked where it did not."""

from pathlib import Path

from docveil.extract.docling_pdf import DoclingExtractor
from fixtures import make_layouts


def notes(provider: DoclingExtractor, path: Path) -> list[tuple[str, str]]:
    return [(n.part, n.reason) for n in provider.extract(path).ledger.notes]


def test_a_picture_that_was_read_is_not_noted(tmp_path: Path, provider: DoclingExtractor) -> None:
    layout = make_layouts.make_one(tmp_path, "picture_with_text")
    assert [part for part, _ in notes(provider, layout.path)] == ["metadata"]


def test_decoration_is_noted_as_not_read(tmp_path: Path, provider: DoclingExtractor) -> None:
    layout = make_layouts.make_one(tmp_path, "decoration")
    assert ("picture", "too_small_for_text_not_read") in notes(provider, layout.path)


def test_the_picture_of_a_recognised_page_was_read(provider: DoclingExtractor, case_file: Path) -> None:
    assert "picture" not in {part for part, _ in notes(provider, case_file)}
