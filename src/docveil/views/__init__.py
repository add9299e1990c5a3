"""Derived texts that detectors read, each with its alignment to the document."""

from docveil.model.alignment import View
from docveil.model.document import ExtractedDocument
from docveil.views.reading import furniture_view, lines_view, raw_view, reading_view
from docveil.views.tables import cell_ends, row_ends, table_views

__all__ = ["build_views", "cell_ends", "row_ends"]


def build_views(document: ExtractedDocument) -> tuple[View, ...]:
    """Every view of `document` that has something to read and says more than the ones before it.

    The raw view always comes first: no other view can hide what is plain.
    """
    views = [raw_view(document)]
    for view in (reading_view(document), lines_view(document), furniture_view(document), *table_views(document)):
        if view.text.strip() and view.text != document.text and view not in views:
            views.append(view)
    return tuple(views)
