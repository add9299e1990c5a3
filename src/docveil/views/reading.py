"""The body as a reader takes it in: over lines, columns and pages, with the page furniture read apart.

The running header and footer between the last word of a page and the first of the next have no piece in the reading
view, so a name that crosses the page break is one match in two fragments, and the furniture between is untouched.
"""

from docveil.model.alignment import Alignment, View
from docveil.model.document import FURNITURE_ROLES, DocumentElement, ExtractedDocument
from docveil.views.build import ViewBuilder
from docveil.views.folding import fold_range

_ASIDE = FURNITURE_ROLES | {"footnote", "annotation", "notes", "cell"}
_FLOWING = frozenset({"body", "list_item"})
_TERMINAL = tuple(".!?:;\u2026")
_CLOSING = " \t\r\n\"')]\u201d\u2019\u00bb"
BLOCK = "\n\n"


def raw_view(document: ExtractedDocument) -> View:
    """The document's text itself, so that no other view can hide what is plain."""
    return View("raw", document.text, Alignment.identity(len(document.text)))


def reading_view(document: ExtractedDocument) -> View:
    """The body flow, folded; empty where the document has no body."""
    builder = ViewBuilder(document.text)
    previous: int | None = None
    for index, element in enumerate(document.elements):
        if element.role in _ASIDE or not element.text.strip():
            continue
        if previous is not None:
            _join(builder, document, previous, index)
        span = document.source_ranges[index]
        fold_range(builder, document.text, span.start, span.end, join_lines=element.role != "code")
        previous = index
    return builder.build("reading")


def lines_view(document: ExtractedDocument) -> View:
    """Every element outside tables on its own, folded, with its line ends kept: forms, addresses, signature blocks."""
    builder = ViewBuilder(document.text)
    for element, span in zip(document.elements, document.source_ranges, strict=True):
        if element.role != "cell" and element.text.strip():
            if not builder.is_empty:
                builder.glue(BLOCK)
            fold_range(builder, document.text, span.start, span.end, join_lines=False)
    return builder.build("lines")


def furniture_view(document: ExtractedDocument) -> View:
    """Running headers and footers, footnotes and notes, one block each, folded."""
    builder = ViewBuilder(document.text)
    for element, span in zip(document.elements, document.source_ranges, strict=True):
        if element.role in _ASIDE and element.role != "cell" and element.text.strip():
            if not builder.is_empty:
                builder.glue(BLOCK)
            fold_range(builder, document.text, span.start, span.end)
    return builder.build("furniture")


def _join(builder: ViewBuilder, document: ExtractedDocument, previous: int, index: int) -> None:
    """What stands between two neighbours of the flow: the separator itself if they touch, else glue."""
    before, after = document.elements[previous], document.elements[index]
    gap = (document.source_ranges[previous].end, document.source_ranges[index].start)
    touching = not any(e.text for e in document.elements[previous + 1 : index])
    if not _runs_on(before, after):
        if touching:
            builder.fold(BLOCK, *gap)
        else:
            builder.glue(BLOCK)
        return
    hyphen = _broken_word(before.text, after.text)
    text = "" if hyphen else " "
    if touching and gap[0] < gap[1]:
        builder.fold(text, *gap)
    elif not touching:
        builder.glue(text)


def _runs_on(before: DocumentElement, after: DocumentElement) -> bool:
    """Whether a sentence may go on from one element into the next: both are running text, and none ends between."""
    if before.role not in _FLOWING or after.role not in _FLOWING:
        return False
    return not before.text.rstrip(_CLOSING).endswith(_TERMINAL)


def _broken_word(before: str, after: str) -> bool:
    """Whether the last word of one element goes on in the next, behind a hyphen."""
    return len(before) > 1 and before[-1] in "-\u2010\u00ad" and before[-2].isalnum() and after[:1].islower()
