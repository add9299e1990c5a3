"""Law 8: what was found at one place is left at no place, however it is written there."""

from collections.abc import Callable

from hypothesis import given
from hypothesis import strategies as st

from docveil.detect.forms import Haystack, compact
from docveil.detect.resolve import resolve
from docveil.detect.sweep import sweep, swept_forms
from docveil.model.document import DocumentElement, ExtractedDocument, Ledger
from docveil.model.findings import Finding
from docveil.model.ranges import SourceRange
from docveil.redact.plan import plan_edits
from docveil.redact.project import project
from docveil.views import build_views
from tests.properties.strategies import FINGERPRINT

NAMES = ("Mara Lindqvist", "Okonkwo", "078-05-1120", "Jos\u00e9 \u00c1lvarez", "mara@example.org")
VARIANTS: st.SearchStrategy[Callable[[str], str]] = st.sampled_from(
    [
        str,
        str.upper,
        str.lower,
        lambda s: s.replace(" ", "\u00a0"),
        lambda s: s.replace(" ", "\n"),
        "\u200b".join,
        lambda s: s[:3] + "\u00ad" + s[3:],
        lambda s: s.replace("-", "\u2011"),
        lambda s: "".join(chr(ord(c) + 0xFEE0) if c.isdigit() else c for c in s),
    ]
)
FILLER = st.sampled_from(["came today", "(see", ").", "and,", "\u05d0\u05d1", "\U0001f600", "42 pages", "x"])
PIECES = st.one_of(st.tuples(st.sampled_from(NAMES), VARIANTS).map(lambda p: p[1](p[0])), FILLER)
ELEMENTS = st.lists(st.lists(PIECES, max_size=5).map(" ".join), min_size=1, max_size=5)
ROLES = st.sampled_from(["body", "heading", "page_footer", "footnote"])


@given(ELEMENTS, st.sampled_from(NAMES), st.data())
def test_law_8_no_form_that_was_hidden_is_left(texts: list[str], name: str, data: st.DataObject) -> None:
    elements = [DocumentElement(f"e{i}", text, role=data.draw(ROLES)) for i, text in enumerate([*texts, name])]
    source = ExtractedDocument(tuple(elements), Ledger(), FINGERPRINT)
    start = source.source_ranges[-1].start
    seed = Finding((SourceRange(start, start + len(name)),), "PERSON", 0.9, "test")
    views = build_views(source)
    found = resolve(sweep([seed], views, source.text, lambda _: False))
    plan = plan_edits(source, found, lambda mentions: ["\n"] * len(mentions))
    cleaned = plan.apply(source.text)
    for form in swept_forms([seed], source.text, lambda _: False):
        assert not list(Haystack(cleaned).find(form))
        assert not [e for e in project(source, plan) if list(Haystack(e.text).find(form))]
    # Where the form stood nowhere else, nothing else was touched.
    if compact(name) not in compact("".join(texts)):
        assert [e.text for e in project(source, plan)[:-1]] == texts
