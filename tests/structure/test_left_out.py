"""Body text and roles left out together: on a drawn paper, with the rules alone."""

from pathlib import Path

import pytest

from docveil import ExtractedDocument, clean_document, extract_document
from docveil.emit.files import document_files
from docveil.extract.docling_pdf import DoclingExtractor
from docveil.model.structure import Structure
from docveil.structure import left_out
from docveil.structure.body_plan import body_plan
from docveil.verification import verify_source
from fixtures import make_papers
from tests.structure.support import Provider
from tests.structure.test_cleaning import SOURCE, cleaner


@pytest.fixture(scope="module")
def paper(tmp_path_factory: pytest.TempPathFactory, artifacts_dir: Path) -> ExtractedDocument:
    drawn = make_papers.make_one(tmp_path_factory.mktemp("papers"), "journal")
    return extract_document(drawn.path, provider=DoclingExtractor(artifacts_path=artifacts_dir))


def test_what_a_role_drops_goes_beside_the_body_text_and_nothing_twice(paper: ExtractedDocument) -> None:
    roles = ("caption", "heading", "page_footer", "page_header")
    both = left_out(paper, Structure(drop=roles, body_text=True))
    body = left_out(paper, Structure(body_text=True))
    alone = left_out(paper, Structure(drop=roles))

    def covered(ranges: "list[object]") -> set[int]:
        return {i for r in ranges for i in range(r.start, r.end)}  # type: ignore[attr-defined]

    assert covered([*both.ranges]) == covered([*body.ranges]) | covered([*alone.ranges])
    assert len(body.dropping.edits) + len(body.joining.edits) == len(body_plan(paper).edits)
    assert alone.joining.edits == ()


def test_cleaning_keeps_the_laws_on_body_text(paper: ExtractedDocument) -> None:
    tool = cleaner(drop=["page_footer", "page_header"], footnotes="end", body_text=True)
    processed = clean_document(paper, tool)
    files = dict(document_files(processed, SOURCE.doc_id))
    assert verify_source(SOURCE, files, Provider(paper), tool).failures == ()
    assert 0 < len(processed.text) < len(paper.text)
    assert any(n.reason == "dropped" and n.part == "caption" for n in processed.report.ledger.notes)
