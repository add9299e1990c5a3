"""`<doc_id>.chunks.jsonl`: a cleaned document in chunks, a line each, and what proves such a file."""

from collections.abc import Iterable, Sequence
from itertools import pairwise

from attrs import frozen

from docveil.emit.boundaries import RANKS
from docveil.emit.chunks import END, Measure, chunks_of, described
from docveil.emit.pieces import pieces_of
from docveil.emit.rendering import text_of
from docveil.emit.wire import CHUNK_SCHEMA, WrittenChunk, dump_lines, load_lines
from docveil.errors import VerificationFailed
from docveil.model.document import DocumentElement
from docveil.model.processed import ProcessedDocument, Report

CHUNKS_SUFFIX = ".chunks.jsonl"
CHARACTERS = "characters"


@frozen
class Chunking:
    """How chunks are made.

    Attributes:
        limit: Greatest size of a chunk, in units.
        unit: `characters` (code points), or `tokens:` and the SHA-256 of the tokenizer file.
        measure: Counts the units of a text.
    """

    limit: int
    unit: str = CHARACTERS
    measure: Measure = len

    def file(self, processed: ProcessedDocument, doc_id: str) -> tuple[str, bytes]:
        """`(name, bytes)` of the chunks of a cleaned document."""
        pieces = pieces_of(processed.elements, processed.report)
        lines = (
            WrittenChunk(
                CHUNK_SCHEMA,
                doc_id,
                chunk=index,
                unit=self.unit,
                limit=self.limit,
                size=chunk.size,
                start=chunk.start,
                end=chunk.end,
                ends_at=chunk.ends_at,
                elements=chunk.elements,
                pages=chunk.pages,
                context=chunk.context,
                text=chunk.text,
            )
            for index, chunk in enumerate(chunks_of(pieces, self.limit, self.measure))
        )
        return (f"{doc_id}{CHUNKS_SUFFIX}", dump_lines(lines))


def check_chunks(data: bytes, doc_id: str, elements: Sequence[DocumentElement], report: Report) -> None:
    """Hold a file of chunks against the cleaned elements that it is of, as they are written under the settings in `report`.

    Sizes in tokens are not counted again: that would take the tokenizer.

    Raises:
        VerificationFailed: the chunks do not join to the text, or are not what they say.
    """
    chunks = load_lines(data, WrittenChunk)
    _require(
        "".join(chunk.text for chunk in chunks) == text_of(elements, report), "The chunks do not join to the text."
    )
    _require(
        all(chunk.schema == CHUNK_SCHEMA and chunk.doc_id == doc_id for chunk in chunks),
        "The chunks are of another document.",
    )
    _require(_are_in_order(chunks), "The chunks are not numbered and placed one behind the other.")
    made_of = described(pieces_of(elements, report), [(chunk.start, chunk.end) for chunk in chunks])
    _require(
        all((c.context, c.elements, c.pages) == own for c, own in zip(chunks, made_of, strict=True)),
        "A chunk names other elements, pages or headings than its own.",
    )
    _require(
        all(c.size == len(c.text) + len(c.context) for c in chunks if c.unit == CHARACTERS), "A chunk has another size."
    )


def searchable_texts(data: bytes) -> tuple[str, ...]:
    """The texts that a file of chunks is read as: all of them as one, and each that has a context behind that.

    A chunk by itself is none: where a word had to be cut, its half is no word.

    Raises:
        VerificationFailed: it is none.
    """
    chunks = load_lines(data, WrittenChunk)
    return (
        "".join(chunk.text for chunk in chunks),
        *(f"{chunk.context}\n{chunk.text}" for chunk in chunks if chunk.context),
    )


def _are_in_order(chunks: Sequence[WrittenChunk]) -> bool:
    return (
        [chunk.chunk for chunk in chunks] == list(range(len(chunks)))
        and all(chunk.end - chunk.start == len(chunk.text) > 0 for chunk in chunks)
        and all(chunk.start == 0 for chunk in chunks[:1])
        and all(a.end == b.start for a, b in pairwise(chunks))
        and len({(chunk.unit, chunk.limit) for chunk in chunks}) <= 1
        and _ends(chunks) <= set(RANKS)
        and all(chunk.ends_at == END for chunk in chunks[-1:])
    )


def _ends(chunks: Iterable[WrittenChunk]) -> set[str]:
    return {chunk.ends_at for chunk in [*chunks][:-1]}


def _require(condition: bool, failure: str) -> None:
    if not condition:
        raise VerificationFailed(failure)
