"""The options that ask for chunks."""

from pathlib import Path
from typing import Annotated, Literal

import typer
from attrs import frozen

from docveil.artifacts.store import ArtifactStore
from docveil.emit.chunk_files import Chunking
from docveil.emit.token_counts import TokenCounter
from docveil.errors import UsageError

Unit = Literal["characters", "tokens"]


@frozen
class ChunkOptions:
    """Whether chunks are written, and how large they may be."""

    chunks: Annotated[
        int | None, typer.Option("--chunks", min=1, help="Write chunks of at most so many units, too.")
    ] = None
    chunk_unit: Annotated[
        Unit, typer.Option("--chunk-unit", help="characters, or tokens of --tokenizer or else of the Rampart model.")
    ] = "characters"
    tokenizer: Annotated[Path | None, typer.Option("--tokenizer", help="A tokenizer.json whose tokens count.")] = None

    def chunking(self, artifacts: Path | None) -> Chunking | None:
        """How chunks are made, or None where none are asked for.

        Raises:
            UsageError: options do not go together, or the tokenizer file is none.
            ArtifactsError: the model's tokenizer is asked for, and a model file is missing or changed.
        """
        if self.tokenizer is not None and self.chunk_unit != "tokens":
            raise UsageError("A tokenizer goes with --chunk-unit tokens.")
        if self.chunks is None:
            if self.chunk_unit != "characters":
                raise UsageError("--chunk-unit goes with --chunks.", next_step="Say how large a chunk may be.")
            return None
        if self.chunk_unit == "characters":
            return Chunking(self.chunks)
        counter = TokenCounter(self._tokenizer_bytes(artifacts))
        return Chunking(self.chunks, f"tokens:{counter.sha256}", counter)

    def _tokenizer_bytes(self, artifacts: Path | None) -> bytes:
        if self.tokenizer is None:
            return ArtifactStore.open_any(artifacts).file("rampart/tokenizer.json").read_bytes()
        try:
            return self.tokenizer.read_bytes()
        except OSError:
            raise UsageError("The tokenizer file cannot be read.") from None
