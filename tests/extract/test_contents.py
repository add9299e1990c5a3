"""Forms and comments: what is read, what is not, and what the ledger says of it."""

import io
from pathlib import Path

import pytest
from reportlab.lib.pagesizes import A4
from reportlab.pdfgen.canvas import Canvas

from docveil.errors import SourceRefused, UsageError
from docveil.extract.docling_pdf import DoclingExtractor
from docveil.intake import check_source
from fixtures import make_layouts, make_scans

SECRET = "Typed where nobody sees it"


@pytest.fixture(scope="module")
def form() -> bytes:
    """A page with a comment, a ticked box, a list, a password field and an empty field."""
    out = io.BytesIO()
    canvas = Canvas(out, pagesize=A4, invariant=1)
    canvas.drawString(60, 700, "Please fill in all fields of this form in black ink.")
    fields = canvas.acroForm
    fields.checkbox(name="a", x=60, y=600, checked=True)
    fields.choice(name="b", x=60, y=560, value="Dock 7", options=["Dock 7", "Dock 8"], width=90, height=20)
    fields.textfield(name="c", x=60, y=520, value=SECRET, fieldFlags="password", width=90, height=20)
    fields.textfield(name="d", x=60, y=480, value="", width=90, height=20)
    canvas.textAnnotation("Ask again on Monday", Rect=[300, 690, 320, 710])
    canvas.showPage()
    canvas.save()
    return out.getvalue()


def test_a_choice_is_read_and_a_password_is_not(form: bytes, provider: DoclingExtractor) -> None:
    """Ticks have no text; what is typed hidden stays hidden; both are counted."""
    document = provider.extract_source(check_source(form))
    assert [e.text for e in document.elements if e.role == "form_field"] == ["Dock 7"]
    assert SECRET not in document.text
    notes = {(n.part, n.reason): n.count for n in document.ledger.notes}
    assert notes["form_field", "ticked_no_text"] == 1
    assert notes["form_field", "password_not_read"] == 1


def test_comments_are_counted_and_read_only_when_asked_for(
    form: bytes, provider: DoclingExtractor, artifacts_dir: Path
) -> None:
    """With `annotations`, a comment comes last on its page with its box; the fingerprint says that it was asked for."""
    source = check_source(form)
    plain = provider.extract_source(source)
    assert "Monday" not in plain.text
    assert ("annotation", "not_read_by_default") in {(n.part, n.reason) for n in plain.ledger.notes}
    asked = DoclingExtractor(artifacts_dir, include=frozenset({"annotations"})).extract_source(source)
    last = asked.elements[-1]
    assert (last.role, last.text, last.page) == ("annotation", "Ask again on Monday", 1)
    assert last.bbox is not None
    assert last.bbox[:2] == pytest.approx((300, A4[1] - 710), abs=0.1)
    assert asked.fingerprint != plain.fingerprint
    assert "annotation" not in {n.part for n in asked.ledger.notes}


def test_nothing_else_can_be_included(artifacts_dir: Path) -> None:
    """A word that is not known is refused, not ignored."""
    with pytest.raises(UsageError):
        DoclingExtractor(artifacts_dir, include=frozenset({"attachments"}))


def test_a_scan_that_is_read_with_doubt_is_refused_when_asked(tmp_path: Path, artifacts_dir: Path) -> None:
    """The message names the page and the limit."""
    scan = tmp_path / "scan.pdf"
    make_scans.scan(make_layouts.make_one(tmp_path, "form_field").path, scan)
    strict = DoclingExtractor(artifacts_dir, min_ocr_confidence=1.0)
    with pytest.raises(SourceRefused, match="page 1 with a mean confidence under 1"):
        strict.extract(scan)
