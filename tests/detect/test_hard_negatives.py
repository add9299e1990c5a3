"""What no detector may take: log lines, code, versions, headings, years and quantities; and names that must fall whole."""

from pathlib import Path

import pytest

from docveil.artifacts.store import ArtifactStore
from docveil.cleaner import UNIFIED, TextCleaner, TextCleanerConfig
from docveil.evaluate.cleaner import finder
from docveil.evaluate.spans import Find


@pytest.fixture(scope="module")
def find(artifacts_dir: Path) -> Find:
    config = TextCleanerConfig.from_preset("training", pii_processing=UNIFIED)
    return finder(TextCleaner(config, store=ArtifactStore.open(artifacts_dir)))


def covered(find: Find, text: str) -> set[int]:
    return {i for finding in find(text) for r in finding.fragments for i in range(r.start, r.end)}


@pytest.mark.parametrize(
    "text",
    [
        "2024-03-01 12:00:01 INFO worker-7 started build 4.12.3 in 532 ms (pid 40112)",
        "def load_user(name: str) -> User:\n    return cache.get(name, timeout=3000)",
        "Chapter 12: Results and Discussion .......... 245\nAppendix B: Tables ......... 301",
        "We sold 1,250 units in 1998 and 12,000 in 2003 at $4.50 each.",
        "A stone wall, a brand new lamp and a rose garden.",
    ],
    ids=["log", "code", "contents", "quantities", "words"],
)
def test_ordinary_text_stays(find: Find, text: str) -> None:
    assert covered(find, text) == set()


@pytest.mark.parametrize(
    ("text", "hidden"),
    [
        ("SSN: O78-O5-ll2O is what the scan read.", "O78-O5-ll2O"),
        ("Call +44 20 7946 0\u200b123 now.", "+44 20 7946 0\u200b123"),
        ("Write to jane_roe [AT] example DOT com today", "jane_roe [AT] example DOT com"),
        ("Zoe\u0308 Du\u0308rrenmatt rang.", "Zoe\u0308 Du\u0308rrenmatt"),
        ("Mr.\u00a0Takahashi\u00a0Kenji arrived", "Takahashi\u00a0Kenji"),
        ("Patient: nguyen, thi mai  DOB: 4/7/1961", "nguyen, thi mai"),
        ("Emergency contact JOHN MCALLISTER-WEBB 555-0142", "JOHN MCALLISTER-WEBB"),
        ("\u202eRachel Goldberg\u202c left", "Rachel Goldberg"),
    ],
    ids=["ocr", "zero width", "spelt out", "accents", "no-break", "lower case", "capitals", "direction"],
)
def test_hostile_writing_hides_nothing(find: Find, text: str, hidden: str) -> None:
    at = text.index(hidden)
    left = {i for i in range(at, at + len(hidden)) if text[i].isalnum()} - covered(find, text)
    assert not left
