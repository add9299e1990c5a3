"""Plans put together: one after the other, and one that gives way to another."""

from bisect import bisect_left, bisect_right
from collections.abc import Iterable, Sequence
from itertools import pairwise

from attrs import frozen

from docveil.model._checks import require
from docveil.model.edits import Edit, EditPlan
from docveil.model.ranges import SourceRange


@frozen
class _Placed:
    """An edit, and where its replacement stands in the text that it made."""

    edit: Edit
    start: int
    end: int

    def meets(self, start: int, end: int) -> bool:
        """Whether a later edit of `start:end` changes this one: it shares a character, or spans the empty place."""
        if self.start == self.end:
            return start < self.start < end
        return max(self.start, start) < min(self.end, end)


def compose(first: EditPlan, second: EditPlan) -> EditPlan:
    """The one plan that does what `first` does and then, to the text that comes out, `second`.

    `compose(a, b).apply(text) == b.apply(a.apply(text))` for every text of a's length, and it is associative in what it makes.
    An edit of `second` that meets an edit of `first` becomes one with it, over the source of both. O(n log n).

    Raises:
        InvalidNoun: `second` is for a text of another length.
    """
    made = _Made(first)
    require(second.source_length == made.length, "The second plan was made for a text of another length.")
    groups: list[tuple[list[Edit], int, int]] = []
    for edit in second.edits:
        low, high = made.met_by(edit)
        if low < high and groups and low < groups[-1][2]:
            groups[-1] = ([*groups[-1][0], edit], groups[-1][1], high)
        else:
            groups.append(([edit], low, high))
    joined = {i for _, low, high in groups for i in range(low, high)}
    edits = [p.edit for i, p in enumerate(made.placed) if i not in joined]
    edits += [made.joined(later, made.placed[low:high]) for later, low, high in groups]
    return EditPlan(tuple(sorted(edits, key=lambda e: e.range)), first.source_length)


def give_way(plan: EditPlan, to: EditPlan) -> EditPlan:
    """The edits of `to`, and of `plan` those that touch no character of them; both are plans for one text."""
    taken = to.edits
    ends = [edit.range.end for edit in taken]
    kept: list[Edit] = []
    for edit in plan.edits:
        at = bisect_right(ends, edit.range.start)
        if at == len(taken) or not taken[at].range.overlaps(edit.range):
            kept.append(edit)
    return EditPlan(tuple(sorted((*taken, *kept), key=lambda e: e.range)), to.source_length)


def together(*plans: EditPlan) -> EditPlan:
    """The edits of all `plans`, which are for one text.

    Raises:
        InvalidNoun: they are for texts of different lengths, or two edits share a character: nothing gives way here.
    """
    require(len({plan.source_length for plan in plans}) == 1, "The plans are for texts of different lengths.")
    edits = sorted((edit for plan in plans for edit in plan.edits), key=lambda e: e.range)
    return EditPlan(tuple(edits), plans[0].source_length, tuple(note for plan in plans for note in plan.notes))


class _Made:
    """The text that a plan makes, by where its replacements stand in it."""

    def __init__(self, plan: EditPlan) -> None:
        self.placed: list[_Placed] = []
        grown = 0
        for edit in plan.edits:
            start = edit.range.start + grown
            self.placed.append(_Placed(edit, start, start + len(edit.replacement)))
            grown += len(edit.replacement) - len(edit.range)
        self.length = plan.source_length + grown
        self._starts = [p.start for p in self.placed]
        self._ends = [p.end for p in self.placed]

    def met_by(self, later: Edit) -> tuple[int, int]:
        """First and end index of the replacements that a later edit changes."""
        start, end = later.range.start, later.range.end
        low, high = bisect_left(self._ends, start), bisect_right(self._starts, end)
        met = [i for i in range(low, high) if self.placed[i].meets(start, end)]
        return (met[0], met[-1] + 1) if met else (low, low)

    def joined(self, later: Sequence[Edit], met: Sequence[_Placed]) -> Edit:
        """One edit for later edits and the replacements that they meet."""
        start, end = later[0].range.start, later[-1].range.end
        source_start, source_end = self._source_of_start(start), self._source_of_end(end)
        parts = [later[0].replacement]
        for before, after in pairwise(later):
            parts += (_between(met, before.range.end, after.range.start), after.replacement)
        if met:
            first, last = met[0], met[-1]
            source_start = first.edit.range.start if first.start < start else min(source_start, first.edit.range.start)
            source_end = last.edit.range.end if end < last.end else max(source_end, last.edit.range.end)
            parts.insert(0, first.edit.replacement[: max(0, start - first.start)])
            parts.append(last.edit.replacement[end - last.start :] if end < last.end else "")
        return Edit(SourceRange(source_start, source_end), "".join(parts), later[-1].label)

    def _source_of_start(self, at: int) -> int:
        """Where a range that starts at `at` starts in the source: behind empty replacements that stand there."""
        return self._moved(at, bisect_right(self._ends, at) - 1)

    def _source_of_end(self, at: int) -> int:
        """Where a range that ends at `at` ends in the source: before empty replacements that stand there."""
        index = bisect_left(self._ends, at)
        # A replacement with characters that ends just here is inside.
        is_inside = index < len(self.placed) and self._ends[index] == at and self._starts[index] < at
        return self._moved(at, index if is_inside else index - 1)

    def _moved(self, at: int, index: int) -> int:
        return at + (self.placed[index].edit.range.end - self._ends[index] if index >= 0 else 0)


def _between(met: Iterable[_Placed], start: int, end: int) -> str:
    """The made text between two later edits of one group: it stands inside one earlier replacement."""
    inside = next((p for p in met if p.start <= start and end <= p.end and p.start < p.end), None)
    return inside.edit.replacement[start - inside.start : end - inside.start] if inside is not None else ""
