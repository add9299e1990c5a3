"""`docveil highlight`: where a sentence of the body text stands on its page, for those who may see the page."""

from collections import defaultdict
from pathlib import Path
from typing import Annotated

import typer

from docveil.cli.groups import expanded
from docveil.cli.options import ArtifactsOption, PrivateOption, ReadingOptions, check_private, say
from docveil.emit.files import publish
from docveil.errors import UsageError
from docveil.extract.marked_pages import PictureFormat, marked_pages
from docveil.intake import PDF, read_source
from docveil.model.ranges import PageBox
from docveil.pipeline import extract_document
from docveil.structure.sentences import places_of

_FORMATS: dict[str, PictureFormat] = {".png": "png", ".pdf": "pdf"}


@expanded
def highlight(
    *,
    source: Annotated[Path, typer.Argument(help="PDF to look in.", show_default=False)],
    sentence: Annotated[
        str, typer.Option("--sentence", help="A sentence of its body text; - takes it from standard input.")
    ],
    out: Annotated[Path, typer.Option("--out", help="PNG or PDF file for the pages, the sentence marked.")],
    private: PrivateOption = False,
    artifacts: ArtifactsOption = None,
    reading: ReadingOptions,
) -> None:
    """Draw where a sentence of the body text stands on its page: private text, so it asks for --private."""
    check_private(source, out, private=private)
    # On the command line it would stand in the shell's history and in the list of processes.
    wanted = typer.get_text_stream("stdin", encoding="utf-8", errors="replace").read() if sentence == "-" else sentence
    picture = _FORMATS.get(out.suffix.lower())
    if picture is None:
        raise UsageError("The pages are written as a PNG or a PDF.", next_step="End the name of --out in .png or .pdf.")
    read = read_source(source)
    if read.media_type != PDF:
        raise UsageError("Only a PDF has pages that can be drawn.")
    provider = reading.provider(artifacts)
    with provider:
        document = extract_document(read, provider=provider)
    marks: defaultdict[int, list[PageBox]] = defaultdict(list)
    for place in places_of(document, wanted):
        marks[place.page].append(place.box)
    if not marks:
        raise UsageError(
            "The sentence is not in the body text of the source.", next_step="Give it whole, as the page has it."
        )
    publish(out.parent, [(out.name, marked_pages(read.data, marks, picture))], private=True)
    say(f"{read.doc_id}: marked on page {', '.join(map(str, sorted(marks)))}.")
