"""Imports go one way; the rooms of docs/data-flow.md are real."""

import ast
from collections import defaultdict
from pathlib import Path

import pytest

import docveil

SOURCE = Path(__file__).parents[1] / "src" / "docveil"
STAGES = ("extract", "views", "structure", "detect", "redact", "emit")
# room -> rooms that it may import, besides itself
ALLOWED: dict[str, tuple[str, ...]] = {
    "errors": (),
    "model": ("errors",),
    "child": ("errors",),
    "artifacts": ("errors", "model"),
    "intake": ("errors", "model"),
    **dict.fromkeys(STAGES, ("errors", "model", "artifacts", "intake", "child")),
    "cleaner": ("errors", "model", "artifacts", "intake", *STAGES),
    "custom_cleaners": ("errors", "model", "cleaner"),
    "pipeline": ("errors", "model", "artifacts", "intake", *STAGES, "cleaner"),
    "docling_documents": ("errors", "model", *STAGES, "cleaner", "pipeline"),
    "verification": ("errors", "model", "artifacts", "intake", *STAGES, "cleaner", "pipeline"),
}
TOP = {"cli", "__main__", "corpus", "records", "review", "evaluate", "__init__"}
FOREIGN_LIMIT = {
    "cattrs": 1,
    "typer": 1,
    "spacy": 1,
    "presidio_analyzer": 0,
    "tokenizers": 2,  # as the model reads, and as chunks are counted
    "rapidocr_onnxruntime": 1,
    "cryptography": 1,
    "faker": 1,
    "duckdb": 1,
    "packaging": 1,
}


def modules() -> list[Path]:
    return sorted(SOURCE.rglob("*.py"))


def room(path: Path) -> str:
    return path.relative_to(SOURCE).with_suffix("").parts[0]


def imported(path: Path) -> set[str]:
    names: set[str] = set()
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            names.update(alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom) and node.module:
            names.add(node.module)
            names.update(f"{node.module}.{alias.name}" for alias in node.names if node.module == "docveil")
    return names


@pytest.mark.parametrize("path", modules(), ids=lambda p: str(p.relative_to(SOURCE)))
def test_a_room_imports_only_rooms_below_it(path: Path) -> None:
    here = room(path)
    if here in TOP:
        return
    assert here in ALLOWED, f"{here} is a room without a place in the order"
    for name in imported(path):
        parts = name.split(".")
        if parts[0] == "docveil" and len(parts) > 1 and parts[1] != "__version__":
            assert parts[1] == here or parts[1] in ALLOWED[here], f"{here} imports {parts[1]}"


def test_each_foreign_package_has_one_home() -> None:
    homes: defaultdict[str, set[str]] = defaultdict(set)
    for path in modules():
        for name in imported(path):
            home = path.relative_to(SOURCE)
            homes[name.split(".")[0]].add("cli" if home.parts[0] == "cli" else str(home))
    for package, limit in FOREIGN_LIMIT.items():
        assert len(homes[package]) <= limit, f"{package} is imported in {sorted(homes[package])}"


def test_modules_are_short_enough_to_read_at_one_sitting() -> None:
    long = {str(p.relative_to(SOURCE)): n for p in modules() if (n := len(p.read_text("utf-8").splitlines())) > 300}
    assert long == {}


def test_no_torch_is_imported_anywhere() -> None:
    assert not [p for p in modules() if {n.split(".")[0] for n in imported(p)} & {"torch", "transformers"}]


def test_what_the_package_offers_is_found_where_it_says() -> None:
    assert set(docveil.__all__) == {*docveil._HOMES, "__version__"}
    assert all(getattr(docveil, name) is not None for name in docveil.__all__)
    assert set(docveil.__all__) <= set(dir(docveil))
    with pytest.raises(AttributeError):
        docveil.nothing  # noqa: B018 - asked for, not used
