"""Which words are ordinary ones, so that a surname that is also a word does not take that word elsewhere."""

import math
from functools import cache, lru_cache

from wordfreq import get_frequency_dict, zipf_frequency

# Zipf scale (van Heuven et al. 2014): log10 of occurrences in a billion words. 3.0 is one in a million: `brand`
# (4.8), `reading` (5.0) and `rose` (4.7) are above it; `okonkwo` (1.9), `lindqvist` (1.5) and `featherstone` (2.5) below.
_ORDINARY = 3.0
# `anonymisation` (2.1) and `tenancies` (2.3) are words; most joins of two halves that belong to no word are in no list.
_KNOWN = 1.5


@cache
def _frequencies() -> dict[str, float]:
    """The words of more than about one in a million; the longer list costs half a second and says nothing more here."""
    return get_frequency_dict("en", wordlist="small")


def frequency(word: str) -> float:
    """How frequent `word` (one word, case folded) is in English, on the Zipf scale; 0 where it is rarer than the list."""
    found = _frequencies().get(word, 0.0)
    return round(math.log10(found) + 9, 2) if found > 0 else 0.0


def is_common(word: str) -> bool:
    """Whether `word` (one word, case folded) is an ordinary English word."""
    return frequency(word) >= _ORDINARY


@lru_cache(maxsize=100_000)
def is_word(word: str) -> bool:
    """Whether `word` (one word, case folded) is in the long English list at all."""
    return zipf_frequency(word, "en") >= _KNOWN
