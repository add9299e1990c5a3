"""Writes src/docveil/detect/presidio.json: patterns and context words of those recognisers of Presidio that docveil uses.

    pip install presidio-analyzer
    python scripts/make_presidio_patterns.py

Presidio is MIT licensed; NOTICE carries its notice. tests/detect/test_presidio.py holds the file against the installed package.
"""

import json
from pathlib import Path
from typing import Any

from presidio_analyzer import predefined_recognizers

from docveil.detect.presidio import RECOGNISERS

TO = Path(__file__).parent.parent / "src/docveil/detect/presidio.json"


def patterns() -> dict[str, Any]:
    """By recogniser: its entity, flags of the `regex` package, lower-case context words, and `[pattern, score]` pairs."""
    made = ((name, getattr(predefined_recognizers, name)()) for name in RECOGNISERS)
    return {
        name: {
            "entity": recogniser.supported_entities[0],
            "flags": int(recogniser.global_regex_flags),
            "words": sorted({word.lower() for word in recogniser.context or []}),
            "patterns": [[pattern.regex, float(pattern.score)] for pattern in recogniser.patterns],
        }
        for name, recogniser in made
    }


if __name__ == "__main__":
    TO.write_text(json.dumps(patterns(), indent=1) + "\n", encoding="utf-8")
    print(f"wrote {TO.name}")
