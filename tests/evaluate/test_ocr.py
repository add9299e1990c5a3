"""Character and word error rate, and the command that prints them."""

import json
import subprocess
import sys
from pathlib import Path

import pytest

from docveil.evaluate.ocr import error_rates


@pytest.mark.parametrize(
    ("truth", "read", "characters", "words"),
    [
        ("one two", "one two", 0.0, 0.0),
        ("one two", "one  \n two ", 0.0, 0.0),
        ("caf\u00e9", "cafe\u0301", 0.0, 0.0),
        ("one two", "one tvvo", 2 / 7, 1 / 2),
        ("one two", "", 1.0, 1.0),
        ("ab", "ab and much more", 14 / 2, 3.0),
    ],
)
def test_rates_are_edits_over_the_length_of_the_truth(truth: str, read: str, characters: float, words: float) -> None:
    rates = error_rates(truth, read)
    assert rates.character_error_rate == pytest.approx(characters)
    assert rates.word_error_rate == pytest.approx(words)


def test_what_the_figures_mean() -> None:
    truth = "x" * 1000
    meanings = [error_rates(truth, "x" * (1000 - wrong) + "y" * wrong).meaning for wrong in (19, 20, 100, 101)]
    assert [m.split(":")[0] for m in meanings] == ["Below 2%", "From 2% to 10%", "From 2% to 10%", "Above 10%"]


def evaluate(*arguments: str) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-m", "docveil", "evaluate", "ocr", *arguments]
    return subprocess.run(command, capture_output=True, text=True, check=False)


def test_the_command_measures_a_source(tmp_path: Path, artifacts_dir: Path, case_file: Path) -> None:
    truth = tmp_path / "truth.txt"
    truth.write_text("Something else", encoding="utf-8")
    done = evaluate(str(truth), str(case_file), "--json", "--artifacts", str(artifacts_dir))
    assert done.returncode == 0, done.stderr
    rates = json.loads(done.stdout)
    assert rates["characters"] == 14
    assert rates["character_error_rate"] > 1.0
    shown = evaluate(str(truth), str(case_file), "--artifacts", str(artifacts_dir))
    assert "do not proceed" in shown.stdout


def test_a_blank_truth_is_a_usage_error(tmp_path: Path, case_file: Path) -> None:
    truth = tmp_path / "truth.txt"
    truth.write_text(" \n", encoding="utf-8")
    assert evaluate(str(truth), str(case_file)).returncode == 2
