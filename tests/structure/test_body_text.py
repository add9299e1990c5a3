"""Which lines of a paper are body text, and what becomes of them."""

import pytest
from attrs import evolve

from docveil.model.document import ExtractedDocument, join_elements
from docveil.redact.compose import give_way
from docveil.redact.plan import plan_edits
from docveil.redact.project import project
from docveil.structure.body_plan import body_plan
from docveil.structure.body_text import find_body_text
from docveil.structure.wording import caption_kind, is_references, is_section, looks_mathematical
from tests.structure.paper import LEFT, SENTENCE, WIDTH, Typewriter, without_layout
from tests.support import find


def reasons(document: ExtractedDocument) -> dict[str, str]:
    """Why each line is left out, by its text; `kept` where it is not."""
    body = find_body_text(document)
    assert body.refused is None
    return {line.text: body.reasons.get(line.number, "kept") for line in body.lines}


def paper() -> Typewriter:
    """A title, an abstract and two paragraphs of a section."""
    made = Typewriter()
    made.block("On the wear of ropes", size=18.0, left=150.0, width=250.0)
    made.block("A. Veskin and B. Orlan", left=200.0, width=120.0)
    made.block("Abstract", role="heading", left=260.0, width=40.0)
    made.prose(lines=4, size=9.0)
    made.block("1 Introduction", role="heading", size=12.0)
    made.prose()
    made.prose()
    return made


def test_title_abstract_and_sections_stay_and_authors_go() -> None:
    found = reasons(paper().document())
    assert found["A. Veskin and B. Orlan"] == "front_matter"
    assert [text for text, why in found.items() if why != "kept"] == ["A. Veskin and B. Orlan"]


def test_references_end_at_an_appendix() -> None:
    made = paper()
    made.block("References", role="heading", size=12.0)
    made.block("[1] A. Veskin, Wear of ropes, 1999, with a title that is so long", "that it runs over.", size=9.0)
    made.turn()
    made.block("Appendix A", role="heading", size=12.0)
    made.prose("appendix")
    found = reasons(made.document())
    assert found["References"] == found["that it runs over."] == "reference"
    assert found["Appendix A"] == "kept"
    assert all(why == "kept" for text, why in found.items() if "appendix" in text)


def test_the_word_references_inside_a_sentence_ends_nothing() -> None:
    made = paper()
    made.block(
        *["References to earlier work on the wear of ropes are few and far between in the literature so far"] * 3,
        "End.",
    )
    assert set(reasons(made.document()).values()) == {"kept", "front_matter"}


def test_a_list_of_references_without_a_heading_is_known_by_its_hanging_indents() -> None:
    made = paper()
    for number in range(1, 7):
        made.block(f"[{number}] A. Veskin and B. Orlan, On the wear of ropes in the wet season of 199{number}, in")
        made.y -= 12.0
        made.block("Proceedings of the Invented Society, pages 3-9.", left=88.0)
    found = reasons(made.document())
    assert found["Proceedings of the Invented Society, pages 3-9."] == "reference"
    assert sum(why == "reference" for why in found.values()) == 7


def test_a_paper_without_references_loses_nothing_for_it() -> None:
    assert "reference" not in reasons(paper().document()).values()


def test_labels_over_a_figures_caption_go_and_the_paragraph_above_stays() -> None:
    made = paper()
    made.block("Winch", left=140.0, width=40.0)
    made.block("0.5", size=7.0, left=100.0, width=12.0)
    made.block("Figure 1. The path of a load.", size=9.0)
    made.prose()
    found = reasons(made.document())
    assert (found["Winch"], found["0.5"], found["Figure 1. The path of a load."]) == ("figure", "figure", "caption")
    assert found["and ends here."] == "kept"


def test_rows_under_a_tables_caption_go_and_the_paragraph_below_stays() -> None:
    made = paper()
    made.block("Table 1. Values of the trial.", size=9.0)
    made.block("Rope Load Mean", size=9.0, left=110.0, width=300.0)
    made.block("7 7.25 3.5", size=9.0, left=110.0, width=300.0)
    made.prose("afterwards")
    found = reasons(made.document())
    assert found["Rope Load Mean"] == found["7 7.25 3.5"] == "table"
    assert all(why == "kept" for text, why in found.items() if "afterwards" in text)


