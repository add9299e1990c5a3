"""Docling's reader of Word, told what a document that was made plain does not hold.

Docling's own reader looks for pictures, text boxes, comments, formulas and fonts in every paragraph and every cell, which was
half the time of a small document. `docx_plain` and `docx_parts` have taken all of these out, or apart, before: here each
question is answered at once with what the search would find. A test holds this reader against Docling's own on such documents.
"""

from typing import Any

from docling.backend.msword_backend import MsWordDocumentBackend
from docling_core.types.doc import DoclingDocument
from docling_core.types.doc.document import Formatting
from docx.oxml import xmlchemy
from docx.oxml.ns import nsmap

from docveil.extract.docling_formulas import spell_out
from docveil.extract.office_package import M, W
from docveil.extract.oxml_lookups import remember

remember(xmlchemy, nsmap)

_RUN, _PARAGRAPH, _CELL_LOOKS = (f"{W}{name}" for name in ("r", "p", "tcPr"))
_NUMBERING = f"{W}pPr/{W}numPr"
_TEXT = tuple(f"{W}{name}" for name in ("t", "tab", "ptab", "br", "cr", "noBreakHyphen"))
# Runs have no properties left.
_PLAIN = Formatting()


class _Everything(set[Any]):
    """What holds whatever is asked for."""

    def __contains__(self, item: object) -> bool:
        return True


def _none(_: Any) -> list[Any]:
    return []


def _run(maker: Any, text: str) -> Any:
    run = maker.makeelement(_RUN)
    run.append(run.makeelement(_TEXT[0]))
    run[0].text = text
    return run


class PlainWordReader(MsWordDocumentBackend):
    """Reads the package of a `WordParts`: each paragraph one run of text, beside formulas at most."""

    def __init__(self, *given: Any, **options: Any) -> None:
        super().__init__(*given, **options)
        # No picture is left, and whoever asks whether a text box was read is told so.
        self.blip_xpath_expr = self.vml_imagedata_xpath_expr = _none
        self.processed_textbox_elements = _Everything()
        self._uses_hidden_text = False
        spell_out(self.docx_obj.element, _run)
        # By style.
        self._labels: dict[Any, tuple[str, int | None]] = {}
        self._numbers: dict[Any, tuple[int | None, int | None]] = {}

    def _iter_paragraph_content(self, paragraph: Any) -> list[tuple[str, Formatting | None, Any]]:
        runs = paragraph._p.iterchildren(_RUN)  # noqa: SLF001 - python-docx has no public name for it
        return [("".join(str(e) for e in run.iterchildren(*_TEXT)), _PLAIN, None) for run in runs]

    def _get_label_and_level(self, paragraph: Any) -> tuple[str, int | None]:
        # Where no font is named, the style alone decides.
        style = paragraph.style
        key = None if style is None else style.element
        if key not in self._labels:
            self._labels[key] = super()._get_label_and_level(paragraph)
        return self._labels[key]

    def _get_numId_and_ilvl(self, paragraph: Any) -> tuple[int | None, int | None]:  # noqa: N802 - Docling's name
        if paragraph._p.find(_NUMBERING) is not None:  # noqa: SLF001
            return super()._get_numId_and_ilvl(paragraph)
        style = paragraph.style
        key = None if style is None else style.element
        if key not in self._numbers:
            self._numbers[key] = super()._get_numId_and_ilvl(paragraph)
        return self._numbers[key]

    def _is_code_by_font(self, _paragraph: Any, _style: Any) -> bool:
        return False

    def _handle_equations_in_text(self, element: Any, text: str) -> Any:
        if next(element.iter(f"{M}*"), None) is None:
            return text, []
        return super()._handle_equations_in_text(element, text)  # type: ignore[no-untyped-call]

    def _is_rich_table_cell(self, cell: Any) -> bool:
        # A cell has one paragraph left, of no style.
        blocks = [block.tag for block in cell._tc if block.tag != _CELL_LOOKS]  # noqa: SLF001
        return blocks != [_PARAGRAPH] and super()._is_rich_table_cell(cell)

    def _get_comment_ids_for_element(self, _element: Any) -> set[str]:
        return set()

    def _extract_comment_ranges(self) -> None:
        pass

    def _add_header_footer(self, docx_obj: Any, doc: DoclingDocument) -> None:
        pass

    def _add_comments(self, docx_obj: Any, doc: DoclingDocument) -> None:
        pass

    def _add_footnotes_and_endnotes(self, docx_obj: Any, doc: DoclingDocument) -> None:
        pass
