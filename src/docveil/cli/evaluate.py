"""`docveil evaluate`: figures on data of one's own."""

import json
from pathlib import Path
from typing import Annotated

import typer

from docveil.artifacts.store import ArtifactStore, resolve_directory
from docveil.cleaner import TextCleaner
from docveil.cli.options import ArtifactsOption, PolicyOption, PresetOption, ThreadsOption, config_from
from docveil.evaluate.cleaner import finder
from docveil.evaluate.data import load_gold, load_label_map
from docveil.evaluate.render import render
from docveil.evaluate.spans import evaluate_spans

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
    store = ArtifactStore.open(resolve_directory(artifacts))
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
