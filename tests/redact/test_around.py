"""A value in two halves around what is hidden: a reader reads over a replacement, and verify does; so does cleaning."""

import pytest

from docveil import ExtractedDocument, clean_document
from docveil.emit.chunk_files import Chunking, searchable_texts
from docveil.emit.files import document_files
from docveil.emit.wire import CHUNK_SCHEMA, WrittenChunk, dump_lines
from docveil.verification import Verdict, verify_source
from tests.redact.test_verify import OPERATORS, SOURCE, cleaner
from tests.structure.support import Provider
from tests.support import document

WHOLE = "The number is 078-05-1120."


def checked(source: ExtractedDocument, operator: str = "placeholder", limit: int = 40) -> tuple[str, Verdict]:
    """The cleaned text, and what verify says to it."""
    tool = cleaner(operator)
    processed = clean_document(source, tool, keep=lambda _: None)
    chunks = (Chunking(limit).file(processed, SOURCE.doc_id),)
    files = dict(document_files(processed, SOURCE.doc_id, chunks))
    return processed.text, verify_source(SOURCE, files, Provider(source), tool)


@pytest.mark.parametrize("operator", OPERATORS)
def test_halves_around_a_hidden_value_are_hidden(operator: str) -> None:
    text, verdict = checked(document(WHOLE, "Once more 078-05- mara@example.org 1120 and on."), operator)
    assert verdict.failures == ()
    assert "1120 and on" not in text.replace(text.splitlines()[0], "")


def test_halves_around_halves_are_hidden() -> None:
    inside = "078- mara@example.org 05-1120"
    text, verdict = checked(
        document(WHOLE, "Card 4242 4242 4242 4242.", f"Once more 424 {inside} 2424242424242 and on.")
    )
    assert verdict.failures == ()
    assert text.splitlines()[-1] == "Once more <CREDIT_CARD> <US_SSN> <EMAIL_ADDRESS>   and on."


def test_halves_that_words_part_stay() -> None:
    text, verdict = checked(document(WHOLE, "Rows 078-05- to mara@example.org and 1120 stay."))
    assert verdict.failures == ()
    assert text.endswith("Rows 078-05- to <EMAIL_ADDRESS> and 1120 stay.")


def test_the_end_and_the_beginning_of_a_document_are_no_halves() -> None:
    """The JSON holds the text twice; one does not go on in the other."""
    text, verdict = checked(document("1120 leaves are in the book.", WHOLE, "The plate is 078-05-"))
    assert verdict.failures == ()
    assert text.startswith("1120 leaves")
    assert text.endswith("078-05-")


def test_a_chunk_is_read_behind_its_context_and_before_the_next_chunk() -> None:
    def chunk(number: int, context: str, text: str) -> WrittenChunk:
        return WrittenChunk(
            CHUNK_SCHEMA,
            SOURCE.doc_id,
            chunk=number,
            unit="characters",
            limit=9,
            size=9,
            start=0,
            end=1,
            ends_at="row",
            elements=(),
            pages=(),
            context=context,
            text=text,
        )

    texts = searchable_texts(dump_lines([chunk(0, "", "a 078-"), chunk(1, "head 05", "1120 b")]))
    assert texts == ("a 078-1120 b", "head 05\n1120 b")
