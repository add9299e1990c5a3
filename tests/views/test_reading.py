"""The reading view: what a reader takes in, tied to exact source ranges."""

import pytest

from docveil.model.alignment import View
from docveil.model.document import DocumentElement, ExtractedDocument
from docveil.views import build_views
from docveil.views.reading import furniture_view, lines_view, reading_view
from tests.support import document


def sources(source: ExtractedDocument, view: View, match: str) -> list[str]:
    """The source text of each fragment of `match` in `view`."""
    start = view.text.index(match)
    return [f.of(source.text) for f in view.locate(start, start + len(match))]


def test_a_name_over_a_page_break_leaves_header_and_footer_alone() -> None:
    source = document(
        "It was signed by Mara",
        ("Confidential 1", "page_footer"),
        ("Case file", "page_header"),
        "Lindqvist today.",
    )
    view = reading_view(source)
    assert "signed by Mara Lindqvist today." in view.text
    assert sources(source, view, "Mara Lindqvist") == ["Mara", "Lindqvist"]
    assert furniture_view(source).text == "Confidential 1\n\nCase file"


def test_a_name_over_neighbouring_elements_covers_their_separator() -> None:
    source = document("It was signed by Mara", "Lindqvist today.")
    assert sources(source, reading_view(source), "Mara Lindqvist") == ["Mara\n\nLindqvist"]


@pytest.mark.parametrize(
    ("text", "match", "covered"),
    [
        ("Christopher Wil-\nliamson came", "Christopher Williamson", "Christopher Wil-\nliamson"),
        ("Ann Smith-\nJones came", "Smith-Jones", "Smith-\nJones"),
        ("number 078-05-\n1120 is", "078-05-1120", "078-05-\n1120"),
        ("mail mara@exam-\nple.org now", "mara@example.org", "mara@exam-\nple.org"),
        ("mail mara@\nexample.org now", "mara@example.org", "mara@\nexample.org"),
        ("mail mara\n@example.org now", "mara@example.org", "mara\n@example.org"),
        ("IBAN DE89 3704\n0044 0532", "DE89 3704 0044 0532", "DE89 3704\n0044 0532"),
        ("Wil\u00adliam\u200bson came", "Williamson", "Wil\u00adliam\u200bson"),
        ("Wil\u00ad\nliamson came", "Williamson", "Wil\u00ad\nliamson"),
        ("call \uff12\uff11\uff12\u00a0555\u20110142 now", "212 555-0142", "\uff12\uff11\uff12\u00a0555\u20110142"),
        (
            "call 2\ufe0f\u20e31\ufe0f\u20e32\ufe0f\u20e3 555-0142 now",
            "212 555-0142",
            "2\ufe0f\u20e31\ufe0f\u20e32\ufe0f\u20e3 555-0142",
        ),
        ("call \u0662\u0661\u0662 555-0142 now", "212 555-0142", "\u0662\u0661\u0662 555-0142"),
        ("call \u0968\u0967\u0968 555-0142 now", "212 555-0142", "\u0968\u0967\u0968 555-0142"),
        ("O\ufb01ni came", "Ofini", "O\ufb01ni"),
        ("Jose\u0301 came", "Jos\u00e9", "Jose\u0301"),
        ("A\u030angstro\u0308m came", "\u00c5ngstr\u00f6m", "A\u030angstro\u0308m"),
        ("\u202aMara\u202c came", "Mara", "Mara"),
        ("O\u2019Brien came", "O'Brien", "O\u2019Brien"),
    ],
)
def test_folding_is_read_and_mapped_back(text: str, match: str, covered: str) -> None:
    source = document(text)
    assert sources(source, reading_view(source), match) == [covered]


@pytest.mark.parametrize("text", ["Write to mara@example.org\nfor more", "It ends.\nMara came", "a @\nb"])
def test_an_ordinary_line_end_is_a_space(text: str) -> None:
    assert reading_view(document(text)).text == text.replace("\n", " ")


def test_a_sentence_end_is_not_run_over() -> None:
    assert reading_view(document("It was over.", "Lindqvist came.")).text == "It was over.\n\nLindqvist came."


def test_a_heading_is_not_joined_to_the_text_below() -> None:
    assert reading_view(document(("Signed", "heading"), "Mara came")).text == "Signed\n\nMara came"


def test_a_word_broken_over_two_elements_is_joined() -> None:
    source = document("It was Christopher Wil-", "liamson who came.")
    view = reading_view(source)
    # Between elements the hyphen itself stays in the text of the first; what is joined is the gap.
    assert sources(source, view, "Christopher Wil-liamson") == ["Christopher Wil-\n\nliamson"]


def test_lines_are_kept_where_they_carry_meaning() -> None:
    assert lines_view(document("Mara Lindqvist\n4 Elm Road\nLeeds")).text == "Mara Lindqvist\n4 Elm Road\nLeeds"


def test_code_keeps_its_lines() -> None:
    code = DocumentElement("e0", "a = 1\nb = 2", role="code")
    assert reading_view(document(code)).text == "a = 1\nb = 2"


def test_the_raw_view_is_always_first_and_is_the_text() -> None:
    source = document("Mara", ("Case", "page_header"))
    assert build_views(source)[0].text == source.text


def test_an_empty_document_has_a_raw_view() -> None:
    assert [v.name for v in build_views(document())] == ["raw"]
