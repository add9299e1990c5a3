"""What a detector reports: where something stands and what kind of thing it is, never the thing itself."""

import re
from itertools import pairwise

from attrs import frozen

from docveil.model._checks import require, tuple_of
from docveil.model.ranges import SourceRange

_LABEL = re.compile(r"[A-Z][A-Z0-9_]{0,63}", re.ASCII)
_DETECTOR = re.compile(r"[a-z][a-z0-9_.:-]{0,127}", re.ASCII)


def is_label(value: object) -> bool:
    """Labels are upper-case codes such as PERSON; they are printed in the output, so their form is fixed."""
    return type(value) is str and _LABEL.fullmatch(value) is not None


@frozen
class Finding:
    """Personal data at one or more places that belong together.

    Attributes:
        fragments: Disjoint, non-empty source ranges, ascending; touching ranges are already one.
        label: Kind of personal data, such as PERSON.
        score: Confidence from 0 to 1.
        detector: Name of the detector, such as `rampart` or `presidio.us_ssn`.
    """

    fragments: tuple[SourceRange, ...]
    label: str
    score: float
    detector: str

    def __attrs_post_init__(self) -> None:
        tuple_of(self.fragments, SourceRange, "A finding's fragments")
        require(bool(self.fragments) and all(self.fragments), "A finding needs at least one non-empty fragment.")
        require(all(a.end < b.start for a, b in pairwise(self.fragments)), "Fragments must ascend and be disjoint.")
        require(is_label(self.label), "A label must be an upper-case code.")
        require(type(self.score) is float and 0.0 <= self.score <= 1.0, "A score must be a plain float from 0 to 1.")
        require(
            type(self.detector) is str and _DETECTOR.fullmatch(self.detector) is not None,
            "A detector's name must be a lower-case code.",
        )
