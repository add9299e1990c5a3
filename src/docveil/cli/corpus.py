"""`docveil corpus`: a folder or a data set in, tables of cleaned documents out; stopped at any moment, it goes on."""

import os
from pathlib import Path
from typing import Annotated, Any, Literal

import typer

from docveil.artifacts.store import ArtifactStore, resolve_directory
from docveil.cli.corpus_progress import shown, summary
from docveil.cli.groups import expanded
from docveil.cli.options import (
    ArtifactsOption,
    CleaningOptions,
    ConfidenceOption,
    HtmlOption,
    IncludeOption,
    MaxSecondsOption,
    OrderOption,
    PageErrorOption,
    ProfileOption,
    SecondsOption,
    say,
)
from docveil.errors import ExitCode, UsageError
from docveil.extract.isolated import WorkerLimits

_INTERRUPTED = 130  # what shells give a program that Ctrl-C ended


@expanded
def corpus(
    *,
    source: Annotated[
        Path,
        typer.Argument(
            help="A folder, a list of files, .jsonl, .parquet, or a data set saved to disk.", show_default=False
        ),
    ],
    out: Annotated[Path, typer.Argument(help="Folder for the tables; new or empty.", show_default=False)],
    glob: Annotated[
        list[str] | None, typer.Option("--glob", help="Of a folder, only files that fit, as '*.pdf'.")
    ] = None,
    column: Annotated[str | None, typer.Option("--column", help="Column with text or bytes. Default: text.")] = None,
    id_column: Annotated[
        str | None, typer.Option("--id-column", help="Column with ids, which are written as they are: codes only.")
    ] = None,
    base64: Annotated[bool, typer.Option("--base64", help="The column holds bytes in base 64.")] = False,
    kind: Annotated[
        Literal["jsonl", "jsonl.zst", "parquet"], typer.Option("--format", help="How tables are written.")
    ] = "jsonl",
    workers: Annotated[int, typer.Option("--workers", min=1, help="Processes. Default: one for each core.")] = (
        os.cpu_count() or 1
    ),
    engine: Annotated[Literal["local", "ray"], typer.Option("--engine", help="Where rows are cleaned.")] = "local",
    shards: Annotated[int | None, typer.Option("--shards", min=1, help="Files a table. Default: by size.")] = None,
    resume: Annotated[bool, typer.Option("--resume", help="Go on with a run that was stopped.")] = False,
    restart: Annotated[bool, typer.Option("--restart", help="Throw the run in OUT away first.")] = False,
    max_failures: Annotated[
        int | None, typer.Option("--max-failures", min=0, help="Stop when more documents than this failed.")
    ] = None,
    max_seconds: MaxSecondsOption = None,
    quiet: Annotated[bool, typer.Option("--quiet", help="No progress; only the summary.")] = False,
    timings: Annotated[
        Path | None, typer.Option("--timings", help="Write the seconds of this run there; outside OUT.")
    ] = None,
    artifacts: ArtifactsOption = None,
    profile: ProfileOption = "embedded",
    cleaning: CleaningOptions,
    order: OrderOption = "reading",
    include: IncludeOption = None,
    html: HtmlOption = "main",
    min_ocr_confidence: ConfidenceOption = 0.0,
    on_page_error: PageErrorOption = "fail",
    seconds_per_page: SecondsOption = 120.0,
) -> None:
    """Clean a corpus; a document that fails does not stop the others."""
    # Imported here: pyarrow takes a while, and no other command needs it.
    from docveil.corpus.inputs import open_inputs  # noqa: PLC0415
    from docveil.corpus.output import Plan  # noqa: PLC0415
    from docveil.corpus.rowfiles import Columns  # noqa: PLC0415
    from docveil.corpus.settings import CorpusSettings  # noqa: PLC0415

    if resume and restart:
        raise UsageError("Give either --resume or --restart.")
    inside = [out, *([cleaning.key_file] if cleaning.key_file else []), *([timings] if timings else [])]
    if (
        _within(source, out)
        or any(_within(path, out) for path in inside[1:])
        or (source.is_dir() and _within(out, source))
    ):
        raise UsageError("The input, the key and the timings must lie outside OUT, and OUT outside the input.")
    directory = resolve_directory(artifacts, profile)
    ArtifactStore.open(directory, profile)
    config = cleaning.config(threads=1)
    settings = CorpusSettings(
        policy=config.policy,
        key=config.key,
        artifacts=directory,
        profile=profile,
        cleaner=cleaning.cleaner,
        order=order,
        include=frozenset(include or ()),
        html=html,
        min_ocr_confidence=min_ocr_confidence,
        on_page_error=on_page_error,
        limits=WorkerLimits(seconds_per_page=seconds_per_page, seconds=max_seconds),
    )
    named = column is not None or id_column is not None or base64
    columns = Columns(column or "text", id_column, base64) if named else None
    inputs = open_inputs(source, columns=columns, globs=glob or ())
    plan = Plan(kind, workers, shards, resume, restart, max_failures)
    clean_corpus = _engine(engine)
    try:
        with shown(quiet=quiet) as watch:
            progress = clean_corpus(inputs, out, settings, plan, watch=watch)
    except KeyboardInterrupt:
        say("Stopped. Finished shards stay; run again with --resume to go on.")
        raise typer.Exit(_INTERRUPTED) from None
    for line in summary(progress, watch.seconds):
        say(line)
    if timings is not None:
        _write_timings(timings, watch.seconds)
    if progress.counts.failed or progress.counts.partial:
        raise typer.Exit(ExitCode.SOME_FAILED)


def _engine(name: str) -> Any:
    if name == "local":
        from docveil.corpus.local import clean_corpus  # noqa: PLC0415

        return clean_corpus
    try:
        from docveil.corpus import ray  # noqa: PLC0415
    except ModuleNotFoundError:
        raise UsageError("Ray is not installed.", next_step="Install docveil[ray].") from None
    return ray.clean_corpus


def _within(path: Path, folder: Path) -> bool:
    return path.resolve().is_relative_to(folder.resolve())


def _write_timings(path: Path, seconds: float) -> None:
    try:
        path.write_text(f'{{"seconds": {seconds:.3f}}}\n', encoding="utf-8")
    except OSError:
        raise UsageError("The file for timings cannot be written.") from None
