"""Normalisation: small repairs of a document's text, each an edit on its source.

Each step is on or off by policy, and conservative: a repair that is not sure is left out, for the sentence that it spoils
could be the one that mattered. Steps inside an element follow one another and are composed to edits on the source. Between two
elements a separator is taken only by an edit that covers it; a separator behind a table cell never is.
"""

from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import pairwise

from docveil.model.document import DocumentElement, ExtractedDocument, LedgerNote
from docveil.model.edits import Edit, EditPlan
from docveil.model.ranges import SourceRange, without_ranges
from docveil.model.unsound import unsound_tables
from docveil.redact.compose import compose
from docveil.redact.normalise import characters
from docveil.redact.normalise.characters import Change, Step
from docveil.redact.normalise.hyphens import Evidence, WordLists, broken_words, split_word
from docveil.redact.normalise.paragraphs import FLOWING, column_widths, is_wrapped, runs_on, unwrapped

HYPHENS, PARAGRAPHS = "hyphens", "paragraphs"
# In the order in which they are done; what has a shape of its own (code, formulas) gets the first ones only.
_ALWAYS: tuple[tuple[str, Step], ...] = (
    ("control", characters.control),
    ("nfc", characters.nfc),
    ("ligatures", characters.ligatures),
    ("quotes", characters.quotes),
    ("dashes", characters.dashes),
)
_IN_PROSE: tuple[tuple[str, Step], ...] = (
    ("soft_hyphens", characters.soft_hyphens),
    ("white_space", characters.white_space),
    ("blank_lines", characters.blank_lines),
)
_SHAPED = frozenset({"code", "formula"})
NORMALISATIONS = (*(name for name, _ in (*_ALWAYS, *_IN_PROSE)), HYPHENS, PARAGRAPHS)
__all__ = ["NORMALISATIONS", "WordLists", "normalise", "verdict_of"]


def verdict_of(text: str, lists: WordLists) -> Callable[[str, str], str | None]:
    """What decides on a word broken in `text`, from its halves: nothing or a hyphen between them, or None for undecided."""
    evidence: list[Evidence] = []

    def verdict(head: str, tail: str) -> str | None:
        # The document's words are counted when the first one is asked for.
        evidence[:] = evidence or [Evidence(text, lists)]
        return evidence[0].verdict(head, tail)

    return verdict


def normalise(
    document: ExtractedDocument, wanted: Iterable[str], lists: WordLists, dropped: Sequence[SourceRange] = ()
) -> tuple[EditPlan, tuple[LedgerNote, ...]]:
    """The edits of the `wanted` normalisations, and a note for each kind of thing that was left undecided. Pure.

    Args:
        document: The document.
        wanted: Names out of `NORMALISATIONS`.
        lists: What is known of words.
        dropped: What another plan leaves out, ascending: elements that are gone part no paragraph, and are not mended.
    """
    steps = frozenset(wanted)
    evidence = Evidence(document.text if HYPHENS in steps else "", lists)
    widths = column_widths(document.elements) if PARAGRAPHS in steps else {}
    # The lines of a table that is kept as text are its rows.
    rows = {e.id for members in unsound_tables(document.elements, document.ledger.notes) for e in members}
    edits: list[Edit] = []
    undecided: list[int | None] = []
    left = [
        index for index, source in enumerate(document.source_ranges) if not source or without_ranges((source,), dropped)
    ]
    for element, source in ((document.elements[i], document.source_ranges[i]) for i in left):
        own = steps - {PARAGRAPHS, HYPHENS} if element.id in rows else steps
        inside = _inside(element, own, evidence, widths, undecided)
        edits += [Edit(edit.range.shifted(source.start), edit.replacement, edit.label) for edit in inside]
    for one, two in pairwise(left):
        gap = SourceRange(document.source_ranges[one].end, document.source_ranges[two].start)
        between = without_ranges((gap,), dropped)
        if between and between[0].start == gap.start:
            before, after = document.elements[one], document.elements[two]
            if {before.id, after.id} & rows:
                continue
            edits += _across(before, after, between, steps, evidence, widths, undecided)
    plan = EditPlan(tuple(_disjoint(edits)), len(document.text))
    pages = sorted(set(undecided), key=lambda page: page or 0)
    notes = tuple(LedgerNote("line_break_hyphen", "kept_undecided", undecided.count(page), page) for page in pages)
    return plan, notes


def _inside(
    element: DocumentElement,
    wanted: frozenset[str],
    evidence: Evidence,
    widths: dict[str, float],
    undecided: list[int | None],
) -> Sequence[Edit]:
    """Edits on the element's own text."""
    text = element.text
    plan = EditPlan((), len(text))
    in_prose = element.role not in _SHAPED
    # Lines are measured as they were set.
    wrapped = PARAGRAPHS in wanted and is_wrapped(element, widths)
    for name, step in (*_ALWAYS, *(_IN_PROSE if in_prose else ())):
        if name in wanted:
            plan, text = _then(plan, text, name, step(text))
    if wrapped:
        lines = list(unwrapped(text))
        if HYPHENS in wanted:
            lines = [change for change in lines if not text[: change[0]].endswith(("-", "\u2010"))]
        plan, text = _then(plan, text, PARAGRAPHS, lines)
    if HYPHENS in wanted and in_prose:
        changes: list[Change] = []
        for start, end, head, tail in broken_words(text):
            verdict = evidence.verdict(head, tail)
            if verdict is None:
                undecided.append(element.page)
            else:
                changes.append((start, end, verdict and text[start]))
        plan, text = _then(plan, text, HYPHENS, changes)
    return plan.edits


def _then(plan: EditPlan, text: str, name: str, changes: Iterable[Change]) -> tuple[EditPlan, str]:
    edits = tuple(Edit(SourceRange(start, end), new, name) for start, end, new in changes)
    if not edits:
        return plan, text
    step = EditPlan(edits, len(text))
    return compose(plan, step), step.apply(text)


def _across(  # noqa: PLR0913, PLR0917 - two neighbours, what parts them, and what is known
    before: DocumentElement,
    after: DocumentElement,
    between: Sequence[SourceRange],
    wanted: frozenset[str],
    evidence: Evidence,
    widths: dict[str, float],
    undecided: list[int | None],
) -> Iterator[Edit]:
    """Edits that cover the white space between two neighbours that a paragraph or a word runs over."""
    if before.role != after.role or before.role not in FLOWING:
        return
    first, *others = between
    halves = split_word(before.text, after.text) if HYPHENS in wanted else None
    if halves is not None:
        verdict = evidence.verdict(*halves)
        if verdict is None:
            undecided.append(before.page)
            return
        yield Edit(SourceRange(first.start - 1, first.end), verdict and before.text[-1], HYPHENS)
    elif PARAGRAPHS in wanted and runs_on(before, after, widths):
        yield Edit(first, " ", PARAGRAPHS)
    else:
        return
    yield from (Edit(other, "", HYPHENS if halves else PARAGRAPHS) for other in others)


def _disjoint(edits: Iterable[Edit]) -> Iterator[Edit]:
    """Edits in order; of two that share a character the first holds."""
    reach = 0
    for edit in sorted(edits, key=lambda e: e.range):
        if edit.range.start >= reach:
            yield edit
            reach = edit.range.end
