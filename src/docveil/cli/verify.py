"""`docveil verify`: the proof of what was written."""

from pathlib import Path
from typing import Annotated

import typer

from docveil.cli.groups import expanded
from docveil.cli.options import ArtifactsOption, CleaningOptions, ReadingOptions, say
from docveil.errors import VerificationFailed
from docveil.intake import read_source
from docveil.verification import Verdict, read_directory, verify_source, verify_written


@expanded
def verify(
    *,
    directory: Annotated[Path, typer.Argument(help="The --out of `docveil clean`.")],
    source: Annotated[list[Path] | None, typer.Option("--source", help="Clean this source again and compare.")] = None,
    artifacts: ArtifactsOption = None,
    cleaning: CleaningOptions,
    reading: ReadingOptions,
) -> None:
    """Prove what was written: reconstruction, and with --source that nothing removed is left in any file."""
    files = read_directory(directory)
    verdicts = list(verify_written(files))
    if source:
        tool = cleaning.tool(artifacts, reading)
        provider = reading.provider(artifacts)
        with provider:
            verdicts += [verify_source(read_source(path), files, provider, tool) for path in source]
    for verdict in verdicts:
        _print_verdict(verdict)
    failed = sum(bool(v.failures) for v in verdicts)
    if failed:
        raise VerificationFailed(f"{failed} of {len(verdicts)} checks of documents failed.")
    say(f"Verified: {len(verdicts)} of {len(verdicts)} checks of documents passed.")


def _print_verdict(verdict: Verdict) -> None:
    for check in verdict.checks:
        typer.echo(f"{verdict.doc_id}: ok: {check}")
    for failure in verdict.failures:
        typer.echo(f"{verdict.doc_id}: FAILED: {failure}")
