"""Words in formulas: read whole, as LaTeX where Docling writes them so, else as plain text."""

from io import BytesIO
from pathlib import Path
from typing import Any

import docx
import pptx
import pytest
from docx.oxml import parse_xml
from pptx.oxml import parse_xml as parse_slide_xml

from docveil.extract.format_extractor import FormatExtractor
from docveil.intake import check_source

_M = "http://schemas.openxmlformats.org/officeDocument/2006/math"
_NS = f'xmlns:m="{_M}" xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main"'


@pytest.fixture(scope="module")
def reader(artifacts_dir: Path) -> FormatExtractor:
    return FormatExtractor(artifacts_path=artifacts_dir)


def _texts(reader: FormatExtractor, made: Any) -> list[tuple[str, str]]:
    out = BytesIO()
    made.save(out)
    return [(e.text, e.role) for e in reader.extract_source(check_source(out.getvalue())).elements]


def _t(text: str) -> str:
    return f"<m:r><m:t>{text}</m:t></m:r>"


def _fraction(above: str, below: str) -> str:
    return f"<m:f><m:num>{_t(above)}</m:num><m:den>{_t(below)}</m:den></m:f>"


# What a formula holds, and what is read of it.
_CASES = [
    (_t("a=") + _fraction("b", "2"), (r"a=\frac{b}{2}", "formula")),
    (_t("Quentin Brandywine"), ("Quentin Brandywine", "formula")),
    (_fraction("quentin_b@example.com", "2"), ("quentin_b@example.com 2", "body")),
    (_t("\u0141ukasz") + _t(" na\u00efve"), ("\u0141ukasz na\u00efve", "body")),
    (f"<m:unheard>{_t('Brandywine')}</m:unheard>", ("Brandywine", "body")),
    # A mark above a letter that does not say which one: Docling's reader fails on it.
    (f"<m:acc><m:e>{_t('Brandywine')}</m:e></m:acc>", ("Brandywine", "body")),
    ("<m:r><w:t>Brandywine</w:t></m:r>", ("Brandywine", "body")),
]


@pytest.mark.parametrize(("inner", "expected"), _CASES)
@pytest.mark.parametrize("place", ["paragraph", "display", "body"])
def test_a_formula_in_a_document(reader: FormatExtractor, inner: str, expected: tuple[str, str], place: str) -> None:
    document = docx.Document()
    formula = f"<m:oMath {_NS}>{inner}</m:oMath>"
    if place != "paragraph":
        formula = f"<m:oMathPara {_NS}>{formula}</m:oMathPara>"
    if place != "body":
        formula = f"<w:p {_NS}>{formula}</w:p>"
    document.element.body.insert_element_before(parse_xml(formula), "w:sectPr")
    assert _texts(reader, document) == [expected]


def test_a_formula_beside_text_cells_headers_and_hyphens(reader: FormatExtractor) -> None:
    document = docx.Document()
    word = "na\u00efve"
    formula = f"<m:oMath {_NS}>{_t(word)}</m:oMath>"
    hyphen = (
        f"<w:p {_NS}><w:r><w:t>co</w:t><w:noBreakHyphen/><w:t>op </w:t></w:r><m:oMath>{_t('wholly')}</m:oMath></w:p>"
    )
    document.element.body.insert_element_before(parse_xml(hyphen), "w:sectPr")
    document.add_paragraph("It is ")._p.append(parse_xml(formula))
    table = document.add_table(1, 2)
    table.cell(0, 0).paragraphs[0]._p.append(parse_xml(formula))
    table.cell(0, 1).text = "x"
    document.sections[0].header.paragraphs[0]._p.append(parse_xml(formula))
    assert _texts(reader, document) == [
        (word, "page_header"),
        ("co-op wholly", "body"),
        (f"It is {word}", "body"),
        (word, "cell"),
        ("x", "cell"),
    ]


@pytest.mark.parametrize(("inner", "expected"), _CASES[:-1])
def test_a_formula_on_a_slide(reader: FormatExtractor, inner: str, expected: tuple[str, str]) -> None:
    show = pptx.Presentation()
    slide = show.slides.add_slide(show.slide_layouts[6])
    box = slide.shapes.add_textbox(0, 0, 100, 100)
    drawn = 'xmlns:a14="http://schemas.microsoft.com/office/drawing/2010/main"'
    formula = f"<a14:m {drawn}><m:oMath {_NS}>{inner}</m:oMath></a14:m>"
    box.text_frame.paragraphs[0]._p.append(parse_slide_xml(formula))
    assert [text for text, _ in _texts(reader, show)] == [expected[0]]
