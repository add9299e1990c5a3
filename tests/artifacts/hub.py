"""A stand-in for a model hub: a local server that answers as one does, or wrongly in a chosen way."""

import threading
from collections.abc import Iterator
from contextlib import contextmanager
from hashlib import sha256
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any

from attrs import define, field

COMMIT = "0123456789abcdef0123456789abcdef01234567"


@define
class Hub:
    """What the server serves, and what it was asked.

    Attributes:
        files: `{path: bytes}`, where a path is `owner/name/resolve/commit/member` or any other.
        commit: What it says the revision is.
        cut: Paths of which only the first half is sent.
        failing: Paths that are answered with the error 500.
        revisions: Commits that it knows.
        asked: Each request as `(method, path, headers)`.
    """

    files: dict[str, bytes] = field(factory=dict)
    commit: str = COMMIT
    cut: set[str] = field(factory=set)
    failing: set[str] = field(factory=set)
    revisions: set[str] = field(factory=lambda: {COMMIT})
    asked: list[tuple[str, str, dict[str, str]]] = field(factory=list)
    address: str = ""

    def put(self, repository: str, member: str, data: bytes) -> None:
        """Serve a file of a repository."""
        self.files[f"{repository}/resolve/{COMMIT}/{member}"] = data


class _Handler(BaseHTTPRequestHandler):
    """Answers out of its server's hub."""

    protocol_version = "HTTP/1.1"

    def do_HEAD(self) -> None:
        self._answer(body=False)

    def do_GET(self) -> None:
        self._answer(body=True)

    @property
    def hub(self) -> Hub:
        assert isinstance(self.server, _Server)
        return self.server.hub

    def _answer(self, *, body: bool) -> None:
        path = self.path.lstrip("/").split("?")[0]
        self.hub.asked.append((self.command, path, dict(self.headers.items())))
        parts = path.split("/")
        if path in self.hub.failing:
            self._error(500, "ServerError")
        elif "resolve" in parts and parts[parts.index("resolve") + 1] not in self.hub.revisions:
            self._error(404, "RevisionNotFound")
        elif path not in self.hub.files:
            self._error(404, "EntryNotFound")
        else:
            self._file(path, body=body)

    def _error(self, status: int, code: str) -> None:
        self.send_response(status)
        self.send_header("X-Error-Code", code)
        # Words that must not get into a message.
        self.send_header("X-Error-Message", "hf_secret from the server")
        self.send_header("Content-Length", "0")
        self.end_headers()

    def _file(self, path: str, *, body: bool) -> None:
        data = self.hub.files[path]
        given = self.headers.get("Range")
        first = int(given.removeprefix("bytes=").split("-")[0]) if given else 0
        self.send_response(206 if first else 200)
        if first:
            self.send_header("Content-Range", f"bytes {first}-{len(data) - 1}/{len(data)}")
        self.send_header("Content-Length", str(len(data) - first))
        self.send_header("ETag", f'"{sha256(data).hexdigest()}"')
        self.send_header("X-Repo-Commit", self.hub.commit)
        self.end_headers()
        if body:
            cut = path in self.hub.cut
            self.wfile.write(data[first : first + (len(data) - first) // 2] if cut else data[first:])
            self.close_connection = cut

    def log_message(self, format: str, *args: Any) -> None:  # noqa: A002 - the signature is the library's
        """Say nothing."""


class _Server(ThreadingHTTPServer):
    hub: Hub


@contextmanager
def serving(hub: Hub) -> Iterator[Hub]:
    """Run the server as long as the block runs."""
    server = _Server(("127.0.0.1", 0), _Handler)
    server.hub = hub
    thread = threading.Thread(target=server.serve_forever, daemon=True)
    thread.start()
    hub.address = f"http://127.0.0.1:{server.server_port}"
    try:
        yield hub
    finally:
        server.shutdown()
        server.server_close()
        thread.join()
