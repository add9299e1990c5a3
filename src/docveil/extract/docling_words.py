"""Text cells of a Docling page as words and lines, in page coordinates from the top left."""

from collections.abc import Iterable, Sequence

from docling.datamodel.base_models import Cluster, Page
from docling_core.types.doc.page import TextCell

from docveil.extract.grid import Word, lines_of
from docveil.model.ranges import PageBox


def box_of(cell: TextCell, page_height: float) -> PageBox:
    """The upright box around a text cell, in points."""
    box = cell.rect.to_bounding_box().to_top_left_origin(page_height)
    return PageBox(
        float(min(box.l, box.r)), float(min(box.t, box.b)), float(max(box.l, box.r)), float(max(box.t, box.b))
    )


def as_words(page: Page, cells: Iterable[TextCell]) -> list[Word]:
    """Cells that hold anything, as words; Docling's stand-in for a hyphen is put back."""
    height = page.size.height if page.size else 0.0
    return [
        Word(cell.text.replace("\x02", "-").strip(), box_of(cell, height), cell.index)
        for cell in cells
        if cell.text.strip()
    ]


def cells_of(cluster: Cluster) -> list[TextCell]:
    """The text cells of a cluster and of its children, each once, in their own order."""
    cells = {cell.index: cell for part in (cluster, *cluster.children) for cell in part.cells}
    return [cells[index] for index in sorted(cells)]


def words_in(page: Page, cluster: Cluster) -> list[Word]:
    """The words of the text cells that belong to `cluster`.

    The text layer has a box for each word; a recognised line has only its own. Either way every text cell of the cluster
    gives its characters once: a cell whose words do not add up to it stands as it is.
    """
    height = page.size.height if page.size else 0.0
    fine: list[Word] = []
    if page.parsed_page is not None:
        fine = as_words(page, page.parsed_page.word_cells)
    result: list[Word] = []
    for cell in cells_of(cluster):
        whole = as_words(page, [cell])
        if not whole:
            continue
        box = box_of(cell, height)
        inside = [word for word in fine if _belongs(word.box, box)]
        if "".join(w.text for w in inside) == "".join(whole[0].text.split()):
            result += inside
        else:
            result += whole
    return [Word(word.text, word.box, order) for order, word in enumerate(result)]


def _belongs(word: PageBox, line: PageBox) -> bool:
    shared = word.intersection(line)
    return shared is not None and shared.area >= 0.5 * word.area


def text_lines(page: Page, cells: Sequence[TextCell]) -> list[str]:
    """The text of cells as lines: what stands side by side is one line, in which a gap is a space."""
    return [" ".join(word.text for word in line) for line in lines_of(as_words(page, cells))]
