"""What leaves docveil: the cleaned elements, the text that they join to, and a value-free report."""

from attrs import frozen

from docveil.model._checks import plain_int, plain_text, require, tuple_of
from docveil.model.document import ROLES, DocumentElement, Fingerprint, Ledger, check_elements, join_elements


@frozen
class Report:
    """Value-free account of one cleaning: counts and settings, never a value or the length of one.

    Attributes:
        labels: `(label, findings)` pairs, ascending by label.
        detectors: `(detector, findings it took part in)` pairs, ascending by name.
        policy: `(name, value)` pairs of the policy in force, ascending by name.
        ledger: What was read and what was not.
        fingerprint: What made the result.
        roles: `(role, elements of that role)` pairs, as they were read, ascending by role.
    """

    labels: tuple[tuple[str, int], ...]
    detectors: tuple[tuple[str, int], ...]
    policy: tuple[tuple[str, str], ...]
    ledger: Ledger
    fingerprint: Fingerprint
    roles: tuple[tuple[str, int], ...] = ()

    def __attrs_post_init__(self) -> None:
        for counts in (self.labels, self.detectors, self.roles):
            tuple_of(counts, tuple, "A report's counts")
            for _, count in counts:
                plain_int(count, "A count")
        tuple_of(self.policy, tuple, "A report's policy")
        require(type(self.ledger) is Ledger, "A report needs a Ledger.")
        require(type(self.fingerprint) is Fingerprint, "A report needs a Fingerprint.")
        require(all(role in ROLES for role, _ in self.roles), "A report counts a role that docveil does not know.")


@frozen(repr=False)
class ProcessedDocument:
    """A cleaned document. It holds no source text, no map from source to cleaned, and no found value.

    Attributes:
        text: The cleaned text.
        elements: The cleaned elements: ids, order and number as in the source.
        report: Value-free account.

    Raises:
        InvalidNoun: the elements do not join to the text (law 1).
    """

    text: str
    elements: tuple[DocumentElement, ...]
    report: Report

    def __attrs_post_init__(self) -> None:
        plain_text(self.text, "A cleaned text")
        check_elements(self.elements)
        require(type(self.report) is Report, "A cleaned document needs a Report.")
        require(join_elements(self.elements) == self.text, "The cleaned elements do not join to the cleaned text.")

    def __repr__(self) -> str:
        return f"ProcessedDocument({len(self.elements)} elements, {len(self.text)} code points)"
