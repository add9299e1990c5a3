"""What stands around a word and how it ends, as numbers: the part of a word's evidence that is neither a model's nor a list's.

`in` before a word speaks for a place, `novel` for a title, `says` behind it for a person, `-shire` and `-enko` for themselves.
"""

from collections.abc import Sequence
from typing import Any, Final

import numpy as np


def _words(*lines: str) -> frozenset[str]:
    return frozenset(" ".join(lines).split())


_BEFORE: Final = (
    _words("the"),
    _words("a an this that these those each every any some no its"),
    _words("in at from near to into towards through across"),
    _words("of"),
    _words("by"),
    _words("with and or vs versus"),
    _words(
        "mr mrs ms miss dr sir lord lady king queen prince princess saint st pope president governor general colonel captain",
        "major lieutenant sergeant professor judge bishop father sister brother uncle aunt son daughter wife husband mother",
        "friend actor actress singer writer poet author director manager coach striker keeper",
    ),
    _words("his her their my your our"),
    _words(
        "song album single novel film book play series episode show game track programme magazine newspaper opera musical poem",
        "called titled entitled named brand genus species ship",
    ),
    _words("on for as is was be are were"),
    _words(
        "north south east west northern southern eastern western central upper lower lake mount river cape fort port"
    ),
)
_BEHIND: Final = (
    _words("was is were are had has said says will would who whose born died and"),
    _words(
        "river county province district city town village street road lake island islands mountain mountains valley bay park",
        "castle church station airport region state area coast",
    ),
    _words(
        "award awards prize cup trophy championship league war battle campaign treaty act law theorem effect method syndrome",
        "disease system class type series model edition festival",
    ),
    _words("of"),
    _words("in at on from to for by"),
    _words("s"),
    _words("fans fan people tribe language music culture food style shirt game match team side club goal"),
    _words("jr sr ii iii iv"),
)
_ENDINGS: Final = tuple(
    tuple(endings.split())
    for endings in (
        "ski sky wicz czyk ov ev ova eva enko chuk vic vi\u0107 i\u0107",
        "son sen sson dottir man mann stein berg feld",
        "ez es ini ino elli etti osa",
        "ton ham ford bury borough burgh burg ville shire field wick worth chester cester mouth pool stead ley thorpe by",
        "stan land ia polis grad abad pur nagar wala",
        "ism ist ology tion ment ness ity ing ed ly er ers ous al ic",
        "ese ian ish an ians",
        "s",
        "o a i",
        "us um is ae",
    )
)
_SHORTEST = 5
_MARKS: Final = ('"\u201c\u201d', "(", ")", ",")


def surroundings(forms: Sequence[str], written: Sequence[str], gaps: Sequence[str]) -> Any:
    """One row a word, ones and zeros.

    Args:
        forms: The words of a text in lower case.
        written: The same as they are written.
        gaps: What stands before each word, and behind the last one: one more than words.
    """
    before = np.array([[form in group for group in _BEFORE] for form in forms], float)
    behind = np.array([[form in group for group in _BEHIND] for form in forms], float)
    endings = [[len(form) >= _SHORTEST and form.endswith(ending) for ending in _ENDINGS] for form in forms]
    marks = np.array([[any(mark in gap for mark in kind) for kind in _MARKS] for gap in gaps], float)
    capital = np.array([word[0].isupper() for word in written], float)[:, None]
    tight = np.array([gap == " " for gap in gaps[:-1]], float)[:, None]
    known = frozenset(forms)
    return np.column_stack(
        [
            *(_shifted(before, by) for by in (1, 2)),
            *(_shifted(behind, by) for by in (-1, -2)),
            endings,
            marks[:-1],
            marks[1:],
            ["." in gap for gap in gaps[1:]],
            _shifted(capital, 1) * tight,
            _shifted(capital, 2),
            _shifted(capital, -2),
            [form.endswith("s") and form[:-1] in known for form in forms],
        ]
    )


def _shifted(values: Any, by: int) -> Any:
    """Each row is that of the word `by` places before; zeros where there is none."""
    moved = np.zeros_like(values)
    if by > 0:
        moved[by:] = values[:-by]
    else:
        moved[:by] = values[-by:]
    return moved
