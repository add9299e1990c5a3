"""No name gets into a record: of files with an invented name in every place, read and not cleaned at all, and called by one."""

from pathlib import Path

import pytest

from docveil.corpus.counts import Counts
from docveil.corpus.row import Cleaned
from docveil.corpus.schemas import rows_of
from docveil.corpus.shard import ShardWriter
from docveil.emit.files import document_files, publish
from docveil.extract.format_extractor import FormatExtractor
from docveil.intake import read_source
from docveil.model.document import ExtractedDocument, Fingerprint
from docveil.model.edits import EditPlan
from docveil.pipeline import clean_document, extract_document
from docveil.records.ask import TABLES, ask
from docveil.records.folder import read_records
from fixtures.make_formats import MAKERS


class HidesNothing:
    """The worst cleaner: whatever is kept out of a record is not kept out by cleaning."""

    pii_processing = "unified"
    fingerprint = Fingerprint("0", "hides-nothing")

    def plan(self, document: ExtractedDocument) -> EditPlan:
        return EditPlan((), len(document.text))


@pytest.fixture(scope="module")
def reader(artifacts_dir: Path) -> FormatExtractor:
    return FormatExtractor(artifacts_path=artifacts_dir)


@pytest.mark.parametrize("kind", sorted(MAKERS))
def test_no_name_of_any_place_is_in_any_table(reader: FormatExtractor, kind: str, tmp_path: Path) -> None:
    data, places = MAKERS[kind]()
    path = tmp_path / "of Quentin Brandywine" / f"Quentin Brandywine.{kind}"
    path.parent.mkdir()
    path.write_bytes(data)
    source = read_source(path)
    processed = clean_document(extract_document(source, provider=reader), HidesNothing())
    publish(tmp_path / "clean", document_files(processed, source.doc_id))
    (tmp_path / "corpus").mkdir()
    writer = ShardWriter(tmp_path / "corpus", 0, "parquet")
    writer.add(source.doc_id, rows_of(Cleaned(source.doc_id, processed), 1, ())[0], Counts())
    writer.finish()
    for folder in ("clean", "corpus"):
        tables = read_records(tmp_path / folder)
        shown = [repr(ask(tables, f"FROM {name}")) for name in TABLES]
        text = "".join("".join(shown).split()).casefold()
        assert source.doc_id in text
        assert "brandywine" not in text
        assert [place.key for place in places if "".join(place.surname.split()).casefold() in text] == []
    # The names are there to be found: the same search finds those that were read in the text.
    text = "".join(processed.text.split()).casefold()
    assert any("".join(place.surname.split()).casefold() in text for place in places)
