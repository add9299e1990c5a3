"""What several commands share: their options, the tools that these call for, and messages."""

from pathlib import Path
from typing import Annotated

import typer

from docveil.artifacts.store import ArtifactStore, resolve_directory
from docveil.cleaner import UNIFIED, TextCleaner, TextCleanerConfig
from docveil.extract.docling_pdf import Order
from docveil.extract.isolated import IsolatedExtractor, OnPageError, WorkerLimits

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


IncludeOption = Annotated[
    list[str] | None, typer.Option("--include", help="Read this too: annotations. May be given more than once.")
]
ConfidenceOption = Annotated[
    float, typer.Option("--min-ocr-confidence", min=0.0, max=1.0, help="Refuse a page that OCR read with less.")
]
PageErrorOption = Annotated[
    OnPageError, typer.Option("--on-page-error", help="fail, or keep-going: publish the other pages and leave with 8.")
]
SecondsOption = Annotated[
    float, typer.Option("--seconds-per-page", min=0.1, help="Longest time without a page begun or done.")
]


def say(message: str) -> None:
    """A line on standard error."""
    typer.echo(message, err=True)


def config_from(policy: Path | None, preset: str, threads: int) -> TextCleanerConfig:
    """The policy file where one is given, else the preset."""
    if policy is not None:
        return TextCleanerConfig.from_file(policy, pii_processing=UNIFIED, threads=threads)
    return TextCleanerConfig.from_preset(preset, pii_processing=UNIFIED, threads=threads)


def provider_from(
    artifacts: Path | None,
    threads: int,
    order: Order,
    *,
    include: list[str] | None = None,
    min_ocr_confidence: float = 0.0,
    on_page_error: OnPageError = "fail",
    seconds_per_page: float = 120.0,
) -> IsolatedExtractor:
    """The provider, in a child process of its own. It verifies the model files again, where they are loaded."""
    options = {
        "artifacts_path": artifacts,
        "threads": threads,
        "order": order,
        "include": frozenset(include or ()),
        "min_ocr_confidence": min_ocr_confidence,
    }
    limits = WorkerLimits(seconds_per_page=seconds_per_page)
    return IsolatedExtractor(options=options, limits=limits, on_page_error=on_page_error)


def cleaner_from(artifacts: Path | None, config: TextCleanerConfig) -> TextCleaner:
    """The cleaner. Every model file is verified here, before any source is opened."""
    return TextCleaner(config, store=ArtifactStore.open(resolve_directory(artifacts)))
