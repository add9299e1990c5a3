"""What several commands share: their options, the tools that these call for, and messages."""

from pathlib import Path
from typing import Annotated, Literal

import typer
from attrs import evolve, frozen

from docveil.artifacts.store import ArtifactStore, resolve_directory
from docveil.cleaner import UNIFIED, Cleaner, TextCleaner, TextCleanerConfig
from docveil.custom_cleaners import load_cleaner
from docveil.errors import UsageError
from docveil.extract.isolated import IsolatedExtractor, OnPageError, WorkerLimits
from docveil.extract.provider import Order
from docveil.model.structure import Footnotes, Tables
from docveil.redact.keys import load_key

ArtifactsOption = Annotated[
    Path | None,
    typer.Option(
        "--artifacts", help="Prepared model directory. Default: DOCVEIL_ARTIFACTS, else the user data directory."
    ),
]
ProfileOption = Annotated[
    str, typer.Option("--profile", help="Which set of model files: embedded, heron-onnx or heron; docs/profiles.md.")
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
DropOption = Annotated[
    str | None,
    typer.Option(
        "--drop",
        help="Roles that are left out, as page_header,page_footer,footnote; or none. Default: as the policy says.",
    ),
]
FootnotesOption = Annotated[
    Footnotes | None,
    typer.Option("--footnotes", help="inline, end (behind everything else) or drop. Default: as the policy says."),
]
BodyTextOption = Annotated[
    bool | None,
    typer.Option(
        "--body-text/--whole-text", help="Of an academic paper, the body text alone. Default: as the policy says."
    ),
]
TablesOption = Annotated[
    Tables | None,
    typer.Option(
        "--tables", help="In the text: cells, grid (Markdown), or rows (a line each). Default: as the policy says."
    ),
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
PrivateOption = Annotated[bool, typer.Option("--private", help="Yes, write private text to that file.")]
ConfidenceOption = Annotated[
    float, typer.Option("--min-ocr-confidence", min=0.0, max=1.0, help="Refuse a page that OCR read with less.")
]
PageErrorOption = Annotated[
    OnPageError, typer.Option("--on-page-error", help="fail, or keep-going: publish the other pages and leave with 8.")
]
SecondsOption = Annotated[
    float, typer.Option("--seconds-per-page", min=0.1, help="Longest time without a page begun or done.")
]
MaxSecondsOption = Annotated[
    float | None,
    typer.Option(
        "--max-seconds-per-document",
        min=0.1,
        help="Longest time to read one; in a corpus also to clean it. Default: an hour, or for reading 30 seconds a page.",
    ),
]


def say(message: str) -> None:
    """A line on standard error."""
    typer.echo(message, err=True)


def check_private(source: Path, out: Path, *, private: bool) -> None:
    """Private text is written where that was said, and never in the place of the document that it is of.

    Raises:
        UsageError: it was not said, or both are one file.
    """
    if not private:
        raise UsageError(
            "The extracted text is private and not cleaned.", next_step="Say --private to write it all the same."
        )
    try:
        same = source.samefile(out)
    except OSError:  # one of them is not there
        same = False
    if same:
        raise UsageError("The result would take the place of the source.", next_step="Give another --out.")


def config_from(policy: Path | None, preset: str, threads: int) -> TextCleanerConfig:
    """The policy file where one is given, else the preset."""
    if policy is not None:
        return TextCleanerConfig.from_file(policy, pii_processing=UNIFIED, threads=threads)
    return TextCleanerConfig.from_preset(preset, pii_processing=UNIFIED, threads=threads)


@frozen
class ReadingOptions:
    """How sources are read."""

    threads: ThreadsOption = 2
    order: OrderOption = "reading"
    include: IncludeOption = None
    html: HtmlOption = "main"
    min_ocr_confidence: ConfidenceOption = 0.0
    on_page_error: PageErrorOption = "fail"
    seconds_per_page: SecondsOption = 120.0
    max_seconds: MaxSecondsOption = None
    profile: ProfileOption = "embedded"

    def provider(self, artifacts: Path | None) -> IsolatedExtractor:
        """The provider, in a child process of its own. It verifies the model files again, where they are loaded."""
        options = {
            "artifacts_path": artifacts,
            "profile": self.profile,
            "threads": self.threads,
            "order": self.order,
            "include": frozenset(self.include or ()),
            "html": self.html,
            "min_ocr_confidence": self.min_ocr_confidence,
        }
        limits = WorkerLimits(seconds_per_page=self.seconds_per_page, seconds=self.max_seconds)
        return IsolatedExtractor(options=options, limits=limits, on_page_error=self.on_page_error)


@frozen
class CleaningOptions:
    """What is hidden, and behind what."""

    preset: PresetOption = "training"
    policy: PolicyOption = None
    operator: OperatorOption = None
    key_file: KeyOption = None
    cleaner: CleanerOption = None
    drop: DropOption = None
    footnotes: FootnotesOption = None
    body_text: BodyTextOption = None
    tables: TablesOption = None

    def config(self, threads: int) -> TextCleanerConfig:
        """The policy in force, with its key.

        Raises:
            UsageError: there is no such policy or operator, the key cannot be used, or a cleaner of one's own is named too.
        """
        structure = self._structure()
        if self.cleaner is not None and (self.policy, self.operator, self.key_file, structure) != (
            None,
            None,
            None,
            {},
        ):
            raise UsageError("A cleaner of your own has its own policy.", next_step="Leave the policy's options out.")
        key = load_key(self.key_file) if self.key_file is not None else None
        config = config_from(self.policy, self.preset, threads)
        # The structure first: whether an operator may be used depends on it.
        return evolve(config, policy=config.policy.with_structure(structure)).with_operator(self.operator, key)

    def _structure(self) -> dict[str, object]:
        """The settings of the structure that the call names."""
        table: dict[str, object] = {}
        if self.drop is not None:
            table["drop"] = [] if self.drop == "none" else [role.strip() for role in self.drop.split(",")]
        if self.footnotes is not None:
            table["footnotes"] = self.footnotes
        if self.body_text is not None:
            table["body_text"] = self.body_text
        if self.tables is not None:
            table["tables"] = self.tables
        return table

    def tool(self, artifacts: Path | None, reading: ReadingOptions) -> Cleaner:
        """The cleaner. Every model file is verified here, before any source is opened."""
        store = ArtifactStore.open(resolve_directory(artifacts, reading.profile), reading.profile)
        config = self.config(reading.threads)
        return TextCleaner(config, store=store) if self.cleaner is None else load_cleaner(self.cleaner)
