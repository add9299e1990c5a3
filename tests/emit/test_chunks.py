"""Chunks by example, their file, and what holds it against the document."""

import json
from collections.abc import Callable
from pathlib import Path
from time import process_time
from typing import Any

import pytest
from attrs import evolve

from docveil.emit.chunk_files import CHUNKS_SUFFIX, Chunking, check_chunks
from docveil.emit.chunks import Chunk, Measure, chunks_of
from docveil.emit.files import document_files, publish
from docveil.emit.pieces import pieces_of
from docveil.emit.rendering import TABLES_SETTING
from docveil.emit.token_counts import TokenCounter
from docveil.errors import UsageError, VerificationFailed
from docveil.model.document import DocumentElement, Fingerprint, Ledger, join_elements
from docveil.model.processed import ProcessedDocument, Report
from docveil.verification import verify_written
from tests.support import document, table

DOC_ID = "0" * 16
REPORT = Report((), (), (), Ledger(), Fingerprint("0", "test"))
TABLE = table(("Region", "Quarter"), ("North", "Q1"), ("South", "Q2"), ("East", "Q3"), first=1)
WITH_TABLE = document("Sales by region.", *TABLE, DocumentElement("e9", "That is all.")).elements


def chunked(
    elements: tuple[DocumentElement, ...], limit: int, measure: Measure = len, tables: str = "cells"
) -> tuple[Chunk, ...]:
    return chunks_of(pieces_of(elements, evolve(REPORT, policy=((TABLES_SETTING, tables),))), limit, measure)


def texts(elements: tuple[DocumentElement, ...], limit: int) -> list[tuple[str, str]]:
    return [(chunk.text, chunk.ends_at) for chunk in chunked(elements, limit)]


def test_paragraphs_are_kept_whole_and_as_many_as_fit() -> None:
    own = document("One one.", "Two two.", "Three.", "A fourth one that is long.").elements
    assert texts(own, 20) == [
        ("One one.\n\nTwo two.\n\n", "paragraph"),
        ("Three.\n\n", "paragraph"),
        ("A fourth one that ", "space"),
        ("is long.", "end"),
    ]


def test_a_heading_that_goes_on_from_a_paragraph_is_not_cut_off_it() -> None:
    """Without white space between the two there is no end of a paragraph: `mast` and `Head` are one word of the text."""
    own = (
        DocumentElement("e0", "The long mast", separator=""),
        DocumentElement("e1", "Head", role="heading"),
        DocumentElement("e2", "What stands below it."),
    )
    assert texts(own, 28) == [("The long mastHead\n\n", "paragraph"), ("What stands below it.", "end")]
    apart = (DocumentElement("e0", "The long mast"), *own[1:])
    assert texts(apart, 28) == [("The long mast\n\n", "paragraph"), ("Head\n\nWhat stands below it.", "end")]


def test_a_long_paragraph_is_cut_at_sentences_then_at_white_space_then_anywhere() -> None:
    own = document("Dr. Veil came, e.g. today. He left. Itwasaverylongword indeed.").elements
    assert texts(own, 30) == [
        ("Dr. Veil came, e.g. today. ", "sentence"),
        ("He left. ", "sentence"),
        ("Itwasaverylongword indeed.", "end"),
    ]
    assert texts(own, 12) == [
        ("Dr. Veil ", "space"),
        ("came, e.g. ", "space"),
        ("today. ", "sentence"),
        ("He left. ", "sentence"),
        ("Itwasaverylo", "hard"),
        ("ngword ", "space"),
        ("indeed.", "end"),
    ]


def test_a_blank_line_ends_a_paragraph_within_an_element() -> None:
    own = document("First line\nof it.\n\nSecond.\n \nThird.").elements
    assert texts(own, 20)[0] == ("First line\nof it.\n\n", "paragraph")
    assert texts(own, 20)[1] == ("Second.\n \nThird.", "end")


def test_a_paragraph_that_was_joined_over_pages_is_one() -> None:
    parts = (
        DocumentElement("e0", "It goes on", page=1, separator=" "),
        DocumentElement("e1", "over the page.", page=2),
        DocumentElement("e2", "Then more.", page=2),
    )
    chunks = chunked(parts, 30)
    assert [c.text for c in chunks] == ["It goes on over the page.\n\n", "Then more."]
    assert chunks[0].pages == (1, 2)
    assert chunks[0].elements == ("e0", "e1")


def test_a_heading_goes_with_what_it_heads() -> None:
    own = document("Some words here.", ("A title", "heading"), "Its text.").elements
    assert texts(own, 28) == [("Some words here.\n\n", "paragraph"), ("A title\n\nIts text.", "end")]
    # Where both do not fit into one chunk, the text is kept whole rather than the two together.
    assert texts(own, 18) == [("Some words here.\n\n", "paragraph"), ("A title\n\nIts text.", "end")]
    assert texts(own, 17)[1:] == [("here.\n\nA title\n\n", "paragraph"), ("Its text.", "end")]
    long = document("Some words.", ("A title", "heading"), "Its text is longer than a chunk may be.").elements
    assert texts(long, 24)[:2] == [("Some words.\n\n", "paragraph"), ("A title\n\nIts text is ", "space")]


