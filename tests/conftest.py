"""Shared by all tests: no network, the prepared model files, and Hypothesis profiles."""

import os
import socket
from collections.abc import Callable
from pathlib import Path

import pytest
from hypothesis import HealthCheck, settings

from tests.offline.sitecustomize import deny

ROOT = Path(__file__).parents[1]

settings.register_profile("default", max_examples=50, deadline=None, suppress_health_check=[HealthCheck.too_slow])
settings.register_profile("full", max_examples=1000, deadline=None, suppress_health_check=[HealthCheck.too_slow])
settings.load_profile(os.environ.get("HYPOTHESIS_PROFILE", "default"))


OFFLINE = Path(__file__).parent / "offline"


@pytest.fixture(autouse=True)
def _no_network(monkeypatch: pytest.MonkeyPatch) -> None:
    """Every test runs with sockets denied, and so does every Python that it starts."""
    for name in ("connect", "connect_ex", "sendto"):
        monkeypatch.setattr(socket.socket, name, deny)
    for name in ("getaddrinfo", "gethostbyname", "gethostbyname_ex", "create_connection"):
        monkeypatch.setattr(socket, name, deny)
    monkeypatch.setenv("PYTHONPATH", str(OFFLINE))


@pytest.fixture(scope="session")
def artifacts_dir() -> Path:
    """The model files that `make test` prepares first."""
    directory = Path(os.environ.get("DOCVEIL_ARTIFACTS", ROOT / ".artifacts" / "embedded"))
    if not directory.is_dir():
        pytest.fail("No prepared model files: run `make test`, which prepares them, or set DOCVEIL_ARTIFACTS.")
    return directory


@pytest.fixture
def docveil(
    monkeypatch: pytest.MonkeyPatch, capfdbinary: pytest.CaptureFixture[bytes], artifacts_dir: Path
) -> Callable[..., object]:
    """The command line within this process."""
    from tests.support.calls import caller  # most tests need no command line

    monkeypatch.setenv("DOCVEIL_ARTIFACTS", str(artifacts_dir))
    return caller(monkeypatch, capfdbinary)


@pytest.fixture(scope="session")
def case_file() -> Path:
    """The three-page fixture with a planted value of every kind."""
    return ROOT / "fixtures" / "case_file.pdf"
