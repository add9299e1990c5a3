"""Memory that is free goes back to the system: the C library keeps it by thread, in pieces, and its sum grows page by page."""

import ctypes
from collections.abc import Callable
from functools import cache
from typing import Any


def give_back() -> None:
    """Return freed memory of all threads to the system, where the C library can (glibc)."""
    trim = _trim()
    if trim is not None:
        trim(0)


@cache
def _trim() -> Callable[[int], Any] | None:
    try:
        return getattr(ctypes.CDLL(None), "malloc_trim", None)
    except (OSError, TypeError):
        return None
