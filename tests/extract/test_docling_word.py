"""The reader of Word that is told what it would look for: the same document as Docling's own reader makes, only sooner."""

from collections.abc import Callable
from io import BytesIO
from typing import Any

import docx
import pytest
from docling.backend.msword_backend import MsWordDocumentBackend
from docling.datamodel.base_models import InputFormat
from docling.datamodel.document import InputDocument
from docx.enum.style import WD_STYLE_TYPE
from docx.oxml import parse_xml
from docx.oxml.ns import nsdecls

from docveil.extract.docling_word import PlainWordReader
from docveil.extract.docx_parts import take_apart
from docveil.extract.docx_styles import drop_looks, hidden_styles, used_styles, without_table_looks
from docveil.extract.flow import Notes
from docveil.extract.office_package import parse_xml as parse_part
from docveil.extract.office_package import serialise
from fixtures.formats.word import make_docx

_W = nsdecls("w")
_M = 'xmlns:m="http://schemas.openxmlformats.org/officeDocument/2006/math"'
_FORMULA = f"<m:oMath {_M}><m:r><m:t>a=b</m:t></m:r></m:oMath>"


def _saved(document: Any) -> bytes:
    out = BytesIO()
    document.save(out)
    return out.getvalue()


def _put(document: Any, inner: str) -> None:
    document.element.body.insert_element_before(parse_xml(f"<w:p {_W}>{inner}</w:p>"), "w:sectPr")


def _texts() -> bytes:
    """Headings, lists, captions, formulas, breaks, text that looks like code, and hidden marks of paragraphs."""
    document = docx.Document()
    code = document.styles.add_style("Source Code", WD_STYLE_TYPE.PARAGRAPH)
    code.base_style = document.styles["Normal"]
    document.add_heading("The title", 0)
    document.add_heading("A part", 1)
    document.add_heading("A part of it", 3)
    for level in ("List Bullet", "List Bullet 2", "List Bullet", "List Number", "List Number", "List Paragraph"):
        document.add_paragraph(f"One of the {level}", level)
    document.add_paragraph()
    document.add_paragraph("Goes on", "List Number")
    document.add_paragraph("def f(x): return x;", "Source Code")
    document.add_paragraph("", "Source Code")
    document.add_paragraph("    print(f(1))", "Source Code")
    document.add_paragraph("import os; print(os.name)").runs[0].font.name = "Courier New"
    document.add_paragraph("int main() { return 0; }", "macro")
    document.add_paragraph("Figure 1: What is shown", "Caption")
    document.add_paragraph("\u2610 a box to be ticked")
    document.add_paragraph("Bold by its style", "Intense Quote")
    _put(document, f"<w:r><w:t xml:space='preserve'>Where </w:t></w:r>{_FORMULA}<w:r><w:t> holds</w:t></w:r>")
    _put(document, _FORMULA)
    _put(document, f"<m:oMathPara {_M}>{_FORMULA}{_FORMULA}</m:oMathPara>")
    marks = "<w:tab/><w:t>b</w:t><w:br/><w:t>c</w:t><w:br w:type='page'/><w:noBreakHyphen/><w:cr/><w:ptab/><w:t>d</w:t>"
    _put(document, f"<w:pPr><w:tabs><w:tab w:val='left' w:pos='9'/></w:tabs></w:pPr><w:r><w:t>a</w:t>{marks}</w:r>")
    _put(document, "<w:pPr><w:rPr><w:vanish/><w:b/></w:rPr></w:pPr><w:r><w:t>The end of it is hidden.</w:t></w:r>")
    _put(document, "<w:r><w:t>&lt;eq&gt; is no formula</w:t></w:r>")
    return _saved(document)


def _tables() -> bytes:
    """Tables with merged and empty cells, code, lists and formulas in them, and one of a single cell."""
    document = docx.Document()
    document.styles.add_style("Source Code", WD_STYLE_TYPE.PARAGRAPH)
    table = document.add_table(4, 3, "Light Grid Accent 1")
    table.cell(0, 0).merge(table.cell(0, 1)).text = "Over two"
    table.cell(1, 2).merge(table.cell(3, 2)).text = "Down"
    table.cell(1, 0).text = "x = 1;"
    table.cell(1, 0).paragraphs[0].style = "Source Code"
    table.cell(2, 0).paragraphs[0].style = "Source Code"
    table.cell(1, 1).text = "Item"
    table.cell(1, 1).paragraphs[0].style = "List Bullet"
    table.cell(2, 1)._tc[-1].append(parse_xml(_FORMULA))
    table.cell(3, 0).paragraphs[0].add_run("bold").bold = True
    table.cell(3, 1).add_table(1, 2).cell(0, 1).text = "inside"
    document.add_paragraph("Between.")
    document.add_table(1, 1).cell(0, 0).text = "Alone"
    return _saved(document)


