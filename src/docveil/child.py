"""A process of docveil's own on a pair of pipes: it inherits nothing else, prints nowhere, and can be ended at any moment."""

import ctypes
import os
import pickle
import signal
import subprocess
import sys
from collections.abc import Mapping
from contextlib import suppress
from multiprocessing import Pipe
from multiprocessing.connection import Connection
from typing import Any, Self

from attrs import define, frozen

from docveil import errors

_SET_PARENT_DEATH_SIGNAL = 1  # PR_SET_PDEATHSIG of prctl(2), Linux
_GRACE = 5.0  # seconds for a child to leave by itself


class Silent(Exception):
    """No report within the time."""


@define
class Child:
    """A running `python -m MODULE READ_FD WRITE_FD PARENT_PID`.

    Attributes:
        process: The process.
        orders: To it.
        reports: From it.
    """

    process: "subprocess.Popen[bytes]"
    orders: Connection
    reports: Connection

    @classmethod
    def start(cls, module: str, *, environment: Mapping[str, str] | None = None) -> Self:
        """Start `module`, which hands its arguments to `serve`. It is killed when the thread that calls this ends."""
        read_orders, orders = Pipe(duplex=False)
        reports, write_reports = Pipe(duplex=False)
        theirs = (read_orders.fileno(), write_reports.fileno())
        process = subprocess.Popen(  # noqa: S603 - this Python, a module of docveil's, and numbers
            [sys.executable, "-m", module, *map(str, (*theirs, os.getpid()))],
            pass_fds=theirs,
            stdin=subprocess.DEVNULL,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
            # A dump of the interpreter's state would be of no use there.
            env={**os.environ, **(environment or {}), "PYTHONFAULTHANDLER": ""},
        )
        read_orders.close()
        write_reports.close()
        return cls(process, orders, reports)

    def send(self, message: object) -> None:
        """Write an order.

        Raises:
            OSError: the child is gone.
        """
        send(self.orders, message)

    def wait(self, seconds: float) -> None:
        """Wait for a report; it is read from `reports`.

        Raises:
            Silent: none came within `seconds`.
        """
        if seconds <= 0 or not self.reports.poll(seconds):
            raise Silent

    def close(self, *, at_once: bool) -> None:
        """End the process; not `at_once` lets it leave by itself first."""
        self.orders.close()
        if not at_once:
            with suppress(subprocess.TimeoutExpired):
                self.process.wait(_GRACE)
        self.process.kill()
        self.process.wait()
        self.reports.close()


def send(pipe: Connection, message: object) -> None:
    """Write a message, from either side.

    Raises:
        OSError: the other side is gone.
    """
    pipe.send_bytes(pickle.dumps(message, protocol=5))


def receive(pipe: Connection) -> Any:
    """Read a message of a side that is trusted; see `extract/messages.py` for one that is not.

    Raises:
        EOFError: the other side is gone.
    """
    return pickle.loads(pipe.recv_bytes())  # noqa: S301 - from a process that has parsed no hostile file


@frozen
class Failed:
    """An error as it travels: the name of its class and its two sentences, which quote nothing."""

    error: str
    what: str
    next_step: str

    @classmethod
    def of(cls, error: errors.DocveilError) -> Self:
        """What is sent of `error`."""
        return cls(type(error).__name__, error.what, error.next_step)

    def as_error(self) -> errors.DocveilError:
        """The error again."""
        kind = getattr(errors, self.error, errors.ExtractionFailed)
        return kind(self.what, next_step=self.next_step)


def serve(read_fd: int, write_fd: int, parent: int) -> tuple[Connection, Connection]:
    """In the child, first of all: the pipes of orders and of reports.

    From now on nothing that it prints, or that is left when it crashes, shows the document; and it is killed when the
    thread that started it ends, at once if `parent` is gone already. The end of a pipe would not reach a child that hangs.
    """
    import resource  # noqa: PLC0415 - not on every platform, and only children need it

    ctypes.CDLL(None, use_errno=True).prctl(_SET_PARENT_DEATH_SIGNAL, signal.SIGKILL)
    if os.getppid() != parent:
        os._exit(1)
    nothing = os.open(os.devnull, os.O_RDWR)
    for stream in (0, 1, 2):
        os.dup2(nothing, stream)
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
    return Connection(read_fd, writable=False), Connection(write_fd, readable=False)
