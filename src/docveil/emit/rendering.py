"""The text that is written, where tables are not written as cells: made of cleaned elements, so nothing that is gone returns.

The elements and their joined text stay what they are (laws 1 to 5); this text is a function of them, of the setting that the
report names and of the ledger, and `docveil verify` makes it again. See docs/decisions/0006-structure.md.
"""

from collections.abc import Iterator, Sequence

from attrs import frozen

from docveil.emit.table_lines import Table, cells_by_table, rows_as_grid, rows_as_lines
from docveil.model.document import DocumentElement, LedgerNote
from docveil.model.headings import is_label, label
from docveil.model.processed import ProcessedDocument, Report
from docveil.model.unsound import unsound_tables

TABLES_SETTING = "policy.structure.tables"


@frozen(repr=False)
class Part:
    """A stretch of the written text.

    Attributes:
        text: A block, a line of a table, or a sentence on a table.
        separator: White space behind it; not part of the text behind the last one.
        elements: Ids of the elements that it shows; none for headings and sentences of docveil's own.
    """

    text: str
    separator: str
    elements: tuple[str, ...]


def written_text(processed: ProcessedDocument) -> str:
    """The text of `<doc_id>.txt`."""
    return text_of(processed.elements, processed.report)


def text_of(elements: Sequence[DocumentElement], report: Report) -> str:
    """The text that is written for cleaned `elements` under the settings in `report`."""
    parts = written_parts(elements, report)
    return "".join(part.text + part.separator for part in parts[:-1]) + "".join(part.text for part in parts[-1:])


def tables_setting(report: Report) -> str:
    """How tables are written: `cells`, `grid` or `rows`."""
    return dict(report.policy).get(TABLES_SETTING, "cells")


def written_parts(elements: Sequence[DocumentElement], report: Report) -> tuple[Part, ...]:
    """The written text in its parts: each element, or each line of a table.

    With tables as cells the parts are the elements. Else a table's lines stand where its cells stood, and a table whose structure
    was not believed (the ledger says so) has a sentence before its text.
    """
    tables = tables_setting(report)
    if tables == "cells":
        return tuple(Part(e.text, e.separator, (e.id,)) for e in elements)
    return tuple(_parts(elements, report.ledger.notes, as_grid=tables == "grid"))


def _parts(elements: Sequence[DocumentElement], notes: Sequence[LedgerNote], *, as_grid: bool) -> Iterator[Part]:
    sentences = _sentences(elements, notes)
    cells = cells_by_table(elements)
    tables = {name: Table.of(members) for name, members in cells.items()}
    at = 0
    while at < len(elements):
        element = elements[at]
        if element.table is None:
            if element.id in sentences:
                yield Part(sentences[element.id], "\n", ())
            yield Part(element.text, element.separator, (element.id,))
            at += 1
            continue
        end = at + 1
        while end < len(elements) and elements[end].table == element.table:
            end += 1
        yield from _table_parts(tables[element.table], elements[at:end], cells[element.table], as_grid=as_grid)
        at = end


def _table_parts(
    table: Table, run: Sequence[DocumentElement], whole: Sequence[DocumentElement], *, as_grid: bool
) -> Iterator[Part]:
    """The lines of a run of cells: a table may go on behind a page's furniture, and its headings hold there too."""
    starts = [e.cell[0] for e in run if e.cell]
    later = [e.cell[0] for e in whole if e.cell and e.cell[0] > max(starts)]
    stop = min(later) if later else max(e.cell[1] for e in whole if e.cell)
    rows = range(min(starts), stop)
    lines = list((rows_as_grid if as_grid else rows_as_lines)(table, rows))
    if not lines:
        yield Part("", run[-1].separator, tuple(e.id for e in run))
    for index, (text, shown) in enumerate(lines):
        separator = run[-1].separator if index == len(lines) - 1 else "\n"
        yield Part(text, separator, tuple(cell.id for cell in shown))


def _sentences(elements: Sequence[DocumentElement], notes: Sequence[LedgerNote]) -> dict[str, str]:
    """By the id of the first element of each table that is kept as text, what is known of it."""
    found: dict[str, str] = {}
    for members in unsound_tables(elements, notes):
        filled = [e for e in members if e.text.strip()]
        if filled:
            found[filled[0].id] = _sentence([line for e in filled for line in e.text.splitlines()])
    return found


def _sentence(lines: Sequence[str]) -> str:
    filled = [line for line in lines if line.strip()]
    words = sum(len(line.split()) for line in filled)
    headed = f", headed {label(filled[0])}" if len(filled) > 1 and is_label(filled[0]) else ""
    return (
        f"A table of {_count(len(filled), 'line')} and {_count(words, 'word')} that could not be read as rows{headed}."
    )


def _count(number: int, noun: str) -> str:
    return f"{number} {noun}" if number == 1 else f"{number} {noun}s"
