"""Which words are ordinary ones, so that a surname that is also a word does not take that word elsewhere."""

from functools import lru_cache

from wordfreq import zipf_frequency

# Zipf scale (van Heuven et al. 2014): log10 of occurrences in a billion words. 3.0 is one in a million: `brand`
# (4.8), `reading` (5.0) and `rose` (4.7) are above it; `okonkwo` (1.9), `lindqvist` (1.5) and `featherstone` (2.5) below.
_ORDINARY = 3.0
# `anonymisation` (2.1) and `tenancies` (2.3) are words; most joins of two halves that belong to no word are in no list.
_KNOWN = 1.5


@lru_cache(maxsize=100_000)
def is_common(word: str) -> bool:
    """Whether `word` (one word, case folded) is an ordinary English word."""
    return zipf_frequency(word, "en") >= _ORDINARY


@lru_cache(maxsize=100_000)
def is_word(word: str) -> bool:
    """Whether `word` (one word, case folded) is in the English list at all."""
    return zipf_frequency(word, "en") >= _KNOWN
