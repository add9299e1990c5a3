"""`docveil records query`: what was read, and how well, over a folder of parse records."""

import csv
import io
import json
import math
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, Literal

import typer

from docveil.errors import UsageError

if TYPE_CHECKING:
    from docveil.records.ask import Answer

Format = Literal["table", "jsonl", "csv"]

app = typer.Typer(help="Ask how documents were read.", no_args_is_help=True)


@app.callback()
def _group() -> None:
    """Ask how documents were read."""


@app.command()
def query(
    directory: Annotated[Path, typer.Argument(help="The --out of `docveil clean`, or the OUT of `docveil corpus`.")],
    sql: Annotated[
        str | None,
        typer.Option("--sql", help="One SELECT over records, pages, notes, fingerprints, packages and failures."),
    ] = None,
    page_under: Annotated[
        int | None, typer.Option("--page-under", min=1, help="Pages with fewer characters than this.")
    ] = None,
    unresolved: Annotated[bool, typer.Option("--unresolved", help="Parts that could not be made out.")] = False,
    older_than: Annotated[
        str | None,
        typer.Option("--older-than", help="Documents read by an older docveil; or PACKAGE=VERSION, an older package."),
    ] = None,
    form: Annotated[
        Format | None, typer.Option("--format", help="Default: a table on a terminal, else JSON Lines.")
    ] = None,
) -> None:
    """Answer one question over the parse records in a folder."""
    # Imported here: DuckDB and pyarrow take a while, and few commands need them.
    from docveil.records import questions  # noqa: PLC0415
    from docveil.records.ask import ask  # noqa: PLC0415
    from docveil.records.folder import read_records  # noqa: PLC0415

    if sum((sql is not None, page_under is not None, unresolved, older_than is not None)) != 1:
        raise UsageError("Ask one question.", next_step="Give --sql, --page-under, --unresolved or --older-than.")
    tables = read_records(directory)
    if sql is not None:
        answer = ask(tables, sql)
    elif page_under is not None:
        answer = questions.pages_under(tables, page_under)
    elif older_than is not None:
        answer = questions.older_than(tables, older_than)
    else:
        answer = questions.unresolved(tables)
    form = form or ("table" if sys.stdout.isatty() else "jsonl")
    if form == "table":
        _print_table(answer)
    else:
        sys.stdout.writelines(_json_lines(answer) if form == "jsonl" else _csv_lines(answer))
        sys.stdout.flush()


def _json_lines(answer: "Answer") -> Iterator[str]:
    if len(set(answer.columns)) < len(answer.columns):
        raise UsageError("Two columns of the answer have the same name.", next_step="Name them apart with AS.")
    for row in answer.rows:
        yield f"{_json(dict(zip(answer.columns, row, strict=True)))}\n"


def _csv_lines(answer: "Answer") -> Iterator[str]:
    lines = io.StringIO()
    csv.writer(lines, lineterminator="\n").writerows(
        [answer.columns, *([_cell(v) for v in row] for row in answer.rows)]
    )
    yield lines.getvalue()


def _print_table(answer: "Answer") -> None:
    from rich import box  # noqa: PLC0415
    from rich.console import Console  # noqa: PLC0415
    from rich.table import Table  # noqa: PLC0415
    from rich.text import Text  # noqa: PLC0415

    table = Table(box=box.SIMPLE_HEAD)
    for column in answer.columns:
        table.add_column(Text(_shown(column)))
    for row in answer.rows:
        table.add_row(*(Text(_shown(_cell(value))) for value in row))
    Console(highlight=False).print(table)


def _shown(text: str) -> str:
    """A text that a terminal shows and does not obey."""
    return "".join(c if c.isprintable() else "\N{REPLACEMENT CHARACTER}" for c in text)


def _cell(value: Any) -> str:
    if value is None:
        return ""
    return value if isinstance(value, str) else _json(value)


def _json(value: Any) -> str:
    return json.dumps(_finite(value), ensure_ascii=False, allow_nan=False, default=str)


def _finite(value: Any) -> Any:
    """JSON has no number for what is none, or is infinite; nor keys that are no text."""
    if isinstance(value, float):
        return value if math.isfinite(value) else None
    if isinstance(value, dict):
        return {str(key): _finite(own) for key, own in value.items()}
    return [_finite(own) for own in value] if isinstance(value, list | tuple) else value
