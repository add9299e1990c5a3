"""What a shape or a paragraph has from its layout, master or style: Docling is shown less of them than the file holds."""

import zipfile
from io import BytesIO
from pathlib import Path
from xml.etree import ElementTree as ET

import docx
import pptx
import pytest
from docx.enum.style import WD_STYLE_TYPE

from docveil.extract.format_extractor import FormatExtractor
from docveil.intake import check_source
from docveil.model.document import DocumentElement
from fixtures.make_formats import MAKERS

_PER_POINT = 12700.0


@pytest.fixture(scope="module")
def reader(artifacts_dir: Path) -> FormatExtractor:
    return FormatExtractor(artifacts_path=artifacts_dir)


def _elements(reader: FormatExtractor, made: object) -> tuple[DocumentElement, ...]:
    out = BytesIO()
    made.save(out)  # type: ignore[attr-defined]
    return reader.extract_source(check_source(out.getvalue())).elements


def test_placeholders_stand_where_their_layout_or_master_puts_them(reader: FormatExtractor) -> None:
    deck = pptx.Presentation()
    expected = {}
    # The first layout has places of its own; those of the second come from the master.
    for number, layout in enumerate((0, 1, 0), 1):
        slide = deck.slides.add_slide(deck.slide_layouts[layout])
        for index, shape in enumerate(slide.placeholders):
            shape.text_frame.text = f"Text {number} {index}"
            if number == 3:
                shape.left, shape.top, shape.width, shape.height = 127000, 254000, 1270000, 381000
            box = (shape.left, shape.top, shape.left + shape.width, shape.top + shape.height)
            expected[f"Text {number} {index}"] = tuple(edge / _PER_POINT for edge in box)
    assert {e.text: e.bbox for e in _elements(reader, deck)} == expected
    assert len(set(expected.values())) > 3


def test_a_style_has_its_role_from_the_style_that_it_is_based_on(reader: FormatExtractor) -> None:
    document = docx.Document()
    for name, base in (("Clause", "List Bullet"), ("Sub Clause", "Clause"), ("Section Name", "Heading 1")):
        style = document.styles.add_style(name, WD_STYLE_TYPE.PARAGRAPH)
        style.base_style = document.styles[base]
    document.add_paragraph("Plain text.")
    document.add_paragraph("A name of a section", style="Section Name")
    document.add_paragraph("First clause", style="Sub Clause")
    roles = {e.text: e.role for e in _elements(reader, document)}
    assert roles == {"Plain text.": "body", "A name of a section": "heading", "First clause": "list_item"}


@pytest.mark.parametrize("kind", ["docx", "pptx", "xlsx"])
def test_the_prefixes_of_namespaces_are_up_to_the_writer(reader: FormatExtractor, kind: str) -> None:
    data = MAKERS[kind]()[0]
    out = BytesIO()
    with zipfile.ZipFile(BytesIO(data)) as package, zipfile.ZipFile(out, "w") as rewritten:
        for name in package.namelist():
            part = package.read(name)
            if name.endswith((".xml", ".rels")):
                part = ET.tostring(ET.fromstring(part), encoding="utf-8", xml_declaration=True)  # noqa: S314 - our own file
                assert b":ns0=" in part
            rewritten.writestr(name, part)
    usual, other = (reader.extract_source(check_source(each)) for each in (data, out.getvalue()))
    assert other.elements == usual.elements
    assert other.ledger == usual.ledger
