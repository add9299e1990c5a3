"""What several commands share: their options, the tools that these call for, and messages."""

from pathlib import Path
from typing import Annotated

import typer

from docveil.cleaner import UNIFIED, Cleaner, TextCleaner, TextCleanerConfig
from docveil.custom_cleaners import load_cleaner
from docveil.errors import UsageError
from docveil.extract.docling_pdf import DoclingExtractor, Order
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


def say(message: str) -> None:
    """A line on standard error."""
    typer.echo(message, err=True)


def tools(
    artifacts: Path | None,
    preset: str,
    policy: Path | None,
    threads: int,
    order: Order,
    operator: str | None = None,
    key_file: Path | None = None,
    cleaner: str | None = None,
) -> tuple[DoclingExtractor, Cleaner]:
    """The provider and the cleaner. Every model file is verified here, before any source is opened."""
    if cleaner is not None:
        if policy is not None or operator is not None or key_file is not None:
            raise UsageError("A cleaner of your own has its own policy.", next_step="Leave the policy's options out.")
        custom = load_cleaner(cleaner)
        return DoclingExtractor(artifacts_path=artifacts, order=order, threads=threads), custom
    key = load_key(key_file) if key_file is not None else None
    config = config_from(policy, preset, threads).with_operator(operator, key)
    provider = DoclingExtractor(artifacts_path=artifacts, order=order, threads=threads)
    return provider, TextCleaner(config, store=provider.store)


def config_from(policy: Path | None, preset: str, threads: int) -> TextCleanerConfig:
    """The policy file where one is given, else the preset."""
    if policy is not None:
        return TextCleanerConfig.from_file(policy, pii_processing=UNIFIED, threads=threads)
    return TextCleanerConfig.from_preset(preset, pii_processing=UNIFIED, threads=threads)