def test_rows_carry_their_headings_once_these_are_behind() -> None:
    chunks = chunked(WITH_TABLE, 31)
    assert [(c.text, c.context, c.ends_at) for c in chunks] == [
        ("Sales by region.\n\n", "", "paragraph"),
        ("Region\tQuarter\nNorth\tQ1\n", "", "row"),
        ("South\tQ2\n", "Region\tQuarter\n", "row"),
        ("East\tQ3\n", "Region\tQuarter\n", "paragraph"),
        ("That is all.", "", "end"),
    ]
    assert [c.size for c in chunks] == [18, 24, 24, 23, 12]


def test_headings_longer_than_half_of_a_chunk_do_not_count() -> None:
    chunks = chunked(WITH_TABLE, 18)
    rows = [c for c in chunks if c.context]
    assert rows
    assert all(len(c.text) <= 18 < c.size for c in rows)


def test_two_rows_that_a_cell_holds_together_stay_together() -> None:
    cells = (
        *table(("Region", "Quarter"), ("South", "Q3"), first=0),
        DocumentElement("e4", "North", "table_cell", "cell", cell=(2, 4, 0, 1), table="t0", separator="\t"),
        DocumentElement("e5", "Q1", "table_cell", "cell", cell=(2, 3, 1, 2), table="t0", separator="\n"),
        DocumentElement("e6", "Q2", "table_cell", "cell", cell=(3, 4, 1, 2), table="t0", separator="\n"),
        DocumentElement("e7", "East", "table_cell", "cell", cell=(4, 5, 0, 1), table="t0", separator="\t"),
        DocumentElement("e8", "Q4", "table_cell", "cell", cell=(4, 5, 1, 2), table="t0"),
    )
    assert texts(cells, 35) == [("Region\tQuarter\nSouth\tQ3\n", "row"), ("North\tQ1\nQ2\nEast\tQ4", "end")]
    assert texts(cells, 31)[1:] == [("North\tQ1\nQ2\n", "row"), ("East\tQ4", "end")]


def test_a_row_of_headings_is_not_left_at_the_end_of_a_chunk() -> None:
    assert texts(WITH_TABLE, 35)[:2] == [
        ("Sales by region.\n\n", "paragraph"),
        ("Region\tQuarter\nNorth\tQ1\nSouth\tQ2\n", "row"),
    ]


def test_headings_that_are_cut_themselves_stand_half_in_the_context() -> None:
    cells = table(("A long label of regions", "Quarter"), ("North", "Q1"))
    assert [(c.text, c.context, c.ends_at) for c in chunked(tuple(cells), 25)] == [
        ("A long label of regions\t", "", "cell"),
        ("Quarter\nNorth\tQ1", "A long label of regions\n", "end"),
    ]


def test_a_table_whose_headings_were_left_out_carries_none() -> None:
    """As where they are written into each row: the first row that is left is no row of headings."""
    elements = tuple(e.with_text("", "") if e.cell and e.cell[0] == 0 else e for e in WITH_TABLE)
    assert not any(c.context for c in chunked(elements, 20))


def test_a_grid_carries_its_head_and_lines_that_say_theirs_carry_none() -> None:
    grid = chunked(WITH_TABLE, 72, tables="grid")
    head = "| Region | Quarter |\n| --- | --- |\n"
    assert [(c.text, c.context, c.elements) for c in grid] == [
        (f"Sales by region.\n\n{head}| North | Q1 |\n", "", ("e0", "e3", "e4")),
        ("| South | Q2 |\n| East | Q3 |\n", head, ("e5", "e6", "e7", "e8")),
        ("That is all.", "", ("e9",)),
    ]
    rows = chunked(WITH_TABLE, 30, tables="rows")
    assert rows[1].text == "Region: North \u00b7 Quarter: Q1\n"
    assert rows[1].ends_at == "row"
    assert not any(c.context for c in rows)


def test_nothing_gives_no_chunk_and_an_empty_element_is_in_none() -> None:
    assert chunked((), 5) == ()
    assert chunked(document("").elements, 5) == ()
    chunks = chunked(document("a", "", "b").elements, 50)
    assert [c.elements for c in chunks] == [("e0", "e2")]


def test_a_limit_below_one_is_refused() -> None:
    with pytest.raises(UsageError):
        chunked(WITH_TABLE, 0)


def test_a_long_text_takes_few_measurements() -> None:
    calls = 0

    def measure(text: str) -> int:
        nonlocal calls
        calls += 1
        return len(text)

    text = "word " * 40_000 + "x" * 100_000
    chunks = chunked(document(text).elements, 1000, measure)
    assert len(chunks) == 300
    assert calls < 60 * len(chunks)


def test_a_long_table_takes_no_time_by_the_square() -> None:
    cells = table(("Name", "Number"), *[(f"item {i}", str(i)) for i in range(5000)])
    started = process_time()
    chunks = chunked(tuple(cells), 200)
    assert process_time() - started < 5
    assert len(chunks) == 404
    assert all(c.context == "Name\tNumber\n" for c in chunks[1:])


