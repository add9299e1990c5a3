"""docveil: turns private documents into text that is safe to share, offline, with exact reconstruction.

What stands here is loaded where it is first used: a program that only cleans text loads nothing that reads documents.
"""

from importlib import import_module
from typing import TYPE_CHECKING, Any

__version__ = "0.1.0"

if TYPE_CHECKING:
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

_HOMES = {
    "Cleaner": "cleaner",
    "DocumentElement": "model.document",
    "DocumentExtractor": "extract.provider",
    "DocveilError": "errors",
    "Edit": "model.edits",
    "EditPlan": "model.edits",
    "ExtractedDocument": "model.document",
    "Finding": "model.findings",
    "ProcessedDocument": "model.processed",
    "SourceRange": "model.ranges",
    "TextCleaner": "cleaner",
    "TextCleanerConfig": "cleaner",
    "clean_document": "pipeline",
    "extract_document": "pipeline",
    "written_text": "emit.rendering",
}

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


def __getattr__(name: str) -> Any:
    if name not in _HOMES:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    return getattr(import_module(f"{__name__}.{_HOMES[name]}"), name)


def __dir__() -> list[str]:
    return sorted({*globals(), *__all__})
