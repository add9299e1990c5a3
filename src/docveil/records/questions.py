"""The questions that are asked again and again, ready made."""

from collections.abc import Mapping
from typing import Any

from packaging.version import InvalidVersion, Version

from docveil.errors import UsageError
from docveil.model.document import FAILED_PAGE
from docveil.records.ask import Answer, ask

_UNDER = """
SELECT doc_id, page, characters FROM pages WHERE characters < $1
UNION ALL SELECT doc_id, page, 0 FROM notes WHERE part = $2
ORDER BY doc_id, page
"""
_UNRESOLVED = """
SELECT doc_id, page, part, reason, sum(count)::BIGINT AS count FROM notes WHERE unresolved
GROUP BY ALL ORDER BY doc_id, page NULLS FIRST, part, reason
"""
_VERSIONS = """
SELECT fingerprint, docveil AS version FROM fingerprints WHERE $1 = 'docveil'
UNION ALL SELECT fingerprint, version FROM packages WHERE name = $1 AND $1 <> 'docveil'
"""
_MADE_BY = """
SELECT doc_id, provider, v.version FROM records JOIN (SELECT unnest($1) AS fingerprint, unnest($2) AS version) v
USING (fingerprint) ORDER BY doc_id
"""


def pages_under(tables: Mapping[str, Any], characters: int) -> Answer:
    """`doc_id, page, characters` of every page with fewer non-blank code points, pages that failed among them."""
    return ask(tables, _UNDER, [characters, FAILED_PAGE])


def unresolved(tables: Mapping[str, Any]) -> Answer:
    """`doc_id, page, part, reason, count` of every part of a source that could not be made out."""
    return ask(tables, _UNRESOLVED)


def older_than(tables: Mapping[str, Any], asked: str) -> Answer:
    """`doc_id, provider, version` of every document that was read by an older version.

    Args:
        tables: As of `docveil.records.folder.read_records`.
        asked: A version of docveil, or `PACKAGE=VERSION`. What is recorded and is no version counts as older.

    Raises:
        UsageError: it is no version.
    """
    package, _, text = asked.rpartition("=")
    package = package.rstrip("=") or "docveil"
    limit = _version(text.strip())
    if limit is None:
        raise UsageError("--older-than takes a version.", next_step="Such as 0.2, or docling-core=2.104.")
    made_by = ask(tables, _VERSIONS, [package.strip()]).rows
    old = [row for row in made_by if (version := _version(row[1])) is None or version < limit]
    return ask(tables, _MADE_BY, [[row[0] for row in old], [row[1] for row in old]])


def _version(text: str) -> Version | None:
    try:
        return Version(text)
    except InvalidVersion:
        return None
