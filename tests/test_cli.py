"""The command line: exit codes, what is written and where, and that no name or text gets into a message."""

import json
import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest
from reportlab.pdfgen.canvas import Canvas

from docveil.cli import clean
from docveil.errors import ExitCode
from fixtures import make_bad_inputs

Run = subprocess.CompletedProcess[str]


def docveil(*args: "str | Path", artifacts: Path | None = None, stdin: str = "") -> Run:
    environment = {k: v for k, v in os.environ.items() if k != "DOCVEIL_ARTIFACTS"}
    if artifacts is not None:
        environment["DOCVEIL_ARTIFACTS"] = str(artifacts)
    command = [sys.executable, "-m", "docveil", *map(str, args)]
    return subprocess.run(command, capture_output=True, text=True, check=False, env=environment, input=stdin)


@pytest.fixture(scope="module")
def bad(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Path]:
    return make_bad_inputs.make(tmp_path_factory.mktemp("PRIVATE-Okonkwo"))


@pytest.fixture(scope="module")
def cleaned(tmp_path_factory: pytest.TempPathFactory, artifacts_dir: Path, case_file: Path) -> Path:
    out = tmp_path_factory.mktemp("out")
    done = docveil("clean", case_file, "--out", out, artifacts=artifacts_dir)
    assert done.returncode == 0, done.stderr
    assert done.stdout == ""
    return out


def test_three_files_are_written_under_the_hash_of_the_source(cleaned: Path) -> None:
    names = sorted(p.name for p in cleaned.iterdir())
    doc_id = names[0].split(".")[0]
    assert names == [f"{doc_id}.json", f"{doc_id}.report.json", f"{doc_id}.txt"]
    document = json.loads((cleaned / f"{doc_id}.json").read_text(encoding="utf-8"))
    assert list(document) == ["schema", "doc_id", "text", "elements", "fingerprint"]
    assert document["schema"] == "docveil.document/1"
    assert list(document["elements"][0]) == ["id", "text", "kind", "role", "page", "bbox", "cell", "table", "separator"]
    assert (cleaned / f"{doc_id}.txt").read_bytes() == document["text"].encode("utf-8")
    report = json.loads((cleaned / f"{doc_id}.report.json").read_text(encoding="utf-8"))
    assert report["schema"] == "docveil.report/1"


def test_stdout_is_the_cleaned_text_and_nothing_else(cleaned: Path, artifacts_dir: Path, case_file: Path) -> None:
    done = docveil("clean", case_file, "--stdout", artifacts=artifacts_dir)
    assert done.returncode == 0
    assert done.stdout == next(cleaned.glob("*.txt")).read_text(encoding="utf-8")


def test_verify_proves_an_untouched_directory(cleaned: Path, artifacts_dir: Path, case_file: Path) -> None:
    done = docveil("verify", cleaned, "--source", case_file, artifacts=artifacts_dir)
    assert done.returncode == 0, done.stderr + done.stdout
    assert "no removed form in any file" in done.stdout
    assert "reconstruction" in done.stdout


@pytest.mark.parametrize("suffix", [".txt", ".json", ".report.json"])
@pytest.mark.parametrize("place", [0.1, 0.5, 0.9])
def test_one_changed_character_fails_verification(cleaned: Path, tmp_path: Path, suffix: str, place: float) -> None:
    copy = tmp_path / "copy"
    shutil.copytree(cleaned, copy)
    path = next(p for p in copy.iterdir() if p.name.split(".", 1)[1] == suffix[1:])
    text = path.read_text(encoding="utf-8")
    at = next(i for i in range(int(len(text) * place), len(text)) if text[i].isalnum())
    path.write_text(text[:at] + ("x" if text[at] != "x" else "y") + text[at + 1 :], encoding="utf-8")
    assert docveil("verify", copy).returncode == ExitCode.VERIFICATION_FAILED


