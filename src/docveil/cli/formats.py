"""`docveil formats`: what is read, and in what."""

import textwrap

import typer

from docveil.intake.formats import FORMATS

_WIDTH = 100


def formats() -> None:
    """Print every type that is read: how it is told, which places are read, and which stand in the ledger."""
    for kind in FORMATS:
        typer.echo(f"{kind.name}  [{kind.media_type}]")
        for head, places in (("told by", (kind.told_by,)), ("read", kind.read), ("ledger", kind.ledger)):
            if places:
                typer.echo(
                    textwrap.fill(
                        ", ".join(places), _WIDTH, initial_indent=f"  {head + ':':9}", subsequent_indent=" " * 11
                    )
                )