def test_a_footnote_is_small_marked_and_low() -> None:
    made = paper()
    made.block("1 A note of some length on the wear of ropes and of cranes.", size=7.5)
    assert reasons(made.document())["1 A note of some length on the wear of ropes and of cranes."] == "footnote"


def test_line_numbers_go_and_do_not_part_a_paragraph() -> None:
    made = paper()
    made.prose("before")
    made.y -= 60.0
    for number in range(5):
        made.block(str(12 + number), size=7.0, left=40.0, width=8.0)
        made.y -= 12.0
    plan = body_plan(made.document())
    text = plan.apply(made.document().text)
    assert "16" not in text
    assert {edit.label for edit in plan.edits} >= {"drop:line_number", "join:lines"}


@pytest.mark.parametrize(
    ("text", "kind"),
    [
        ("Figure 3. Loads of the winch", "figure"),
        ("Fig. 3: Loads", "figure"),
        ("Table 2 Loads of the winch", "table"),
        ("Table IV", "table"),
        ("Figure 3 shows the loads", None),
        ("Table 2 and the figures", None),
        ("Table talk is cheap", None),
        ("figure 3. of the list", None),
    ],
)
def test_a_caption_is_a_word_a_number_and_no_verb(text: str, kind: str | None) -> None:
    assert caption_kind(text) == kind


def test_words_of_headings_and_mathematics() -> None:
    assert is_references("7. References")
    assert not is_references("References therein are old.")
    assert is_section("2.1 Materials and methods")
    assert not is_section("2 of the ropes were lost.")
    assert looks_mathematical("T = k + ax (3)")
    assert not looks_mathematical("where the load = 3 tonnes under laboratory conditions")


def letter() -> Typewriter:
    made = Typewriter()
    made.block("Northgate Ropes Ltd", size=14.0)
    made.block("12 Example Street", "Port Example")
    made.block("Dear Ms Lindqvist,")
    for _ in range(3):
        made.prose("letter")
    made.block("Yours sincerely,", "Mara Okonkwo")
    return made


def invoice() -> Typewriter:
    made = Typewriter()
    made.block("Invoice 2041", size=16.0)
    for number in range(12):
        made.block(f"Rope {number}", left=80.0, width=60.0)
        made.y -= 24.0
        made.block(f"{number}.50", left=400.0, width=40.0)
    return made


@pytest.mark.parametrize("made", [letter(), invoice()], ids=["letter", "invoice"])
def test_what_is_no_paper_is_kept_whole_and_says_so(made: Typewriter) -> None:
    plan = body_plan(made.document())
    assert plan.edits == ()
    assert [(note.part, note.reason) for note in plan.notes] in (
        [("body_text", "not_a_paper_kept_whole")],
        [("body_text", "no_running_text_kept_whole")],
    )


def test_a_document_without_places_is_kept_whole_and_says_so() -> None:
    plan = body_plan(without_layout(paper().document()))
    assert plan.edits == ()
    assert [note.reason for note in plan.notes] == ["no_layout_kept_whole"]


def test_what_is_left_out_is_counted_by_page_and_reason() -> None:
    made = paper()
    made.turn()
    made.block("Figure 1. The path of a load.", size=9.0)
    notes = body_plan(made.document()).notes
    assert ("caption", "left_out_of_body_text", 1, 2) in [(n.part, n.reason, n.count, n.page) for n in notes]
    assert ("front_matter", "left_out_of_body_text", 1, 1) in [(n.part, n.reason, n.count, n.page) for n in notes]


def test_where_the_layout_says_otherwise_is_counted() -> None:
    made = paper()
    made.block("Figure 1. The path of a load.", size=9.0, role="body")
    made.elements[-2] = evolve(made.elements[-2], role="caption")
    found = {(n.part, n.reason) for n in body_plan(made.document()).notes}
    assert ("caption", "layout_says_body") in found
    assert ("caption", "kept_though_layout_says_aside") in found


