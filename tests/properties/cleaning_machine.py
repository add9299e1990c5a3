"""A state machine over documents, normalisations, findings, operators and structure; every law is checked after each cleaning."""

import random
from collections import defaultdict
from collections.abc import Callable

from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, precondition, rule

from docveil.detect.forms import compact
from docveil.detect.resolve import resolve
from docveil.model.document import DocumentElement, ExtractedDocument, Ledger, join_elements
from docveil.model.edits import EditPlan
from docveil.model.findings import Finding
from docveil.model.ranges import SourceRange, merge_ranges
from docveil.model.structure import DROPPABLE, Structure
from docveil.redact.compose import compose, give_way, together
from docveil.redact.entities import link
from docveil.redact.keys import Key
from docveil.redact.mentions import Mention, mentions_of
from docveil.redact.normalise import NORMALISATIONS, WordLists, normalise
from docveil.redact.operators import replacements
from docveil.redact.outside import outside
from docveil.redact.plan import plan_edits
from docveil.redact.project import project
from docveil.redact.prove import is_ordinary_kept, same_places
from docveil.redact.reversal import Reversal
from docveil.redact.tokens import TOKEN
from docveil.structure import footnotes_last
from docveil.structure.drop import drop_plan
from tests.properties.strategies import FINGERPRINT, LABELS, disjoint_ranges, roles, separators, texts

Project = Callable[[ExtractedDocument, EditPlan], tuple[DocumentElement, ...]]
KEY = Key(b"an invented key for random documents")
LISTS = WordLists(lambda word: len(word) > 4, lambda word: len(word) > 6)
OPERATORS = (
    "placeholder",
    "indexed",
    "reversible",
    "pseudonym",
    "hash",
    "mask",
    "mask:2",
    "remove",
    "synthetic",
    "keep",
)
PHRASES = st.sampled_from(
    [
        "Mara Lindqvist",
        "Ms Lindqvist",
        "M. Lindqvist",
        "Erik Lindqvist",
        "<PERSON_1>",
        "<PERSON>",
        "[REDACTED]",
        "\\1 \\g<0>",
        "an exam-\nple of",
        "so  it\t\tis \n",
        "\n\n\n\n\n",
        "e\ufb03cient co\u00adop",
        "(202) 555-0143",
        "12 May 2025",
    ]
)
STRUCTURES = st.builds(
    Structure,
    st.frozensets(st.sampled_from(sorted(DROPPABLE)), max_size=3).map(lambda roles: tuple(sorted(roles))),
    st.sampled_from(["inline", "end", "drop"]),
)
SENTENCES = st.lists(st.one_of(PHRASES, texts), max_size=4).map(" ".join)


@st.composite
def sources(draw: st.DrawFn) -> ExtractedDocument:
    """Documents that hold names, text that looks like a replacement, and things to mend."""
    elements: list[DocumentElement] = []
    for index in range(draw(st.integers(1, 6))):
        text, separator = draw(SENTENCES), draw(separators)
        if draw(st.integers(0, 3)) == 0:
            cell = (index, index + 1, 0, 1)
            elements.append(
                DocumentElement(f"e{index}", text, "table_cell", "cell", cell=cell, table="t0", separator=separator)
            )
        else:
            elements.append(DocumentElement(f"e{index}", text, role=draw(roles), separator=separator))
    return ExtractedDocument(tuple(elements), Ledger(), FINGERPRINT)


