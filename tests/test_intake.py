"""The door: first bytes decide, limits hold, and the name of a source is never said."""

from pathlib import Path

import pytest

from docveil.errors import ExtractionFailed, SourceRefused
from docveil.intake import Limits, check_source, read_source
from fixtures import make_bad_inputs


@pytest.fixture(scope="module")
def bad(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Path]:
    return make_bad_inputs.make(tmp_path_factory.mktemp("bad"), many_pages=12)


def test_a_sound_pdf_is_known_by_its_bytes_not_its_name(bad: dict[str, Path]) -> None:
    source = read_source(bad["pdf_called_txt"])
    assert source.media_type == "application/pdf"
    assert source.pages == 3
    assert len(source.doc_id) == 16


def test_the_header_may_stand_a_little_into_the_file(bad: dict[str, Path]) -> None:
    data = bad["pdf_called_txt"].read_bytes()
    assert check_source(b"\n" * 100 + data).pages == 3
    with pytest.raises(SourceRefused):
        check_source(b"\n" * 2000 + data)


def test_the_same_bytes_have_the_same_id_and_other_bytes_another(bad: dict[str, Path]) -> None:
    data = bad["pdf_called_txt"].read_bytes()
    assert check_source(data).doc_id == read_source(bad["pdf_called_txt"]).doc_id
    assert check_source(data + b"\n").doc_id != check_source(data).doc_id


@pytest.mark.parametrize(
    ("kind", "limits"),
    [
        ("pdf_called_txt", Limits(max_bytes=1000)),
        ("many_pages", Limits(max_pages=11)),
        ("pdf_called_txt", Limits(max_page_points=500.0)),
        ("pdf_called_txt", Limits(max_rendered_pixels=1000)),
    ],
)
def test_each_limit_refuses(bad: dict[str, Path], kind: str, limits: Limits) -> None:
    with pytest.raises(SourceRefused, match="over the limit"):
        read_source(bad[kind], limits)


@pytest.mark.parametrize("kind", ["truncated", "cut_tail", "corrupt", "zero_pages"])
def test_a_damaged_pdf_is_an_extraction_failure(bad: dict[str, Path], kind: str) -> None:
    with pytest.raises(ExtractionFailed):
        read_source(bad[kind])


def test_neither_a_folder_nor_a_missing_file_is_named(tmp_path: Path) -> None:
    for path in (tmp_path, tmp_path / "Okonkwo.pdf"):
        with pytest.raises(SourceRefused) as caught:
            read_source(path)
        assert "Okonkwo" not in str(caught.value)


def test_no_repr_shows_the_bytes(bad: dict[str, Path]) -> None:
    assert "printer" not in repr(read_source(bad["pdf_called_txt"]))