@pytest.mark.parametrize("damage", ["missing", "stray", "put_back"])
def test_a_missing_a_stray_and_a_put_back_file_fail_verification(
    cleaned: Path, tmp_path: Path, artifacts_dir: Path, case_file: Path, damage: str
) -> None:
    copy = tmp_path / "copy"
    shutil.copytree(cleaned, copy)
    if damage == "missing":
        next(copy.glob("*.txt")).unlink()
        done = docveil("verify", copy)
    elif damage == "stray":
        (copy / "notes.md").write_text("hello", encoding="utf-8")
        done = docveil("verify", copy)
    else:
        (copy / "notes.md").write_text("It was MARA  LINDQVIST.", encoding="utf-8")
        done = docveil("verify", copy, "--source", case_file, artifacts=artifacts_dir)
        assert "removed forms stand in the written files" in done.stdout
    assert done.returncode == ExitCode.VERIFICATION_FAILED


@pytest.mark.parametrize(
    ("kind", "code"),
    [
        ("zero_bytes", ExitCode.SOURCE_REFUSED),
        ("user_password", ExitCode.SOURCE_REFUSED),
        ("huge_page", ExitCode.SOURCE_REFUSED),
        ("blank_picture", ExitCode.SOURCE_REFUSED),
        ("truncated", ExitCode.EXTRACTION_FAILED),
        ("cut_tail", ExitCode.EXTRACTION_FAILED),
        ("corrupt", ExitCode.EXTRACTION_FAILED),
        ("zero_pages", ExitCode.EXTRACTION_FAILED),
        ("pdf_called_txt", ExitCode.DONE),
        ("text_called_pdf", ExitCode.DONE),
        ("owner_password", ExitCode.DONE),
    ],
)
def test_bad_input_has_its_exit_code_one_sentence_and_no_file(
    bad: dict[str, Path], tmp_path: Path, artifacts_dir: Path, kind: str, code: ExitCode
) -> None:
    done = docveil("clean", bad[kind], "--out", tmp_path / "out", artifacts=artifacts_dir)
    assert done.returncode == code, done.stderr
    assert done.stdout == ""
    assert "Okonkwo" not in done.stderr
    assert bad[kind].name not in done.stderr
    assert "Traceback" not in done.stderr
    assert len(done.stderr.splitlines()) == 1
    written = list((tmp_path / "out").iterdir()) if (tmp_path / "out").exists() else []
    assert len(written) == (3 if code == ExitCode.DONE else 0)


@pytest.mark.parametrize(
    ("kind", "media_type"), [("text_called_pdf", "text/plain"), ("pdf_called_txt", "application/pdf")]
)
def test_a_source_is_what_its_content_says_whatever_it_is_called(
    bad: dict[str, Path], tmp_path: Path, artifacts_dir: Path, kind: str, media_type: str
) -> None:
    raw = tmp_path / "raw.json"
    done = docveil("extract", bad[kind], "--out", raw, "--private", artifacts=artifacts_dir)
    assert done.returncode == ExitCode.DONE, done.stderr
    written = json.loads(raw.read_text(encoding="utf-8"))
    pages = {element["page"] for element in written["elements"]}
    assert pages == ({None} if media_type == "text/plain" else {1, 2, 3})
    assert make_bad_inputs.SENTENCE in written["elements"][0]["text"]


def test_a_web_page_is_read_in_its_main_part_or_in_full(tmp_path: Path, artifacts_dir: Path) -> None:
    page, raw = tmp_path / "page.html", tmp_path / "raw.json"
    page.write_text(
        "<!DOCTYPE html><nav>Way to the shop</nav><p>The lift is checked once a year.</p>", encoding="utf-8"
    )
    for extra, whole in (([], False), (["--html", "main"], False), (["--html", "full"], True)):
        done = docveil("extract", page, "--out", raw, "--private", *extra, artifacts=artifacts_dir)
        assert done.returncode == ExitCode.DONE, done.stderr
        text = raw.read_text(encoding="utf-8")
        assert "The lift is checked" in text
        assert ("Way to the shop" in text) is whole
    assert docveil("extract", page, "--out", raw, "--private", "--html", "x").returncode == ExitCode.USAGE


def test_several_sources_fail_one_by_one(bad: dict[str, Path], tmp_path: Path, artifacts_dir: Path) -> None:
    sources = (bad["zero_bytes"], bad["pdf_called_txt"], bad["user_password"])
    done = docveil("clean", *sources, "--out", tmp_path / "out", artifacts=artifacts_dir)
    assert done.returncode == ExitCode.SOME_FAILED
    assert [line.split(":")[0] for line in done.stderr.splitlines()[:3]] == ["source 1", "source 2", "source 3"]
    assert len(list((tmp_path / "out").iterdir())) == 3


