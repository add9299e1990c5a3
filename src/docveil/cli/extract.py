"""`docveil extract`: the raw elements, for those who may see them."""

from pathlib import Path
from typing import Annotated

import typer

from docveil.cli.groups import expanded
from docveil.cli.options import ArtifactsOption, PrivateOption, ReadingOptions, check_private, say
from docveil.emit.files import publish
from docveil.emit.wire import extraction_bytes
from docveil.intake import read_source
from docveil.pipeline import extract_document


@expanded
def extract(
    *,
    source: Annotated[Path, typer.Argument(help="Document to read.", show_default=False)],
    out: Annotated[Path, typer.Option("--out", help="JSON file for the raw text.")],
    private: PrivateOption = False,
    artifacts: ArtifactsOption = None,
    reading: ReadingOptions,
) -> None:
    """Write the raw, uncleaned elements: private text, so it asks for --private."""
    check_private(source, out, private=private)
    provider = reading.provider(artifacts)
    read = read_source(source)
    with provider:
        document = extract_document(read, provider=provider)
    publish(out.parent, [(out.name, extraction_bytes(document, read.doc_id))], private=True)
    say(f"{read.doc_id}: {len(document.elements)} elements written, not cleaned.")
