"""Sheets: what the header of a table says about the numbers below it, wherever the table starts."""

from io import BytesIO
from pathlib import Path

import pytest
from openpyxl import Workbook

from docveil.cleaner import TextCleaner, TextCleanerConfig
from docveil.extract.provider import FormatExtractor
from docveil.intake import check_source
from docveil.pipeline import clean_document


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
