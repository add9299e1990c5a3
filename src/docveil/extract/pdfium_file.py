"""A PDF that is opened anew after some pages: pdfium keeps what it has parsed of each until the document is closed."""

from typing import Any

import pypdfium2
from attrs import define, field

# Some 0.6 MB a page stay with an open document of papers; opening takes a few milliseconds.
PAGES_AN_OPENING = 50


@define
class Opening:
    """One opening of the file; it is closed when it is retired and its last page was given back."""

    document: Any
    begun: int = 0
    out: int = 0
    retired: bool = False

    def give_back(self) -> None:
        """A page of it was closed."""
        self.out -= 1
        self._close_if_over()

    def retire(self) -> None:
        """No more pages are taken from it."""
        self.retired = True
        self._close_if_over()

    def _close_if_over(self) -> None:
        if self.retired and self.out == 0:
            self.document.close()


@define
class PdfiumFile:
    """The bytes of a PDF, and its current opening. Under `pypdfium2_lock` only, where there are threads.

    Attributes:
        data: The PDF.
        forms: Whether form fields are read; then each opening has a form environment, if the PDF has a form.
        opening: Where the next page comes from.

    Raises:
        pypdfium2.PdfiumError: pdfium cannot open the bytes.
    """

    data: bytes = field(repr=False)
    forms: bool = False
    opening: Opening = field(init=False)

    def __attrs_post_init__(self) -> None:
        self.opening = self._open()

    def _open(self) -> Opening:
        document = pypdfium2.PdfDocument(self.data)
        if self.forms and document.get_formtype():
            document.init_forms()
        return Opening(document)

    def take(self, index: int) -> tuple[Any, Opening]:
        """Page `index`, from zero, and the opening to give it back to.

        Raises:
            pypdfium2.PdfiumError: there is no such page, or pdfium cannot load it.
        """
        if self.opening.begun == PAGES_AN_OPENING:
            self.opening.retire()
            self.opening = self._open()
        opening = self.opening
        opening.begun += 1
        page = opening.document[index]
        opening.out += 1
        return page, opening

    def close(self) -> None:
        """Close it as soon as its pages are given back."""
        self.opening.retire()
