"""Derived texts that detectors read, each with its alignment to the document."""

from collections.abc import Sequence

from docveil.model.alignment import View
from docveil.model.document import ExtractedDocument
from docveil.model.ranges import SourceRange
from docveil.views.reading import furniture_view, kept_view, lines_view, raw_view, reading_view
from docveil.views.tables import cell_ends, row_ends, table_views

__all__ = ["build_views", "cell_ends", "row_ends"]


def build_views(document: ExtractedDocument, dropped: Sequence[SourceRange] = ()) -> tuple[View, ...]:
    """Every view of `document` that has something to read and says more than the ones before it.

    The raw view always comes first: no other view can hide what is plain.

    Args:
        document: What was extracted.
        dropped: What will be left out of it, ascending; what is left then is read as it will stand, too.
    """
    views = [raw_view(document)]
    for view in (
        reading_view(document),
        lines_view(document),
        furniture_view(document),
        kept_view(document, dropped),
        *table_views(document),
    ):
        if view.text.strip() and view.text != document.text and view not in views:
            views.append(view)
    return tuple(views)
