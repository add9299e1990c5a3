"""Findings to one edit plan: the replacement goes to the first fragment, the others become empty.

Pure and order-free: the same findings in any order give the same plan (law 7).
"""

from collections.abc import Callable, Sequence

from docveil.errors import CleaningFailed
from docveil.model.document import ExtractedDocument
from docveil.model.edits import Edit, EditPlan
from docveil.model.findings import Finding
from docveil.redact.mentions import Mention, mentions_of

# For each mention, in reading order, what stands in its place; None leaves it as it is.
Replace = Callable[[tuple[Mention, ...]], Sequence[str | None]]


def plan_edits(document: ExtractedDocument, findings: Sequence[Finding], replace: Replace) -> EditPlan:
    """The plan that hides `findings`, with what `replace` says for all of them at once.

    Raises:
        CleaningFailed: two findings overlap, one reaches past the end of the text, or a mention has no replacement.
    """
    mentions = mentions_of(document, findings)
    replacements = replace(mentions)
    if len(replacements) != len(mentions):
        raise CleaningFailed("The operators did not answer for every mention.")
    edits = [
        Edit(fragment, "" if index else text, mention.label, (mention.detector,), continues=index > 0)
        for mention, text in zip(mentions, replacements, strict=True)
        if text is not None
        for index, fragment in enumerate(mention.fragments)
    ]
    edits.sort(key=lambda e: e.range)
    return EditPlan(tuple(edits), len(document.text))
