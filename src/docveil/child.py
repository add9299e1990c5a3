"""A process of docveil's own on a pair of pipes: it inherits nothing else, prints nowhere, and can be ended at any moment."""

import os
import pickle
import subprocess
import sys
from collections.abc import Mapping
from contextlib import suppress
from multiprocessing import Pipe
from multiprocessing.connection import Connection
from typing import Any, Self

from attrs import define

_GRACE = 5.0  # seconds for a child to leave by itself


class Silent(Exception):
    """No report within the time."""


@define
class Child:
    """A running `python -m MODULE READ_FD WRITE_FD`.

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
        """Start `module`, which gets the ends of its pipes as its arguments."""
        read_orders, orders = Pipe(duplex=False)
        reports, write_reports = Pipe(duplex=False)
        theirs = (read_orders.fileno(), write_reports.fileno())
        process = subprocess.Popen(  # noqa: S603 - this Python, a module of docveil's, and numbers
            [sys.executable, "-m", module, *map(str, theirs)],
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


def serve_silently() -> None:
    """In the child: nothing that it prints, or that is left when it crashes, shows the document."""
    import resource  # noqa: PLC0415 - not on every platform, and only children need it

    nothing = os.open(os.devnull, os.O_RDWR)
    for stream in (0, 1, 2):
        os.dup2(nothing, stream)
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
