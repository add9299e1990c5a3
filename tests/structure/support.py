"""A provider that reads nothing."""

from pathlib import Path

from docveil import ExtractedDocument
from docveil.intake import SourceBytes


class Provider:
    """Gives the one document."""

    def __init__(self, source: ExtractedDocument) -> None:
        self.source = source

    def extract(self, _: Path) -> ExtractedDocument:
        return self.source

    def extract_source(self, _: SourceBytes) -> ExtractedDocument:
        return self.source
