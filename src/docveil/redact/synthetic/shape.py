"""The form of a value, to be filled with other characters: separators, case and the places of letters and digits stay."""

import unicodedata

from docveil.redact.synthetic.draw import Draw

_LETTERS = "ABCDEFGHJKLMNPQRSTUVWXYZ"


def plain(text: str) -> str:
    """`text` with composed accents and no characters that show nothing."""
    return "".join(c for c in unicodedata.normalize("NFKC", text) if unicodedata.category(c) != "Cf")


def characters(text: str) -> str:
    """The letters and digits of `text`."""
    return "".join(c for c in text if c.isalnum())


def fill(template: str, core: str) -> str | None:
    """`template` with its letters and digits exchanged for `core`, in the template's case; None where they do not fit."""
    rest = iter(core)
    if len(characters(template)) != len(core) or any(unicodedata.category(c)[0] == "M" for c in template):
        return None
    lower = template.islower()
    return "".join(_cased(next(rest), c, lower=lower) if c.isalnum() else c for c in template)


def _cased(new: str, old: str, *, lower: bool) -> str:
    return new.lower() if old.islower() or lower else new.upper() if old.isupper() else new


def scramble(core: str, draw: Draw) -> str:
    """A letter for each letter and a digit for each digit; the first digit of a number is no zero unless it was.

    What is chosen never depends on the character that stood there: without a key the choices are known to all, and a choice
    among the others would tell which one it was not.
    """
    result: list[str] = []
    for index, old in enumerate(core):
        if not old.isdigit():
            result.append(draw.pick(_LETTERS))
        elif index == 0 and old != "0":
            result.append(draw.pick("123456789"))
        else:
            result.append(draw.digits(1))
    return "".join(result)


def recase(word: str, like: str) -> str:
    """`word` in the case of `like`."""
    if len(like) > 1 and like.isupper():
        return word.upper()
    return word.lower() if like.islower() else word
