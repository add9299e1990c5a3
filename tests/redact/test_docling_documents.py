"""A DoclingDocument in, a DoclingDocument out: nothing of what was hidden is left in its whole JSON, all else is there."""

import json
from pathlib import Path
from typing import Any

import pytest
from docling_core.types.doc import (
    BoundingBox,
    CoordOrigin,
    DocItemLabel,
    DoclingDocument,
    DocumentOrigin,
    GraphCell,
    GraphCellLabel,
    GraphData,
    GraphLink,
    GraphLinkLabel,
    ImageRef,
    ProvenanceItem,
    Size,
    TableCell,
    TableData,
)
from docling_core.types.doc.common.annotations import DescriptionAnnotation
from PIL import Image
from pydantic import AnyUrl

from docveil import TextCleaner, TextCleanerConfig
from docveil.cleaner import UNIFIED
from docveil.detect.ensemble import Ensemble
from docveil.detect.forms import Haystack, compact
from docveil.detect.rules import RulesReader
from docveil.docling_documents import clean_docling_document
from docveil.errors import CleaningFailed, DocveilError, UsageError
from docveil.redact.policy import Policy
from tests.faults import cleaners
from tests.redact.support import KEY

PEERS = Path(__file__).parents[3] / "shared" / "peer-cases"
NAMES = ("Mara Lindqvist", "Adaeze Okonkwo")
HIDDEN = (*NAMES, "Lindqvist", "Okonkwo", "mara.lindqvist@example.org", "(202) 555-0143", "4242 4242 4242 4242")


def place(page: int, top: float, start: int, end: int) -> ProvenanceItem:
    box = BoundingBox(l=72, t=800 - top, r=500, b=780 - top, coord_origin=CoordOrigin.BOTTOMLEFT)
    return ProvenanceItem(page_no=page, bbox=box, charspan=(start, end))


def cell(text: str, row: int, column: int, *, rows: int = 1, columns: int = 1) -> TableCell:
    return TableCell(
        text=text,
        row_span=rows,
        col_span=columns,
        start_row_offset_idx=row,
        end_row_offset_idx=row + rows,
        start_col_offset_idx=column,
        end_col_offset_idx=column + columns,
        column_header=row == 0,
    )


def make() -> DoclingDocument:
    """Every place in a DoclingDocument that can hold text, each with something planted."""
    made = DoclingDocument(name="letter of Mara Lindqvist")
    made.origin = DocumentOrigin(mimetype="application/pdf", binary_hash=20255550143, filename="Okonkwo.pdf")
    image = ImageRef.from_pil(Image.new("RGB", (4, 4)), dpi=72)
    for page in (1, 2):
        made.add_page(page_no=page, size=Size(width=595, height=842), image=image)
    made.add_title("About Mara Lindqvist", orig="1 About Mara Lindqvist")
    made.add_text(DocItemLabel.TEXT, "It was signed by Mara", prov=place(1, 100, 0, 21))
    made.add_text(DocItemLabel.PAGE_FOOTER, "Page 1 of 2", prov=place(1, 700, 0, 11))
    made.add_text(DocItemLabel.TEXT, "Lindqvist on behalf of the centre.", prov=place(2, 100, 0, 34))
    spread = "Adaeze Okonkwo called from (202) 555-0143 and left."
    item = made.add_text(DocItemLabel.TEXT, spread, prov=place(1, 600, 0, 22))
    item.prov.append(place(2, 80, 22, len(spread)))
    group = made.add_list_group(name="Mara Lindqvist's list")
    url = AnyUrl("https://example.org/mara.lindqvist")
    made.add_list_item(
        "letters to mara.lindqvist@example.org", enumerated=True, marker="1.", parent=group, hyperlink=url
    )
    made.add_list_item("the boiler", enumerated=False, marker="Okonkwo", parent=group)
    table = TableData(num_rows=2, num_cols=3)
    table.table_cells = [
        cell("Holder", 0, 0, columns=2),
        cell("Card", 0, 2),
        cell("Adaeze", 1, 0),
        cell("Okonkwo", 1, 1),
        cell("4242 4242 4242 4242", 1, 2),
    ]
    caption = made.add_text(DocItemLabel.CAPTION, "Cards of Adaeze Okonkwo")
    made.add_table(table, caption=caption)
    under = made.add_text(DocItemLabel.CAPTION, "Figure 1: Mara Lindqvist at work")
    picture = made.add_picture(caption=under, image=image)
    picture.annotations.append(DescriptionAnnotation(text="A photograph of Mara Lindqvist", provenance="model"))
    graph = GraphData(
        cells=[
            GraphCell(label=GraphCellLabel.KEY, cell_id=0, text="Applicant", orig="Applicant"),
            GraphCell(label=GraphCellLabel.VALUE, cell_id=1, text="Mara Lindqvist", orig="Mara Lindqvist"),
        ],
        links=[GraphLink(label=GraphLinkLabel.TO_VALUE, source_cell_id=0, target_cell_id=1)],
    )
    made.add_key_values(graph=graph)
    made.add_code("name = 'Mara Lindqvist'")
    return made


