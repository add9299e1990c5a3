"""The reader of PowerPoint that is told what it would look for: the same document as Docling's own reader makes, only sooner."""

from collections.abc import Callable
from io import BytesIO
from typing import Any

import pytest
from docling.backend.mspowerpoint_backend import MsPowerpointDocumentBackend
from docling.datamodel.base_models import InputFormat
from docling.datamodel.document import InputDocument
from pptx import Presentation
from pptx.oxml import parse_xml
from pptx.oxml.ns import nsdecls
from pptx.util import Emu, Inches

from docveil.extract.docling_slides import PlainSlideReader
from docveil.extract.flow import Notes
from docveil.extract.pptx_parts import take_presentation_apart
from fixtures.formats.slides import make_pptx

_BULLETS = ("<a:buNone/>", '<a:buChar char="-"/>', '<a:buAutoNum type="arabicPeriod" startAt="3"/>', "", "")


def _saved(show: Any) -> bytes:
    out = BytesIO()
    show.save(out)
    return out.getvalue()


def _texts() -> bytes:
    """Placeholders of every layout, lists of several levels with marks of their own, links and hidden shapes."""
    show = Presentation()
    for number, layout in enumerate(show.slide_layouts):
        slide = show.slides.add_slide(layout)
        for place in slide.placeholders:
            if place.has_text_frame:
                place.text_frame.text = f"Text {number}"
                for level in (0, 1, 2, 1, 0):
                    paragraph = place.text_frame.add_paragraph()
                    paragraph.text, paragraph.level = f"Level {level}", level
    body = show.slides[1].placeholders[1].text_frame
    for bullet in _BULLETS * 2:
        paragraph = body.add_paragraph()
        paragraph.text = f"Marked {bullet[3:9]}"
        properties = paragraph._p.get_or_add_pPr()
        if bullet:
            properties.append(parse_xml(bullet.replace("/>", f" {nsdecls('a')}/>")))
    box = show.slides[0].shapes.add_textbox(Inches(1), Inches(1), Inches(2), Inches(1))
    box.text_frame.text = "First line\vand second\nNew paragraph"
    box.click_action.hyperlink.address = "https://example.com/"
    box._element.nvSpPr.cNvPr.set("hidden", "1")
    show.slides[2]._element.set("show", "0")
    return _saved(show)


def _places() -> bytes:
    """Shapes at the same and nearly the same height, groups in groups that were moved, and tables, out of order."""
    show = Presentation()
    slide = show.slides.add_slide(show.slide_layouts[6])
    tops = (900_000, 100_000, 140_000, 180_000, 100_000, 900_000, 230_000, 900_000)
    for index, top in enumerate(tops):
        box = slide.shapes.add_textbox(Emu(4_000_000 - 700_000 * (index % 4)), Emu(top), Emu(600_000), Emu(30_000))
        box.text_frame.text = f"Box {index}"
    group = slide.shapes.add_group_shape()
    inner = group.shapes.add_group_shape()
    for holder in (group, inner, inner):
        holder.shapes.add_textbox(Emu(500_000), Emu(400_000), Emu(600_000), Emu(90_000)).text_frame.text = "In a group"
    group.left, group.top, group.width, group.height = Emu(50_000), Emu(60_000), Emu(900_000), Emu(300_000)
    table = slide.shapes.add_table(3, 3, Emu(0), Emu(300_000), Emu(900_000), Emu(300_000)).table
    table.cell(0, 0).merge(table.cell(1, 1))
    table.cell(0, 0).text, table.cell(2, 2).text = "Merged", "Last"
    slide.shapes.add_table(1, 1, Emu(0), Emu(300_000), Emu(900_000), Emu(300_000))
    lost = slide.shapes.add_textbox(Emu(0), Emu(0), Emu(0), Emu(0))
    lost.text_frame.text = "Stands nowhere"
    lost._element.spPr.remove(lost._element.spPr.find(f"{{{lost._element.nsmap['a']}}}xfrm"))
    return _saved(show)


@pytest.mark.parametrize("make", [lambda: make_pptx()[0], _texts, _places])
def test_what_it_is_told_is_what_it_would_find(make: Callable[[], bytes]) -> None:
    package = take_presentation_apart(make(), Notes(), lambda: None, comments=False).package

    def read(backend: Any) -> dict[str, Any]:
        given = InputDocument(BytesIO(package), InputFormat.PPTX, backend, filename="source.pptx")
        reader: Any = given._backend
        return dict(reader.convert().export_to_dict())

    expected = read(MsPowerpointDocumentBackend)
    assert len(expected["texts"]) > 3
    assert read(PlainSlideReader) == expected