def _without_styles() -> bytes:
    """No part of styles: python-docx gives it its own."""
    document = docx.Document()
    document.add_heading("A part", 1)
    document.add_paragraph("int main() { return 0; }", "macro")
    document.add_paragraph("Plain.")
    part = document.part
    (key,) = [k for k, rel in part.rels.items() if rel.reltype.endswith("/styles")]
    del part.rels[key]
    return _saved(document)


@pytest.mark.parametrize("make", [lambda: make_docx()[0], _texts, _tables, _without_styles])
def test_what_it_is_told_is_what_it_would_find(make: Callable[[], bytes]) -> None:
    package = take_apart(make(), Notes(), comments=False).package

    def read(backend: Any) -> dict[str, Any]:
        given = InputDocument(BytesIO(package), InputFormat.DOCX, backend, filename="source.docx")
        reader: Any = given._backend
        document: dict[str, Any] = reader.convert().export_to_dict()
        # Looks are dropped before; only the mark at the end of a paragraph still has some, and no element has any.
        return document | {
            "texts": [{k: v for k, v in text.items() if k != "formatting"} for text in document["texts"]]
        }

    expected = read(MsWordDocumentBackend)
    assert len(expected["texts"]) > 1
    assert read(PlainWordReader) == expected


_STYLES = f"<w:styles {_W}>{{}}</w:styles>"
_TABLE = (
    '<w:style w:type="table" w:styleId="T"><w:name w:val="T"/><w:rPr><w:b/></w:rPr><w:tblPr><w:tblInd w:w="0"/></w:tblPr>'
    '<w:tblStylePr w:type="firstRow"><w:rPr><w:vanish/></w:rPr><w:tblPr/></w:tblStylePr>'
    '<w:tblStylePr w:type="lastRow"><w:rPr><w:b/></w:rPr></w:tblStylePr></w:style>'
)
_HIDES = '<w:style w:type="paragraph" w:styleId="H"><w:name w:val="h"/><w:rPr><w:vanish/></w:rPr></w:style>'


@pytest.mark.parametrize(
    ("inner", "is_cut"),
    [
        (_TABLE + _HIDES, True),
        (_HIDES + _TABLE + _TABLE.replace('"T"', '"U"'), True),
        (_HIDES, False),
        # Whatever is not plain enough to be cut as bytes stays.
        (_TABLE + "<!-- </w:tblStylePr> -->" + _HIDES, False),
        (_TABLE + "<?a <w:tblPr> ?>" + _HIDES, False),
        (_TABLE.replace("<w:rPr><w:vanish/></w:rPr>", "<w:tblStylePr><w:b/></w:tblStylePr>") + _HIDES, True),
        (_TABLE.replace("<w:tblPr>", '<w:tblPr w:a="/>">') + _HIDES, True),
        (_TABLE.replace("w:tblStylePr", "w:tblStylePrX").replace("w:tblPr", "w:tblPrEx") + _HIDES, False),
    ],
)
def test_how_tables_look_is_cut_before_it_is_parsed_and_nothing_else(inner: str, is_cut: bool) -> None:
    data = b"<?xml version='1.0' encoding='UTF-8'?>" + _STYLES.format(inner).encode()
    cut = without_table_looks(data)
    assert (len(cut) < len(data)) is is_cut
    user = parse_part(_STYLES.format('<w:tblStyle w:val="T"/><w:pStyle w:val="H"/>').encode())
    found = []
    for part in (data, cut):
        root = parse_part(part)
        hidden = hidden_styles(root)
        shown = used_styles(root, [user])
        drop_looks(shown)
        found.append((hidden, serialise(shown)))
    assert found[0] == found[1]
    assert found[0][0] == {"H"}
