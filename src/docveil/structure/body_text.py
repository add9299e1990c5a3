"""The body text of an academic paper: every printed line is kept, or left out for a reason.

After Yu, Zhang and Wang (2020), "Extracting Body Text from Academic PDF Documents for Text Mining", on the lines that the reader
placed: what is usual in the paper (`shape.py`), what stands beside the body (`asides.py`, `front.py`), what is inside figures and
tables (`floats.py`), and which lines make a paragraph (`paragraphs.py`). The layout's roles are a second opinion: where they and
the lines disagree is counted. Headings of sections and the title are kept, each as a paragraph of its own.
"""

from collections import Counter
from collections.abc import Iterable, Sequence

from attrs import frozen

from docveil.model.document import ExtractedDocument, LedgerNote
from docveil.structure import asides, floats, wording
from docveil.structure.front import front_matter
from docveil.structure.lines import Line, parted, placed_lines
from docveil.structure.prose import full_lines, is_heading
from docveil.structure.shape import Shape, shape_of

# A document is taken for a paper where it has a paper's marks, so many full lines, and most of its text is running text.
_FEWEST_FULL = 8
_LEAST_RUNNING = 0.3
_ASIDE_ROLES = frozenset({"caption", "footnote", "formula", "page_header", "page_footer", "cell"})
_SEEN_REASONS = frozenset({"caption", "footnote", "formula", "table"})


@frozen(repr=False)
class BodyText:
    """What is body text.

    Attributes:
        lines: Every placed line, in the order of the document.
        reasons: Why a line is left out, by its number; lines that are kept are not in it.
        shape: What is usual in the document; None where it has no running text.
        full: Numbers of the lines of running text.
        refused: Why the whole document is kept as it is, as a code; None for a paper.
    """

    lines: tuple[Line, ...]
    reasons: dict[int, str]
    shape: Shape | None
    full: frozenset[int]
    refused: str | None = None

    def __repr__(self) -> str:
        return f"BodyText({len(self.lines)} lines, {len(self.reasons)} left out, {self.refused})"

    @property
    def notes(self) -> tuple[LedgerNote, ...]:
        """What is left out, by page and reason, and where the layout's roles say otherwise."""
        if self.refused is not None:
            return (LedgerNote("body_text", self.refused),)
        counts: Counter[tuple[int, str, str]] = Counter()
        for line in self.lines:
            reason = self.reasons.get(line.number)
            if reason is not None:
                counts[line.page, reason, "left_out_of_body_text"] += 1
                if reason in _SEEN_REASONS and line.role not in _ASIDE_ROLES:
                    counts[line.page, reason, "layout_says_body"] += 1
            elif line.role in _ASIDE_ROLES:
                counts[line.page, line.role, "kept_though_layout_says_aside"] += 1
        return tuple(LedgerNote(part, reason, n, page) for (page, part, reason), n in sorted(counts.items()))


def find_body_text(document: ExtractedDocument) -> BodyText:
    """Which lines of a document are body text. Pure; the same document gives the same result.

    A document that is no paper is kept whole, and says so: without a layout, without running text, or without any of a
    paper's marks (abstract, captions, references, sections).
    """
    lines = placed_lines(document)
    shape = shape_of(lines)
    if shape is None:
        refused = "no_layout_kept_whole" if not lines else "no_running_text_kept_whole"
        return BodyText(lines, {}, None, frozenset(), refused)
    lines = parted(lines, lambda line: asides.numbered_line(line, shape))
    full = full_lines(lines, shape)
    reasons = _reasons(lines, shape, full)
    if not _is_paper(lines, shape, full, reasons):
        return BodyText(lines, {}, shape, full, "not_a_paper_kept_whole")
    return BodyText(lines, reasons, shape, full)


def _reasons(lines: Sequence[Line], shape: Shape, full: frozenset[int]) -> dict[int, str]:
    """Why each line is left out; an earlier reason holds."""
    found: dict[int, str] = asides.running_heads(lines, shape)
    found |= {n: r for n, r in asides.side_matter(_free(lines, found), shape).items() if n not in found}
    captions = asides.captions(_free(lines, found), shape)
    in_captions = {line.number for _, parts in captions for line in parts}
    found |= asides.footnotes(_free(lines, found, in_captions), shape)
    found |= asides.references(_free(lines, found, in_captions), shape, full)
    found |= dict.fromkeys(in_captions - found.keys(), "caption")
    found |= front_matter(_free(lines, found), shape, full)
    found |= floats.inside_floats(_free(lines, found), captions, shape, full)
    found |= asides.formulas(_free(lines, found), shape, full)
    found |= _small_type(_free(lines, found), shape)
    return found


def _free(lines: Iterable[Line], taken: dict[int, str], also: Iterable[int] = ()) -> list[Line]:
    out = {*taken, *also}
    return [line for line in lines if line.number not in out]


def _small_type(free: Sequence[Line], shape: Shape) -> dict[int, str]:
    """Small lines that make no sentence: labels, notices, stray signs. Small text in sentences, as an abstract is, stays."""
    prose = {line.element for line in free if shape.is_small(line) and wording.is_worded(line.text)}
    return {
        line.number: "small_type"
        for line in free
        if (line.is_turned or (shape.is_small(line) and line.element not in prose))
        and not wording.begins_abstract(line.text)
    }


def _is_paper(lines: Sequence[Line], shape: Shape, full: frozenset[int], reasons: dict[int, str]) -> bool:
    kept = [line for line in lines if line.number not in reasons]
    characters = sum(len(line.text) for line in kept)
    sections = sum(is_heading(line, shape, full) and wording.is_section(line.text) for line in kept)
    marked = (
        sections > 1
        or bool({"caption", "reference", "footnote"} & set(reasons.values()))
        or any(wording.begins_abstract(line.text) for line in kept)
    )
    enough = characters >= _LEAST_RUNNING * sum(len(line.text) for line in lines)
    return marked and enough and sum(line.number in full for line in kept) >= _FEWEST_FULL
