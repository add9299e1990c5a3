"""Pages of a PDF as pictures, with boxes marked on them: pdfium draws the page, Pillow the marks."""

from collections.abc import Mapping, Sequence
from io import BytesIO
from typing import Any, Literal

import pypdfium2
from PIL import Image, ImageDraw

from docveil.errors import ExtractionFailed
from docveil.model.ranges import PageBox

PictureFormat = Literal["png", "pdf"]
# Pixels a point, and how far a mark reaches over its box, in points.
_SCALE = 2.0
_MARGIN = 1.0
_COLOUR = (255, 210, 0, 110)
_PAPER = (255, 255, 255)


def marked_pages(data: bytes, marks: Mapping[int, Sequence[PageBox]], picture: PictureFormat) -> bytes:
    """Each page of `marks` with its boxes marked: one under the other as a PNG, or pages of a PDF.

    Args:
        data: A PDF that passed the door.
        marks: Boxes on the page as shown, in points, by page number from 1; at least one page.
        picture: `png` or `pdf`.

    Raises:
        ExtractionFailed: a page cannot be drawn.
    """
    try:
        document = pypdfium2.PdfDocument(data)
        try:
            pages = [_marked(document[number - 1], boxes) for number, boxes in sorted(marks.items())]
        finally:
            document.close()
        out = BytesIO()
        if picture == "pdf":
            pages[0].save(out, "PDF", save_all=True, append_images=pages[1:], resolution=72 * _SCALE)
        else:
            _stacked(pages).save(out, "PNG")
        return out.getvalue()
    except Exception as error:
        raise ExtractionFailed(f"The page cannot be drawn: {type(error).__name__}.") from None


def _marked(page: Any, boxes: Sequence[PageBox]) -> Image.Image:
    bitmap = page.render(scale=_SCALE)
    picture = bitmap.to_pil().convert("RGBA")
    bitmap.close()
    page.close()
    layer = Image.new("RGBA", picture.size, (0, 0, 0, 0))
    draw = ImageDraw.Draw(layer)
    for box in boxes:
        left, top, right, bottom = box.as_tuple()
        edges = (left - _MARGIN, top - _MARGIN, right + _MARGIN, bottom + _MARGIN)
        draw.rectangle([edge * _SCALE for edge in edges], fill=_COLOUR)
    return Image.alpha_composite(picture, layer).convert("RGB")


def _stacked(pages: Sequence[Image.Image]) -> Image.Image:
    whole = Image.new("RGB", (max(p.width for p in pages), sum(p.height for p in pages)), _PAPER)
    top = 0
    for page in pages:
        whole.paste(page, (0, top))
        top += page.height
    return whole
