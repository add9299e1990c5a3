"""A picture at the door: its frames and their size, from its header only; nothing is decoded."""

import warnings
from io import BytesIO

from PIL import Image

from docveil.errors import ExtractionFailed, SourceRefused
from docveil.intake.limits import Limits

_FORMATS = ("PNG", "JPEG", "TIFF")


def check_picture(data: bytes, limits: Limits) -> int:
    """The number of frames.

    Raises:
        SourceRefused: over a limit.
        ExtractionFailed: truncated or corrupt.
    """
    pixels = frames = 0
    try:
        with warnings.catch_warnings():
            # Pillow warns of sizes that the limits here judge.
            warnings.simplefilter("ignore")
            with Image.open(BytesIO(data), formats=_FORMATS) as picture:
                frames = getattr(picture, "n_frames", 1)
                for frame in range(min(frames, limits.max_pages + 1)):
                    picture.seek(frame)
                    pixels += picture.width * picture.height
    except Image.DecompressionBombError:
        raise SourceRefused("The picture is over the limit of pixels.", next_step="Save it smaller.") from None
    except Exception:
        raise ExtractionFailed("The picture is truncated or corrupt.") from None
    if frames > limits.max_pages:
        raise SourceRefused(f"The source has {frames} pages, over the limit of {limits.max_pages}.")
    if pixels > limits.max_rendered_pixels:
        raise SourceRefused("The picture is over the limit of pixels.", next_step="Save it smaller.")
    return frames
