"""What Docling's layout model Heron says, in docveil's terms: the same for each engine that runs it. Pure functions."""

import math
from collections.abc import Iterable, Mapping, Sequence

from docveil.errors import ArtifactsError, ExtractionFailed
from docveil.extract.blocks import Region
from docveil.model.ranges import PageBox

# Docling's names of the 17 classes. What frames other regions, or is smaller than a word, is left to geometry.
LABELS: Mapping[str, str | None] = {
    "caption": "caption",
    "footnote": "text",
    "formula": "formula",
    "list_item": "text",
    "page_footer": "page_footer",
    "page_header": "page_header",
    "picture": "picture",
    "section_header": "heading",
    "table": "table",
    "text": "text",
    "title": "heading",
    # Docling takes it through its table model, too.
    "document_index": "table",
    "code": "text",
    "checkbox_selected": None,
    "checkbox_unselected": None,
    "form": None,
    "key_value_region": None,
}
# The least score of a region, as in Docling's LayoutPostprocessor.CONFIDENCE_THRESHOLDS.
_SURE = 0.5
_LESS_SURE = 0.45
_HEADS = frozenset({"section_header", "title", "code", "document_index"})
LEAST_SCORE = 0.3
# Heron has no suppression of its own (RT-DETRv2, arXiv 2407.17140): shares of the union from which two regions are one.
_SAME_LABEL = 0.5
_ANY_LABEL = 0.8


def named(labels: Mapping[int, str]) -> Mapping[int, str]:
    """The class names of a model, checked.

    Raises:
        ArtifactsError: one of them is none of Docling's.
    """
    names = {number: name.strip().lower().replace("-", "_").replace(" ", "_") for number, name in labels.items()}
    if not names or not set(names.values()) <= LABELS.keys():
        raise ArtifactsError("The layout model has classes that docveil does not know.")
    return names


def regions_of(
    names: Mapping[int, str],
    found: Iterable[tuple[int, float, Sequence[float]]],
    scale: tuple[float, float],
    page: PageBox,
) -> list[Region]:
    """The regions of a page, best first; of two that are one, the better stays.

    Args:
        names: Of the classes, by number.
        found: `(class, score, (left, top, right, bottom))`, in pixels.
        scale: Points a pixel, across and down.
        page: The page's box, in points.

    Raises:
        ExtractionFailed: the model gave a class that it does not have, or what is no box.
    """
    kept: list[Region] = []
    for label, score, box in sorted(found, key=lambda item: (-item[1], item[0], tuple(item[2]))):
        if label not in names or not all(map(math.isfinite, (score, *box))):
            raise ExtractionFailed("The layout model returned what is no region.")
        name = names[label]
        role = LABELS[name]
        if role is None or score < (_LESS_SURE if name in _HEADS else _SURE):
            continue
        edges = _inside(box, scale, page)
        region = Region(role, edges, min(score, 1.0))
        if edges.area and not any(_one(region, other) for other in kept):
            kept.append(region)
    return kept


def _inside(box: Sequence[float], scale: tuple[float, float], page: PageBox) -> PageBox:
    """A box in points, cut at the page's edges."""
    left, right = (min(max(float(v) * scale[0], page.left), page.right) for v in (box[0], box[2]))
    top, bottom = (min(max(float(v) * scale[1], page.top), page.bottom) for v in (box[1], box[3]))
    return PageBox(left, top, max(left, right), max(top, bottom))


def _one(a: Region, b: Region) -> bool:
    shared = a.box.intersection(b.box)
    if shared is None:
        return False
    share = shared.area / (a.box.area + b.box.area - shared.area)
    return share > (_SAME_LABEL if a.label == b.label else _ANY_LABEL)
