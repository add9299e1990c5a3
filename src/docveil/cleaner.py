"""Cleaners: from an extracted document to the plan of edits that makes it safe. A cleaner returns edits, never text."""

from collections.abc import Iterable, Sequence
from functools import cached_property
from importlib.metadata import version
from pathlib import Path
from typing import Protocol, Self, runtime_checkable

from attrs import evolve, field, frozen

from docveil import __version__
from docveil.artifacts.store import ArtifactStore
from docveil.detect.adjoin import adjoin
from docveil.detect.common_words import is_common, is_word
from docveil.detect.context import cut_at, cut_numbers_at, weigh_context
from docveil.detect.custom import reported
from docveil.detect.ensemble import Ensemble
from docveil.detect.forms import compact
from docveil.detect.peoples import as_peoples
from docveil.detect.persons import without_ranks_and_years
from docveil.detect.propagate import propagate
from docveil.detect.resolve import resolve
from docveil.detect.sweep import covered_text, sweep, sweep_around, swept_forms, term_findings
from docveil.errors import UsageError
from docveil.model.alignment import View
from docveil.model.document import ExtractedDocument, Fingerprint
from docveil.model.edits import EditPlan
from docveil.model.findings import Finding
from docveil.redact.compose import give_way, together
from docveil.redact.keys import Key
from docveil.redact.normalise import WordLists, normalise, verdict_of
from docveil.redact.operators import replacements
from docveil.redact.outside import outside
from docveil.redact.plan import plan_edits
from docveil.redact.policy import Policy, load_policy, load_preset
from docveil.redact.project import project
from docveil.redact.tokens import check_told_apart
from docveil.structure import LeftOut, column_notes, footnotes_last, left_out
from docveil.views import WHOLE, build_views, cell_ends, row_ends, views_through

UNIFIED = "unified"


@runtime_checkable
class Cleaner(Protocol):
    """What `clean_document` takes.

    Attributes:
        pii_processing: `unified` for a cleaner that looks at the whole document at once.
        fingerprint: Versions, policy and model digests of the cleaner.
    """

    @property
    def pii_processing(self) -> str:
        """`unified`, or the document is refused."""
        ...

    @property
    def fingerprint(self) -> Fingerprint:
        """What made the plan; its options are the policy in force."""
        ...

    def plan(self, document: ExtractedDocument) -> EditPlan:
        """The edits on `document.text`. Never the edited text: without ranges nothing could be proven."""
        ...


@frozen
class TextCleanerConfig:
    """Settings of a `TextCleaner`.

    Attributes:
        policy: What is hidden, and behind what.
        pii_processing: `unified` finds over the whole document at once; `none` finds nothing.
        artifacts_path: Prepared model directory; None for `DOCVEIL_ARTIFACTS` or the default directory.
        threads: Threads of the model runtime. The result is the same for any number.
        key: For the operators that tie values to a secret.
    """

    policy: Policy
    pii_processing: str = "none"
    artifacts_path: Path | None = None
    threads: int = 2
    key: Key | None = None

    def __attrs_post_init__(self) -> None:
        if self.pii_processing not in (UNIFIED, "none"):
            raise UsageError('pii_processing must be "unified" or "none".')
        named = self.policy.labels()
        if reported(named) != named:
            raise UsageError("The policy names a label that no detector reports.", next_step="See docs/labels.md.")

    def settings(self) -> tuple[tuple[str, str], ...]:
        """The policy in force, and of the key its fingerprint, as `(name, value)` pairs, ascending."""
        key = (("policy.key", self.key.fingerprint),) if self.key is not None else ()
        return tuple(sorted((*self.policy.settings(), *key)))

    def with_operator(self, operator: str | None, key: Key | None) -> "TextCleanerConfig":
        """The same settings with `key`, and with one operator for every label where one is named.

        Raises:
            UsageError: there is no such operator, or it needs a key and there is none.
        """
        policy = self.policy if operator is None else self.policy.with_operator(operator)
        if policy.needs_key and key is None:
            raise UsageError(
                "An operator of the policy needs a key.", next_step="Give --key-file FILE, of 16 bytes or more."
            )
        return evolve(self, policy=policy, key=key)

    @classmethod
    def from_preset(
        cls, preset: str, *, pii_processing: str = "none", artifacts_path: Path | None = None, threads: int = 2
    ) -> Self:
        """The settings of a preset: training, strict, contact-only, hipaa-safe-harbor or gdpr.

        Raises:
            UsageError: there is no such preset, or no such way of processing.
        """
        return cls(load_preset(preset), pii_processing, artifacts_path, threads)

    @classmethod
    def from_file(
        cls, path: Path, *, pii_processing: str = "none", artifacts_path: Path | None = None, threads: int = 2
    ) -> Self:
        """The settings of a policy file.

        Raises:
            UsageError: the file is not a policy.
        """
        return cls(load_policy(path), pii_processing, artifacts_path, threads)


