"""What several commands share: their options, the tools that these call for, and messages."""

from pathlib import Path
from typing import Annotated

import typer

from docveil.cleaner import UNIFIED, TextCleaner, TextCleanerConfig
from docveil.extract.docling_pdf import DoclingExtractor, Order

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


def tools(
    artifacts: Path | None, preset: str, policy: Path | None, threads: int, order: Order
) -> tuple[DoclingExtractor, TextCleaner]:
    """The provider and the cleaner. Every model file is verified here, before any source is opened."""
    config = config_from(policy, preset, threads)
    provider = DoclingExtractor(artifacts_path=artifacts, order=order, threads=threads)
    return provider, TextCleaner(config, store=provider.store)


def config_from(policy: Path | None, preset: str, threads: int) -> TextCleanerConfig:
    """The policy file where one is given, else the preset."""
    if policy is not None:
        return TextCleanerConfig.from_file(policy, pii_processing=UNIFIED, threads=threads)
    return TextCleanerConfig.from_preset(preset, pii_processing=UNIFIED, threads=threads)
