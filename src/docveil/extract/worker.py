"""The child process, `python -m docveil.extract.worker`: it builds one provider and reads what it is asked to.

It writes to nothing but its pipe: what a parser prints may quote the document.
"""

import resource
import sys
from importlib import import_module
from multiprocessing.connection import Connection
from typing import Any

from docveil.child import Failed, receive, send, serve
from docveil.errors import DocveilError, ExtractionFailed, UsageError
from docveil.extract.messages import Began, Build, Done, Read, Ready
from docveil.extract.provider import DocumentExtractor, PagedExtractor, checked


def main(read_fd: int, write_fd: int, parent: int) -> None:
    """Serve until the parent closes the pipe."""
    orders, reports = serve(read_fd, write_fd, parent)
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
        send(reports, Failed.of(error))
        return None
    except Exception as error:
        send(reports, Failed.of(UsageError(f"The provider cannot be built: {type(error).__name__}.")))
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

    def read() -> Any:
        try:
            if isinstance(provider, PagedExtractor):
                return provider.extract_pages(
                    order.source, progress=progress, without=order.without, keep_going=order.keep_going
                )
            return provider.extract_source(order.source)
        except MemoryError:
            raise ExtractionFailed("The document needs more memory than it may have.") from None

    try:
        return checked(read)
    except DocveilError as error:
        return Failed.of(error)


if __name__ == "__main__":
    main(*map(int, sys.argv[1:]))
