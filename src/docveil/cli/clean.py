"""`docveil clean`: sources in, cleaned files out; one that fails does not stop the others."""

import sys
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Annotated

import typer

from docveil.cleaner import Cleaner, TextCleaner
from docveil.cli.chunking import ChunkOptions
from docveil.cli.groups import expanded
from docveil.cli.options import ArtifactsOption, CleaningOptions, ReadingOptions, VaultOption, say
from docveil.emit.chunk_files import CHUNKS_SUFFIX
from docveil.emit.files import document_files, publish
from docveil.emit.rendering import written_text
from docveil.errors import DocveilError, ExitCode, UsageError
from docveil.intake import read_source
from docveil.pipeline import clean_document, extract_document
from docveil.redact.vault import Vault


@expanded
def clean(
    *,
    sources: Annotated[list[Path], typer.Argument(help="Documents to clean.", show_default=False)],
    out: Annotated[Path | None, typer.Option("--out", help="Directory for the cleaned files.")] = None,
    stdout: Annotated[
        bool, typer.Option("--stdout", help="Cleaned text only, on standard output; one source.")
    ] = False,
    artifacts: ArtifactsOption = None,
    cleaning: CleaningOptions,
    vault: VaultOption = None,
    reading: ReadingOptions,
    chunking: ChunkOptions,
) -> None:
    """Clean each source; one that fails does not stop the others."""
    if stdout == (out is not None):
        raise UsageError("Say where the result goes.", next_step="Give either --out DIR or --stdout.")
    if stdout and len(sources) > 1:
        raise UsageError("--stdout takes one source.", next_step="Give --out DIR for several.")
    if stdout and chunking.chunks is not None:
        raise UsageError("Chunks are files.", next_step="Give --out DIR for them.")
    chunked = chunking.chunking(artifacts)
    tool = cleaning.tool(artifacts, reading)
    provider = reading.provider(artifacts)

    key_file = cleaning.key_file
    if out is not None and key_file is not None and key_file.resolve().is_relative_to(out.resolve()):
        raise UsageError(
            "The key file must not lie in the output folder.", next_step="Keep it apart from what is shared."
        )
    kept = _vault(vault, tool, out)

    in_part = 0

    def clean_one(path: Path) -> str:
        nonlocal in_part
        source = read_source(path)
        keep = None if kept is None else partial(kept.add, source.doc_id)
        processed = clean_document(extract_document(source, provider=provider), tool, keep=keep)
        if out is None:
            sys.stdout.buffer.write(written_text(processed).encode("utf-8"))
            sys.stdout.buffer.flush()
        else:
            more = () if chunked is None else (chunked.file(processed, source.doc_id),)
            outdated = () if more else (f"{source.doc_id}{CHUNKS_SUFFIX}",)
            publish(out, document_files(processed, source.doc_id, more), outdated=outdated)
        report = processed.report
        pages = len(report.ledger.pages)
        found = sum(count for _, count in report.labels)
        failed_pages = len(report.ledger.failed_pages)
        in_part += failed_pages > 0
        notes = sum(note.count for note in report.ledger.notes)
        return (
            f"{source.doc_id}: {pages} pages, {len(processed.elements)} elements, "
            f"{found} findings hidden, {notes} ledger notes"
            + (f", {failed_pages} pages FAILED and left out" if failed_pages else "")
        )

    with provider:
        errors = one_by_one(sources, clean_one)
    finish(errors, len(sources))
    if in_part:
        say(f"{in_part} of {len(sources)} sources are published without the pages that failed.")
        raise typer.Exit(ExitCode.SOME_FAILED)


def _vault(path: Path | None, cleaner: Cleaner, out: Path | None) -> Vault | None:
    """The vault, where the policy is reversible; opened before any source is."""
    needs_vault = isinstance(cleaner, TextCleaner) and cleaner.needs_vault
    if path is None:
        if needs_vault:
            raise UsageError("The operator reversible needs a vault for the way back.", next_step="Give --vault FILE.")
        return None
    key = cleaner.config.key if isinstance(cleaner, TextCleaner) else None
    if not needs_vault or key is None:
        raise UsageError("A vault goes with the operator reversible and a --key-file.")
    return Vault(path, key, apart_from=() if out is None else (out,))


def one_by_one(sources: list[Path], work: Callable[[Path], str]) -> list[DocveilError]:
    """Do `work` on each source and say how it went; the errors of those that failed."""
    errors: list[DocveilError] = []
    for place, path in enumerate(sources, start=1):
        try:
            say(f"source {place}: {work(path)}")
        except DocveilError as error:
            errors.append(error)
        except Exception as error:  # the others go on, and a traceback could quote the document
            errors.append(DocveilError(f"docveil failed with {type(error).__name__}."))
        else:
            continue
        say(f"source {place}: {errors[-1].code}: {errors[-1]}")
    return errors


def finish(errors: list[DocveilError], total: int) -> None:
    """Leave with the error's own code for one source, and with 8 where some of several failed."""
    if not errors:
        return
    if total == 1:
        raise typer.Exit(errors[0].exit_code)
    say(f"{len(errors)} of {total} sources failed.")
    raise typer.Exit(ExitCode.SOME_FAILED)
