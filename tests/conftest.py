"""Shared by all tests: no network, the prepared model files, and Hypothesis profiles."""

import os
import socket
from pathlib import Path
from typing import Any, NoReturn

import pytest
from hypothesis import HealthCheck, settings

ROOT = Path(__file__).parents[1]

settings.register_profile("default", max_examples=100, deadline=None, suppress_health_check=[HealthCheck.too_slow])
settings.register_profile("full", max_examples=1000, deadline=None, suppress_health_check=[HealthCheck.too_slow])
settings.load_profile(os.environ.get("HYPOTHESIS_PROFILE", "default"))


class NetworkDenied(BaseException):
    """Not an Exception, so that no `except Exception` on the way can hide an attempt."""


def _deny(*_args: Any, **_kwargs: Any) -> NoReturn:
    raise NetworkDenied


@pytest.fixture(autouse=True)
def _no_network(monkeypatch: pytest.MonkeyPatch) -> None:
    """Every test runs with sockets denied: connecting and looking up a host both raise."""
    for name in ("connect", "connect_ex", "sendto"):
        monkeypatch.setattr(socket.socket, name, _deny)
    for name in ("getaddrinfo", "gethostbyname", "gethostbyname_ex", "create_connection"):
        monkeypatch.setattr(socket, name, _deny)


@pytest.fixture(scope="session")
def artifacts_dir() -> Path:
    """The model files that `make test` prepares first."""
    directory = Path(os.environ.get("DOCVEIL_ARTIFACTS", ROOT / ".artifacts" / "embedded"))
    if not directory.is_dir():
        pytest.fail("No prepared model files: run `make test`, which prepares them, or set DOCVEIL_ARTIFACTS.")
    return directory


@pytest.fixture(scope="session")
def case_file() -> Path:
    """The three-page fixture with a planted value of every kind."""
    return ROOT / "fixtures" / "case_file.pdf"
