"""Processes that end with the one that started them, also where that was killed and had no time to tell them."""

import ctypes
import os
import signal
from collections.abc import Mapping
from importlib import import_module
from typing import Any

from docveil.extract.provider import DocumentExtractor

_SET_PARENT_DEATH_SIGNAL = 1  # PR_SET_PDEATHSIG of prctl(2), Linux


def end_with(parent: int) -> None:
    """From now on this process is killed when the thread that started it ends; at once, if `parent` is gone already."""
    ctypes.CDLL(None, use_errno=True).prctl(_SET_PARENT_DEATH_SIGNAL, signal.SIGKILL)
    if os.getppid() != parent:
        os._exit(1)


def tied(target: str, options: Mapping[str, Any]) -> DocumentExtractor:
    """The provider `target` with `options`, built in a child process that ends with the worker that started it."""
    end_with(os.getppid())
    module, _, name = target.partition(":")
    provider: DocumentExtractor = getattr(import_module(module), name)(**options)
    return provider
