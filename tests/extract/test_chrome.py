"""Running headers and footers, by repetition."""

import pytest

from docveil.extract.chrome import running_roles
from docveil.model.document import DocumentElement


def line(page: int, text: str, top: float) -> DocumentElement:
    return DocumentElement("e0", text, page=page, bbox=(50.0, top, 200.0, top + 10))


def pages(count: int, head: str, top: float = 30.0) -> list[DocumentElement]:
    found = []
    for page in range(1, count + 1):
        found.append(line(page, head.format(page), top))
        found += [line(page, f"Body {chr(96 + page) * 3} {n} of its own", 100.0 + 20 * n) for n in range(5)]
    return found


@pytest.mark.parametrize(
    ("count", "top", "expected"), [(3, 30.0, "page_header"), (2, 30.0, None), (4, 780.0, "page_footer")]
)
def test_what_repeats_at_an_edge_of_three_pages_is_furniture(count: int, top: float, expected: str | None) -> None:
    """Numbers are left out of the comparison; two pages are too few."""
    roles = running_roles(pages(count, "Report {} of 9", top))
    assert set(roles.values()) == ({expected} if expected else set())
    assert len(roles) == (count if expected else 0)


def test_three_pages_need_two_and_a_running_head_begins_in_the_outer_15_percent() -> None:
    """60 % of three pages are two; a label at the same height in the middle of every page is content."""
    two_of_three = pages(3, "Report {} of 9")
    two_of_three[0] = line(1, "Another head", 30.0)
    assert set(running_roles(two_of_three)) == {6, 12}
    assert running_roles(two_of_three[:12]) == {}
    deep = pages(3, "Received by", 95.0)
    assert len(running_roles(deep)) == 3
    assert running_roles(deep, dict.fromkeys((1, 2, 3), 500.0)) == {}
    assert len(running_roles(deep, dict.fromkeys((1, 2, 3), 800.0))) == 3


def test_a_text_that_wanders_or_differs_is_no_header() -> None:
    """Position alone does not make furniture, nor does repetition alone."""
    wandering = [line(page, "Notice", 10.0 * page) for page in range(1, 4)]
    differing = [line(page, word, 30.0) for page, word in enumerate(("Apples", "Pears", "Plums"), 1)]
    assert running_roles(wandering) == {}
    assert running_roles(differing) == {}


def test_two_pages_are_enough_where_the_layout_model_saw_one_of_them() -> None:
    """What the model calls a header on one page is one on the other page too, in the same words."""
    elements = pages(2, "Report {} of 9")
    assert running_roles(elements) == {}
    elements[0] = DocumentElement("e0", elements[0].text, role="page_header", page=1, bbox=elements[0].bbox)
    assert set(running_roles(elements).values()) == {"page_header"}
    assert len(running_roles(elements)) == 2


@pytest.mark.parametrize(("head", "found"), [("{}", 2), ("Page {} of 2", 2), ("- {} -", 2), ("Lot {}", 0)])
def test_page_numbers_need_two_pages_only(head: str, found: int) -> None:
    """A number at the same place counts the pages; a number with a word of its own may be anything."""
    assert len(running_roles(pages(2, head))) == found


def test_what_the_layout_model_alone_calls_a_header_does_not_run() -> None:
    """The title of a report of three pages stands at the head of its first page, and on no other."""
    elements = pages(3, "{}")
    elements[0] = DocumentElement("e0", "Annual report", role="page_header", page=1, bbox=elements[0].bbox)
    assert running_roles(elements) == {0: "body", 6: "page_header", 12: "page_header"}
    assert running_roles(elements[:6]) == {0: "body"}
