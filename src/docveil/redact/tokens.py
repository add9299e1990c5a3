"""Replacements that say they are replacements: `<PERSON>`, `<PERSON_1>`.

A document may hold such text itself. Where it does, every token of that label gets a mark that the document does not have
(`<PERSON~>`, `<PERSON~_1>`), so that no reader takes the one for the other; what the document said stays as it was.
"""

import re
from collections import Counter
from collections.abc import Callable, Iterable, Mapping
from unicodedata import normalize

from docveil.errors import CleaningFailed
from docveil.model.edits import EditPlan

MARK = "~"
TOKEN = re.compile(rf"<[A-Z][A-Z0-9_]{{0,63}}{MARK}*(?:_[0-9k-z]+)?>")


def spell(digest: bytes, letters: int) -> str:
    """The first `letters` half bytes of `digest` as the letters k to z.

    Of hex digits a run could be read as a year or a house number, and so as a value that is still there.
    """
    return "".join(chr(ord("k") + int(digit, 16)) for digit in digest.hex()[:letters])


def marks_for(labels: Iterable[str], source: str) -> Mapping[str, str]:
    """For each label the shortest mark with which no token of it stands in `source`, however it is written there."""
    squeezed = "".join(c for c in normalize("NFKC", source).upper() if c.isalnum() or c in "<>_" + MARK)
    marks: dict[str, str] = {}
    for label in set(labels):
        used = re.findall(rf"<{label}({MARK}*)(?=[_>])", squeezed)
        marks[label] = MARK * (max(map(len, used)) + 1) if used else ""
    return marks


def token(label: str, mark: str, suffix: str = "") -> str:
    """`<LABEL>` or `<LABEL_suffix>`, with the mark behind the label."""
    return f"<{label}{mark}_{suffix}>" if suffix else f"<{label}{mark}>"


def check_told_apart(plan: EditPlan, apply: Callable[[], str]) -> None:
    """Every token of the plan stands in the cleaned text as often as the plan puts it there, and no more.

    Raises:
        CleaningFailed: an edit beside the document's own text makes what looks like a replacement.
    """
    wanted = Counter(edit.replacement for edit in plan.edits if TOKEN.fullmatch(edit.replacement))
    if not wanted:
        return
    found = Counter(TOKEN.findall(apply()))
    if any(found[text] != count for text, count in wanted.items()):
        raise CleaningFailed("A replacement could not be told from the document's own text.")