def test_lines_become_paragraphs_and_a_broken_word_is_the_verdicts_to_judge() -> None:
    made = paper()
    full = "The measured tension of the rope increases with the number of cycles before the fai"
    made.block(f"{full}-", "lure of it.")
    whole = made.document()
    assert f"{full}lure of it." in body_plan(whole, lambda _a, _b: "").apply(whole.text)
    undecided = body_plan(whole)
    assert f"{full}-lure of it." in undecided.apply(whole.text)
    assert [n.count for n in undecided.notes if n.part == "line_break_hyphen"] == [1]


def test_a_name_in_a_dropped_part_and_in_the_body_is_hidden_in_both_and_the_laws_hold() -> None:
    """Detection sees the whole document; what is dropped gives way to nothing, and the elements still join to the text."""
    made = paper()
    made.prose("Lindqvist")
    made.block("Figure 1. The rope of Lindqvist.", size=9.0)
    whole = made.document()
    finding = find(whole, "Lindqvist")
    hiding = plan_edits(whole, [finding], lambda mentions: ["<PERSON>" for _ in mentions])
    plan = give_way(body_plan(whole), to=hiding)
    elements = project(whole, plan)
    assert join_elements(elements) == plan.apply(whole.text)
    assert [e.id for e in elements] == [e.id for e in whole.elements]
    dropped = project(whole, body_plan(whole))
    assert join_elements(dropped) == body_plan(whole).apply(whole.text)
    assert "Figure 1" not in join_elements(dropped)


def test_the_result_does_not_depend_on_how_often_it_is_asked() -> None:
    whole = paper().document()
    assert find_body_text(whole) == find_body_text(whole)
    assert "Introduction" not in repr(find_body_text(whole))


def test_an_appendix_ends_the_references_where_headings_are_no_larger_than_the_text() -> None:
    made = paper()
    made.block("References")
    made.block("[1] A. Veskin, Wear of ropes, 1999.", size=9.0)
    made.block("Appendix A", role="heading")
    made.prose("appendix")
    found = reasons(made.document())
    assert found["[1] A. Veskin, Wear of ropes, 1999."] == "reference"
    assert found["Appendix A"] == "kept"


def test_a_figure_is_sought_over_its_caption_first_and_a_table_under_it() -> None:
    made = paper()
    made.block("Winch", left=140.0, width=40.0)
    made.block("Figure 1. The path of a load.", size=9.0)
    made.block("A motto", left=300.0, width=60.0)
    made.prose()
    made.block("A second motto", left=300.0, width=60.0)
    made.block("Table 1. Values of the trial.", size=9.0)
    made.block("Rope Load Mean", left=140.0, width=240.0)
    made.prose()
    found = reasons(made.document())
    assert (found["Winch"], found["Rope Load Mean"]) == ("figure", "table")
    assert found["A motto"] == found["A second motto"] == "kept"


def test_a_line_number_between_two_lines_does_not_part_them_and_a_caption_does() -> None:
    for between, joined in (("17", True), ("Figure 1. A rope.", False)):
        made = paper()
        made.block(f"{SENTENCE[:-1]} here.", width=WIDTH)
        made.y -= 24.0
        made.block(between, size=7.0, left=40.0 if joined else LEFT, width=12.0)
        made.y = made.y - 8.4 if joined else made.y
        made.block("This Line Goes On With It, and it fills the width of the column as the one before it does.")
        whole = made.document()
        assert (" here. This Line" in body_plan(whole).apply(whole.text)) == joined


def test_a_short_last_line_ends_a_paragraph_inside_one_block() -> None:
    made = paper()
    made.block(SENTENCE, "It ends here.", *[f"{SENTENCE[:-1]} again"] * 2, "and there.")
    whole = made.document()
    assert "It ends here.\n\nThe measured" in body_plan(whole).apply(whole.text)
