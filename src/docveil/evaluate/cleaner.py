"""A cleaner as the evaluation asks it: from a text to findings in that text."""

from docveil.cleaner import TextCleaner
from docveil.evaluate.spans import Find
from docveil.model.document import DocumentElement, ExtractedDocument, Fingerprint, Ledger
from docveil.model.findings import Finding


def plain_document(text: str) -> ExtractedDocument:
    """`text` as a document of one element."""
    return ExtractedDocument((DocumentElement("e0", text),), Ledger(), Fingerprint("0", "plain"))


def finder(cleaner: TextCleaner) -> Find:
    """What `cleaner` hides in a text."""

    def find(text: str) -> tuple[Finding, ...]:
        return cleaner.findings(plain_document(text)) if text else ()

    find("x")  # loads the models, so that the time of the first text is its own
    return find


__all__ = ["finder", "plain_document"]
