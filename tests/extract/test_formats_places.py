"""Every place of every format: its name is in the elements, or its part is in the ledger; cleaned, it is nowhere."""

from pathlib import Path

import pytest
from attrs import evolve

from docveil.artifacts.store import ArtifactStore
from docveil.cleaner import TextCleaner, TextCleanerConfig
from docveil.emit.files import document_files
from docveil.extract.format_extractor import FormatExtractor
from docveil.intake import check_source
from docveil.model.document import ExtractedDocument
from docveil.pipeline import clean_document
from fixtures import formats_table
from fixtures.formats.places import READ
from fixtures.make_formats import MAKERS

KINDS = sorted(MAKERS)


@pytest.fixture(scope="module")
def reader(artifacts_dir: Path) -> FormatExtractor:
    return FormatExtractor(artifacts_path=artifacts_dir)


def read(reader: FormatExtractor, kind: str) -> ExtractedDocument:
    return reader.extract_source(check_source(MAKERS[kind]()[0]))


def squeezed(text: str) -> str:
    """Without white space: OCR and line breaks may put some into a name."""
    return "".join(text.split()).casefold()


@pytest.mark.parametrize("kind", KINDS)
def test_each_place_is_read_once_or_stands_in_the_ledger(reader: FormatExtractor, kind: str) -> None:
    document = read(reader, kind)
    text = squeezed(document.text)
    parts = {note.part for note in document.ledger.notes}
    wrong = []
    for place in MAKERS[kind]()[1]:
        times = text.count(squeezed(place.surname))
        if times != (place.part == READ) or not (place.part == READ or place.part in parts):
            wrong.append((place.key, place.part, times))
    assert wrong == []


@pytest.mark.parametrize("kind", KINDS)
def test_nothing_else_is_in_the_ledger(reader: FormatExtractor, kind: str) -> None:
    """A ledger that cries wolf is not read."""
    expected = {place.part for place in MAKERS[kind]()[1]} | {
        "metadata",
        "picture",
        "custom_xml",
        "master",
        "hiding_rule",
        "printer_settings",
    }
    notes = read(reader, kind).ledger.notes
    assert {note.part for note in notes if note.reason != "read_and_flagged"} <= expected


@pytest.mark.parametrize("kind", KINDS)
def test_cleaned_no_name_is_left_in_any_file(reader: FormatExtractor, kind: str) -> None:
    """With the names as terms, so that what is tested is whether each place can be reached at all, not detection."""
    config = TextCleanerConfig.from_preset("strict", pii_processing="unified")
    names = tuple(place.name for place in MAKERS[kind]()[1])
    cleaner = TextCleaner(evolve(config, policy=evolve(config.policy, deny=names)), store=reader.store)
    document = read(reader, kind)
    files = document_files(clean_document(document, cleaner), "0123456789abcdef")
    assert len(files) == 3
    written = squeezed("".join(data.decode("utf-8") for _, data in files))
    assert [p.key for p in MAKERS[kind]()[1] if squeezed(p.surname) in written] == []


@pytest.mark.parametrize("kind", KINDS)
def test_the_same_bytes_are_read_the_same(reader: FormatExtractor, kind: str) -> None:
    source = check_source(MAKERS[kind]()[0])
    assert reader.extract_source(source) == reader.extract_source(source)


def test_a_store_is_shared_with_the_cleaner(reader: FormatExtractor) -> None:
    assert isinstance(reader.store, ArtifactStore)


def test_the_page_about_formats_says_what_is_read(reader: FormatExtractor) -> None:
    assert formats_table.PAGE.read_text(encoding="utf-8") == formats_table.table(reader)
