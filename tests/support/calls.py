"""The command line within the test's own process: a process of its own costs seconds a call."""

import sys
from collections.abc import Callable
from pathlib import Path

import pytest
from attrs import frozen

from docveil.cli import main


@frozen
class Done:
    """How a call ended."""

    returncode: int
    stdout: bytes
    stderr: bytes


Call = Callable[..., Done]


def caller(monkeypatch: pytest.MonkeyPatch, capture: pytest.CaptureFixture[bytes]) -> Call:
    """What calls `docveil` with the given arguments."""

    def call(*args: "str | Path") -> Done:
        monkeypatch.setattr(sys, "argv", ["docveil", *map(str, args)])
        with pytest.raises(SystemExit) as caught:
            main()
        out, err = capture.readouterr()
        return Done(int(caught.value.code or 0), out, err)

    return call
