"""Keys: secret bytes that tie a value to its replacement. A key is never written, printed or put into a message."""

import hmac
from hashlib import sha256
from pathlib import Path

from attrs import field, frozen

from docveil.errors import UsageError

MIN_BYTES = 16
_MAX_BYTES = 1 << 16


@frozen(repr=False, eq=False)
class Key:
    """A secret of at least 16 bytes.

    Attributes:
        secret: The bytes themselves.

    Raises:
        UsageError: there are fewer than 16 bytes.
    """

    secret: bytes = field()

    def __attrs_post_init__(self) -> None:
        if type(self.secret) is not bytes or not MIN_BYTES <= len(self.secret) <= _MAX_BYTES:
            raise UsageError(
                f"A key must have from {MIN_BYTES} to {_MAX_BYTES} bytes.",
                next_step="Make one with `head -c 32 /dev/urandom > FILE`.",
            )

    def __repr__(self) -> str:
        return "Key()"

    def digest(self, purpose: str, *parts: str) -> bytes:
        """HMAC-SHA256 (RFC 2104) of `parts` for one `purpose`. Lengths go in, so that no two lists of parts are one."""
        message = "".join(f"{len(part)}:{part}" for part in (purpose, *parts))
        return hmac.new(self.secret, message.encode("utf-8"), sha256).digest()

    @property
    def fingerprint(self) -> str:
        """Eight hex digits by which two runs can be seen to share a key."""
        return self.digest("fingerprint").hex()[:8]


def load_key(path: Path) -> Key:
    """The key in a file; line ends at its end are not part of it.

    Raises:
        UsageError: the file cannot be read, or holds too little or too much for a key.
    """
    try:
        with path.open("rb") as file:
            data = file.read(_MAX_BYTES + 1)
    except OSError:
        raise UsageError("The key file cannot be read.", next_step="Give a file of 32 random bytes.") from None
    return Key(data.rstrip(b"\r\n"))
