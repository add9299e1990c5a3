"""Which words are ordinary ones, so that a surname that is also a word does not take that word elsewhere."""

import gzip
from functools import cache, lru_cache
from importlib.util import find_spec
from pathlib import Path

import msgpack

# Zipf scale (van Heuven et al. 2014): log10 of occurrences in a billion words. 3.0 is one in a million: `brand`
# (4.8), `reading` (5.0) and `rose` (4.7) are above it; `okonkwo` (1.9), `lindqvist` (1.5) and `featherstone` (2.5) below.
_ORDINARY = 3.0
# `anonymisation` (2.1) and `tenancies` (2.3) are words; most joins of two halves that belong to no word are in no list.
_KNOWN = 1.5


@cache
def _frequencies() -> dict[str, float]:
    """The Zipf frequencies of the words of more than about one in a million; the longer list says nothing more here.

    wordfreq's file is read without wordfreq, whose tokenisers take longer to import than everything else that is done with it.
    The file is a header, then a list of words for each frequency: list i is of those of 10 ** (-i / 100).
    """
    spec = find_spec("wordfreq")
    if spec is None or spec.origin is None:
        raise ModuleNotFoundError("wordfreq")
    packed = gzip.decompress((Path(spec.origin).parent / "data" / "small_en.msgpack.gz").read_bytes())
    _, *lists = msgpack.unpackb(packed, raw=False)
    return {word: round(9 - index / 100, 2) for index, words in enumerate(lists) for word in words}


def frequency(word: str) -> float:
    """How frequent `word` (one word, case folded) is in English, on the Zipf scale; 0 where it is rarer than the list."""
    return _frequencies().get(word, 0.0)


def is_common(word: str) -> bool:
    """Whether `word` (one word, case folded) is an ordinary English word."""
    return frequency(word) >= _ORDINARY


@lru_cache(maxsize=100_000)
def is_word(word: str) -> bool:
    """Whether `word` (one word, case folded) is in the long English list at all."""
    from wordfreq import zipf_frequency  # noqa: PLC0415 - slow to import, and only for mending hyphens

    return zipf_frequency(word, "en") >= _KNOWN
