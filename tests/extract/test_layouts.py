"""Each layout fixture is read whole, in order, in the right number of columns, with its tables and its roles."""

from pathlib import Path

import pypdfium2
import pytest

from docveil.extract.docling_pdf import DoclingExtractor
from docveil.model.document import ExtractedDocument
from fixtures import make_layouts

# Tables over a page break are recorded as drawn, and read as one; their tests are in test_tables.py.
NAMES = [name for name in make_layouts.BUILDERS if name not in ("invisible_text_layer", "invisible_text_that_differs")]
JOINED = ("table_over_pages_with_header", "table_over_pages_without_header")


def bare(text: str) -> str:
    return "".join(text.split())


def visible_characters(path: Path, page: int) -> list[str]:
    """What pdfium itself reports for a page, hyphens at line ends as it codes them."""
    document = pypdfium2.PdfDocument(path)
    try:
        return sorted(bare(document[page].get_textpage().get_text_range().replace("\ufffe", "-").replace("\x02", "-")))
    finally:
        document.close()


def found_in_order(document: ExtractedDocument, lines: tuple[str, ...]) -> list[str]:
    """Lines that are not found behind the line before them."""
    text = bare("".join(e.text for e in document.elements if e.kind == "text"))
    missing = []
    position = 0
    for line in lines:
        place = text.find(bare(line), position)
        if place < 0:
            missing.append(line)
        else:
            position = place
    return missing


@pytest.mark.parametrize("name", NAMES)
def test_a_layout_is_read_as_a_person_reads_it(name: str, tmp_path: Path, provider: DoclingExtractor) -> None:
    """Every line in order, every column counted, every table as drawn, everything aside under its role."""
    layout = make_layouts.make_one(tmp_path, name)
    document = provider.extract(layout.path)
    assert found_in_order(document, layout.lines) == []
    assert tuple(p.columns for p in document.ledger.pages) == layout.columns
    if name not in JOINED:
        tables: dict[str, list[tuple[int, int, int, int, str]]] = {}
        for element in document.elements:
            if element.table is not None and element.cell is not None:
                tables.setdefault(element.table, []).append((*element.cell, element.text))
        assert [sorted(t) for t in tables.values()] == [sorted(t) for t in layout.tables]
    for role, text in layout.aside:
        roles = {e.role for e in document.elements if bare(text) in bare(e.text)}
        assert roles == ({role} if role != "outside" else {"body"})


@pytest.mark.parametrize("name", NAMES)
def test_each_character_of_the_text_layer_is_in_one_element(
    name: str, tmp_path: Path, provider: DoclingExtractor
) -> None:
    """Page by page, pdfium's characters are the elements' characters, no more and no fewer."""
    layout = make_layouts.make_one(tmp_path, name)
    document = provider.extract(layout.path)
    read_otherwise = {"form_field": {"form_field"}, "picture_with_text": set[str]()}.get(name, set())
    for page in range(len(layout.columns)):
        mine = "".join(e.text for e in document.elements if e.page == page + 1 and e.role not in read_otherwise)
        if name == "picture_with_text":
            assert not set(visible_characters(layout.path, page)) - set(mine)
            continue
        assert sorted(bare(mine)) == visible_characters(layout.path, page)


def test_a_turned_page_has_boxes_of_the_page_as_shown(tmp_path: Path, provider: DoclingExtractor) -> None:
    """A page with /Rotate 90 is 842 points wide: boxes lie on it, upright and below each other."""
    document = provider.extract(make_layouts.make_one(tmp_path, "rotated_page").path)
    boxes = [e.bbox for e in document.elements if e.bbox]
    assert max(b[2] for b in boxes) > 700
    assert all(0 <= b[0] < b[2] <= 842 and 0 <= b[1] < b[3] <= 595 for b in boxes)


def test_text_outside_the_page_is_kept_and_marked(tmp_path: Path, provider: DoclingExtractor) -> None:
    """What a viewer does not show is read last on its page, and counted in the ledger."""
    document = provider.extract(make_layouts.make_one(tmp_path, "outside_page_box").path)
    assert "Printer's slug" in document.elements[-1].text
    [note] = [n for n in document.ledger.notes if n.reason == "outside_the_page_kept"]
    assert (note.part, note.page, note.count) == ("text", 1, 56)


def test_form_values_stand_beside_their_labels(tmp_path: Path, provider: DoclingExtractor) -> None:
    """A value follows its label, with the box of its widget."""
    document = provider.extract(make_layouts.make_one(tmp_path, "form_field").path)
    texts = [e.text for e in document.elements]
    assert texts[-4:] == ["Order:", "Blue paint, 40 litres", "Remark:", "Deliver to gate 7"]
    value = document.elements[-3]
    assert value.bbox is not None
    assert value.bbox[2] - value.bbox[0] == pytest.approx(220, abs=2)


def test_running_furniture_needs_three_pages(tmp_path: Path, provider: DoclingExtractor) -> None:
    """Header and footer of four pages have their roles, and come first and last on each."""
    document = provider.extract(make_layouts.make_one(tmp_path, "running_furniture").path)
    for page in range(1, 5):
        roles = [e.role for e in document.elements if e.page == page]
        assert roles[0] == "page_header"
        assert roles[-1] == "page_footer"
        assert set(roles[1:-1]) == {"body"}


def test_an_initial_is_no_mark_of_a_list_and_a_date_alone_is_no_header(
    tmp_path: Path, provider: DoclingExtractor
) -> None:
    """A letter has neither list items nor running furniture."""
    document = provider.extract(make_layouts.make_one(tmp_path, "letter").path)
    assert {e.role for e in document.elements} == {"body", "heading"}


def test_a_bold_line_further_out_ends_a_list(tmp_path: Path, provider: DoclingExtractor) -> None:
    """Each bullet is an item of its own, and holds nothing of what follows."""
    document = provider.extract(make_layouts.make_one(tmp_path, "posts_held").path)
    items = [e.text for e in document.elements if e.role == "list_item"]
    assert items == [f"\u2022 task {key}{task} of the harbour" for key in range(1, 5) for task in range(2)]
