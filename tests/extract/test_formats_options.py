"""What is read on request, and how pages are told from what stands around them."""

from pathlib import Path

import pytest

from docveil.errors import ExtractionFailed, UsageError
from docveil.extract.flow import lost_words
from docveil.extract.format_extractor import FormatExtractor
from docveil.extract.readers import read_page
from docveil.intake import check_source
from docveil.model.document import DocumentElement
from fixtures.make_formats import MAKERS


@pytest.fixture(scope="module")
def more(artifacts_dir: Path) -> FormatExtractor:
    return FormatExtractor(artifacts_path=artifacts_dir, include=frozenset({"comments", "quoted"}), html="full")


@pytest.mark.parametrize(("kind", "place"), [("docx", "comment"), ("xlsx", "cell note"), ("pptx", "comment")])
def test_comments_are_read_on_request(more: FormatExtractor, kind: str, place: str) -> None:
    data, places = MAKERS[kind]()
    document = more.extract_source(check_source(data))
    name = next(p.name for p in places if p.key == place)
    assert [e.role for e in document.elements if name in e.text] == ["annotation"]
    assert not [n for n in document.ledger.notes if n.part == "comment"]


def test_the_whole_page_is_read_on_request(more: FormatExtractor) -> None:
    data, places = MAKERS["html"]()
    text = more.extract_source(check_source(data)).text
    for place in places:
        assert (place.name in text) == (place.part in ("read", "page_chrome")), place.key


@pytest.mark.parametrize("option", [{"html": "some"}, {"include": frozenset({"everything"})}])
def test_options_that_are_not_known_are_refused(artifacts_dir: Path, option: dict[str, object]) -> None:
    with pytest.raises(UsageError):
        FormatExtractor(artifacts_path=artifacts_dir, **option)  # type: ignore[arg-type]


def elements(page: str, *, main: bool = True) -> list[str]:
    return [e.text for e in read_page(page.encode(), main=main).elements]


def test_an_article_that_does_not_agree_with_the_page_is_not_taken() -> None:
    other = "Words that stand nowhere on this page at all. " * 8
    script = f'<script type="application/ld+json">{{"articleBody": "{other}"}}</script>'
    assert elements(f"<!DOCTYPE html><html><head>{script}</head><body><p>The page.</p></body></html>") == ["The page."]


def test_text_between_blocks_is_kept() -> None:
    assert elements("<!DOCTYPE html><body>before<p>inside</p>after<div>deep<b>er</b></div></body>", main=False) == [
        "before",
        "inside",
        "after",
        "deeper",
    ]


def test_a_table_inside_a_cell_stands_behind_its_table() -> None:
    page = "<!DOCTYPE html><table><tr><td>a<table><tr><td>b</td></tr></table>c</td><td>d</td></tr></table>"
    assert elements(page) == ["a c", "d", "b"]


def test_no_attribute_comes_through() -> None:
    page = '<!DOCTYPE html><p id="Okonkwo" data-x="Okonkwo" title="Okonkwo"><a href="tel:Okonkwo" name="Okonkwo">Call</a></p>'
    assert elements(page) == ["Call"]


@pytest.mark.parametrize("tag", ["div", "b", "blockquote"])
@pytest.mark.parametrize("depth", [100, 300, 5000])
def test_a_page_that_is_nested_deep_is_read_whole_or_not_at_all(tag: str, depth: int) -> None:
    page = f"<!DOCTYPE html><p>start</p>{f'<{tag}>' * depth}deep{f'</{tag}>' * depth}<p>tail</p>"
    try:
        read = elements(page, main=False)
    except ExtractionFailed:
        assert depth > 100
    else:
        assert read == ["start", "deep", "tail"]


def test_words_that_a_reader_loses_are_counted() -> None:
    back = [DocumentElement("e0", "one two"), DocumentElement("e1", "two")]
    assert lost_words("one two two", back) == 0
    assert lost_words("one two two two three", back) == 2


