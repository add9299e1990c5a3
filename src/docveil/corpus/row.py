"""The one step of a corpus: a row in, an outcome out. It knows nothing of where it runs."""

import hashlib
from collections.abc import Callable, Iterator, Sequence
from types import TracebackType
from typing import Self

from attrs import frozen

from docveil import __version__
from docveil.cleaner import Cleaner, TextCleaner
from docveil.corpus.settings import CorpusSettings
from docveil.errors import ArtifactsError, DocveilError, UsageError
from docveil.extract.isolated import IsolatedExtractor
from docveil.intake import check_source
from docveil.model.document import DocumentElement, ExtractedDocument, Fingerprint, Ledger
from docveil.model.processed import ProcessedDocument
from docveil.pipeline import clean_document, extract_document

READING_AHEAD, CLEANING = "reading ahead", "cleaning"
TEXT_ROW = "text-row"
_TEXT_ROW_FINGERPRINT = Fingerprint(__version__, TEXT_ROW)


@frozen(repr=False)
class Row:
    """A document of a corpus.

    Attributes:
        doc_id: First 16 hex digits of the SHA-256 of the content; of a text, of its UTF-8.
        content: The bytes of a document of any type that docveil reads, or a text.
    """

    doc_id: str
    content: bytes | str

    def __repr__(self) -> str:
        return f"Row({self.doc_id}, {type(self.content).__name__})"


def row_of(content: bytes | str) -> Row:
    """The row that holds `content`."""
    data = content if isinstance(content, bytes) else content.encode("utf-8", "surrogatepass")
    return Row(hashlib.sha256(data).hexdigest()[:16], content)


@frozen
class Cleaned:
    """A document that was cleaned."""

    doc_id: str
    processed: ProcessedDocument


@frozen
class Failure:
    """A document that was not cleaned.

    Attributes:
        doc_id: Of the row.
        stage: `intake`, `extract`, `clean`, or `worker` where the process itself was lost.
        code: The code of docveil's error, or `memory`, `crash`, `time_limit`, `changed`, `bad_row`, `unexpected`.
    """

    doc_id: str
    stage: str
    code: str


Outcome = Cleaned | Failure


def text_document(text: str) -> ExtractedDocument:
    """A document whose text is exactly `text`."""
    return ExtractedDocument((DocumentElement("e0", text),), Ledger(), _TEXT_ROW_FINGERPRINT)


class RowCleaner:
    """Cleans rows; models and the child process that reads documents are kept from row to row.

    Args:
        settings: What is done.
        tell: Called with what comes next, for who keeps the time: `READING_AHEAD` or `CLEANING`.

    Raises:
        ArtifactsError: a model file is missing, changed or extra on this machine.
        UsageError: the settings ask for what there is not.
    """

    def __init__(self, settings: CorpusSettings, tell: Callable[[str], None] = lambda _: None) -> None:
        self._settings = settings
        self._tell = tell
        self._cleaner: Cleaner = settings.make_cleaner(settings.open_store())
        self._extractor: IsolatedExtractor = settings.make_extractor()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    def close(self) -> None:
        """End the child process."""
        self._extractor.close()

    def load(self) -> None:
        """Load the models that cleaning needs now, rather than at the first row."""
        clean_document(text_document("x"), self._cleaner)

    def __call__(self, row: Row) -> Outcome:
        """Clean `row`, whole or not at all.

        Raises:
            ArtifactsError: a model cannot be loaded; that is no fault of the row.
            UsageError: the cleaner or the provider is none.
        """
        return self._clean(row, self._cleaner)

    def batch(self, rows: Sequence[Row]) -> Iterator[Outcome]:
        """Clean each of `rows`, which come to the same as one at a time; short texts are read by the models together.

        Raises:
            ArtifactsError: as for one row.
            UsageError: as for one row.
        """
        cleaner = self._having_read([row.content for row in rows if isinstance(row.content, str)])
        for row in rows:
            yield self._clean(row, cleaner)

    def _having_read(self, texts: Sequence[str]) -> Cleaner:
        if len(texts) < 2 or not isinstance(self._cleaner, TextCleaner):
            return self._cleaner
        self._tell(READING_AHEAD)
        try:
            return self._cleaner.having_read([text_document(text) for text in texts])
        except (ArtifactsError, UsageError):
            raise
        except Exception:  # whichever it was fails again by itself, and then its own row says so
            return self._cleaner

    def _clean(self, row: Row, cleaner: Cleaner) -> Outcome:
        stage = "intake"
        try:
            if isinstance(row.content, str):
                document = text_document(row.content)
            else:
                source = check_source(row.content, self._settings.door)
                stage = "extract"
                document = extract_document(source, provider=self._extractor)
            stage = "clean"
            self._tell(CLEANING)
            return Cleaned(row.doc_id, clean_document(document, cleaner))
        except (ArtifactsError, UsageError):
            raise
        except DocveilError as error:
            return Failure(row.doc_id, stage, error.code)
        except MemoryError:
            return Failure(row.doc_id, stage, "memory")
        except Exception:  # its own words may quote the document
            return Failure(row.doc_id, stage, "unexpected")
