"""The worker process: `python -m docveil.corpus.worker READ_FD WRITE_FD PARENT_PID` cleans the rows that it is sent.

It writes to nothing but its pipe: what a detector or a parser prints may quote the document.
"""

import resource
import signal
import sys
from multiprocessing.connection import Connection

from docveil.child import Failed, receive, send, serve
from docveil.corpus.row import RowCleaner
from docveil.errors import DocveilError, UsageError


def main(read_fd: int, write_fd: int, parent: int) -> None:
    """Serve until the parent closes the pipe."""
    orders, reports = serve(read_fd, write_fd, parent)
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # the parent decides, and ends its workers
    try:
        _serve(orders, reports)
    except (EOFError, BrokenPipeError):
        return


def _serve(orders: Connection, reports: Connection) -> None:
    settings = receive(orders)
    try:
        with RowCleaner(settings, tell=lambda word: send(reports, word)) as clean:
            clean.load()
            resource.setrlimit(resource.RLIMIT_AS, (settings.limits.max_bytes, settings.limits.max_bytes))
            send(reports, None)
            while True:
                for outcome in clean.batch(receive(orders)):
                    send(reports, outcome)
                    del outcome  # not kept while waiting for the next
    except DocveilError as error:
        send(reports, Failed.of(error))
    except (EOFError, BrokenPipeError):
        raise
    except Exception as error:
        send(reports, Failed.of(UsageError(f"A worker failed with {type(error).__name__}.")))


if __name__ == "__main__":
    main(*map(int, sys.argv[1:]))
