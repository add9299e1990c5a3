"""What several commands share: their options, the tools that these call for, and messages."""

from pathlib import Path
from typing import Annotated, Literal

import typer

from docveil.artifacts.store import ArtifactStore, resolve_directory
from docveil.cleaner import UNIFIED, Cleaner, TextCleaner, TextCleanerConfig
from docveil.custom_cleaners import load_cleaner
from docveil.errors import UsageError
from docveil.extract.isolated import IsolatedExtractor, OnPageError, WorkerLimits
from docveil.extract.provider import Order
from docveil.redact.keys import load_key

ArtifactsOption = Annotated[
    Path | None,
    typer.Option(
        "--artifacts", help="Prepared model directory. Default: DOCVEIL_ARTIFACTS, else the user data directory."
    ),
]
PresetOption = Annotated[str, typer.Option("--preset", help="training, strict, contact-only, hipaa-safe-harbor, gdpr.")]
PolicyOption = Annotated[Path | None, typer.Option("--policy", help="A TOML policy of your own, in place of a preset.")]
OperatorOption = Annotated[
    str | None,
    typer.Option(
        "--operator",
        help="One operator for every label: placeholder, indexed, pseudonym, mask, mask:4, hash, remove, synthetic, "
        "reversible, keep. Default: as the policy says.",
    ),
]
KeyOption = Annotated[
    Path | None,
    typer.Option("--key-file", help="A file of 16 secret bytes or more, for pseudonym, hash, synthetic and --vault."),
]
CleanerOption = Annotated[
    str | None,
    typer.Option("--cleaner", help="An installed cleaner of your own, by its entry point in docveil.cleaners."),
]
VaultOption = Annotated[
    Path | None,
    typer.Option("--vault", help="An encrypted file with the way back, for --operator reversible; outside --out."),
]
ThreadsOption = Annotated[int, typer.Option("--threads", min=1, help="Threads of the model runtime.")]
OrderOption = Annotated[Order, typer.Option("--order", help="Order of elements: reading, or layout (page, top, left).")]
IncludeOption = Annotated[
    list[str] | None,
    typer.Option(
        "--include",
        help="Read this too: comments (in a PDF also called annotations), or quoted, the history in an e-mail. "
        "May be given more than once.",
    ),
]
HtmlPart = Literal["main", "full"]
HtmlOption = Annotated[HtmlPart, typer.Option("--html", help="Of a web page, main: its main text, or full: all of it.")]
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
    html: HtmlPart = "main",
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
        "html": html,
        "min_ocr_confidence": min_ocr_confidence,
    }
    limits = WorkerLimits(seconds_per_page=seconds_per_page)
    return IsolatedExtractor(options=options, limits=limits, on_page_error=on_page_error)


def cleaner_from(
    artifacts: Path | None,
    preset: str,
    policy: Path | None,
    threads: int,
    operator: str | None = None,
    key_file: Path | None = None,
    cleaner: str | None = None,
) -> Cleaner:
    """The cleaner. Every model file is verified here, before any source is opened."""
    store = ArtifactStore.open(resolve_directory(artifacts))
    if cleaner is not None:
        if policy is not None or operator is not None or key_file is not None:
            raise UsageError("A cleaner of your own has its own policy.", next_step="Leave the policy's options out.")
        return load_cleaner(cleaner)
    key = load_key(key_file) if key_file is not None else None
    return TextCleaner(config_from(policy, preset, threads).with_operator(operator, key), store=store)
