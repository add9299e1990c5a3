"""Chunks over generated documents: they join to the text, hold their limit, and say what they are made of."""

from bisect import bisect_left
from collections.abc import Callable
from itertools import pairwise

from hypothesis import given
from hypothesis import strategies as st

from docveil.emit.boundaries import tables_of, unit_ends
from docveil.emit.chunks import END, chunks_of, described
from docveil.emit.pieces import Piece, pieces_of
from docveil.emit.rendering import TABLES_SETTING, text_of
from docveil.model.document import DocumentElement, Fingerprint, Ledger, check_elements
from docveil.model.processed import Report
from tests.properties.strategies import separators, texts

WORDS = (
    "Mara went",
    "home. ",
    "It was late!",
    "\n\n",
    "Then 3.5 km,",
    "e.g. to",
    "Dr. Veil's.",
    "次の文。",
    "\n",
    "x" * 9,
)
paragraphs = st.lists(st.sampled_from(WORDS) | texts, max_size=10).map(" ".join)
Pieces = tuple[Piece, ...]


@st.composite
def written(draw: st.DrawFn) -> Pieces:
    """Text, up to two tables, some with a cell over two rows, and text between and behind; tables in each way of writing."""
    parts: list[DocumentElement] = []

    def text() -> None:
        role = draw(st.sampled_from(["body", "heading", "page_footer"]))
        page = draw(st.none() | st.integers(1, 3))
        parts.append(
            DocumentElement(f"e{len(parts)}", draw(paragraphs), role=role, page=page, separator=draw(separators))
        )

    for name in ("t0", "t1")[: draw(st.integers(0, 2))]:
        text()
        rows, columns = draw(st.integers(1, 4)), draw(st.integers(1, 3))
        tall = draw(st.integers(0, rows))  # of which row the first cell reaches into the next one
        for row in range(rows):
            for column in range(columns):
                if column == 0 and row == tall + 1:
                    continue
                end = min(rows, row + 2) if column == 0 and row == tall else row + 1
                parts.append(
                    DocumentElement(
                        f"e{len(parts)}",
                        draw(st.sampled_from(["Region", "Quarter", "4,120", "a longer cell of some words"]) | texts),
                        kind="table_cell",
                        role="cell",
                        cell=(row, end, column, column + 1),
                        table=name,
                        separator="\t" if column < columns - 1 else "\n",
                    )
                )
            if draw(st.integers(0, 5)) == 0:
                text()
    for _ in range(draw(st.integers(0, 3))):
        text()
    check_elements(tuple(parts))
    tables = draw(st.sampled_from(["cells", "rows", "grid"]))
    report = Report((), (), ((TABLES_SETTING, tables),), Ledger(), Fingerprint("0", "test"))
    pieces = pieces_of(parts, report)
    assert joined(pieces) == text_of(parts, report)
    return pieces


def joined(pieces: Pieces) -> str:
    return "".join(p.text + p.separator for p in pieces)


def words(text: str) -> int:
    """As with tokens, a text may be smaller than its parts together."""
    return len(text.split())


limits = st.integers(1, 60)
measures: st.SearchStrategy[Callable[[str], int]] = st.sampled_from([len, words, lambda t: len(t.encode("utf-8"))])


@given(written(), limits, measures)
def test_chunks_join_to_the_text(own: Pieces, limit: int, measure: Callable[[str], int]) -> None:
    text = joined(own)
    chunks = chunks_of(own, limit, measure)
    assert "".join(chunk.text for chunk in chunks) == text
    assert all(chunk.text == text[chunk.start : chunk.end] for chunk in chunks)
    assert [chunk.start for chunk in chunks] == [0, *(chunk.end for chunk in chunks[:-1])][: len(chunks)]
    assert [chunk.ends_at == END for chunk in chunks] == [chunk is chunks[-1] for chunk in chunks]


@given(written(), limits, measures)
def test_no_chunk_is_larger_than_the_limit(own: Pieces, limit: int, measure: Callable[[str], int]) -> None:
    for chunk in chunks_of(own, limit, measure):
        context = measure(chunk.context)
        assert chunk.size == measure(chunk.text) + context
        counted = measure(chunk.text) + (context if 2 * context <= limit else 0)
        assert counted <= limit or len(chunk.text) == 1


@given(written(), limits, measures)
def test_a_paragraph_or_a_row_is_cut_only_where_it_is_too_long(
    own: Pieces, limit: int, measure: Callable[[str], int]
) -> None:
    text, ends = joined(own), unit_ends(own)
    stops = [0, *ends]
    assert stops[-1] == len(text)
    assert all(a < b for a, b in pairwise(stops)) or stops == [0]
    for chunk in chunks_of(own, limit, measure)[:-1]:
        if chunk.end in ends:
            assert chunk.ends_at == ends[chunk.end]
        else:
            assert chunk.ends_at in {"row", "cell", "sentence", "space", "hard"}
            at = bisect_left(stops, chunk.end)
            (context, _, _) = described(own, [(stops[at - 1], stops[at])])[0]
            counted = measure(context) if 2 * measure(context) <= limit else 0
            assert measure(text[stops[at - 1] : stops[at]]) + counted > limit
        if chunk.ends_at in {"sentence", "space"}:
            assert text[chunk.end - 1].isspace() or text[chunk.end - 1] in "。！？”’」』）"


@given(written(), limits, measures)
def test_a_chunk_names_its_elements_and_pages(own: Pieces, limit: int, measure: Callable[[str], int]) -> None:
    chunks = chunks_of(own, limit, measure)
    for chunk in chunks:
        inside = [p for p in own if max(p.start, chunk.start) < min(p.end, chunk.end)]
        assert chunk.elements == tuple(dict.fromkeys(i for p in inside for i in p.elements))
        assert chunk.pages == tuple(sorted({page for p in inside for page in p.pages}))
    assert {i for chunk in chunks for i in chunk.elements} == {i for p in own if p.text for i in p.elements}
    assert described(own, [(c.start, c.end) for c in chunks]) == tuple((c.context, c.elements, c.pages) for c in chunks)


@given(written(), limits, measures)
def test_a_row_is_never_without_its_headings(own: Pieces, limit: int, measure: Callable[[str], int]) -> None:
    """Each heading of a row stands in its chunk or in the chunk's context, and in one of them only where it is cut."""
    for chunk in chunks_of(own, limit, measure):
        for table in tables_of(own):
            if not any(max(p.start, chunk.start) < min(p.end, chunk.end) for p in table.rows):
                continue
            for heading in table.headings:
                shown = " ".join(heading.text.split())
                if heading.start < chunk.start:
                    assert shown in chunk.context
                elif heading.start < min(p.start for p in table.rows):
                    assert heading.start < chunk.end
