"""What says that a word stands for a person: what people do, and the names that a user name is made of."""

import re
from collections.abc import Sequence

from docveil.detect.common_words import frequency, is_common
from docveil.detect.gazetteer import gazetteer

# What people do, and what they are: a word in capitals beside it is somebody's initials or surname.
_DOES = (
    r"said|says|told|asked|asks|met|went|came|comes|sat|wants|wanted|phoned|rang|lives|lived|died|who|is\smy|was\s(?:born|seen)|"
    r"took|had|got|scored|chose|wrote|writes|thinks|gave|refused|and\s(?:I|he|she|his|her)"
)
DOES = re.compile(rf"\s(?:{_DOES})(?!\w)")
_BEFORE = re.compile(
    r"\b(?:(?:Mr|Mrs|Ms|Miss|Mme|Dr|M|Herr|Frau|[Nn]urse|[Pp]atient|[Cc]aller|[Aa]ccused|[Dd]efendant|[Ww]itness|[Dd]ear|[Tt]ell|"
    r"[Tt]old|[Aa]sk|met|saw|asked|thanked|[Yy]o|[Ll]ove)\.?)\s\Z"
)
_RARE = 4.0


def is_made_of_names(parts: Sequence[str]) -> bool:
    """Whether the parts of a user name, case folded, are a person's names: `jane_roe`, `IfeQuorra`, but not `max_price`."""
    names = gazetteer()
    long = [part for part in parts if len(part) > 1]
    if len(long) < 2:
        return False
    if not any(map(frequency, long)):
        return True
    known = [part for part in long if part in names.given or part in names.surnames]
    is_full = len(known) > 1 and any(part in names.given for part in known)
    if (is_full and any(frequency(part) < _RARE for part in known)) or not all(map(is_common, known)):
        return True
    is_given = any(part in names.given and frequency(part) < _RARE for part in known)
    return is_given and not all(map(frequency, long))


def stands_for_a_person(source: str, start: int, end: int) -> bool:
    """Whether the words beside say that it stands for a person: `AJ is my brother`, `I told AJ`."""
    return DOES.match(source, end) is not None or _BEFORE.search(source, max(0, start - 12), start) is not None
