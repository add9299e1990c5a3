"""Findings to edits to elements: once, in the first place, and nothing else moves."""

import pytest

from docveil.errors import CleaningFailed, InvalidNoun
from docveil.model.document import ExtractedDocument
from docveil.model.edits import Edit, EditPlan
from docveil.model.findings import Finding
from docveil.model.ranges import SourceRange
from docveil.redact.plan import plan_edits
from docveil.redact.project import project
from tests.support import document, find, table


def clean(source: ExtractedDocument, *findings: Finding) -> list[tuple[str, str]]:
    plan = plan_edits(source, findings, lambda mentions: [f"<{m.label}>" for m in mentions])
    elements = project(source, plan)
    joined = "".join(e.text + e.separator for e in elements[:-1]) + elements[-1].text
    assert joined == plan.apply(source.text)
    return [(e.text, e.separator) for e in elements]


def test_a_finding_over_two_elements_stands_in_the_first_and_takes_the_separator() -> None:
    source = document("signed by Mara", "Lindqvist today")
    finding = Finding((SourceRange(10, 25),), "PERSON", 1.0, "test")
    assert clean(source, finding) == [("signed by <PERSON>", ""), (" today", "\n\n")]


def test_fragments_leave_what_stands_between_them() -> None:
    source = document("signed by Mara", ("page 1", "page_footer"), "Lindqvist today")
    assert clean(source, find(source, "Mara", "Lindqvist")) == [
        ("signed by <PERSON>", "\n\n"),
        ("page 1", "\n\n"),
        (" today", "\n\n"),
    ]


def test_a_finding_over_table_cells_leaves_the_grid() -> None:
    source = document(*table(("Adaeze", "Okonkwo", "7")))
    whole = Finding((SourceRange(0, 14),), "PERSON", 1.0, "test")
    assert clean(source, whole) == [("<PERSON>", "\t"), ("", "\t"), ("7", "\n")]


def test_white_space_at_the_edges_of_a_finding_stays() -> None:
    source = document("by Mara ", "and")
    assert clean(source, Finding((SourceRange(2, 10),), "PERSON", 1.0, "test"))[0] == ("by <PERSON> ", "\n\n")


def test_a_finding_of_white_space_alone_changes_nothing() -> None:
    source = document("a", "b")
    assert clean(source, Finding((SourceRange(1, 3),), "PERSON", 1.0, "test")) == [("a", "\n\n"), ("b", "\n\n")]


def test_a_whole_element_may_vanish_and_keeps_its_place() -> None:
    source = document("x Mara", "Astrid", "Lindqvist y")
    whole = Finding((SourceRange(2, 25),), "PERSON", 1.0, "test")
    assert clean(source, whole) == [("x <PERSON>", ""), ("", ""), (" y", "\n\n")]


def test_overlapping_findings_are_refused() -> None:
    source = document("Mara Lindqvist")
    with pytest.raises(CleaningFailed, match="overlap"):
        clean(source, find(source, "Mara Lind"), find(source, "Lindqvist"))


def test_words_are_never_put_into_a_separator() -> None:
    source = document("a", "b")
    with pytest.raises(CleaningFailed, match="white space between"):
        project(source, EditPlan((Edit(SourceRange(1, 3), "<X>", "X"),), len(source.text)))


def test_a_replacement_that_begins_in_a_separator_stands_in_the_next_element() -> None:
    source = document("a", "bc")
    plan = EditPlan((Edit(SourceRange(2, 4), "<X>", "X"),), len(source.text))
    assert [(e.text, e.separator) for e in project(source, plan)] == [("a", "\n"), ("<X>c", "\n\n")]


def test_a_plan_for_another_text_is_refused() -> None:
    source = document("abc")
    with pytest.raises(CleaningFailed):
        project(source, EditPlan((), 2))
    with pytest.raises(InvalidNoun):
        EditPlan((), 2).apply("abc")


@pytest.mark.parametrize(
    "edits",
    [
        (Edit(SourceRange(0, 2), "", "X"), Edit(SourceRange(1, 3), "", "X")),
        (Edit(SourceRange(2, 3), "", "X"), Edit(SourceRange(0, 1), "", "X")),
        (Edit(SourceRange(2, 9), "", "X"),),
    ],
)
def test_a_plan_that_overlaps_descends_or_overruns_does_not_exist(edits: tuple[Edit, ...]) -> None:
    with pytest.raises(InvalidNoun):
        EditPlan(edits, 5)


def test_an_edit_without_a_source_does_not_exist() -> None:
    with pytest.raises(InvalidNoun):
        Edit(SourceRange(1, 1), "x", "X")
