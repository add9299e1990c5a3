"""The operators at the command line: the way back, byte for byte, and every refusal before a source is opened."""

import json
from pathlib import Path

import pytest
from attrs import evolve

from docveil import ExtractedDocument, Finding, TextCleaner, TextCleanerConfig, extract_document
from docveil.cleaner import UNIFIED
from docveil.detect.forms import Haystack, compact
from docveil.errors import ExitCode
from docveil.extract.docling_pdf import DoclingExtractor
from docveil.model.document import join_elements
from docveil.redact.keys import load_key
from docveil.redact.project import project
from docveil.redact.reversal import Reversal
from docveil.redact.tokens import TOKEN
from tests.support.calls import Call

CASE = Path(__file__).parents[2] / "fixtures" / "case_file.pdf"


@pytest.fixture(scope="module")
def cleaner(artifacts_dir: Path) -> TextCleaner:
    return TextCleaner(TextCleanerConfig.from_preset("training", pii_processing=UNIFIED, artifacts_path=artifacts_dir))


@pytest.fixture(scope="module")
def extracted(artifacts_dir: Path) -> ExtractedDocument:
    return extract_document(CASE, provider=DoclingExtractor(artifacts_path=artifacts_dir))


@pytest.fixture(scope="module")
def findings(extracted: ExtractedDocument, cleaner: TextCleaner) -> tuple[Finding, ...]:
    return cleaner.findings(extracted)


@pytest.fixture(scope="module")
def key(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("keys") / "key"
    path.write_bytes(bytes(range(32)))
    return path


@pytest.mark.parametrize(
    "operator",
    ["placeholder", "indexed", "pseudonym", "hash", "mask", "mask:4", "remove", "synthetic", "reversible", "keep"],
)
def test_the_fixture_under_each_operator(
    extracted: ExtractedDocument, cleaner: TextCleaner, findings: tuple[Finding, ...], operator: str, key: Path
) -> None:
    """Nothing planted is left, everything ordinary stays, and the way back is exact."""
    config = cleaner.config.with_operator(operator, load_key(key))
    plan = evolve(cleaner, config=config).plan_for(extracted, findings)
    text = plan.apply(extracted.text)
    truth = json.loads(CASE.with_suffix(".json").read_text(encoding="utf-8"))
    searched = Haystack(TOKEN.sub("\n", text))
    left = [item["note"] for item in truth["planted"] if list(searched.find(compact(item["value"])))]
    assert left == [] or operator == "keep"
    lines = " ".join(text.split())
    assert [phrase for phrase in truth["keep"] if phrase not in lines] == []
    assert join_elements(project(extracted, plan)) == text
    assert Reversal.of(extracted.text, plan).restore(text) == extracted.text


def test_the_reversible_fixture_is_restored_byte_for_byte(
    tmp_path: Path, docveil: Call, key: Path, extracted: ExtractedDocument
) -> None:
    out, vault = tmp_path / "out", tmp_path / "vault"
    way_back = ("--key-file", key, "--vault", vault)
    done = docveil("clean", CASE, "--out", out, "--operator", "reversible", *way_back)
    assert done.returncode == 0, done.stderr
    assert b"Lindqvist" not in b"".join(p.read_bytes() for p in out.iterdir())
    assert vault.stat().st_mode & 0o777 == 0o600
    source = extracted.text.encode()
    restored = docveil("restore", out, *way_back)
    assert restored.stdout == source
    assert docveil("restore", out, *way_back, "--out", tmp_path / "back").returncode == 0
    written = next((tmp_path / "back").iterdir())
    assert written.read_bytes() == source
    assert written.stat().st_mode & 0o077 == 0
    # Neither a changed file nor the cleaned folder itself takes the private text.
    assert docveil("restore", out, *way_back, "--out", out / "back").returncode == ExitCode.USAGE
    text = next(out.glob("*.txt"))
    text.write_bytes(text.read_bytes() + b"x")
    assert docveil("restore", out, *way_back).returncode == ExitCode.VERIFICATION_FAILED


@pytest.mark.parametrize(
    ("options", "says"),
    [
        (("--operator", "reversible"), b"--vault"),
        (("--operator", "pseudonym"), b"--key-file"),
        (("--operator", "PRIVATE-Okonkwo"), b"Choose one of"),
        (("--cleaner", "PRIVATE-Okonkwo"), b"No installed packages"),
        (("--key-file", "PRIVATE-Okonkwo"), b"cannot be read"),
        (("--operator", "reversible", "--key-file", "KEY", "--vault", "OUT/PRIVATE-Okonkwo"), b"output folder"),
        (("--operator", "indexed", "--key-file", "KEY", "--vault", "vault"), b"goes with the operator reversible"),
    ],
)
def test_a_call_that_cannot_be_served_is_refused_in_one_line(
    tmp_path: Path, docveil: Call, key: Path, options: tuple[str, ...], says: bytes
) -> None:
    out = tmp_path / "out"
    options = tuple(o.replace("KEY", str(key)).replace("OUT", str(out)) for o in options)
    done = docveil("clean", tmp_path / "absent.pdf", "--out", out, *options)
    assert done.returncode == ExitCode.USAGE
    assert says in done.stderr
    assert b"Okonkwo" not in done.stderr
    assert len(done.stderr.splitlines()) == 1
    assert not out.exists()


def test_a_key_in_the_output_folder_is_refused(tmp_path: Path, docveil: Call, key: Path) -> None:
    inside = tmp_path / "out" / "key"
    inside.parent.mkdir()
    inside.write_bytes(key.read_bytes())
    done = docveil("clean", CASE, "--out", inside.parent, "--operator", "hash", "--key-file", inside)
    assert done.returncode == ExitCode.USAGE