def cleaner(operator: str = "placeholder") -> TextCleaner:
    """The rules, and the planted names as terms: no model is loaded."""
    policy = Policy(deny=(*NAMES, "Lindqvist", "Okonkwo"), operator=operator)
    made = TextCleaner(TextCleanerConfig(policy, UNIFIED, key=KEY))
    made.__dict__["_ensemble"] = Ensemble((RulesReader(),))
    return made


def strings(value: Any) -> list[str]:
    if isinstance(value, dict):
        return [s for k, v in value.items() if k != "$ref" for s in (k, *strings(v))]
    if isinstance(value, list):
        return [s for v in value for s in strings(v)]
    return [value] if isinstance(value, str) else []


@pytest.mark.parametrize("operator", ["placeholder", "indexed", "synthetic", "remove", "mask", "pseudonym"])
def test_nothing_hidden_is_left_in_the_whole_dictionary(operator: str) -> None:
    source = make()
    before = source.export_to_dict()
    result = clean_docling_document(source, cleaner(operator))
    exported = result.export_to_dict()
    for text in strings(exported):
        for value in HIDDEN:
            assert not list(Haystack(text).find(compact(value))), (operator, text)
    assert "base64" not in json.dumps(exported)
    assert source.export_to_dict() == before


def test_ids_order_places_and_ordinary_text_stay() -> None:
    source = make()
    result = clean_docling_document(source, cleaner("indexed"))
    for (old, depth), (new, new_depth) in zip(source.iterate_items(), result.iterate_items(), strict=True):
        assert (old.self_ref, old.parent, old.children, depth) == (new.self_ref, new.parent, new.children, new_depth)
        assert getattr(old, "label", None) == getattr(new, "label", None)
        assert [(p.page_no, p.bbox) for p in getattr(old, "prov", [])] == [
            (p.page_no, p.bbox) for p in getattr(new, "prov", [])
        ]
    assert [t.text for t in result.texts] == [
        "About <TERM_1>",
        "It was signed by <TERM_1>",
        "Page 1 of 2",
        " on behalf of the centre.",
        "<TERM_2> called from <PHONE_NUMBER_1> and left.",
        "letters to <EMAIL_ADDRESS_1>",
        "the boiler",
        "Cards of <TERM_2>",
        "Figure 1: <TERM_1> at work",
        "name = '<TERM_1>'",
    ]
    assert result.origin is None
    assert result.pages[1].image is None
    assert result.pages[1].size == source.pages[1].size
    assert result.pictures[0].image is None
    assert result.pictures[0].annotations == []
    assert [c.text for c in result.key_value_items[0].graph.cells] == ["Applicant", "<TERM_1>"]


def test_cells_are_cleaned_once_and_keep_their_spans() -> None:
    source, result = make(), clean_docling_document(make(), cleaner())
    table = result.tables[0].data
    assert [c.text for c in table.table_cells] == ["Holder", "Card", "<TERM>", "", "<CREDIT_CARD>"]
    assert [(c.row_span, c.col_span, c.start_col_offset_idx, c.column_header) for c in table.table_cells] == [
        (c.row_span, c.col_span, c.start_col_offset_idx, c.column_header) for c in source.tables[0].data.table_cells
    ]
    assert table.grid[0][0].text == table.grid[0][1].text == "Holder"