@pytest.mark.parametrize(
    "args", [(), ("--stdout", "--out", "x"), ("--out", "x", "--preset", "none-such"), ("--out", "x", "--order", "up")]
)
def test_a_wrong_call_is_usage(case_file: Path, artifacts_dir: Path, args: tuple[str, ...]) -> None:
    assert docveil("clean", case_file, *args, artifacts=artifacts_dir).returncode == ExitCode.USAGE


@pytest.mark.parametrize("damage", ["missing", "changed", "extra", "link", "forged", "none"])
def test_artifacts_are_verified_before_the_source_is_opened(tmp_path: Path, artifacts_dir: Path, damage: str) -> None:
    copy = tmp_path / "models"
    if damage != "none":
        shutil.copytree(artifacts_dir, copy)
        model = copy / "layout" / "layout_cdla.onnx"
    if damage == "missing":
        model.unlink()
    elif damage == "changed":
        data = bytearray(model.read_bytes())
        data[len(data) // 2] ^= 1
        model.write_bytes(data)
    elif damage == "extra":
        (copy / "extra.bin").write_bytes(b"x")
    elif damage == "link":
        shutil.move(model, tmp_path / "outside.onnx")
        model.symlink_to(tmp_path / "outside.onnx")
    elif damage == "forged":
        record = copy / "docveil-artifacts.json"
        record.write_text(record.read_text(encoding="utf-8").replace("embedded", "forged"), encoding="utf-8")
    # The source does not exist: were it looked at first, the code would be 3.
    done = docveil("clean", tmp_path / "absent.pdf", "--out", tmp_path / "out", artifacts=copy)
    assert done.returncode == ExitCode.ARTIFACTS, done.stderr
    assert docveil("artifacts", "verify", copy).returncode == ExitCode.ARTIFACTS


def test_preparing_asks_before_it_uses_the_network(tmp_path: Path) -> None:
    done = docveil("artifacts", "prepare", tmp_path / "models")
    assert done.returncode == ExitCode.ARTIFACTS
    assert "--allow-download" in done.stderr
    assert not (tmp_path / "models").exists()


def test_profile_has_to_be_the_one_that_was_prepared(tmp_path: Path, case_file: Path, artifacts_dir: Path) -> None:
    """In the process itself, in the child that reads, and for a name that is none."""
    out = tmp_path / "out"
    cleaned = docveil("clean", case_file, "--out", out, "--profile", "heron-onnx", artifacts=artifacts_dir)
    raw = docveil("extract", case_file, "--out", out, "--private", "--profile", "heron", artifacts=artifacts_dir)
    verified = docveil("artifacts", "verify", artifacts_dir, "--profile", "heron")
    for done in (cleaned, raw, verified):
        assert done.returncode == ExitCode.ARTIFACTS
        assert "prepared for the profile embedded" in done.stderr
    unknown = docveil("clean", case_file, "--out", out, "--profile", "hero", artifacts=artifacts_dir)
    assert unknown.returncode == ExitCode.USAGE
    assert not out.exists()


def test_directory_is_verified_against_a_record_from_elsewhere(tmp_path: Path, artifacts_dir: Path) -> None:
    record = tmp_path / "docveil-artifacts.json"
    shutil.copy(artifacts_dir / "docveil-artifacts.json", record)
    assert docveil("artifacts", "verify", artifacts_dir, "--expect", record).returncode == 0
    record.write_text(record.read_text(encoding="utf-8").replace("a", "b"), encoding="utf-8")
    done = docveil("artifacts", "verify", artifacts_dir, "--expect", record)
    assert done.returncode == ExitCode.USAGE
    assert str(tmp_path) not in done.stderr


def test_raw_text_is_not_written_unless_called_private(tmp_path: Path, case_file: Path, artifacts_dir: Path) -> None:
    target = tmp_path / "raw.json"
    assert docveil("extract", case_file, "--out", target, artifacts=artifacts_dir).returncode == ExitCode.USAGE
    assert not target.exists()
    done = docveil("extract", case_file, "--out", target, "--private", artifacts=artifacts_dir)
    assert done.returncode == 0, done.stderr
    raw = json.loads(target.read_text(encoding="utf-8"))
    assert raw["schema"] == "docveil.extracted/1"
    assert target.stat().st_mode & 0o077 == 0


@pytest.mark.parametrize(
    "args",
    [
        ("extract", "one.pdf", "Okonkwo.pdf", "--out", "x"),
        ("clean", "one.pdf", "--out", "x", "--order", "Okonkwo.pdf"),
        ("clean", "one.pdf", "--threads", "Okonkwo.pdf"),
        ("clean",),
        ("clean", "one.pdf", "--none-such"),
        ("Okonkwo.pdf",),
    ],
)
def test_a_call_that_is_not_understood_does_not_repeat_what_was_typed(args: tuple[str, ...]) -> None:
    done = docveil(*args)
    assert done.returncode == ExitCode.USAGE
    assert done.stdout == ""
    assert done.stderr.startswith("usage: ")
    assert "Okonkwo" not in done.stderr


def test_help_is_shown_where_it_is_asked_for_or_nothing_is() -> None:
    assert docveil("--help").returncode == 0
    bare = docveil()
    assert bare.returncode == ExitCode.USAGE
    assert "Usage: docveil" in bare.stdout + bare.stderr


def test_a_fault_of_docveils_own_costs_one_source_and_shows_no_text(capsys: pytest.CaptureFixture[str]) -> None:
    done: list[Path] = []

    def work(path: Path) -> str:
        if path.name == "bad":
            raise KeyError("Philippa Marchetti")
        done.append(path)
        return "fine"

    errors = clean.one_by_one([Path("bad"), Path("good")], work)
    assert done == [Path("good")]
    assert [error.exit_code for error in errors] == [ExitCode.UNEXPECTED]
    assert "Marchetti" not in capsys.readouterr().err


def test_a_broken_page_fails_the_document_or_is_left_out(
    bad: dict[str, Path], tmp_path: Path, artifacts_dir: Path
) -> None:
    out = tmp_path / "out"
    failed = docveil("clean", bad["broken_page"], "--out", out, artifacts=artifacts_dir)
    assert failed.returncode == ExitCode.EXTRACTION_FAILED
    assert "Page 2" in failed.stderr
    assert not out.exists()
    kept = docveil("clean", bad["broken_page"], "--out", out, "--on-page-error", "keep-going", artifacts=artifacts_dir)
    assert kept.returncode == ExitCode.SOME_FAILED
    assert "1 pages FAILED" in kept.stderr
    report = json.loads(next(out.glob("*.report.json")).read_text(encoding="utf-8"))
    assert [note["page"] for note in report["report"]["ledger"]["notes"] if note["part"] == "failed_page"] == [2]
    assert [page["page"] for page in report["report"]["ledger"]["pages"]] == [1, 3]


def test_a_scan_that_is_read_with_too_little_confidence_is_refused(
    case_file: Path, tmp_path: Path, artifacts_dir: Path
) -> None:
    done = docveil(
        "clean", case_file, "--out", tmp_path / "out", "--min-ocr-confidence", "0.999", artifacts=artifacts_dir
    )
    assert done.returncode == ExitCode.SOURCE_REFUSED
    assert "page 3" in done.stderr


def test_annotations_are_read_where_that_is_asked_for(tmp_path: Path, artifacts_dir: Path) -> None:
    source, raw = tmp_path / "noted.pdf", tmp_path / "raw.json"
    canvas = Canvas(str(source), invariant=1)
    canvas.drawString(72, 700, "The lift is checked once a year.")
    canvas.textAnnotation("Ask again on Monday", Rect=[300, 690, 320, 710])
    canvas.save()
    for extra, noted in (([], False), (["--include", "annotations"], True)):
        done = docveil("extract", source, "--out", raw, "--private", *extra, artifacts=artifacts_dir)
        assert done.returncode == ExitCode.DONE, done.stderr
        assert ("Ask again on Monday" in raw.read_text(encoding="utf-8")) is noted
