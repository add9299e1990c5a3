"""Docling's reader of PowerPoint, told what slides that were made plain do not hold, and asked once where a shape stands.

`pptx_parts` has taken links, pictures, comments and hidden marks out before: here each question is answered at once with what
the search would find. A test holds this reader against Docling's own on such presentations.
"""

from collections.abc import Iterable, Iterator
from typing import Any

from docling.backend.mspowerpoint_backend import MsPowerpointDocumentBackend
from docling_core.types.doc import BoundingBox, CoordOrigin, ProvenanceItem
from pptx.oxml import xmlchemy
from pptx.oxml.ns import _nsmap

from docveil.extract.docling_formulas import spell_out
from docveil.extract.office_package import A
from docveil.extract.oxml_lookups import remember

remember(xmlchemy, _nsmap)
# Behind everything: where nothing says where a shape stands.
_NOWHERE = 2**63 - 1


class PlainSlideReader(MsPowerpointDocumentBackend):
    """Reads the package of a `PresentationParts`: texts, tables and groups only."""

    def __init__(self, *given: Any, **options: Any) -> None:
        super().__init__(*given, **options)
        self._markers: dict[Any, dict[str, Any]] = {}
        show: Any = self.pptx_obj
        for slide in show.slides:
            spell_out(slide._element, _run)  # noqa: SLF001
        self._placed: tuple[Any, BoundingBox] | None = None

    def _generate_prov(self, shape: Any, slide_ind: int, text: str = "", slide_size: Any = None) -> ProvenanceItem:
        """Where a shape stands, asked once: each answer may come from a layout, and all its paragraphs stand there."""
        element = shape._element  # noqa: SLF001 - python-pptx has no public name for it
        if self._placed is None or self._placed[0] is not element:
            left, top, width, height = shape.left, shape.top, shape.width, shape.height
            if None in (left, top, width, height):
                edges = [0, 0, slide_size.width, slide_size.height]
            else:
                edges = self._to_slide_coordinates(shape, [left, top, left + width, top + height])
            self._placed = (element, BoundingBox.from_tuple(tuple(edges), origin=CoordOrigin.TOPLEFT))
        return ProvenanceItem(page_no=slide_ind + 1, charspan=(0, len(text)), bbox=self._placed[1])

    def _get_effective_list_marker(self, shape: Any, paragraph: Any) -> dict[str, Any]:
        """Docling's, looked up once a level of a shape for the paragraphs that say nothing themselves."""
        properties = paragraph._element.find("a:pPr", namespaces=self.NAMESPACES)  # noqa: SLF001
        if properties is not None and len(properties):
            return dict(super()._get_effective_list_marker(shape, paragraph))
        key = (shape._element, self._get_paragraph_level(paragraph._element))  # noqa: SLF001
        if key not in self._markers:
            self._markers[key] = dict(super()._get_effective_list_marker(shape, paragraph))
        return self._markers[key]

    def _iter_shapes_by_position(self, shapes: Iterable[Any]) -> Iterator[Any]:
        """Row by row, each from the left; a shape is in the row of the one above it where their tops nearly agree.

        Docling's own makes a new class each time it is asked.
        """
        placed = sorted(
            ((self._edge(shape, "top"), index, self._edge(shape, "left"), shape) for index, shape in enumerate(shapes)),
            key=lambda entry: entry[:2],
        )
        row: list[Any] = []
        for entry in placed:
            if row and entry[0] - row[-1][0] > self._SHAPE_ROW_TOLERANCE_EMU:
                yield from _from_the_left(row)
                row = []
            row.append(entry)
        yield from _from_the_left(row)

    def _edge(self, shape: Any, side: Any) -> int:
        edge = self._get_shape_position(shape, side)
        return _NOWHERE if edge is None else edge

    @staticmethod
    def _is_hidden_shape(_shape: Any) -> bool:
        return False

    @staticmethod
    def _picture_fill_rid(_shape: Any) -> None:
        return None

    @classmethod
    def _apply_shape_hyperlink(cls, _shape: Any, _items: Any) -> None:
        pass

    def _build_comment_author_map(self, _show: Any) -> dict[str, tuple[str, str]]:
        return {}

    def _extract_slide_comments(self, *_given: Any) -> None:
        pass


def _from_the_left(row: list[Any]) -> Iterator[Any]:
    return (shape for _, _, _, shape in sorted(row, key=lambda entry: (entry[2], entry[1])))


def _run(maker: Any, text: str) -> Any:
    run = maker.makeelement(f"{A}r")
    run.append(run.makeelement(f"{A}t"))
    run[0].text = text
    return run
