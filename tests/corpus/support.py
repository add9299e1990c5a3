import json
from pathlib import Path
from typing import Any


def rows(out: Path, table: str) -> list[dict[str, Any]]:
    """Every row of a table that was written as JSON Lines."""
    files = sorted((out / table).glob("*.jsonl"))
    return [json.loads(line) for path in files for line in path.read_text(encoding="utf-8").split("\n") if line]


def contents(out: Path) -> dict[str, bytes]:
    """Every file below `out`."""
    return {str(path.relative_to(out)): path.read_bytes() for path in sorted(out.rglob("*")) if path.is_file()}
