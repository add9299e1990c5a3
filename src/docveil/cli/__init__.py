"""The command line. Standard output is for the product; every message goes to standard error.

A source is called by its place in the call and its `doc_id`, never by its name.
"""

import sys
from typing import NoReturn

import typer

from docveil.cli import artifacts, clean, corpus, evaluate, extract, formats, highlight, records, restore, verify
from docveil.cli.options import say
from docveil.errors import DocveilError, ExitCode

app = typer.Typer(
    name="docveil",
    help="Clean private documents offline: personal data out, everything else exactly as it was.",
    no_args_is_help=True,
    add_completion=False,
    # A traceback with local variables would print document text.
    pretty_exceptions_enable=False,
)
app.add_typer(artifacts.app, name="artifacts")
app.command()(clean.clean)
app.command()(corpus.corpus)
app.command()(extract.extract)
app.command()(highlight.highlight)
app.command()(verify.verify)
app.command()(restore.restore)
app.command()(formats.formats)
app.add_typer(evaluate.app, name="evaluate")
app.add_typer(records.app, name="records")


def main() -> NoReturn:
    """Run the command line and leave with the exit code of docs/errors.md."""
    try:
        # Not standalone: the parser's own messages repeat what was typed, and that may be a source's name.
        code = app(prog_name="docveil", standalone_mode=False)
    except DocveilError as error:
        say(f"{error.code}: {error}")
        sys.exit(error.exit_code)
    except Exception as error:
        if getattr(error, "exit_code", None) == ExitCode.USAGE:
            message = _usage_message(error)
            if message:
                say(message)
            sys.exit(ExitCode.USAGE)
        say(f"unexpected: {type(error).__name__}. Run with one source at a time to find which one it was.")
        sys.exit(ExitCode.UNEXPECTED)
    sys.exit(code or ExitCode.DONE)


def _usage_message(error: Exception) -> str:
    """What is wrong with a call, by docveil's own words and the name of its own parameter; empty behind a help page."""
    kind = type(error).__name__
    if kind == "NoArgsIsHelpError":
        return ""
    name = getattr(getattr(error, "param", None), "name", None)
    where = f" at {name}" if name else ""
    return f"usage: The call is not one that docveil takes ({kind}{where}). See `docveil --help`."