def test_character_spans_name_the_same_part_of_the_cleaned_text() -> None:
    text = clean_docling_document(make(), cleaner()).texts[4]
    assert text.text == "<TERM> called from <PHONE_NUMBER> and left."
    parts = [text.text[slice(*p.charspan)] for p in text.prov]
    assert parts == ["<TERM> called ", "from <PHONE_NUMBER> and left."]


def test_doclings_exporters_work_on_the_result() -> None:
    result = clean_docling_document(make(), cleaner())
    markdown = result.export_to_markdown()
    assert "# About <TERM>" in markdown.replace("\\", "").replace("&lt;", "<").replace("&gt;", ">")
    assert "the boiler" in markdown
    assert result.export_to_html()
    assert result.export_to_text()
    assert DoclingDocument.model_validate(result.export_to_dict()) == result


def test_what_is_no_reference_of_doclings_own_is_refused() -> None:
    source = make()
    source.texts[0].self_ref = "#/Mara"
    with pytest.raises(DocveilError) as caught:
        clean_docling_document(source, cleaner())
    assert "Mara" not in str(caught.value)


def test_reversible_is_refused_and_so_is_text_to_text() -> None:
    with pytest.raises(UsageError, match="vault"):
        clean_docling_document(make(), cleaner("reversible"))
    with pytest.raises(UsageError, match="text to text"):
        clean_docling_document(make(), cleaners.text_to_text)  # type: ignore[arg-type]


def test_a_value_that_a_cleaner_leaves_elsewhere_is_refused() -> None:
    source = DoclingDocument(name="x")
    source.add_text(DocItemLabel.TEXT, "Marchetti called.")
    source.add_text(DocItemLabel.TEXT, "It was Marchetti.")
    with pytest.raises(CleaningFailed, match="1 removed forms"):
        clean_docling_document(source, cleaners.WellBehaved())


def test_cells_that_claim_one_place_are_cleaned_all_the_same() -> None:
    source = make()
    source.tables[0].data.table_cells.append(cell("Okonkwo", 1, 1))
    source.tables[0].data.table_cells.append(cell("Lindqvist", 1, 1, rows=0))
    result = clean_docling_document(source, cleaner())
    assert {c.text for c in result.tables[0].data.table_cells[-2:]} <= {"", "<TERM>"}


@pytest.mark.skipif(not (PEERS / "pdf" / "multi_page.pdf").is_file(), reason="the public documents are not here")
def test_a_public_document_with_planted_names(artifacts_dir: Path) -> None:
    """A DoclingDocument made from multi_page.pdf, with names planted in it; nothing but these names goes."""
    from docveil.extract.docling_pdf import DoclingExtractor
    from docveil.extract.job import Job
    from docveil.intake import read_source

    made = DoclingExtractor(artifacts_dir)._convert(read_source(PEERS / "pdf" / "multi_page.pdf"), Job())
    made.origin = DocumentOrigin(mimetype="application/pdf", binary_hash=1, filename="Featherstone.pdf")
    public = [item.text for item in made.texts]
    planted = " The reviewer was Philippa Featherstone, who can be reached at philippa.featherstone@example.org."
    for item in made.texts[1::9]:
        item.text += planted
        item.orig = item.text
    made.texts[3].text = made.texts[3].orig = "Ms Featherstone agreed."
    config = TextCleanerConfig(Policy(only=("PERSON", "EMAIL_ADDRESS"), allow=()), UNIFIED, artifacts_dir)
    result = clean_docling_document(made, TextCleaner(config))
    for text in strings(result.export_to_dict()):
        assert not any(list(Haystack(text).find(form)) for form in ("philippa", "featherstone")), text
    kept = [t.text for t in result.texts]
    assert sum("<PERSON>, who can be reached at <EMAIL_ADDRESS>." in t for t in kept) == len(public[1::9])
    alone = [text for i, text in enumerate(public) if i % 9 != 1 and i != 3]
    unchanged = [text for text in alone if text in kept]
    # The document names a few real persons, who are hidden too.
    assert len(unchanged) >= 0.9 * len(alone)
    assert "reviewer" in result.export_to_markdown()
