"""How well a source was read, against its true text: character and word error rate."""

import unicodedata

from attrs import frozen
from rapidfuzz.distance import Levenshtein

PROCEED_BELOW = 0.02
STOP_ABOVE = 0.10


@frozen
class ErrorRates:
    """Edit distance over the length of the truth, so it can pass 1.

    Attributes:
        characters: Code points of the truth.
        words: Words of the truth.
        character_error_rate: Insertions, deletions and substitutions of code points for each code point of the truth.
        word_error_rate: The same of words.
    """

    characters: int
    words: int
    character_error_rate: float
    word_error_rate: float

    @property
    def meaning(self) -> str:
        """What to do about it."""
        if self.character_error_rate < PROCEED_BELOW:
            return "Below 2%: proceed. Names and numbers are read well enough to be found."
        if self.character_error_rate > STOP_ABOVE:
            return "Above 10%: do not proceed. Names that are misread are not found, and stay. Scan again."
        return "From 2% to 10%: some names will be misread and stay. Scan again, or have a person review each result."


def error_rates(truth: str, read: str) -> ErrorRates:
    """Compare two texts by Levenshtein distance, in Unicode NFC and with runs of white space as one space.

    Raises:
        ValueError: the truth is blank.
    """
    truth, read = _plain(truth), _plain(read)
    if not truth:
        raise ValueError
    words = truth.split(" ")
    return ErrorRates(
        characters=len(truth),
        words=len(words),
        character_error_rate=Levenshtein.distance(truth, read) / len(truth),
        word_error_rate=Levenshtein.distance(words, read.split(" ")) / len(words),
    )


def _plain(text: str) -> str:
    return " ".join(unicodedata.normalize("NFC", text).split())
