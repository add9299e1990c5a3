"""Checks shared by the nouns: exact built-in types, so that no foreign object hides behind a field.

A document has many thousands of nouns, so a check that holds makes no sentence.
"""

from typing import Any

from docveil.errors import InvalidNoun


def require(condition: bool, rule: str) -> None:
    """Raise InvalidNoun with `rule` (a fixed sentence, never a value) unless `condition` holds."""
    if not condition:
        raise InvalidNoun(rule)


def plain_int(value: Any, what: str, minimum: int = 0) -> None:
    """`bool` and numpy integers are refused: they compare equal but serialise differently."""
    if type(value) is not int or value < minimum:
        raise InvalidNoun(f"{what} must be a plain int of at least {minimum}.")


def plain_text(value: Any, what: str) -> None:
    """A str subclass may carry more than its characters; a lone surrogate cannot be written as UTF-8."""
    if type(value) is not str:
        raise InvalidNoun(f"{what} must be a plain str.")
    if not is_encodable(value):
        raise InvalidNoun(f"{what} must not hold lone surrogates.")


def is_encodable(value: str) -> bool:
    """Whether `value` can be written as UTF-8."""
    try:
        value.encode("utf-8")
    except UnicodeEncodeError:
        return False
    return True


def tuple_of(value: Any, kind: type, what: str) -> None:
    """Exactly a tuple (no subclass) whose items are exactly of `kind`."""
    if type(value) is not tuple:
        raise InvalidNoun(f"{what} must be a plain tuple.")
    if not set(map(type, value)) <= {kind}:
        raise InvalidNoun(f"{what} must hold {kind.__name__} only.")
