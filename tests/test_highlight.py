"""`docveil highlight`: it asks for --private, writes a picture, and never says the sentence."""

from io import BytesIO
from pathlib import Path

import numpy as np
import pypdfium2
import pytest
from PIL import Image

from docveil.errors import ExtractionFailed
from docveil.extract.marked_pages import marked_pages
from docveil.model.ranges import PageBox
from fixtures import make_layouts
from tests.test_cli import docveil

SECRET = "Okonkwo sold the crane."


def test_without_private_it_refuses_with_the_words_of_extract(tmp_path: Path) -> None:
    source = tmp_path / "source.pdf"
    source.write_bytes(b"%PDF-")
    out = tmp_path / "out.png"
    refused = docveil("highlight", source, "--sentence", SECRET, "--out", out)
    assert refused.returncode == 2
    assert refused.stderr == docveil("extract", source, "--out", out).stderr
    assert not out.exists()


@pytest.mark.parametrize("command", [("highlight", "--sentence", SECRET), ("extract",)])
def test_the_source_is_never_written_over(tmp_path: Path, command: tuple[str, ...]) -> None:
    source = tmp_path / "source.pdf"
    source.write_bytes(b"%PDF-")
    other = tmp_path / "link.pdf"
    other.symlink_to(source)
    for out in (source, other):
        refused = docveil(command[0], source, *command[1:], "--out", out, "--private")
        assert refused.returncode == 2
        assert "take the place" in refused.stderr
    assert source.read_bytes() == b"%PDF-"


def test_the_sentence_is_marked_and_a_missing_one_is_not_repeated(tmp_path: Path, artifacts_dir: Path) -> None:
    layout = make_layouts.make_one(tmp_path, "one_column")
    sentence = " ".join(layout.lines[1:3]).split(". ")[0]
    for suffix, said, stdin in ((".png", sentence, ""), (".pdf", "-", f"{sentence}\n")):
        out = tmp_path / f"out{suffix}"
        options = ("--sentence", said, "--out", out, "--private")
        done = docveil("highlight", layout.path, *options, artifacts=artifacts_dir, stdin=stdin)
        assert done.returncode == 0, done.stderr
        assert sentence not in done.stderr + done.stdout
        assert out.stat().st_mode & 0o077 == 0
    with Image.open(tmp_path / "out.png") as picture:
        pixels = np.asarray(picture)
    assert np.any((pixels[..., 0] > 240) & (pixels[..., 2] < 200))
    with pypdfium2.PdfDocument(tmp_path / "out.pdf") as marked:
        assert len(marked) == 1
    missing = docveil(
        "highlight",
        layout.path,
        "--sentence",
        SECRET,
        "--out",
        tmp_path / "no.png",
        "--private",
        artifacts=artifacts_dir,
    )
    assert missing.returncode == 2
    assert "Okonkwo" not in missing.stderr + missing.stdout
    assert not (tmp_path / "no.png").exists()


def test_an_output_that_is_no_picture_is_refused_before_reading(tmp_path: Path) -> None:
    refused = docveil(
        "highlight", tmp_path / "none.pdf", "--sentence", SECRET, "--out", tmp_path / "a.txt", "--private"
    )
    assert refused.returncode == 2
    assert "PNG" in refused.stderr
    assert "Okonkwo" not in refused.stderr


def test_marks_stand_where_their_boxes_are(tmp_path: Path) -> None:
    path = make_layouts.make_one(tmp_path, "one_column").path
    data = marked_pages(path.read_bytes(), {1: [PageBox(300.0, 700.0, 340.0, 720.0)]}, "png")
    with Image.open(BytesIO(data)) as picture:
        red, _, blue = picture.getpixel((640, 1420))  # type: ignore[misc]
        assert red > 240
        assert blue < 200
        assert picture.getpixel((100, 1420)) == (255, 255, 255)


def test_a_file_that_cannot_be_drawn_is_an_error_without_its_words() -> None:
    with pytest.raises(ExtractionFailed, match="cannot be drawn"):
        marked_pages(b"no PDF", {1: [PageBox(0.0, 0.0, 1.0, 1.0)]}, "png")
