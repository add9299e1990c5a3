"""Structure at the command line: the options reach every file, the proof and the way back."""

from pathlib import Path

import pytest

from docveil import extract_document
from docveil.errors import ExitCode
from docveil.extract.docling_pdf import DoclingExtractor
from tests.structure.report import HEAD, LONG, make_report
from tests.support.calls import Call


@pytest.fixture(scope="module")
def pdf(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return make_report(tmp_path_factory.mktemp("report") / "report.pdf")


def test_what_the_options_say_is_written_and_proven(tmp_path: Path, docveil: Call, pdf: Path) -> None:
    out = tmp_path / "out"
    options = ("--footnotes", "end", "--tables", "rows", "--drop", "page_header")
    done = docveil("clean", pdf, "--out", out, *options)
    assert done.returncode == 0, done.stderr
    text = next(out.glob("*.txt")).read_text(encoding="utf-8")
    assert "Product: Paint \u00b7 " in text
    assert "Case file" not in text
    assert "Page 3 of 3" in text
    assert docveil("verify", out, "--source", pdf, *options).returncode == 0
    assert docveil("verify", out, "--source", pdf).returncode == ExitCode.VERIFICATION_FAILED
    assert docveil("clean", pdf, "--stdout", *options).stdout == text.encode()
    written = next(out.glob("*.txt"))
    written.write_text(text.replace("Product: ", "", 1), encoding="utf-8")
    assert docveil("verify", out).returncode == ExitCode.VERIFICATION_FAILED


def test_the_way_back_holds_what_was_dropped(tmp_path: Path, docveil: Call, pdf: Path, artifacts_dir: Path) -> None:
    key, vault, out = tmp_path / "key", tmp_path / "vault", tmp_path / "out"
    key.write_bytes(bytes(range(32)))
    options = ("--operator", "reversible", "--key-file", key, "--vault", vault)
    done = docveil("clean", pdf, "--out", out, *options, "--footnotes", "drop", "--tables", "rows")
    assert done.returncode == 0, done.stderr
    text = next(out.glob("*.txt")).read_text(encoding="utf-8")
    assert "Case file" not in text
    assert LONG in text
    restored = docveil("restore", out, "--key-file", key, "--vault", vault)
    source = extract_document(pdf, provider=DoclingExtractor(artifacts_path=artifacts_dir))
    assert restored.stdout == source.text.encode()
    assert HEAD in source.text
    moved = docveil("clean", pdf, "--out", tmp_path / "moved", *options, "--footnotes", "end")
    assert moved.returncode == ExitCode.USAGE
    assert b"in its own order" in moved.stderr


@pytest.mark.parametrize(
    "options",
    [
        ("--drop", "body"),
        ("--drop", "PRIVATE"),
        ("--tables", "PRIVATE"),
        ("--footnotes", "up"),
        ("--cleaner", "x", "--drop", "none"),
    ],
)
def test_what_is_no_setting_is_refused_before_a_source_is_opened(
    tmp_path: Path, docveil: Call, options: tuple[str, ...]
) -> None:
    done = docveil("clean", tmp_path / "absent.pdf", "--out", tmp_path / "out", *options)
    assert done.returncode == ExitCode.USAGE
    assert b"PRIVATE" not in done.stderr
    assert not (tmp_path / "out").exists()
