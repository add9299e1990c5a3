"""What to hide, as data: a preset that ships with docveil, or a TOML file of the user's own.

A policy fails safe: a label that it does not mention is hidden.
"""

import tomllib
from collections.abc import Iterable, Mapping
from importlib import resources
from pathlib import Path
from typing import Any

from attrs import asdict, evolve, field, frozen

from docveil.errors import UsageError
from docveil.model.findings import Finding, is_label
from docveil.model.structure import Structure
from docveil.redact.normalise import NORMALISATIONS
from docveil.redact.operators import KEEP, KEYED, PLACEHOLDER, REVERSIBLE, SYNTHETIC, parse_operator

TERM = "TERM"
PRESETS = ("training", "strict", "contact-only", "hipaa-safe-harbor", "gdpr")
_SEE = "See docs/policy.md."


@frozen
class Policy:
    """Which findings are hidden, and behind what.

    Attributes:
        name: Name of the preset, or `custom`.
        only: The labels that are hidden, or None for all of them.
        keep: Labels that stay, though they are found.
        threshold: Least score of a finding, from 0 to 1.
        thresholds: `(label, score)` pairs that stand in place of `threshold`, ascending.
        allow: Terms that are never hidden.
        deny: Terms that are always hidden, under the label TERM.
        operator: How a finding is replaced.
        operators: `(label, operator)` pairs that stand in place of `operator`, ascending.
        normalise: Names of the normalisations that are done.
        structure: What is left out, what is set apart, and how tables are written.
    """

    name: str = "custom"
    only: tuple[str, ...] | None = None
    keep: tuple[str, ...] = ()
    threshold: float = 0.0
    thresholds: tuple[tuple[str, float], ...] = ()
    allow: tuple[str, ...] = field(default=(), repr=False)
    deny: tuple[str, ...] = field(default=(), repr=False)
    operator: str = PLACEHOLDER
    operators: tuple[tuple[str, str], ...] = ()
    normalise: tuple[str, ...] = ("control",)
    structure: Structure = field(factory=Structure)

    def __attrs_post_init__(self) -> None:
        if not all(map(is_label, self.labels())):
            raise UsageError("A policy names a label that is not an upper-case code.", next_step="See docs/labels.md.")
        for value in (self.threshold, *(score for _, score in self.thresholds)):
            if not 0.0 <= value <= 1.0:
                raise UsageError("A policy's threshold must be from 0 to 1.", next_step=_SEE)
        for operator in (self.operator, *(o for _, o in self.operators)):
            parse_operator(operator)
        if not set(self.normalise) <= set(NORMALISATIONS):
            known = ", ".join(NORMALISATIONS)
            raise UsageError("A policy names a normalisation that there is not.", next_step=f"Choose out of: {known}.")
        if self.needs_vault and self.structure.moves:
            raise UsageError("The operator reversible leads back to a text in its own order: leave footnotes in it.")

    def labels(self) -> frozenset[str]:
        """Every label that the policy mentions, so that a misspelt one can be refused."""
        pairs = (label for label, _ in (*self.thresholds, *self.operators))
        return frozenset((*(self.only or ()), *self.keep, *pairs))

    def hides(self, finding: Finding) -> bool:
        """Whether the policy hides a finding of this label and score; allow and deny lists are the cleaner's."""
        return self.hides_label(finding.label) and finding.score >= dict(self.thresholds).get(
            finding.label, self.threshold
        )

    def hides_label(self, label: str) -> bool:
        """Whether findings of `label` are hidden at all; terms of the deny list always are."""
        if label == TERM:
            return True
        if label in self.keep or self.operator_of(label) == KEEP:
            return False
        return self.only is None or label in self.only

    def operator_of(self, label: str) -> str:
        """How findings of `label` are replaced; terms of the deny list are never kept."""
        operator = dict(self.operators).get(label, self.operator)
        return PLACEHOLDER if label == TERM and operator == KEEP else operator

    def with_operator(self, operator: str) -> "Policy":
        """The same policy with one operator for every label.

        Raises:
            UsageError: there is no operator of that name.
        """
        return evolve(self, operator=operator, operators=())

    def with_structure(self, table: Mapping[str, object]) -> "Policy":
        """The same policy with the settings of a `[structure]` table in place.

        Raises:
            UsageError: the table holds something else than such settings.
        """
        return evolve(self, structure=self.structure.changed(table))

    @property
    def invents(self) -> bool:
        """Whether an operator of the policy makes surrogates, which depend on the version of Faker."""
        return SYNTHETIC in self._operators()

    @property
    def needs_key(self) -> bool:
        """Whether an operator of the policy cannot work without a key."""
        return any(parse_operator(operator)[0] in KEYED for operator in self._operators())

    @property
    def needs_vault(self) -> bool:
        """Whether an operator of the policy can only be used where the way back is kept in a vault."""
        return REVERSIBLE in self._operators()

    def _operators(self) -> tuple[str, ...]:
        return (self.operator, *(operator for _, operator in self.operators))

    def settings(self) -> tuple[tuple[str, str], ...]:
        """The policy in force as `(name, value)` pairs; of the allow and deny lists only how long they are."""
        values = asdict(self, recurse=False) | {"allow": len(self.allow), "deny": len(self.deny)}
        values |= {f"structure.{name}": value for name, value in values.pop("structure").settings()}
        values["only"] = "all" if self.only is None else ",".join(self.only)
        for name in ("keep", "normalise"):
            values[name] = ",".join(values[name])
        for name in ("thresholds", "operators"):
            values[name] = ",".join(f"{label}={value}" for label, value in values[name])
        return tuple(sorted((f"policy.{name}", str(value)) for name, value in values.items()))


