"""Rows that are handed out together: short texts, since models read several of them sooner than one after another."""

from collections.abc import Callable, Iterable, Iterator
from typing import TypeVar

_T = TypeVar("_T")

MOST_ROWS = 32
_MOST_CODE_POINTS = 6000


def batched(items: Iterable[_T], content: Callable[[_T], bytes | str | None]) -> Iterator[tuple[_T, ...]]:
    """`items` in their order: texts together as long as they are few and short, everything else by itself.

    Args:
        items: What is handed out.
        content: The document of an item, or None where there is none.
    """
    batch: list[_T] = []
    size = 0
    for item in items:
        value = content(item)
        length = len(value) if isinstance(value, str) else _MOST_CODE_POINTS + 1
        if batch and (len(batch) == MOST_ROWS or size + length > _MOST_CODE_POINTS):
            yield tuple(batch)
            batch, size = [], 0
        batch.append(item)
        size += length
    if batch:
        yield tuple(batch)
