"""What python-docx and python-pptx work out anew for each element, worked out once: names of children, and XPaths.

Both spell out the full name of a child, and compile an XPath with all of their prefixes, each time they ask: some hundred
times a page, always the same few. The answers are the same; only the asking is.
"""

from collections.abc import Mapping
from functools import lru_cache
from typing import Any

from lxml import etree

# More than there are in the two packages; those that hold a row's or a column's number come and go.
_MOST = 1024


def remember(xmlchemy: Any, prefixes: Mapping[str, str]) -> None:
    """Let the elements of a package ask with what was worked out before.

    Args:
        xmlchemy: The module of the package that its elements come from.
        prefixes: The namespaces of the package by their prefixes.
    """

    @lru_cache(_MOST)
    def compiled(path: str) -> Any:
        return etree.XPath(path, namespaces=dict(prefixes))

    xmlchemy.qn = lru_cache(_MOST)(xmlchemy.qn)
    xmlchemy.BaseOxmlElement.xpath = lambda element, path: compiled(path)(element)
