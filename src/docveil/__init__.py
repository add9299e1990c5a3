"""docveil: turns private documents into text that is safe to share, offline, with exact reconstruction."""

__version__ = "0.1.0"

from docveil.cleaner import Cleaner, TextCleaner, TextCleanerConfig
from docveil.emit.rendering import written_text
from docveil.errors import DocveilError
from docveil.extract.provider import DocumentExtractor
from docveil.model.document import DocumentElement, ExtractedDocument
from docveil.model.edits import Edit, EditPlan
from docveil.model.findings import Finding
from docveil.model.processed import ProcessedDocument
from docveil.model.ranges import SourceRange
from docveil.pipeline import clean_document, extract_document

__all__ = [
    "Cleaner",
    "DocumentElement",
    "DocumentExtractor",
    "DocveilError",
    "Edit",
    "EditPlan",
    "ExtractedDocument",
    "Finding",
    "ProcessedDocument",
    "SourceRange",
    "TextCleaner",
    "TextCleanerConfig",
    "__version__",
    "clean_document",
    "extract_document",
    "written_text",
]
