"""The door: what a source is, decided by its content, and whether it is within the limits."""

import hashlib
from pathlib import Path

from attrs import field, frozen

from docveil.errors import SourceRefused
from docveil.intake.formats import EML, PDF, Format, decide
from docveil.intake.limits import Limits
from docveil.intake.packages import check_package
from docveil.intake.pdf import check_pdf
from docveil.intake.pictures import check_picture

__all__ = ["EML", "PDF", "Limits", "SourceBytes", "check_source", "read_source"]


@frozen(repr=False)
class SourceBytes:
    """A source that passed the door.

    Attributes:
        data: Its bytes, exactly as they were read.
        doc_id: First 16 hex digits of the SHA-256 of `data`; no name goes into it.
        media_type: What it is, by its content.
        pages: Pages of a PDF or frames of a picture; 0 where slides and sheets are counted as they are read.
    """

    data: bytes
    media_type: str
    pages: int
    doc_id: str = field(init=False)

    def __attrs_post_init__(self) -> None:
        object.__setattr__(self, "doc_id", hashlib.sha256(self.data).hexdigest()[:16])

    def __repr__(self) -> str:
        return f"SourceBytes({self.doc_id}, {self.media_type}, {len(self.data)} bytes, {self.pages} pages)"


def read_source(path: Path, limits: Limits | None = None) -> SourceBytes:
    """Read a source file once and check it.

    Raises:
        SourceRefused: not a readable file, empty, of a type that is not read, locked, or over a limit. The file's name
            is not said.
        ExtractionFailed: a file that is truncated or corrupt.
    """
    limits = limits or Limits()
    try:
        if not path.is_file():
            raise SourceRefused("The source is not a file.")
        with path.open("rb") as file:
            data = file.read(limits.max_bytes + 1)
    except OSError:
        raise SourceRefused("The source cannot be read.", next_step="Check its permissions.") from None
    return check_source(data, limits)


def check_source(data: bytes, limits: Limits | None = None) -> SourceBytes:
    """Check a source that is in memory already; raises as `read_source`."""
    limits = limits or Limits()
    if not data:
        raise SourceRefused("The source is empty: zero bytes.")
    if len(data) > limits.max_bytes:
        raise SourceRefused(f"The source is over the limit of {limits.max_bytes} bytes.")
    kind = decide(data, limits)
    return SourceBytes(data, kind.media_type, _pages(data, kind, limits))


def _pages(data: bytes, kind: Format, limits: Limits) -> int:
    if kind.media_type == PDF:
        return check_pdf(data, limits)
    if kind.is_picture:
        return check_picture(data, limits)
    if kind.is_package:
        check_package(data, limits)
    return 0