def load_preset(name: str) -> Policy:
    """The preset `name`.

    Raises:
        UsageError: there is no preset of that name.
    """
    if name not in PRESETS:
        raise UsageError("There is no preset of that name.", next_step=f"Choose one of: {', '.join(PRESETS)}.")
    text = resources.files("docveil.redact.presets").joinpath(f"{name}.toml").read_text(encoding="utf-8")
    return _structure(tomllib.loads(text), Policy(name=name))


def load_policy(path: Path) -> Policy:
    """A policy of the user's own. `extends = "PRESET"` starts from that preset.

    Raises:
        UsageError: the file cannot be read, is not TOML, or names what there is not.
    """
    try:
        data = tomllib.loads(path.read_text(encoding="utf-8"))
    except (
        OSError,
        ValueError,
        RecursionError,
    ):  # no UTF-8, no TOML, a number of thousands of digits, or nested too deep
        raise UsageError("The policy file cannot be read as TOML.", next_step=_SEE) from None
    base = load_preset(str(data.pop("extends"))) if "extends" in data else Policy()
    return _structure(data, evolve(base, name="custom"))


def _structure(data: Mapping[str, Any], base: Policy) -> Policy:
    changes: dict[str, Any] = {}
    for key, value in data.items():
        if key in ("only", "keep", "allow", "deny", "normalise") and isinstance(value, list) and _is_strings(value):
            changes[key] = tuple(sorted(set(value)))
        elif key == "threshold" and type(value) in (int, float):
            changes[key] = _score(value)
        elif key == "thresholds" and isinstance(value, dict) and all(type(v) in (int, float) for v in value.values()):
            changes[key] = tuple(sorted((label, _score(score)) for label, score in value.items()))
        elif key == "operator" and type(value) is str:
            changes[key] = value
        elif key == "operators" and isinstance(value, dict) and _is_strings(value.values()):
            changes[key] = tuple(sorted(value.items()))
        elif key == "structure" and isinstance(value, dict):
            changes[key] = base.structure.changed(value)
        else:
            raise UsageError(
                "A policy file holds a key that docveil does not know, or a value of another type.",
                next_step="See docs/policy.md; what stands below [structure] or another table belongs to it.",
            )
    return evolve(base, **changes)


def _score(value: float) -> float:
    """The number as a float; TOML's whole numbers have no end, floats have one."""
    return float(value) if 0 <= value <= 1 else -1.0


def _is_strings(values: Iterable[object]) -> bool:
    return not isinstance(values, str) and all(type(v) is str for v in values)