@frozen(slots=False)
class TextCleaner:
    """docveil's own cleaner: every detector on every view, resolved to one plan.

    Building it is cheap; the model files are verified and loaded at the first document.
    """

    config: TextCleanerConfig
    store: ArtifactStore | None = field(default=None, kw_only=True)
    ensemble: Ensemble | None = field(default=None, kw_only=True, repr=False, eq=False)

    @property
    def pii_processing(self) -> str:
        """How personal data is looked for: `unified` or `none`."""
        return self.config.pii_processing

    @property
    def needs_vault(self) -> bool:
        """Whether the policy can only be used where the way back is kept."""
        return self.config.policy.needs_vault

    @cached_property
    def _ensemble(self) -> Ensemble:
        if self.ensemble is not None:
            return self.ensemble
        store = self.store or ArtifactStore.open_any(self.config.artifacts_path)
        return Ensemble.load(store, threads=self.config.threads)

    def having_read(self, documents: Sequence[ExtractedDocument]) -> "TextCleaner":
        """The same cleaner, with what its models say of these documents at hand: for several short ones, sooner together.

        Raises:
            ArtifactsError: a model file is missing or changed.
            CleaningFailed: one of the documents could not be read; which one, each by itself will say.
        """
        if self.pii_processing != UNIFIED:
            return self
        views = [view for document in documents for view in build_views(self.arranged(document))]
        return evolve(self, ensemble=self._ensemble.having_read(views))

    @cached_property
    def fingerprint(self) -> Fingerprint:
        """Versions, policy and model digests."""
        invented = (("Faker", version("Faker")),) if self.config.policy.invents else ()
        return Fingerprint(
            docveil=__version__,
            provider="text-cleaner",
            packages=tuple(sorted((*self._ensemble.packages, *invented))),
            options=self.config.settings(),
            models=self._ensemble.models,
        )

    def arranged(self, document: ExtractedDocument) -> ExtractedDocument:
        """The document in the order in which it is cleaned and written: the same elements."""
        return footnotes_last(document) if self.config.policy.structure.moves else document

    def findings(self, document: ExtractedDocument) -> tuple[Finding, ...]:
        """Disjoint findings of everything that the policy hides, ascending, in the whole document: also in what is dropped.

        Raises:
            CleaningFailed: a detector failed, timed out or returned what cannot be located.
        """
        policy = self.config.policy
        views = self._views(document)
        found = cut_at(self._ensemble.find(views), row_ends(document))
        found = cut_numbers_at(found, cell_ends(document), document.text)
        found = as_peoples(adjoin(weigh_context(found, views), document.text), document.text)
        hidden = [f for f in found if policy.hides(f)]
        hidden = [f for f in propagate(hidden, views) if policy.hides(f)]
        hidden += term_findings(policy.deny, views)
        swept = sweep(resolve(self._allowed(hidden, document)), views, document.text, is_common)
        found = resolve(self._allowed(swept, document))
        whole = [view for view in views if view.name in WHOLE]
        while (more := resolve(self._allowed(sweep_around(found, whole, document.text, is_common), document))) != found:
            found = more
        return without_ranks_and_years(found, document.text)

    def _views(self, document: ExtractedDocument) -> tuple[View, ...]:
        """Every view of the document, and of what will be left of it: there, two halves of a value may meet."""
        views = build_views(document)
        out = self._left_out(document)
        plan = give_way(out.joining, to=out.dropping)
        if not plan.edits:
            return views
        left = evolve(document, elements=project(document, plan), layout=None)
        return (*views, *views_through(left, plan.alignment(), views))

    def _left_out(self, document: ExtractedDocument) -> LeftOut:
        """What the structure drops; where it keeps body text alone, the hyphens are judged as in mending."""
        return left_out(
            document, self.config.policy.structure, verdict_of(document.text, WordLists(is_word, is_common))
        )

    def _allowed(self, findings: Iterable[Finding], document: ExtractedDocument) -> list[Finding]:
        allow = {compact(term) for term in self.config.policy.allow}
        return [f for f in findings if f.label == "TERM" or compact(covered_text(f, document.text)) not in allow]

    def plan(self, document: ExtractedDocument) -> EditPlan:
        """The edits that hide, mend and leave out what the policy says; none with `pii_processing="none"`."""
        if self.pii_processing != UNIFIED:
            return EditPlan((), len(document.text))
        return self.plan_for(document, self.findings(document))

    def plan_for(self, document: ExtractedDocument, findings: Sequence[Finding]) -> EditPlan:
        """The edits that hide `findings`, which are those of `document`, leave out what the structure drops, and mend the rest.

        Raises:
            UsageError: an operator needs a key, and there is none.
            CleaningFailed: the findings overlap, or a replacement could not be told from the document's own text.
        """
        policy, key = self.config.policy, self.config.key
        left = self._left_out(document)
        gone = left.ranges
        hiding = plan_edits(
            document,
            outside(findings, gone, document.text),
            lambda m: replacements(m, document.text, policy.operator_of, compact, key),
        )
        mending, notes = normalise(document, policy.normalise, WordLists(is_word, is_common), gone)
        plan = give_way(give_way(mending, to=left.joining), to=together(hiding, left.dropping))
        plan = evolve(plan, notes=(*column_notes(document), *left.dropping.notes, *notes))
        check_told_apart(plan, lambda: plan.apply(document.text))
        return plan


def removed_forms(document: ExtractedDocument, findings: Sequence[Finding]) -> tuple[str, ...]:
    """Compact forms that must not be found in anything written for `document`. Private: these are the values."""
    return tuple(sorted(swept_forms(findings, document.text, is_common)))
