"""Hypothesis strategies for documents, plans, findings and alignments, over text that breaks naive offset code."""

from typing import Any

from hypothesis import strategies as st

from docveil.model.alignment import Alignment, Piece
from docveil.model.document import DocumentElement, ExtractedDocument, Fingerprint, Ledger
from docveil.model.edits import Edit, EditPlan
from docveil.model.findings import Finding
from docveil.model.ranges import SourceRange, merge_ranges

AWKWARD = "a b\r\n\t.-e\u0301\u0301\u00ad\u200b\ufb01\uff11\u05d0\u05d1\u0627\u202e\U0001f600\U0001f469\u200d\U0001f4bb\U00010348"
LABELS = ("PERSON", "LOCATION", "PHONE_NUMBER")
FINGERPRINT = Fingerprint("0", "test")

texts = st.text(alphabet=st.one_of(st.sampled_from(AWKWARD), st.characters(codec="utf-8")), max_size=30)
separators = st.sampled_from(["", " ", "\n", "\n\n", "\r\n", "\t", "\u2028", "\u00a0"])
roles = st.sampled_from(["body", "heading", "list_item", "caption", "footnote", "page_header", "page_footer", "code"])


@st.composite
def documents(draw: st.DrawFn) -> ExtractedDocument:
    """Documents of text elements and one-row tables, on pages or without."""
    elements: list[DocumentElement] = []
    for index in range(draw(st.integers(0, 8))):
        shared: Any = {"id": f"e{index}", "text": draw(texts), "separator": draw(separators)}
        page = draw(st.none() | st.integers(1, 3))
        if draw(st.integers(0, 3)) == 0:
            elements.append(
                DocumentElement(
                    **shared, page=page, kind="table_cell", role="cell", cell=(index, index + 1, 0, 1), table="t0"
                )
            )
        else:
            elements.append(DocumentElement(**shared, page=page, role=draw(roles)))
    return ExtractedDocument(tuple(elements), Ledger(), FINGERPRINT)


@st.composite
def disjoint_ranges(draw: st.DrawFn, length: int, most: int = 6) -> tuple[SourceRange, ...]:
    """Ascending, disjoint, non-empty ranges within `length`; they may touch."""
    points = sorted(draw(st.sets(st.integers(0, length), max_size=2 * most)))
    return tuple(SourceRange(a, b) for a, b in zip(points[::2], points[1::2], strict=False))


@st.composite
def plans(draw: st.DrawFn, document: ExtractedDocument) -> EditPlan:
    """Plans over the document's text."""
    ranges = draw(disjoint_ranges(len(document.text)))
    replacements = st.sampled_from(["", "<PERSON>", "x", "\U0001f600"])
    return EditPlan(tuple(Edit(r, draw(replacements), "PERSON") for r in ranges), len(document.text))


@st.composite
def findings(draw: st.DrawFn, length: int) -> tuple[Finding, ...]:
    """Findings of one or more fragments that may overlap each other."""
    found: list[Finding] = []
    for _ in range(draw(st.integers(0, 5))):
        fragments = merge_ranges(draw(disjoint_ranges(length, most=3)))
        if fragments:
            score = draw(st.sampled_from([0.3, 0.5, 0.85, 1.0]))
            found.append(
                Finding(fragments, draw(st.sampled_from(LABELS)), score, draw(st.sampled_from(["one", "two"])))
            )
    return tuple(found)


@st.composite
def alignments(draw: st.DrawFn, source_length: int) -> Alignment:
    """Alignments to a source of `source_length`: copied, folded, dropped and glued pieces in any order."""
    pieces: list[Piece] = []
    for _ in range(draw(st.integers(0, 6))):
        ranges = draw(disjoint_ranges(source_length, most=2))
        kind = draw(st.sampled_from(["copy", "fold", "drop", "glue"]))
        if kind == "glue":
            pieces.append(Piece.glue(draw(st.integers(1, 3))))
        elif ranges and kind == "copy":
            pieces.append(Piece.copy(ranges[0]))
        elif ranges:
            pieces.append(Piece.fold(0 if kind == "drop" else draw(st.integers(1, 3)), *ranges))
    return Alignment(pieces)
