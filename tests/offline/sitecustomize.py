"""Python reads this at start when its folder is on the path: a child process of a test has no network either."""

import socket
from typing import Any, NoReturn


class NetworkDenied(BaseException):
    """Not an Exception, so that no `except Exception` on the way can hide an attempt."""


def deny(*_args: Any, **_kwargs: Any) -> NoReturn:
    """Stands in for everything that reaches out."""
    raise NetworkDenied


for _name in ("connect", "connect_ex", "sendto"):
    setattr(socket.socket, _name, deny)
for _name in ("getaddrinfo", "gethostbyname", "gethostbyname_ex", "create_connection"):
    setattr(socket, _name, deny)
