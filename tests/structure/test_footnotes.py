"""Footnotes behind everything else."""

from docveil.model.document import DocumentElement
from docveil.structure import footnotes_last
from tests.support import document


def test_footnotes_come_last_with_their_ids_and_pages() -> None:
    source = document(
        DocumentElement("e0", "The count was", page=1),
        DocumentElement("e1", "1 By hand.", role="footnote", page=1),
        DocumentElement("e2", "made twice.", page=2),
        DocumentElement("e3", "2 By another crew.", role="footnote", page=2),
        DocumentElement("e4", "The end.", page=2, separator=""),
    )
    moved = footnotes_last(source)
    assert [(e.id, e.page) for e in moved.elements] == [("e0", 1), ("e2", 2), ("e4", 2), ("e1", 1), ("e3", 2)]
    assert moved.text == "The count was\n\nmade twice.\n\nThe end.\n\n1 By hand.\n\n2 By another crew."
    assert [(n.part, n.reason, n.count) for n in moved.ledger.notes] == [("footnote", "moved_to_end", 2)]
    assert footnotes_last(moved) is moved


def test_nothing_moves_where_there_is_none() -> None:
    source = document("a", "b")
    assert footnotes_last(source) is source