def test_odd_structures_lose_nothing() -> None:
    page = """<!DOCTYPE html><h2><div>heading</div></h2><dl><dt>term<dd>meaning</dl><details>
    <summary>short</summary>long</details><pre>line one
  line two</pre><address>street<br>town</address><ul><li>outer<ul><li>inner</ul>after</ul><ol><li><p>para</p><p>second</p></ol>
    <figure><figcaption>legend</figcaption></figure><fieldset><legend>group</legend><label>field</label></fieldset><p>a<ul><li>b</ul>c
    <table><caption>title</caption><thead><tr><th>h</thead><tr><td>x<tfoot><tr><td>f</table><center>middle</center>
    <blockquote>quote</blockquote><button>press</button><ruby>base<rt>reading</rt></ruby><h7>odd</h7><custom-tag>own</custom-tag>"""
    content = read_page(page.encode(), main=False)
    assert [n for n in content.notes if n.part == "word"] == []
    words = " ".join(e.text for e in content.elements).split()
    expected = "heading term meaning short long outer inner after para second legend group field title middle quote press odd own"
    assert set(expected.split()) <= set(words)


@pytest.mark.parametrize(
    ("rule", "hides", "undecided"),
    [
        (".a .b", True, 0),
        (".a > .b", True, 0),
        ("div.a>p.b.c", True, 0),
        ("#none, .x, p.b", True, 0),
        ("body > .b", False, 0),
        (".b .a", False, 0),
        ("p:nth-child(1)", False, 1),
        ("p[class]", False, 1),
        (".b + .x", False, 1),
        (".b::before", False, 0),
    ],
)
def test_a_rule_hides_what_it_surely_fits_and_is_counted_where_that_is_not_sure(
    rule: str, hides: bool, undecided: int
) -> None:
    style = f"<style>/* }} */ {rule} {{ color: red; display: none }}</style>"
    page = f"<!DOCTYPE html><html><head>{style}</head><body><div class=a><p class='b c'>Inside</p></div><p>End</p>"
    content = read_page(page.encode(), main=False)
    assert [e.text for e in content.elements] == ([] if hides else ["Inside"]) + ["End"]
    assert sum(n.count for n in content.notes if n.part == "hiding_rule") == undecided
    assert sum(n.count for n in content.notes if n.part == "hidden_element") == hides


def test_a_rule_for_paper_hides_nothing_on_the_screen() -> None:
    for medium, hides in (("print", False), ("screen", True)):
        style = f"<style>@media {medium} {{ .b {{ display: none }} }}</style>"
        assert elements(f"<!DOCTYPE html><html><head>{style}</head><body><p class=b>x<p>y", main=False) == (
            ["y"] if hides else ["x", "y"]
        )


def test_what_stands_behind_the_end_of_the_body_is_read() -> None:
    assert elements("<!DOCTYPE html><body><p>in</p></body></html>\nbare<p>more</p></body>", main=False) == [
        "in",
        "bare",
        "more",
    ]


@pytest.mark.parametrize(
    ("inner", "expected"),
    [
        ("<p>Quen<wbr>tin <b>met</b> us</p><p>after</p>", ["Quentin met us", "after"]),
        ("<p>Long<wbr>Name<wbr>Person</p>", ["LongNamePerson"]),
        ("<ul><li>a<wbr><b>b</b>c<wbr>d</li><li>e</li></ul>", ["abcd", "e"]),
        ("<table><tr><td>a<wbr>b</td><td>c</td></tr></table>", ["ab", "c"]),
        ("<p>a<source src=x>b<track src=x>c</p>", ["abc"]),
        ("<p>a<embed src=x>b</p>", ["ab"]),
        ("<p>a<wbr/>b</wbr></p>", ["ab"]),
    ],
)
def test_empty_elements_that_the_parser_does_not_know_swallow_nothing(inner: str, expected: list[str]) -> None:
    assert elements(f"<!DOCTYPE html><body>{inner}</body>", main=False) == expected


@pytest.mark.parametrize(
    "text", ["tin \u00adx", "a\u00adb c", "na\u00efve", "Zo\u00eb M\u00fcller", "\u0416\u0430\u043d\u043d\u0430"]
)
def test_a_few_letters_beyond_ascii_are_what_they_are(text: str) -> None:
    assert elements(f"<!DOCTYPE html><meta charset=utf-8><body><p>Start.</p><p>{text}</p></body>", main=False)[1:] == [
        text
    ]
