"""The laws of docs/offsets.md, each as a property over generated documents and edits."""

import itertools
import random

from hypothesis import given
from hypothesis import strategies as st

from docveil.detect.resolve import resolve
from docveil.emit.wire import DOCUMENT_SCHEMA, EXTRACTED_SCHEMA, WrittenDocument, WrittenExtraction, dump, load
from docveil.model.alignment import Alignment
from docveil.model.document import ExtractedDocument, join_elements
from docveil.model.ranges import DerivedRange, SourceRange
from docveil.redact.mentions import Mention
from docveil.redact.plan import plan_edits
from docveil.redact.project import project
from docveil.views import build_views
from tests.properties.strategies import FINGERPRINT, alignments, documents, findings, plans


def hide(mentions: tuple[Mention, ...]) -> list[str]:
    return [f"<{m.label}>" for m in mentions]


@given(documents(), st.data())
def test_law_1_elements_join_to_the_text_before_and_after(document: ExtractedDocument, data: st.DataObject) -> None:
    joined = "".join(e.text + e.separator for e in document.elements[:-1]) + "".join(
        e.text for e in document.elements[-1:]
    )
    assert joined == document.text
    plan = data.draw(plans(document))
    if _placeable(document, plan):
        assert join_elements(project(document, plan)) == plan.apply(document.text)


@given(documents())
def test_law_2_every_range_is_its_elements_text(document: ExtractedDocument) -> None:
    assert len(document.source_ranges) == len(document.elements)
    for element, r in zip(document.elements, document.source_ranges, strict=True):
        assert document.text[r.start : r.end] == element.text


@given(documents(), st.data())
def test_law_3_text_outside_the_edits_is_unchanged(document: ExtractedDocument, data: st.DataObject) -> None:
    plan = data.draw(plans(document))
    cleaned = plan.apply(document.text)
    source_at = cleaned_at = 0
    for edit in plan.edits:
        kept = document.text[source_at : edit.range.start]
        assert cleaned[cleaned_at : cleaned_at + len(kept)] == kept
        cleaned_at += len(kept) + len(edit.replacement)
        source_at = edit.range.end
    assert cleaned[cleaned_at:] == document.text[source_at:]


@given(documents(), st.data())
def test_law_4_projection_is_the_plan_applied(document: ExtractedDocument, data: st.DataObject) -> None:
    plan = data.draw(plans(document))
    if _placeable(document, plan):
        assert join_elements(project(document, plan)) == plan.apply(document.text)


@given(documents(), st.data())
def test_law_5_a_replacement_stands_once_in_the_first_element(document: ExtractedDocument, data: st.DataObject) -> None:
    plan = data.draw(plans(document))
    if not _placeable(document, plan):
        return
    cleaned = project(document, plan)
    assert [e.id for e in cleaned] == [e.id for e in document.elements]
    for before, after, source in zip(document.elements, cleaned, document.source_ranges, strict=True):
        assert (after.kind, after.role, after.page, after.cell) == (before.kind, before.role, before.page, before.cell)
        expected, position = [], source.start
        for edit in plan.edits:
            part = edit.range.intersection(source)
            if part is None:
                continue
            expected.append(document.text[position : part.start])
            first = next(r for r in document.source_ranges if r.overlaps(edit.range))
            if first == source:
                expected.append(edit.replacement)
            position = part.end
        expected.append(document.text[position : source.end])
        assert after.text == "".join(expected)


@given(st.integers(0, 20).flatmap(lambda n: st.tuples(st.just(n), alignments(n))), st.data())
def test_law_6_derived_ranges_map_to_source_fragments_and_back(
    case: tuple[int, Alignment], data: st.DataObject
) -> None:
    length, alignment = case
    start = data.draw(st.integers(0, alignment.length))
    span = DerivedRange(start, data.draw(st.integers(start, alignment.length)))
    fragments = alignment.to_source(span)
    assert all(a.end < b.start for a, b in itertools.pairwise(fragments))
    assert all(f and f.end <= length for f in fragments)
    for position in range(span.start, span.end):
        # Monotone: what a part stands for is within what the whole stands for.
        for part in alignment.to_source(DerivedRange(position, position + 1)):
            assert any(f.contains(part) for f in fragments)
            back = alignment.to_derived(part)
            assert any(r.start <= position < r.end for r in back)


