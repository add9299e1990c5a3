"""Repeatable choices: a stream of numbers from a seed, the same on every machine and in every version of Python."""

from collections.abc import Iterator, Sequence
from hashlib import sha256
from typing import TypeVar

from docveil.redact.keys import Key

T = TypeVar("T")


class Draw:
    """SHA-256 in counter mode over a seed.

    Args:
        seed: Bytes that must be secret where the choices are to be.
    """

    def __init__(self, seed: bytes) -> None:
        self._blocks = _blocks(seed)

    def below(self, limit: int) -> int:
        """A number from 0 to `limit` less one; its bias is below 2^-100 for every limit used here."""
        return int.from_bytes(next(self._blocks), "big") % limit

    def pick(self, items: Sequence[T]) -> T:
        """One of `items`."""
        return items[self.below(len(items))]

    def digits(self, count: int) -> str:
        """`count` decimal digits."""
        return "".join(str(self.below(10)) for _ in range(count))


def _blocks(seed: bytes) -> Iterator[bytes]:
    counter = 0
    while True:
        yield sha256(seed + counter.to_bytes(8, "big")).digest()
        counter += 1


def seed(key: Key | None, *parts: str) -> bytes:
    """The seed for one purpose. Without a key it must be made of what is no secret: labels and numbers."""
    if key is not None:
        return key.digest("synthetic", *parts)
    return sha256("".join(f"{len(part)}:{part}" for part in parts).encode("utf-8")).digest()
