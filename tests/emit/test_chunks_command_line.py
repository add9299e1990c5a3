"""`docveil clean --chunks` from the call to the proof, and the calls that are refused before a source is opened."""

import json
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from docveil.cli import main
from docveil.cli.chunking import ChunkOptions
from docveil.errors import ExitCode

CASE = Path(__file__).parents[2] / "fixtures" / "case_file.pdf"
Call = Callable[..., tuple[int, str, str]]


@pytest.fixture
def docveil(monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str], artifacts_dir: Path) -> Call:
    monkeypatch.setenv("DOCVEIL_ARTIFACTS", str(artifacts_dir))

    def call(*args: "str | Path | int") -> tuple[int, str, str]:
        monkeypatch.setattr(sys, "argv", ["docveil", *map(str, args)])
        with pytest.raises(SystemExit) as caught:
            main()
        out, err = capfd.readouterr()
        return int(caught.value.code or 0), out, err

    return call


@pytest.mark.parametrize("unit", ["characters", "tokens"])
def test_chunks_are_written_proven_and_taken_away_again(docveil: Call, tmp_path: Path, unit: str) -> None:
    assert docveil("clean", CASE, "--out", tmp_path, "--chunks", 150, "--chunk-unit", unit)[0] == 0
    (path,) = tmp_path.glob("*.chunks.jsonl")
    lines = [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines()]
    assert len(lines) > 2
    assert max(line["size"] for line in lines) <= 150
    assert {line["unit"].partition(":")[0] for line in lines} == {unit}
    (text,) = tmp_path.glob("*.txt")
    assert "".join(line["text"] for line in lines).encode() == text.read_bytes()
    if unit == "characters":
        code, proof, _ = docveil("verify", tmp_path, "--source", CASE)
        assert code == 0
        assert "ok: chunks" in proof
        assert "ok: cleaning again gives the same bytes" in proof
        assert docveil("clean", CASE, "--out", tmp_path)[0] == 0
        assert not list(tmp_path.glob("*.chunks.jsonl"))
    assert docveil("verify", tmp_path)[0] == 0


def test_a_tokenizer_file_is_used_in_place_of_the_models(artifacts_dir: Path, tmp_path: Path) -> None:
    model = artifacts_dir / "rampart" / "tokenizer.json"
    other = tmp_path / "tokenizer.json"
    other.write_text(
        '{"version": "1.0", "model": {"type": "WordLevel", "vocab": {"?": 0}, "unk_token": "?"}, '
        '"pre_tokenizer": {"type": "Whitespace"}, "added_tokens": []}'
    )
    bundled, same, own = (ChunkOptions(5, "tokens", path).chunking(artifacts_dir) for path in (None, model, other))
    assert bundled is not None
    assert same is not None
    assert own is not None
    assert bundled.unit == same.unit != own.unit
    assert own.measure("Anticonstitutional, no?") == 4
    assert same.measure("Anticonstitutional, no?") > 4


@pytest.mark.parametrize(
    "args",
    [
        ("--out", "out", "--chunks", "0"),
        ("--out", "out", "--chunks", "Mara"),
        ("--out", "out", "--chunk-unit", "tokens"),
        ("--out", "out", "--chunks", "5", "--chunk-unit", "Mara"),
        ("--out", "out", "--chunks", "5", "--tokenizer", "Mara.json"),
        ("--out", "out", "--chunks", "5", "--chunk-unit", "tokens", "--tokenizer", "Mara.json"),
        ("--stdout", "--chunks", "5"),
    ],
)
def test_a_wrong_call_is_usage(
    docveil: Call, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, args: tuple[str, ...]
) -> None:
    monkeypatch.chdir(tmp_path)
    code, out, err = docveil("clean", CASE, *args)
    assert code == ExitCode.USAGE
    assert out == ""
    assert "Mara" not in err
    assert not list(tmp_path.iterdir())
