"""What the parent and the child process of `extract/isolated.py` say to each other, over a pair of pipes."""

import io
import pickle
from collections.abc import Mapping
from multiprocessing.connection import Connection
from typing import Any

from attrs import evolve, field, frozen

from docveil import errors
from docveil.intake import SourceBytes
from docveil.model.document import ExtractedDocument
from docveil.model.layout import ElementLines


@frozen
class Build:
    """To the child: build the provider `target`, as `package.module:name`, called with `options`."""

    target: str
    options: Mapping[str, Any]
    max_bytes: int


@frozen
class Read:
    """To the child: read a source.

    Attributes:
        source: Bytes that passed the door.
        without: Pages that are not to be read, and the reason for the ledger.
        keep_going: Whether a page that fails is noted, and the others are read.
    """

    source: SourceBytes
    without: Mapping[int, str] = field(factory=dict)
    keep_going: bool = False


@frozen
class Began:
    """From the child: a page is at work."""

    page: int


@frozen
class Done:
    """From the child: a page is done."""

    page: int


@frozen
class Ready:
    """From the child: the provider is built."""


_FROM_CHILD = {
    **dict.fromkeys(("Began", "Done", "Ready"), "docveil.extract.messages"),
    "Failed": "docveil.child",
    **dict.fromkeys(
        ("DocumentElement", "ExtractedDocument", "Fingerprint", "Ledger", "LedgerNote", "PageRecord"),
        "docveil.model.document",
    ),
    **dict.fromkeys(("ElementLines", "TextLine"), "docveil.model.layout"),
    **dict.fromkeys(("PageBox", "CellSpan", "SourceRange"), "docveil.model.ranges"),
}


class _Unpickler(pickle.Unpickler):
    """Builds docveil's own records only: the child has handled a hostile file, so nothing that it says may run code."""

    def find_class(self, module: str, name: str) -> Any:
        if _FROM_CHILD.get(name) != module:
            raise pickle.UnpicklingError
        return super().find_class(module, name)


def _checked(layout: tuple[ElementLines, ...] | None) -> tuple[ElementLines, ...] | None:
    if layout is None:
        return None
    return tuple(
        evolve(item, lines=tuple(evolve(line, box=evolve(line.box)) for line in item.lines)) for item in layout
    )


def receive_report(pipe: Connection, max_bytes: int) -> Any:
    """In the parent: what the child reports, its records checked again.

    Raises:
        EOFError: the child is gone.
        ExtractionFailed: it said something that is no report.
    """
    try:
        message = _Unpickler(io.BytesIO(pipe.recv_bytes(max_bytes))).load()
        if type(message) is ExtractedDocument:
            elements = tuple(evolve(element) for element in message.elements)
            return evolve(message, elements=elements, layout=_checked(message.layout))
    except (EOFError, ConnectionError):
        raise
    except Exception:
        raise errors.ExtractionFailed("The child process sent what is no document.") from None
    return message
