"""Sheets: what the header of a table says about the numbers below it, wherever the table starts."""

import zipfile
from io import BytesIO
from pathlib import Path

import pytest
from openpyxl import Workbook

from docveil.cleaner import TextCleaner, TextCleanerConfig
from docveil.extract.format_extractor import FormatExtractor
from docveil.intake import check_source
from docveil.pipeline import clean_document
from fixtures.formats.charts import NEW_KIND, SHAPES_KIND, chart_shapes, new_chart
from fixtures.formats.places import Places
from fixtures.make_formats import MAKERS


@pytest.fixture(scope="module")
def reader(artifacts_dir: Path) -> FormatExtractor:
    return FormatExtractor(artifacts_path=artifacts_dir)


def test_a_bare_number_is_hidden_under_phone_and_stays_under_invoice(reader: FormatExtractor) -> None:
    book = Workbook()
    sheet = book.active
    rows = (("Phone", "Goods", "Invoice no."), (5550143, "paper", 4400187), (5550162, "ink", 4400199))
    for row, values in enumerate(rows, start=5):
        for column, value in enumerate(values, start=2):
            sheet.cell(row, column, value)
    out = BytesIO()
    book.save(out)
    document = reader.extract_source(check_source(out.getvalue()))
    assert "5550143" in document.text
    config = TextCleanerConfig.from_preset("training", pii_processing="unified")
    cleaned = clean_document(document, TextCleaner(config, store=reader.store)).text
    assert [number for number in ("5550143", "5550162", "4400187", "4400199") if number in cleaned] == [
        "4400187",
        "4400199",
    ]


def test_a_long_sheet_says_that_work_goes_on_and_blames_no_page(reader: FormatExtractor) -> None:
    """Ticks grow with the work, so that no limit of time between two of them ends a long document."""

    def calls(data: bytes) -> int:
        told: list[tuple[int, bool]] = []
        reader.extract_pages(
            check_source(data), progress=lambda page, done: told.append((page, done)), without={}, keep_going=True
        )
        assert all(done for _, done in told)
        return len(told)

    def rows(count: int) -> bytes:
        return b"".join(b"%d,paper,blue\n" % row for row in range(count))

    assert calls(rows(10_000)) >= calls(rows(10)) + 9

    def sheet(count: int) -> bytes:
        book = Workbook(write_only=True)
        written = book.create_sheet()
        for row in range(count):
            written.append([row, "paper", "blue", "x" * 20])
        out = BytesIO()
        book.save(out)
        return out.getvalue()

    assert calls(sheet(10_000)) >= calls(sheet(10)) + 4


def test_of_a_newer_chart_the_title_is_read_and_copies_of_cells_are_counted(reader: FormatExtractor) -> None:
    at = Places(900)
    rels = '<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships">{}</Relationships>'
    link = '<Relationship Id="rIdNew" Type="{}" Target="{}"/>'
    drawing = "xl/drawings/_rels/drawing1.xml.rels"
    out = BytesIO()
    with zipfile.ZipFile(BytesIO(MAKERS["xlsx"]()[0])) as usual, zipfile.ZipFile(out, "w") as more:
        for name in usual.namelist():
            part = usual.read(name)
            if name == drawing:
                end = b"</Relationships>"
                part = part.replace(end, link.format(NEW_KIND, "../charts/chartEx1.xml").encode() + end)
            more.writestr(name, part)
        more.writestr("xl/charts/chartEx1.xml", new_chart(at))
        more.writestr(
            "xl/charts/_rels/chartEx1.xml.rels", rels.format(link.format(SHAPES_KIND, "/xl/drawings/drawing9.xml"))
        )
        more.writestr("xl/drawings/drawing9.xml", chart_shapes(at))
    before, after = (reader.extract_source(check_source(d)) for d in (MAKERS["xlsx"]()[0], out.getvalue()))
    title, category, series, drawn = (place.name for place in at.all)
    added = [e.text for e in after.elements if e.text not in {b.text for b in before.elements}]
    assert added == [title, drawn]
    counts = [{n.part: n.count for n in d.ledger.notes if n.part == "chart_data"} for d in (before, after)]
    assert counts[1].get("chart_data", 0) == counts[0].get("chart_data", 0) + 1
    assert category not in after.text
    assert series not in after.text
