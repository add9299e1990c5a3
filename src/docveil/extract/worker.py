"""The child process: `python -m docveil.extract.worker READ_FD WRITE_FD` builds one provider and reads what it is asked to.

It writes to nothing but its pipe: what a parser prints may quote the document.
"""

import resource
import sys
from importlib import import_module
from multiprocessing.connection import Connection
from typing import Any

from docveil.child import receive, send, serve_silently
from docveil.errors import DocveilError, ExtractionFailed, InvalidNoun, UsageError
from docveil.extract.messages import Began, Build, Done, Failed, Read, Ready
from docveil.extract.provider import DocumentExtractor, PagedExtractor
from docveil.model.document import ExtractedDocument


def main(read_fd: int, write_fd: int) -> None:
    """Serve until the parent closes the pipe."""
    orders = Connection(read_fd, writable=False)
    reports = Connection(write_fd, readable=False)
    serve_silently()
    try:
        provider = _ready(receive(orders), reports)
        while provider is not None:
            order: Read = receive(orders)
            send(reports, _read(provider, order, reports))
    except (EOFError, BrokenPipeError):
        return


def _ready(order: Build, reports: Connection) -> DocumentExtractor | None:
    # Address space, since that is what a process can be refused; it counts mapped libraries and models too.
    resource.setrlimit(resource.RLIMIT_AS, (order.max_bytes, order.max_bytes))
    try:
        provider = _built(order)
    except DocveilError as error:
        send(reports, _failed(error))
        return None
    except Exception as error:
        send(reports, _failed(UsageError(f"The provider cannot be built: {type(error).__name__}.")))
        return None
    send(reports, Ready())
    return provider


def _built(order: Build) -> DocumentExtractor:
    module, _, name = order.target.partition(":")
    provider: DocumentExtractor = getattr(import_module(module), name)(**order.options)
    return provider


def _read(provider: DocumentExtractor, order: Read, reports: Connection) -> Any:
    def progress(page: int, done: bool) -> None:
        send(reports, Done(page) if done else Began(page))

    try:
        if isinstance(provider, PagedExtractor):
            document = provider.extract_pages(
                order.source, progress=progress, without=order.without, keep_going=order.keep_going
            )
        else:
            document = provider.extract_source(order.source)
    except InvalidNoun as error:
        return _failed(ExtractionFailed(f"The provider broke the data model. {error.what}"))
    except DocveilError as error:
        return _failed(error)
    except MemoryError:
        return _failed(ExtractionFailed("The document needs more memory than it may have."))
    except Exception as error:
        return _failed(ExtractionFailed(f"The provider failed with {type(error).__name__}."))
    if type(document) is not ExtractedDocument:
        return _failed(ExtractionFailed("The provider did not return an ExtractedDocument."))
    return document


def _failed(error: DocveilError) -> Failed:
    return Failed(type(error).__name__, error.what, error.next_step)


if __name__ == "__main__":
    main(int(sys.argv[1]), int(sys.argv[2]))
