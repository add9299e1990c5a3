"""The page of labels is the list of labels."""

import re
from pathlib import Path

from docveil.detect.labels import LABELS


def test_docs_name_every_label_and_no_other() -> None:
    page = (Path(__file__).parents[2] / "docs" / "labels.md").read_text(encoding="utf-8")
    assert set(re.findall(r"\b[A-Z][A-Z_]{2,}\b", page)) - {"TERM"} == set(LABELS)