def test_the_repr_of_a_chunk_shows_no_text() -> None:
    assert "region" not in repr(chunked(WITH_TABLE, 31))


# --- tokens


def test_tokens_are_those_of_the_tokenizer_without_special_ones(artifacts_dir: Path) -> None:
    count = TokenCounter((artifacts_dir / "rampart" / "tokenizer.json").read_bytes())
    assert count("") == 0
    assert count("the table") == 2
    assert count("the table " * 2000) == 4000
    own = document(*["A sentence of a few words, and one more. " * 6] * 5).elements
    chunks = chunked(own, 50, count)
    assert "".join(c.text for c in chunks) == join_elements(own)
    assert all(count(c.text) <= 50 for c in chunks)
    assert max(count(c.text) for c in chunks) > 25


def test_a_file_that_is_no_tokenizer_is_refused_without_its_words() -> None:
    with pytest.raises(UsageError) as caught:
        TokenCounter(b'{"model": "Mara Lindqvist"}')
    assert "Mara" not in str(caught.value)


# --- the file


def processed() -> ProcessedDocument:
    return ProcessedDocument(join_elements(WITH_TABLE), WITH_TABLE, REPORT)


def written(limit: int = 31) -> dict[str, bytes]:
    return dict(document_files(processed(), DOC_ID, (Chunking(limit).file(processed(), DOC_ID),)))


NAME = f"{DOC_ID}{CHUNKS_SUFFIX}"


def test_the_file_is_lines_that_join_to_the_text() -> None:
    files = written()
    lines = [json.loads(line) for line in files[NAME].decode().splitlines()]
    assert "".join(line["text"] for line in lines).encode() == files[f"{DOC_ID}.txt"]
    assert [line["chunk"] for line in lines] == [0, 1, 2, 3, 4]
    assert {(line["schema"], line["doc_id"], line["unit"], line["limit"]) for line in lines} == {
        ("docveil.chunk/1", DOC_ID, "characters", 31)
    }
    (verdict,) = verify_written(files)
    assert verdict.failures == ()
    assert verdict.checks[-1] == "chunks"


def change(**values: Any) -> Callable[[list[dict[str, Any]]], None]:
    def apply(lines: list[dict[str, Any]]) -> None:
        lines[2].update(values)

    return apply


@pytest.mark.parametrize(
    ("spoil", "failure"),
    [
        (change(text="North\tQ2\n"), "The chunks do not join to the text."),
        (list.pop, "The chunks do not join to the text."),
        (list.reverse, "The chunks do not join to the text."),
        (change(doc_id="1" * 16), "The chunks are of another document."),
        (change(chunk=7), "The chunks are not numbered and placed one behind the other."),
        (change(start=0), "The chunks are not numbered and placed one behind the other."),
        (change(limit=35), "The chunks are not numbered and placed one behind the other."),
        (change(ends_at="nowhere"), "The chunks are not numbered and placed one behind the other."),
        (change(context=""), "A chunk names other elements, pages or headings than its own."),
        (change(context="Mara Lindqvist"), "A chunk names other elements, pages or headings than its own."),
        (change(elements=["e1"]), "A chunk names other elements, pages or headings than its own."),
        (change(pages=[4]), "A chunk names other elements, pages or headings than its own."),
        (change(size=1), "A chunk has another size."),
        (change(name="Mara Lindqvist"), "A file breaks the schema at its top level."),
    ],
)
def test_a_changed_line_is_found(spoil: Callable[[list[dict[str, Any]]], None], failure: str) -> None:
    lines = [json.loads(line) for line in written()[NAME].decode().splitlines()]
    spoil(lines)
    data = "".join(f"{json.dumps(line, ensure_ascii=False)}\n" for line in lines).encode()
    with pytest.raises(VerificationFailed) as caught:
        check_chunks(data, DOC_ID, WITH_TABLE, REPORT)
    assert caught.value.what == failure


def test_a_file_of_chunks_that_the_report_does_not_seal_is_found() -> None:
    files, other = written(), written(20)
    assert verify_written({**files, NAME: other[NAME]})[0].failures == ("The jsonl file was changed.",)
    assert verify_written({n: d for n, d in files.items() if n != NAME})[0].failures == (
        "The report names other files.",
    )
    bare = {n: d for n, d in files.items() if n != NAME} | {
        f"{DOC_ID}.report.json": dict(document_files(processed(), DOC_ID))[f"{DOC_ID}.report.json"]
    }
    assert verify_written(bare)[0].failures == ()
    assert verify_written({**bare, NAME: files[NAME]})[0].failures == ("The report names other files.",)


def test_chunks_of_an_earlier_run_do_not_stay(tmp_path: Path) -> None:
    publish(tmp_path, written().items())
    assert (tmp_path / NAME).exists()
    publish(tmp_path, document_files(processed(), DOC_ID), outdated=(NAME, "never-there"))
    assert sorted(p.name for p in tmp_path.iterdir()) == [f"{DOC_ID}.json", f"{DOC_ID}.report.json", f"{DOC_ID}.txt"]
