"""Derived texts that detectors read, each with its alignment to the document."""

from collections.abc import Sequence

from docveil.model.alignment import Alignment, View
from docveil.model.document import ExtractedDocument
from docveil.views.reading import furniture_view, lines_view, raw_view, reading_view
from docveil.views.tables import cell_ends, row_ends, table_views

__all__ = ["WHOLE", "build_views", "cell_ends", "row_ends", "views_through"]

_KEPT = "kept_"
# Names of the views that are a text as it stands: the document's, and what is left of it.
WHOLE = ("raw", f"{_KEPT}raw")


def build_views(document: ExtractedDocument) -> tuple[View, ...]:
    """Every view of `document` that has something to read and says more than the ones before it.

    The raw view always comes first: no other view can hide what is plain.
    """
    views = [raw_view(document)]
    for view in (reading_view(document), lines_view(document), furniture_view(document), *table_views(document)):
        if view.text.strip() and view.text != document.text and view not in views:
            views.append(view)
    return tuple(views)


def views_through(document: ExtractedDocument, alignment: Alignment, known: Sequence[View]) -> tuple[View, ...]:
    """The views of what a document was made into, as views of the document that it was made of.

    What stood apart may be neighbours in what is left: it is read as any other document, over lines, pages and cells.

    Args:
        document: What was made.
        alignment: From its text to the text of the document that it was made of.
        known: Views that need not be given again.
    """
    found = (View(f"{_KEPT}{v.name}", v.text, alignment.then(v.alignment)) for v in build_views(document))
    seen = {(view.text, view.alignment) for view in known}
    return tuple(view for view in found if view.text.strip() and (view.text, view.alignment) not in seen)
