"""Publishing: all files of a document, or none."""

import os
import secrets
from collections.abc import Iterable
from pathlib import Path

from docveil.emit.rendering import written_text
from docveil.emit.wire import document_bytes, report_bytes
from docveil.errors import CleaningFailed, UsageError
from docveil.model.processed import ProcessedDocument


def document_files(
    processed: ProcessedDocument, doc_id: str, more: tuple[tuple[str, bytes], ...] = ()
) -> tuple[tuple[str, bytes], ...]:
    """`(name, bytes)` of every file that a cleaned document is written as; the report comes last.

    Args:
        processed: The document.
        doc_id: Its id.
        more: Other files of the document, such as its chunks; the report seals them, too.
    """
    text = (f"{doc_id}.txt", written_text(processed).encode("utf-8"))
    document = (f"{doc_id}.json", document_bytes(processed, doc_id))
    files = (text, document, *more)
    return (*files, (f"{doc_id}.report.json", report_bytes(processed, doc_id, files)))


def publish(
    directory: Path, files: Iterable[tuple[str, bytes]], *, private: bool = False, outdated: Iterable[str] = ()
) -> None:
    """Write `files` into `directory`, each under a temporary name first, then rename them all.

    Args:
        directory: Made if it is not there.
        files: `(name, bytes)` pairs.
        private: Only the owner may read the files.
        outdated: Names of files that an earlier run may have left and that no longer hold; they are taken away.

    Raises:
        UsageError: the directory cannot be made or is not a directory.
        CleaningFailed: the files cannot be written whole; what was begun is taken away again.
    """
    try:
        directory.mkdir(parents=True, exist_ok=True)
    except OSError:
        raise UsageError("The output directory cannot be made.") from None
    begun: list[tuple[Path, Path]] = []
    try:
        for name, data in files:
            begun.append((_write_beside(directory, data, 0o600 if private else 0o666), directory / name))
        for temporary, final in begun:
            temporary.replace(final)
        for name in outdated:
            (directory / name).unlink(missing_ok=True)
    except OSError:
        raise CleaningFailed(
            "The output directory cannot be written to.", next_step="Check its permissions and the free space."
        ) from None
    finally:
        for temporary, _ in begun:
            temporary.unlink(missing_ok=True)


def _write_beside(directory: Path, data: bytes, mode: int) -> Path:
    path = directory / f".docveil-{secrets.token_hex(8)}.tmp"
    try:
        with os.fdopen(os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, mode), "wb") as file:
            file.write(data)
            file.flush()
            os.fsync(file.fileno())
    except BaseException:
        path.unlink(missing_ok=True)
        raise
    return path
