"""`docveil restore`: from cleaned files and their vault back to the source text."""

import sys
from pathlib import Path
from typing import Annotated

import typer

from docveil.cli.options import say
from docveil.emit.files import publish
from docveil.errors import UsageError
from docveil.redact.keys import load_key
from docveil.redact.vault import Vault
from docveil.verification import read_directory, restored_texts


def restore(
    directory: Annotated[Path, typer.Argument(help="The --out of `docveil clean --operator reversible`.")],
    vault: Annotated[Path, typer.Option("--vault", help="The vault of that run.")],
    key_file: Annotated[Path, typer.Option("--key-file", help="The key of that run.")],
    out: Annotated[
        Path | None, typer.Option("--out", help="Another directory, for the private texts. Default: standard output.")
    ] = None,
) -> None:
    """Give back the exact source text of each document. It is private again."""
    if out is not None and out.resolve().is_relative_to(directory.resolve()):
        raise UsageError("The private text must not lie among the cleaned files.", next_step="Give another --out.")
    texts = restored_texts(read_directory(directory), Vault(vault, load_key(key_file), must_exist=True))
    if out is not None:
        publish(out, [(f"{doc_id}.txt", text.encode("utf-8")) for doc_id, text in texts], private=True)
    elif len(texts) == 1:
        sys.stdout.buffer.write(texts[0][1].encode("utf-8"))
        sys.stdout.buffer.flush()
    else:
        raise UsageError("Several documents do not fit on standard output.", next_step="Give --out DIR.")
    say(f"Restored {len(texts)} of {len(texts)} documents; the text is private.")
