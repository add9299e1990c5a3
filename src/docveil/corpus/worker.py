"""The worker process: `python -m docveil.corpus.worker READ_FD WRITE_FD PARENT_PID` cleans the rows that it is sent.

It writes to nothing but its pipe: what a detector or a parser prints may quote the document.
"""

import resource
import signal
import sys
from multiprocessing.connection import Connection

from docveil.child import receive, send, serve_silently
from docveil.corpus.row import RowCleaner
from docveil.corpus.tether import end_with
from docveil.errors import DocveilError, UsageError

CLEANING = "cleaning"  # said between reading a row and cleaning it


def main(read_fd: int, write_fd: int, parent: int) -> None:
    """Serve until the parent closes the pipe."""
    end_with(parent)
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # the parent decides, and ends its workers
    orders = Connection(read_fd, writable=False)
    reports = Connection(write_fd, readable=False)
    serve_silently()
    try:
        _serve(orders, reports)
    except (EOFError, BrokenPipeError):
        return


def _serve(orders: Connection, reports: Connection) -> None:
    settings = receive(orders)
    try:
        with RowCleaner(settings, on_cleaning=lambda: send(reports, CLEANING)) as clean:
            clean.load()
            resource.setrlimit(resource.RLIMIT_AS, (settings.limits.max_bytes, settings.limits.max_bytes))
            send(reports, None)
            while True:
                send(reports, clean(receive(orders)))
    except DocveilError as error:
        send(reports, error_parts(error))
    except (EOFError, BrokenPipeError):
        raise
    except Exception as error:
        send(reports, error_parts(UsageError(f"A worker failed with {type(error).__name__}.")))


def error_parts(error: DocveilError) -> tuple[str, str, str]:
    """An error as it travels: the name of its class and its two sentences."""
    return (type(error).__name__, error.what, error.next_step)


if __name__ == "__main__":
    main(int(sys.argv[1]), int(sys.argv[2]), int(sys.argv[3]))
