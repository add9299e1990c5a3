"""What a provider is, how one that another package brings is found, and what is made of its failures."""

from collections.abc import Callable, Mapping
from importlib.metadata import entry_points
from pathlib import Path
from typing import Any, Literal, Protocol, cast, runtime_checkable

from docveil.errors import DocveilError, ExtractionFailed, InvalidNoun, UsageError
from docveil.intake import SourceBytes
from docveil.model.document import ExtractedDocument

GROUP = "docveil.providers"
# Of the elements of a PDF: as a person reads, or by page, top and left.
Order = Literal["reading", "layout"]


@runtime_checkable
class DocumentExtractor(Protocol):
    """Reads one document at a time. docveil calls it through `extract_document`, which checks what comes back."""

    def extract(self, path: Path) -> ExtractedDocument:
        """The document in the file `path`."""
        ...

    def extract_source(self, source: SourceBytes) -> ExtractedDocument:
        """The document in bytes that passed the door already: they are read once, so nothing can change between."""
        ...


Progress = Callable[[int, bool], None]


@runtime_checkable
class PagedExtractor(DocumentExtractor, Protocol):
    """A provider that says which page it works on, and can do without a page."""

    def extract_pages(
        self, source: SourceBytes, *, progress: Progress, without: Mapping[int, str], keep_going: bool
    ) -> ExtractedDocument:
        """The document without some pages.

        Args:
            source: Bytes that passed the door.
            progress: Called with a page number when work on it begins (False) and when it is done (True).
            without: Pages that are left out; each stands in the ledger with its reason.
            keep_going: Whether a page that fails is left out with a line in the ledger, instead of failing the document.
        """
        ...


def load_provider(name: str) -> type[DocumentExtractor]:
    """The provider class that an installed package registered as `name` in the entry-point group `docveil.providers`.

    Raises:
        UsageError: no package registered it, or it cannot be loaded.
    """
    found = [point for point in entry_points(group=GROUP) if point.name == name]
    if len(found) != 1:
        raise UsageError(f"{len(found)} installed packages bring a provider of that name; one is needed.")
    try:
        return cast("type[DocumentExtractor]", found[0].load())
    except Exception as error:
        raise UsageError(f"The provider cannot be loaded: {type(error).__name__}.") from None


def checked(read: Callable[[], Any]) -> ExtractedDocument:
    """What `read`, a call of a provider, returns.

    Raises:
        DocveilError: as the provider raises it.
        ExtractionFailed: it failed in another way, or returned what is no document. Its own words are not passed on: they
            may quote the document.
    """
    try:
        document = read()
    except InvalidNoun as error:
        raise ExtractionFailed(f"The provider broke the data model. {error.what}") from None
    except DocveilError:
        raise
    except Exception as error:
        raise ExtractionFailed(f"The provider failed with {type(error).__name__}.") from None
    if type(document) is not ExtractedDocument:
        raise ExtractionFailed("The provider did not return an ExtractedDocument.")
    return document
