"""Normalisations: each does its one thing, each can be off, and none goes where it is not sure."""

import unicodedata

import pytest
from attrs import evolve
from hypothesis import given
from hypothesis import strategies as st

from docveil import DocumentElement, ExtractedDocument, SourceRange
from docveil.detect.common_words import is_common, is_word
from docveil.errors import CleaningFailed, UsageError
from docveil.model.edits import Edit, EditPlan
from docveil.model.structure import Structure
from docveil.redact.compose import give_way
from docveil.redact.normalise import NORMALISATIONS, WordLists, normalise
from docveil.redact.policy import PRESETS, Policy, load_preset
from docveil.redact.project import project
from docveil.structure.drop import drop_plan
from tests.properties.strategies import documents, texts
from tests.support import document, table

LISTS = WordLists(is_word, is_common)


def mended(source: "ExtractedDocument | str", *names: str) -> str:
    source = document(source) if isinstance(source, str) else source
    plan, _ = normalise(source, names, LISTS)
    text = plan.apply(source.text)
    elements = project(source, plan)
    assert "".join(e.text + e.separator for e in elements[:-1]) + elements[-1].text == text
    return text


@pytest.mark.parametrize(
    ("name", "before", "after"),
    [
        ("control", "a\x00b\x07c\x1b[0m\td\r\ne", "abc[0m\td\r\ne"),
        ("control", "one\x0ctwo\x85three", "one\ntwo\nthree"),
        ("nfc", "Jose\u0301 \u1112\u1161\u11ab A\u030a", "Jos\u00e9 \ud55c \u00c5"),
        ("ligatures", "e\ufb03cient \ufb02ow \ufb06and \u0153uvre", "efficient flow stand \u0153uvre"),
        ("soft_hyphens", "co\u00adop exam\u00ad\nple", "coop example"),
        ("white_space", "a  b\t\tc\u00a0 d  \n  e \n", "a b c d\n  e\n"),
        ("white_space", "a\tb\u00a0c d", "a\tb\u00a0c d"),
        ("blank_lines", "a\n\n\n\nb\n\n\nc", "a\n\n\nb\n\n\nc"),
        ("blank_lines", "a\n \n\t\n\n\n\nb", "a\n \n\t\nb"),
        ("quotes", "\u201cso\u201d \u2018it\u2019s\u2019", "\"so\" 'it's'"),
        ("dashes", "a \u2013 b\u2014c", "a - b-c"),
        ("hyphens", "an exam-\nple of", "an example of"),
        ("hyphens", "an exam-ple, an exam-\nple", "an exam-ple, an exam-ple"),
        ("hyphens", "the Okonkwoism, an okonk-\nwoism", "the Okonkwoism, an okonkwoism"),
        ("hyphens", "a well-known and a well-\nknown", "a well-known and a well-known"),
        ("hyphens", "a zorg-\nblatt", "a zorg-\nblatt"),
        ("hyphens", "a cat-\nroad", "a cat-\nroad"),
        ("hyphens", "Mr Smith-\nJones", "Mr Smith-\nJones"),
        ("hyphens", "mother-in-\nlaw", "mother-in-\nlaw"),
        ("hyphens", "pages 10-\n12", "pages 10-\n12"),
        ("hyphens", "a dash -\nand", "a dash -\nand"),
    ],
)
def test_one_normalisation(name: str, before: str, after: str) -> None:
    assert mended(before, name) == after
    assert mended(before) == before


def test_steps_follow_one_another() -> None:
    assert mended("a \x00 b e\ufb00e\u0301", "control", "white_space", "ligatures", "nfc") == "a b eff\u00e9"


def test_undecided_hyphens_are_counted_in_the_ledger() -> None:
    source = document(DocumentElement("e0", "a zorg-\nblatt and kr-\nzpf", page=3), "an exam-\nple")
    _, notes = normalise(source, ["hyphens"], LISTS)
    assert [(n.part, n.reason, n.count, n.page) for n in notes] == [("line_break_hyphen", "kept_undecided", 2, 3)]


def test_code_keeps_its_shape() -> None:
    source = document(("if  x:\n    exam-\nple\n\n\n\n\n", "code"))
    assert mended(source, *NORMALISATIONS) == source.text


def block(
    index: int, text: str, box: tuple[float, float, float, float], page: int = 1, role: str = "body"
) -> DocumentElement:
    return DocumentElement(f"e{index}", text, role=role, page=page, bbox=box)


PROSE = "The heating was repaired twice in the winter and\nthe landlord was asked to replace the old boiler\nin spring."


def test_lines_that_reach_the_edge_of_the_column_are_one_paragraph() -> None:
    source = document(block(0, PROSE, (72.0, 100.0, 500.0, 140.0)))
    assert mended(source, "paragraphs") == PROSE.replace("\n", " ")


def test_lines_that_end_before_it_stay() -> None:
    wide = block(0, PROSE, (72.0, 100.0, 500.0, 140.0))
    address = "Harbour Street Family Centre\n14 Harbour Street, Second Floor\nBristol"
    source = document(wide, block(1, address, (72.0, 160.0, 260.0, 200.0)))
    assert mended(source, "paragraphs").endswith(address)
    items = "- the heating, which was repaired twice in winter\n- the boiler, which is to be replaced in spring\n- x"
    assert mended(document(block(0, items, (72.0, 100.0, 500.0, 140.0))), "paragraphs") == items
    verse = PROSE.replace(" in the winter and", "")
    assert "twice\nthe" in mended(document(block(0, verse, (72.0, 100.0, 500.0, 140.0))), "paragraphs")


