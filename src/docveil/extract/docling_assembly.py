"""Puts a page together: every text cell in exactly one element, its lines as they stand.

Docling's own assembly joins the lines of a block, deletes hyphens at their ends and rewrites quotes and ligatures. Here
lines are kept, so that what is normalised later can be traced; and a cell that no cluster holds becomes an element of
its own instead of being lost.
"""

from collections.abc import Iterable

from docling.datamodel.base_models import AssembledUnit, Cluster, FigureElement, Page, PageElement, TextElement
from docling.datamodel.document import ConversionResult
from docling.models.base_layout_model import FIGURE_LABEL, PAGE_HEADER_LABELS, TABLE_LABELS, TEXT_ELEM_LABELS
from docling.models.base_model import BasePageModel
from docling_core.types.doc import DocItemLabel
from docling_core.types.doc.page import TextCell

from docveil.extract.docling_words import cells_of, text_lines
from docveil.model.document import LedgerNote, PageRecord


class PageAssembly(BasePageModel):
    """The assembly stage. It keeps the account of the pages that went through it since `begin`."""

    def __init__(self) -> None:
        self.pages: list[PageRecord] = []
        self.notes: list[LedgerNote] = []

    def begin(self) -> None:
        """Start the account of a new document."""
        self.pages = []
        self.notes = []

    def __call__(self, conv_res: ConversionResult, page_batch: Iterable[Page]) -> Iterable[Page]:
        """Pages with their elements assembled."""
        for page in page_batch:
            elements = self._elements(page)
            headers = [e for e in elements if e.label in PAGE_HEADER_LABELS]
            body = [e for e in elements if e.label not in PAGE_HEADER_LABELS]
            page.assembled = AssembledUnit(elements=elements, headers=headers, body=body)
            self.pages.append(_record(page))
            yield page

    def _elements(self, page: Page) -> list[PageElement]:
        clusters = page.predictions.layout.clusters if page.predictions.layout else []
        used: set[int] = set()
        elements: list[PageElement] = []
        # Tables claim their cells first: a text block inside a table is a part of it.
        for cluster in sorted(clusters, key=lambda c: (c.label not in TABLE_LABELS, c.id)):
            if cluster.label in TABLE_LABELS:
                elements.append(self._table(page, cluster, used))
            elif cluster.label == FIGURE_LABEL:
                inside = _texts(page, [*cluster.children, _without_children(cluster)], used)
                elements += inside
                if not inside:
                    # Only a page without a usable text layer is recognised: on any other, a picture was not looked at.
                    looked_at = any(cell.from_ocr for cell in page.cells)
                    self._note(page, cluster, "picture", "no_text_found" if looked_at else "not_recognised")
                elements.append(_figure(page, cluster))
            elif cluster.label in TEXT_ELEM_LABELS:
                elements += _texts(page, [cluster], used)
            else:
                elements += _texts(page, [*cluster.children, _without_children(cluster)], used)
        next_id = max((c.id for c in _all(clusters)), default=0) + 1
        for cell in page.cells:
            if cell.index not in used and cell.text.strip():
                elements += _texts(page, [_orphan(page, cell, next_id)], used)
                next_id += 1
        return elements

    def _table(self, page: Page, cluster: Cluster, used: set[int]) -> PageElement:
        cells = cells_of(cluster)
        used.update(cell.index for cell in cells)
        structure = page.predictions.tablestructure
        table = structure.table_map.get(cluster.id) if structure else None
        if table is not None:
            return table
        # A structure that was not believed: the words are kept, as text.
        text = "\n".join(text_lines(page, cells))
        self._note(page, cluster, "table", "structure_not_sound_kept_as_text")
        return TextElement(
            label=DocItemLabel.TEXT, id=cluster.id, text=text, page_no=page.page_no, cluster=_plain(cluster)
        )

    def _note(self, page: Page, cluster: Cluster, part: str, reason: str) -> None:
        box = cluster.bbox
        edges = (float(box.l), float(box.t), float(max(box.l, box.r)), float(max(box.t, box.b)))
        self.notes.append(LedgerNote(part, reason, page=page.page_no, bbox=edges))


def _record(page: Page) -> PageRecord:
    layer = recognised = 0
    scores = []
    for cell in page.cells:
        characters = len("".join(cell.text.split()))
        if cell.from_ocr:
            recognised += characters
            scores.append(cell.confidence)
        else:
            layer += characters
    mean = round(min(max(sum(scores) / len(scores), 0.0), 1.0), 4) if scores else None
    return PageRecord(page.page_no, layer, recognised, ocr_confidence=mean)


def _all(clusters: Iterable[Cluster]) -> Iterable[Cluster]:
    for cluster in clusters:
        yield cluster
        yield from _all(cluster.children)


def _texts(page: Page, clusters: Iterable[Cluster], used: set[int]) -> list[PageElement]:
    """A text element for each cluster that holds cells which no element has yet."""
    elements: list[PageElement] = []
    for cluster in clusters:
        cells = [cell for cell in cluster.cells if cell.index not in used and cell.text.strip()]
        if cells:
            used.update(cell.index for cell in cells)
            label = cluster.label if cluster.label in TEXT_ELEM_LABELS else DocItemLabel.TEXT
            text = "\n".join(text_lines(page, cells))
            elements.append(
                TextElement(label=label, id=cluster.id, text=text, page_no=page.page_no, cluster=_plain(cluster))
            )
    return elements


def _plain(cluster: Cluster) -> Cluster:
    """A cluster that Docling's later stages take for running text without children."""
    label = cluster.label if cluster.label in TEXT_ELEM_LABELS else DocItemLabel.TEXT
    return cluster.model_copy(update={"children": [], "label": label})


def _without_children(cluster: Cluster) -> Cluster:
    return cluster.model_copy(update={"children": []})


def _figure(page: Page, cluster: Cluster) -> FigureElement:
    bare = cluster.model_copy(update={"children": [], "cells": []})
    return FigureElement(label=cluster.label, id=cluster.id, text="", cluster=bare, page_no=page.page_no)


def _orphan(page: Page, cell: TextCell, number: int) -> Cluster:
    height = page.size.height if page.size else 0.0
    box = cell.rect.to_bounding_box().to_top_left_origin(height)
    return Cluster(id=number, label=DocItemLabel.TEXT, bbox=box, confidence=cell.confidence, cells=[cell])
