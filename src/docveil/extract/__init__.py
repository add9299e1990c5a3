"""Providers: from a source to an ExtractedDocument. One foreign tool per file."""
