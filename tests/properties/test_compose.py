"""Edits compose: two plans are one plan, and what was hidden stays hidden."""

from hypothesis import given
from hypothesis import strategies as st

from docveil.model.document import DocumentElement, ExtractedDocument, Ledger
from docveil.model.edits import EditPlan
from docveil.redact.compose import compose, give_way
from tests.properties.strategies import FINGERPRINT, documents, plans


def as_document(text: str) -> ExtractedDocument:
    return ExtractedDocument((DocumentElement("e0", text),), Ledger(), FINGERPRINT)


@given(documents(), st.data())
def test_a_composed_plan_does_what_the_two_do(source: ExtractedDocument, data: st.DataObject) -> None:
    first = data.draw(plans(source))
    between = first.apply(source.text)
    second = data.draw(plans(as_document(between)))
    assert compose(first, second).apply(source.text) == second.apply(between)


@given(documents(), st.data())
def test_composition_is_associative_and_nothing_is_neutral(source: ExtractedDocument, data: st.DataObject) -> None:
    first = data.draw(plans(source))
    one = as_document(first.apply(source.text))
    second = data.draw(plans(one))
    two = as_document(second.apply(one.text))
    third = data.draw(plans(two))
    left = compose(compose(first, second), third)
    right = compose(first, compose(second, third))
    assert left.apply(source.text) == right.apply(source.text) == third.apply(two.text)
    assert compose(first, EditPlan((), len(one.text))) == first
    assert compose(EditPlan((), len(source.text)), first).apply(source.text) == first.apply(source.text)


@given(documents(), st.data())
def test_a_plan_gives_way_to_another(source: ExtractedDocument, data: st.DataObject) -> None:
    normal, hiding = data.draw(plans(source)), data.draw(plans(source))
    both = give_way(normal, to=hiding)
    assert set(hiding.edits) <= set(both.edits) <= {*hiding.edits, *normal.edits}
    left_out = set(normal.edits) - set(both.edits)
    assert all(any(e.range.overlaps(h.range) for h in hiding.edits) for e in left_out)
