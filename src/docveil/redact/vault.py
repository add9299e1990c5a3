"""The vault: one encrypted file with the way back of each document.

`docveil.vault/1`, a line end, and 16 bytes of salt; then records, each of 4 bytes of length, 12 bytes of nonce, and AES-256-GCM
(NIST SP 800-38D) over JSON. The key is derived with scrypt (RFC 7914). Each record is bound to the header and to its number, so
records can be neither exchanged nor moved; whole records can be cut off at the end, as in any file. The first record says
nothing; it shows whether the key is right.
"""

import fcntl
import json
import os
import secrets
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import BinaryIO

from cryptography.exceptions import InvalidTag
from cryptography.hazmat.primitives.ciphers.aead import AESGCM
from cryptography.hazmat.primitives.kdf.scrypt import Scrypt

from docveil.errors import CleaningFailed, InvalidNoun, UsageError
from docveil.redact.keys import Key
from docveil.redact.reversal import Reversal

_MAGIC = b"docveil.vault/1\n"
_SALT, _NONCE, _LENGTH = 16, 12, 4
_HEADER = len(_MAGIC) + _SALT
# 64 MiB and about a fifth of a second.
_SCRYPT_N, _SCRYPT_R, _SCRYPT_P = 1 << 16, 8, 1


class Vault:
    """An open vault. Its path and its key are never shown.

    Args:
        path: The file; made with mode 0600 if it is not there.
        key: The key that it was made with.
        apart_from: Directories that it must not lie in: whoever gets the cleaned files would get the way back.
        must_exist: Whether a missing file is refused.

    Raises:
        UsageError: the file lies in such a directory, cannot be opened, can be read by others, is no vault, or has another key.
    """

    def __init__(self, path: Path, key: Key, *, apart_from: Iterable[Path] = (), must_exist: bool = False) -> None:
        if any(path.resolve().is_relative_to(directory.resolve()) for directory in apart_from):
            raise UsageError(
                "The vault must not lie in the output folder.", next_step="Keep it apart from what is shared."
            )
        self._path = path
        try:
            with self._open(must_exist=must_exist) as file:
                header = file.read(_HEADER)
                if not header:
                    header = _MAGIC + secrets.token_bytes(_SALT)
                    self._cipher = _cipher(header, key)
                    self._header = header
                    file.write(header + self._record(0, b"{}"))
                    _sync(file)
                    return
        except OSError:
            raise UsageError(
                "The vault file cannot be opened.", next_step="Give a file in a folder of your own."
            ) from None
        if len(header) != _HEADER or not header.startswith(_MAGIC):
            raise UsageError("The vault file is no vault.")
        self._header = header
        self._cipher = _cipher(header, key)
        next(self._records(), None)

    def __repr__(self) -> str:
        return "Vault()"

    def add(self, doc_id: str, reversal: Reversal) -> None:
        """Keep the way back of a document. It is on the disk when this returns.

        Raises:
            CleaningFailed: the file cannot be written.
        """
        value = {"doc_id": doc_id, "cleaned": reversal.cleaned, "source": reversal.source, "pieces": reversal.pieces}
        data = json.dumps(value, ensure_ascii=False).encode("utf-8")
        try:
            with self._open(must_exist=True) as file:
                ends = [end for _, end in _frames(file.read())]
                file.truncate(ends[-1])  # what a killed run began was never published
                file.seek(ends[-1])
                file.write(self._record(len(ends), data))
                _sync(file)
        except (OSError, IndexError):
            raise CleaningFailed("The vault cannot be written to.") from None

    def find(self, doc_id: str) -> tuple[Reversal, ...]:
        """The ways back that are kept for a document, newest first.

        Raises:
            UsageError: the vault was changed.
        """
        found: list[Reversal] = []
        for record in self._records():
            try:
                value = json.loads(record)
                if value.get("doc_id") == doc_id:
                    pieces = tuple((start, end, text) for start, end, text in value["pieces"])
                    found.append(Reversal(value["cleaned"], value["source"], pieces))
            except (ValueError, KeyError, TypeError, AttributeError, InvalidNoun):
                raise UsageError("The vault holds what docveil did not write.") from None
        return tuple(found[::-1])

    def _open(self, *, must_exist: bool) -> BinaryIO:
        flags = os.O_RDWR | os.O_NOFOLLOW | os.O_CLOEXEC | (0 if must_exist else os.O_CREAT)
        file = os.fdopen(os.open(self._path, flags, 0o600), "r+b")
        try:
            fcntl.flock(file, fcntl.LOCK_EX)
            if os.fstat(file.fileno()).st_mode & 0o077:
                raise UsageError("Others can read the vault file.", next_step="Take their rights away: chmod 600.")
        except BaseException:
            file.close()
            raise
        return file

    def _record(self, number: int, data: bytes) -> bytes:
        nonce = secrets.token_bytes(_NONCE)
        sealed = self._cipher.encrypt(nonce, data, self._header + number.to_bytes(8, "big"))
        return (len(nonce) + len(sealed)).to_bytes(_LENGTH, "big") + nonce + sealed

    def _records(self) -> Iterator[bytes]:
        try:
            with self._open(must_exist=True) as file:
                data = file.read()
        except OSError:
            raise UsageError("The vault file cannot be opened.") from None
        frames = list(_frames(data))
        if not frames:
            raise UsageError("The vault file is no vault.")
        for number, (start, end) in enumerate(frames):
            try:
                frame = data[start + _LENGTH : end]
                context = self._header + number.to_bytes(8, "big")
                yield self._cipher.decrypt(frame[:_NONCE], frame[_NONCE:], context)
            except (InvalidTag, ValueError):
                raise UsageError("The vault does not open: another key, or it was changed.") from None


def _frames(data: bytes) -> Iterator[tuple[int, int]]:
    """Start and end of each whole record."""
    position = _HEADER
    while position + _LENGTH <= len(data):
        end = position + _LENGTH + int.from_bytes(data[position : position + _LENGTH], "big")
        if end > len(data):
            return
        yield position, end
        position = end


def _cipher(header: bytes, key: Key) -> AESGCM:
    derive = Scrypt(salt=header[len(_MAGIC) :], length=32, n=_SCRYPT_N, r=_SCRYPT_R, p=_SCRYPT_P)
    return AESGCM(derive.derive(key.secret))


def _sync(file: BinaryIO) -> None:
    file.flush()
    os.fsync(file.fileno())
