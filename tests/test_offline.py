"""No network: not in this process, and not in a child."""

import socket
import subprocess
import sys

import pytest

from tests.offline.sitecustomize import NetworkDenied


def test_sockets_are_denied_here() -> None:
    with pytest.raises(NetworkDenied):
        socket.create_connection(("192.0.2.1", 80))


def test_sockets_are_denied_in_a_child() -> None:
    code = "import socket; socket.getaddrinfo('example.org', 80)"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False)
    assert done.returncode == 1
    assert "NetworkDenied" in done.stderr