def test_blocks_without_a_box_stay_as_they_are() -> None:
    assert mended(document(PROSE), "paragraphs") == PROSE


def test_a_paragraph_runs_on_over_a_page_and_not_over_a_blank_line() -> None:
    first = PROSE.removesuffix("\nin spring.")
    on_next_page = document(
        block(0, first, (72.0, 700.0, 500.0, 740.0)), block(1, "in spring.", (72.0, 80.0, 500.0, 95.0), page=2)
    )
    assert mended(on_next_page, "paragraphs") == PROSE.replace("\n", " ")
    below = document(block(0, first, (72.0, 100.0, 500.0, 140.0)), block(1, "in spring.", (72.0, 160.0, 500.0, 175.0)))
    assert "boiler\n\nin spring" in mended(below, "paragraphs")
    with_footer = document(
        block(0, first, (72.0, 700.0, 500.0, 740.0)),
        block(1, "page 1", (72.0, 760.0, 500.0, 770.0), role="page_footer"),
        block(2, "in spring.", (72.0, 80.0, 500.0, 95.0), page=2),
    )
    assert mended(with_footer, "paragraphs", "hyphens").endswith("boiler\n\npage 1\n\nin spring.")


def test_a_paragraph_runs_on_over_what_another_plan_leaves_out() -> None:
    first = PROSE.removesuffix("\nin spring.")
    foot = block(1, "page 1", (72.0, 760.0, 500.0, 770.0), role="page_footer")
    head = block(2, "Case  file", (72.0, 30.0, 500.0, 40.0), role="page_header", page=2)
    source = document(
        block(0, first, (72.0, 700.0, 500.0, 740.0)),
        evolve(foot, bbox=None),
        evolve(head, bbox=None),
        block(3, "in spring.", (72.0, 80.0, 500.0, 95.0), page=2),
    )
    dropping = drop_plan(source, Structure(drop=("page_footer", "page_header")))
    mending, _ = normalise(source, NORMALISATIONS, LISTS, [edit.range for edit in dropping.edits])
    plan = give_way(mending, to=dropping)
    assert len(plan.edits) == len(mending.edits) + len(dropping.edits)
    assert plan.apply(source.text) == PROSE.replace("\n", " ")
    assert [e.text for e in project(source, plan)][1:] == ["", "", "in spring."]


def test_a_word_is_joined_over_what_another_plan_leaves_out() -> None:
    source = document("an exam-", ("Note", "footnote"), "ple of")
    dropping = drop_plan(source, Structure(footnotes="drop"))
    mending, _ = normalise(source, ["hyphens"], LISTS, [edit.range for edit in dropping.edits])
    assert give_way(mending, to=dropping).apply(source.text) == "an example of"
    assert normalise(source, ["hyphens"], LISTS)[0].edits == ()


def test_a_word_broken_over_two_elements_takes_the_separator_with_it() -> None:
    source = document("an exam-", "ple of")
    plan, _ = normalise(source, ["hyphens"], LISTS)
    assert [(e.text, e.separator) for e in project(source, plan)] == [("an exam", ""), ("ple of", "\n\n")]
    assert mended(document("an exam-", ("ple of", "heading")), "hyphens") == "an exam-\n\nple of"


def test_the_grid_of_a_table_is_never_touched() -> None:
    source = document(*table(("exam-", "ple", "  a  b  "), ("x\x00", "", "")))
    plan, _ = normalise(source, NORMALISATIONS, LISTS)
    assert [e.separator for e in project(source, plan)] == [e.separator for e in source.elements]


def test_an_edit_whose_source_is_unclear_raises() -> None:
    source = document("a", "b")
    with pytest.raises(CleaningFailed):
        project(source, EditPlan((Edit(SourceRange(1, 2), "x", "hyphens"),), len(source.text)))


@pytest.mark.parametrize("preset", PRESETS)
def test_every_preset_names_what_it_mends_and_none_folds_quotes(preset: str) -> None:
    policy = load_preset(preset)
    assert "control" in policy.normalise
    assert not {"quotes", "dashes"} & set(policy.normalise)
    assert ("policy.normalise", ",".join(policy.normalise)) in policy.settings()


def test_a_normalisation_that_there_is_not_is_refused() -> None:
    with pytest.raises(UsageError, match="normalisation"):
        Policy(normalise=("spelling",))


@given(texts)
def test_nfc_by_stretches_is_nfc(text: str) -> None:
    assert mended(document(text), "nfc") == unicodedata.normalize("NFC", text)


@given(documents(), st.sets(st.sampled_from(NORMALISATIONS)))
def test_normalisation_keeps_every_letter_and_changes_nothing_twice(source: ExtractedDocument, names: set[str]) -> None:
    """Letters and digits stay, in order and in number, but for what NFC and ligatures write in another way."""
    if not source.elements:
        return
    plan, _ = normalise(source, names, LISTS)
    again = project(source, plan)

    def letters(text: str) -> str:
        return "".join(c for c in unicodedata.normalize("NFKD", text) if c.isalnum())

    assert letters("".join(e.text for e in again)) == letters("".join(e.text for e in source.elements))
    stable = names - {"hyphens", "paragraphs"}
    once = document(*again)
    if names == stable:
        twice, _ = normalise(once, stable, LISTS)
        assert twice.apply(once.text) == once.text