@given(st.data())
def test_law_6_composition_is_associative_and_maps_in_two_steps(data: st.DataObject) -> None:
    first = data.draw(alignments(12))
    second = data.draw(alignments(first.length))
    third = data.draw(alignments(second.length))
    assert first.then(second).then(third) == first.then(second.then(third))
    composed = first.then(second)
    assert composed.length == second.length
    for position in range(second.length):
        one = DerivedRange(position, position + 1)
        steps = {
            i
            for middle in second.to_source(one)
            for r in first.to_source(DerivedRange(middle.start, middle.end))
            for i in range(r.start, r.end)
        }
        assert {i for r in composed.to_source(one) for i in range(r.start, r.end)} == steps


@given(alignments(12))
def test_identity_is_neutral(alignment: Alignment) -> None:
    assert Alignment.identity(12).then(alignment) == alignment
    assert alignment.then(Alignment.identity(alignment.length)) == alignment


@given(documents(), st.data())
def test_law_7_findings_in_any_order_give_the_same_plan(document: ExtractedDocument, data: st.DataObject) -> None:
    found = list(data.draw(findings(len(document.text))))
    plan = plan_edits(document, resolve(found), hide)
    random.Random(data.draw(st.integers(0, 99))).shuffle(found)
    assert plan_edits(document, resolve(found), hide) == plan
    assert plan_edits(document, resolve(found)[::-1], hide) == plan


@given(documents(), st.data())
def test_resolving_covers_every_character_that_was_found(document: ExtractedDocument, data: st.DataObject) -> None:
    found = data.draw(findings(len(document.text)))
    covered = {i for f in resolve(found) for r in f.fragments for i in range(r.start, r.end)}
    assert {i for f in found for r in f.fragments for i in range(r.start, r.end)} <= covered


@given(documents())
def test_every_view_is_tied_to_the_text_it_shows(document: ExtractedDocument) -> None:
    for view in build_views(document):
        for position, character in enumerate(view.text):
            fragments = view.locate(position, position + 1)
            assert all(f.end <= len(document.text) for f in fragments)
            if len(fragments) == 1 and len(fragments[0]) == 1 and character.isascii() and character.isalnum():
                source = fragments[0].of(document.text)
                assert source == character or not source.isascii()


@given(documents())
def test_no_view_hides_a_plain_letter(document: ExtractedDocument) -> None:
    seen = {
        i
        for view in build_views(document)[1:]
        for piece in view.alignment.pieces
        for r in piece.source
        for i in range(r.start, r.end)
    }
    if seen:
        assert {i for i, c in enumerate(document.text) if c.isalnum()} <= seen


@given(documents())
def test_law_10_what_is_written_and_read_back_is_equal(document: ExtractedDocument) -> None:
    extraction = WrittenExtraction(EXTRACTED_SCHEMA, "0" * 16, document.elements, document.ledger, FINGERPRINT)
    assert load(dump(extraction), WrittenExtraction) == extraction
    written = WrittenDocument(DOCUMENT_SCHEMA, "0" * 16, document.text, document.elements, FINGERPRINT)
    assert load(dump(written), WrittenDocument) == written


def _placeable(document: ExtractedDocument, plan: object) -> bool:
    """Whether every edit with a replacement touches some element's text: else projection must refuse (tested apart)."""
    return all(
        not e.replacement or e.replacement.isspace() or any(r.overlaps(e.range) for r in document.source_ranges)
        for e in plan.edits  # type: ignore[attr-defined]
    )


def test_source_ranges_are_not_derived_ranges() -> None:
    ranges: list[object] = [SourceRange(0, 1), DerivedRange(0, 1)]
    assert ranges[0] != ranges[1]
