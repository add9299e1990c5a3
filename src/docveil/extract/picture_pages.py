"""Pictures as pages: each frame is put on a PDF page of its own, pixel for pixel, and read as a scan. Pillow decodes it."""

import warnings
from collections.abc import Iterator
from io import BytesIO

import pypdfium2
from PIL import Image, ImageOps

from docveil.errors import ExtractionFailed

_FORMATS = ("PNG", "JPEG", "TIFF")
# The page is as large as the picture is at the resolution at which pages are rendered, so no pixel is lost.
_DOTS = 200.0
# Screenshots and thumbnails have small letters: their pixels are doubled.
_SMALL_SIDE = 1200
_POINTS = 72.0


def has_metadata(data: bytes) -> bool:
    """Whether the picture carries data about itself: EXIF, XMP, comments."""
    with Image.open(BytesIO(data), formats=_FORMATS) as picture:
        marks = {
            "exif",
            "xmp",
            "comment",
            "Comment",
            "Author",
            "Title",
            "Description",
            "XML:com.adobe.xmp",
            "photoshop",
        }
        texts = getattr(picture, "text", {})
        return bool(marks & set(picture.info) or texts or len(picture.getexif().get_ifd(0x8769)))


def frame_pages(data: bytes) -> Iterator[bytes]:
    """Each frame as a PDF of one page, upright as its EXIF data says.

    Raises:
        ExtractionFailed: a frame is truncated or corrupt; the message names it.
    """
    number = 0
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            with Image.open(BytesIO(data), formats=_FORMATS) as picture:
                for number in range(getattr(picture, "n_frames", 1)):
                    picture.seek(number)
                    yield _page(_opaque(ImageOps.exif_transpose(picture)))
    except ExtractionFailed:
        raise
    except Exception:
        raise ExtractionFailed(f"Page {number + 1} of the picture is truncated or corrupt.") from None


def _opaque(picture: Image.Image) -> Image.Image:
    """On white paper where it is transparent."""
    if picture.mode in ("RGBA", "LA", "PA") or "transparency" in picture.info:
        coloured = picture.convert("RGBA")
        paper = Image.new("RGBA", coloured.size, "white")
        return Image.alpha_composite(paper, coloured).convert("RGB")
    if picture.mode.startswith("I"):
        # 16-bit greys: Pillow cuts them at 255 where they should be scaled.
        low, high = picture.getextrema()
        scale = 255.0 / max(float(high) - float(low), 1.0)  # type: ignore[arg-type]
        return picture.point(lambda v: (v - float(low)) * scale).convert("L").convert("RGB")  # type: ignore[arg-type]
    return picture.convert("RGB")


def _page(picture: Image.Image) -> bytes:
    dots = _DOTS if max(picture.size) >= _SMALL_SIDE else _DOTS / 2
    width, height = (side * _POINTS / dots for side in picture.size)
    document = pypdfium2.PdfDocument.new()
    try:
        page = document.new_page(width, height)
        image = pypdfium2.PdfImage.new(document)
        image.set_bitmap(pypdfium2.PdfBitmap.from_pil(picture))
        image.set_matrix(pypdfium2.PdfMatrix().scale(width, height))
        page.insert_obj(image)
        page.gen_content()
        out = BytesIO()
        document.save(out)
        return out.getvalue()
    finally:
        document.close()
