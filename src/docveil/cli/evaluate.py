"""`docveil evaluate`: figures on data of one's own."""

import json
from pathlib import Path
from typing import Annotated

import typer
from attrs import asdict

from docveil.artifacts.store import ArtifactStore
from docveil.cleaner import TextCleaner
from docveil.cli.options import (
    ArtifactsOption,
    OrderOption,
    PolicyOption,
    PresetOption,
    ReadingOptions,
    ThreadsOption,
    config_from,
)
from docveil.errors import UsageError
from docveil.evaluate.cleaner import finder
from docveil.evaluate.data import load_gold, load_label_map
from docveil.evaluate.ocr import error_rates
from docveil.evaluate.render import render
from docveil.evaluate.spans import evaluate_spans
from docveil.pipeline import extract_document

app = typer.Typer(help="Measure docveil on labelled data of your own.", no_args_is_help=True)


@app.command("spans")
def spans(
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
    store = ArtifactStore.open_any(artifacts)
    config = config_from(policy, preset, threads)
    gold, mapping = load_gold(data), load_label_map(labels)
    result = evaluate_spans(
        gold,
        finder(TextCleaner(config, store=store)),
        mapping,
        split=split,
        hidden=config.policy.hides_label,
    )
    typer.echo(json.dumps(result.as_dict()) if as_json else render(result))


@app.command("ocr")
def ocr(
    truth: Annotated[Path, typer.Argument(help="The true text of the source, in UTF-8.", show_default=False)],
    source: Annotated[Path, typer.Argument(help="The scan.", show_default=False)],
    as_json: Annotated[bool, typer.Option("--json", help="One JSON object on standard output.")] = False,
    artifacts: ArtifactsOption = None,
    threads: ThreadsOption = 2,
    order: OrderOption = "reading",
) -> None:
    """Character and word error rate of what is read from a source, and what they mean."""
    try:
        true_text = truth.read_text(encoding="utf-8")
    except (OSError, UnicodeDecodeError):
        raise UsageError("The true text cannot be read, or is not in UTF-8.") from None
    if not true_text.strip():
        raise UsageError("The true text is blank.")
    with ReadingOptions(threads=threads, order=order).provider(artifacts) as provider:
        rates = error_rates(true_text, extract_document(source, provider=provider).text)
    if as_json:
        typer.echo(json.dumps(asdict(rates)))
        return
    typer.echo(f"character error rate  {rates.character_error_rate:7.2%}  of {rates.characters} characters")
    typer.echo(f"word error rate       {rates.word_error_rate:7.2%}  of {rates.words} words")
    typer.echo(rates.meaning)