class CleaningMachine(RuleBasedStateMachine):
    """Builds up what is to be done to a document, does it, and checks the laws; a cleaned document may be cleaned again."""

    project: Project = staticmethod(project)

    @initialize(source=sources())
    def start(self, source: ExtractedDocument) -> None:
        self.origin = self.source = source
        self.found: tuple[Finding, ...] = ()
        self.wanted: frozenset[str] = frozenset()
        self.operators: dict[str, str] = {}
        self.structure = Structure()
        self.so_far = EditPlan((), len(source.text))

    @rule(structure=STRUCTURES)
    def put_together(self, structure: Structure) -> None:
        """What is left out; where footnotes move, nothing was done yet."""
        self.structure = structure
        if structure.moves and not self.found and self.origin is self.source:
            self.origin = self.source = footnotes_last(self.source)
            self.so_far = EditPlan((), len(self.source.text))

    @rule(data=st.data(), label=st.sampled_from(LABELS))
    def find(self, data: st.DataObject, label: str) -> None:
        """A finding of some fragments; those that overlap others become one with them."""
        fragments = merge_ranges(data.draw(disjoint_ranges(len(self.source.text), most=3)))
        if fragments:
            self.found = resolve((*self.found, Finding(fragments, label, 0.9, "test")))

    @rule(phrase=PHRASES, label=st.sampled_from(LABELS))
    def find_everywhere(self, phrase: str, label: str) -> None:
        """A phrase, wherever it stands."""
        start = self.source.text.find(phrase)
        while start >= 0:
            fragment = (SourceRange(start, start + len(phrase)),)
            self.found = resolve((*self.found, Finding(fragment, label, 0.8, "test")))
            start = self.source.text.find(phrase, start + len(phrase))

    @rule(label=st.sampled_from(LABELS), operator=st.sampled_from(OPERATORS))
    def choose(self, label: str, operator: str) -> None:
        self.operators[label] = operator

    @rule(wanted=st.frozensets(st.sampled_from(NORMALISATIONS)))
    def mend(self, wanted: frozenset[str]) -> None:
        self.wanted = wanted

    @precondition(lambda self: self.found or self.wanted or self.structure.dropped_roles)
    @rule(seed=st.integers(0, 9), again=st.booleans())
    def clean(self, seed: int, again: bool) -> None:
        """Clean, check, and perhaps go on from what came out."""
        mentions, plan = self._plan(self.found)
        shuffled = list(self.found)
        random.Random(seed).shuffle(shuffled)
        assert self._plan(shuffled)[1] == plan  # law 7
        elements = type(self).project(self.source, plan)
        check_laws(self.source, plan, elements)
        check_surrogates(mentions, self.source, plan, self._operator_of)
        if again:
            self.so_far = compose(self.so_far, plan)
            self.source = ExtractedDocument(elements, Ledger(), FINGERPRINT)
            assert self.so_far.apply(self.origin.text) == self.source.text
            assert Reversal.of(self.origin.text, self.so_far).restore(self.source.text) == self.origin.text
            self.found = ()

    def _operator_of(self, label: str) -> str:
        return self.operators.get(label, "placeholder")

    def _plan(self, found: "tuple[Finding, ...] | list[Finding]") -> tuple[tuple[Mention, ...], EditPlan]:
        def replace(mentions: tuple[Mention, ...]) -> tuple[str | None, ...]:
            return replacements(mentions, self.source.text, self._operator_of, compact, KEY)

        dropping = drop_plan(self.source, self.structure)
        gone = [edit.range for edit in dropping.edits]
        kept = outside(found, gone, self.source.text)
        hiding = plan_edits(self.source, kept, replace)
        mending, _ = normalise(self.source, self.wanted, LISTS, gone)
        return mentions_of(self.source, kept), give_way(mending, to=together(hiding, dropping))


def check_laws(source: ExtractedDocument, plan: EditPlan, elements: tuple[DocumentElement, ...]) -> None:
    """Laws 1 to 5 of docs/offsets.md, and the way back; each is worked out here in its own way."""
    cleaned = plan.apply(source.text)
    assert join_elements(elements) == cleaned  # laws 1 and 4
    assert same_places(source.elements, elements)
    position = at = 0
    for edit in plan.edits:  # law 3
        kept = source.text[position : edit.range.start]
        assert cleaned.startswith(kept, at)
        at += len(kept) + len(edit.replacement)
        position = edit.range.end
    assert cleaned[at:] == source.text[position:]
    for before, after, span in zip(source.elements, elements, source.source_ranges, strict=True):  # law 5
        expected, place = [], span.start
        for edit in plan.edits:
            part = edit.range.intersection(span)
            if part is None:
                continue
            expected.append(source.text[place : part.start])
            if next(r for r in source.source_ranges if r.overlaps(edit.range)) == span:
                expected.append(edit.replacement)
            place = part.end
        assert after.text == "".join((*expected, source.text[place : span.end]))
        if before.table is not None:
            assert after.separator == before.separator  # the grid
    assert is_ordinary_kept(plan, source.text, compact)
    assert Reversal.of(source.text, plan).restore(cleaned) == source.text


def check_surrogates(
    mentions: tuple[Mention, ...], source: ExtractedDocument, plan: EditPlan, operator_of: Callable[[str], str]
) -> None:
    """One entity, one surrogate for each way to write it; no two entities share one, and none is a value of the source."""
    placed = {edit.range: edit.replacement for edit in plan.edits}
    values = {compact(mention.text) for mention in mentions} - {""}
    owners: defaultdict[str, set[object]] = defaultdict(set)
    written: defaultdict[object, set[str]] = defaultdict(set)
    for entity, mention in zip(link(mentions, compact), mentions, strict=True):
        operator = operator_of(entity.label)
        if operator not in ("indexed", "reversible", "pseudonym", "synthetic"):
            continue
        new = placed[mention.fragments[0]]
        owners[new].add(entity)
        written[(entity, mention.text)].add(new)
        if TOKEN.fullmatch(new):
            assert new not in source.text
        else:
            assert operator == "synthetic"
            assert compact(new) not in values
    assert all(len(entities) == 1 for entities in owners.values())
    assert all(len(forms) == 1 for forms in written.values())
