"""The lines of a PDF's texts: where they stand, and in which size of type."""

from pathlib import Path

import pytest
from attrs import evolve

from docveil.errors import InvalidNoun
from docveil.extract.docling_pdf import DoclingExtractor
from docveil.extract.isolated import IsolatedExtractor
from docveil.extract.line_layout import PlacedText, layout_of
from docveil.model.document import DocumentElement, ExtractedDocument
from docveil.model.layout import ElementLines, TextLine
from docveil.model.ranges import PageBox
from fixtures import make_layouts, make_scans
from fixtures.layouts.sheet import LEFT, SIZE
from tests.support import document


def sizes(read: ExtractedDocument) -> dict[str, float]:
    """The font size of each line, by its text."""
    texts = {e.id: e.text.split("\n") for e in read.elements}
    return {
        text: line.size
        for item in read.layout or ()
        for text, line in zip(texts[item.element], item.lines, strict=True)
    }


@pytest.mark.parametrize("name", ["two_columns", "footnote", "ruled_table", "rotated_page"])
def test_every_line_of_the_text_layer_has_its_place_and_its_size(
    name: str, tmp_path: Path, provider: DoclingExtractor
) -> None:
    layout = make_layouts.make_one(tmp_path, name)
    read = provider.extract(layout.path)
    assert {item.element for item in read.layout or ()} == {e.id for e in read.elements if e.text}
    found = sizes(read)
    body = [found[line] for line in layout.lines if line in found]
    assert body
    assert sum(size == SIZE for size in body) >= len(body) - 1  # a heading is larger
    assert all(found[text] < SIZE for role, text in layout.aside if role == "footnote" and text in found)


def test_a_line_stands_where_it_was_drawn(tmp_path: Path, provider: DoclingExtractor) -> None:
    read = provider.extract(make_layouts.make_one(tmp_path, "one_column").path)
    lines = [line for item in read.layout or () for line in item.lines]
    assert all(abs(line.box.left - LEFT) < 1.0 for line in lines)
    tops = [line.box.top for line in lines]
    assert tops == sorted(tops)


def test_size_is_as_shown_not_as_named_in_the_font_operator(provider: DoclingExtractor, tmp_path: Path) -> None:
    from reportlab.pdfgen.canvas import Canvas

    path = tmp_path / "scaled.pdf"
    canvas = Canvas(str(path), invariant=1)
    canvas.setFont("Helvetica", 5)
    canvas.scale(2, 2)
    canvas.drawString(40, 300, "Set at five points and shown at ten")
    canvas.save()
    assert list(sizes(provider.extract(path)).values()) == [10.0]


def test_a_scan_has_lines_of_the_height_that_ocr_saw(tmp_path: Path, provider: DoclingExtractor) -> None:
    make_scans.scan(make_layouts.make_one(tmp_path, "one_column").path, tmp_path / "scan.pdf", skew=0.0)
    read = provider.extract(tmp_path / "scan.pdf")
    lines = [line for item in read.layout or () for line in item.lines]
    assert len(lines) > 10
    assert all(line.is_seen and 6.0 < line.size < 30.0 for line in lines)


def test_the_layout_comes_through_the_child_process(tmp_path: Path, artifacts_dir: Path) -> None:
    path = make_layouts.make_one(tmp_path, "footnote").path
    with IsolatedExtractor(options={"artifacts_path": artifacts_dir}) as extractor:
        read = extractor.extract(path)
    assert read == DoclingExtractor(artifacts_path=artifacts_dir).extract(path)
    assert read.layout


LINE = TextLine(PageBox(10.0, 20.0, 90.0, 30.0), 10.0)


@pytest.mark.parametrize(
    "layout",
    [
        (ElementLines("e9", (LINE,)),),
        (ElementLines("e0", (LINE, LINE)),),
        (ElementLines("e0", (LINE,)), ElementLines("e0", (LINE,))),
    ],
)
def test_a_layout_that_does_not_fit_its_elements_is_refused(layout: tuple[ElementLines, ...]) -> None:
    whole = document(DocumentElement("e0", "One line.", page=1))
    assert evolve(whole, layout=(ElementLines("e0", (LINE,)),)).layout
    with pytest.raises(InvalidNoun):
        evolve(whole, layout=layout)


def test_an_element_without_a_page_has_no_lines() -> None:
    with pytest.raises(InvalidNoun):
        evolve(document("No page."), layout=(ElementLines("e0", (LINE,)),))


def test_equal_texts_of_a_page_get_the_lines_nearest_to_them() -> None:
    boxes = (PageBox(0.0, 0.0, 9.0, 9.0), PageBox(50.0, 0.0, 59.0, 9.0))
    placed = [PlacedText(1, "7", box, (TextLine(box, 9.0),)) for box in boxes]
    elements = [DocumentElement(f"e{i}", "7", page=1, bbox=boxes[1 - i].as_tuple()) for i in (0, 1)]
    elements.append(DocumentElement("e2", "7", page=1))
    assert [item.lines[0].box.left for item in layout_of(elements, placed)] == [50.0, 0.0]


def test_a_repr_has_counts_only() -> None:
    read = evolve(document(DocumentElement("e0", "Mara", page=1)), layout=(ElementLines("e0", (LINE,)),))
    assert "Mara" not in repr(read)
    assert repr(read.layout) == "(ElementLines(e0, 1 lines),)"
