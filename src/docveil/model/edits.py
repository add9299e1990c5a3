"""Changes to a source text: an edit replaces one range; a plan is a set of edits that cannot collide."""

import re
from itertools import pairwise

from attrs import frozen

from docveil.model._checks import plain_int, plain_text, require, tuple_of
from docveil.model.alignment import Alignment, Piece
from docveil.model.document import LedgerNote
from docveil.model.ranges import SourceRange

# Before the role or kind of what a document is left without; docs/structure.md.
DROP = "drop:"
_REASON = re.compile(r"[A-Za-z][A-Za-z0-9_.:-]{0,127}", re.ASCII)


@frozen(repr=False)
class Edit:
    """Replace the code points of one source range.

    Attributes:
        range: What is replaced; never empty, so that every character of the output has a source.
        replacement: What stands there instead; may be empty.
        label: Why: the kind of personal data (PERSON), the name of a normalisation, or `drop:` and what is left out.
        detectors: Who asked for it, ascending.
        continues: True for the second and later fragments of one finding, so that counts count findings.
    """

    range: SourceRange
    replacement: str
    label: str
    detectors: tuple[str, ...] = ()
    continues: bool = False

    def __attrs_post_init__(self) -> None:
        require(type(self.range) is SourceRange and bool(self.range), "An edit needs a non-empty source range.")
        plain_text(self.replacement, "A replacement")
        require(
            type(self.label) is str and _REASON.fullmatch(self.label) is not None, "An edit's label must be a code."
        )
        tuple_of(self.detectors, str, "An edit's detectors")
        require(all(_REASON.fullmatch(d) for d in self.detectors), "A detector's name must be a code.")
        require(type(self.continues) is bool, "An edit's continues must be a bool.")

    @property
    def is_dropping(self) -> bool:
        """Whether it leaves out a part of the document, and puts nothing in its place."""
        return self.label.startswith(DROP) and not self.replacement

    def __repr__(self) -> str:
        return f"Edit({self.range.start}:{self.range.end}, {self.label})"


@frozen(repr=False)
class EditPlan:
    """Edits of one text: ascending, disjoint and in bounds, or the plan does not exist.

    Attributes:
        edits: The edits, ascending; ranges may touch but not overlap.
        source_length: Length in code points of the text that the plan is for.
        notes: Value-free lines for the ledger on what was left as it is.
    """

    edits: tuple[Edit, ...]
    source_length: int
    notes: tuple[LedgerNote, ...] = ()

    def __attrs_post_init__(self) -> None:
        tuple_of(self.edits, Edit, "A plan's edits")
        plain_int(self.source_length, "A plan's source length")
        tuple_of(self.notes, LedgerNote, "A plan's notes")
        require(
            all(a.range.end <= b.range.start for a, b in pairwise(self.edits)), "Edits must ascend and be disjoint."
        )
        require(
            not self.edits or self.edits[-1].range.end <= self.source_length,
            "An edit reaches past the end of the text.",
        )

    def __repr__(self) -> str:
        return f"EditPlan({len(self.edits)} edits over {self.source_length} code points)"

    def apply(self, text: str) -> str:
        """The text with every edit made.

        Raises:
            InvalidNoun: the text is not as long as the one that the plan was made for.
        """
        require(len(text) == self.source_length, "The plan was made for a text of another length.")
        parts: list[str] = []
        position = 0
        for edit in self.edits:
            parts += (text[position : edit.range.start], edit.replacement)
            position = edit.range.end
        parts.append(text[position:])
        return "".join(parts)

    def alignment(self) -> Alignment:
        """From the text that the plan makes to the one that it is for.

        What is left out (`drop:`) is set aside: a match that spans it leaves it untouched. Everything else belongs to its
        replacement.
        """
        pieces: list[Piece] = []
        position = 0
        for edit in self.edits:
            if position < edit.range.start:
                pieces.append(Piece.copy(SourceRange(position, edit.range.start)))
            if not edit.is_dropping:
                pieces.append(Piece.fold(len(edit.replacement), edit.range))
            position = edit.range.end
        if position < self.source_length:
            pieces.append(Piece.copy(SourceRange(position, self.source_length)))
        return Alignment(pieces)
