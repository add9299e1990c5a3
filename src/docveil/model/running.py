"""What makes two texts the same running head, and how often one must stand to be one. Pure."""

import re
from collections.abc import Collection

# A running head stands on so large a share of the pages of a document that has at least so many.
FEWEST_PAGES = 3
LEAST_SHARE = 0.6
_DIGITS = re.compile(r"\d+")
_MARKS = re.compile(r"[^\w#]+")


def folded(text: str) -> str:
    """`text` as it is compared from page to page: case folded, each number one `#`, marks and white space one blank."""
    return _MARKS.sub(" ", _DIGITS.sub("#", text.casefold())).strip()


def runs(on: Collection[int], pages: Collection[int]) -> bool:
    """Whether a text that stands on some pages runs through the document: on 60 % of its pages, three or more.

    Books have one head on the left page and another on the right one: 60 % of the odd or of the even pages will do, if it stands
    on three of them. What stands on two of two pages is no running head.

    Args:
        on: Numbers of the pages that it stands on.
        pages: Numbers of all pages of the document.
    """
    found, known = set(on), set(pages)
    if len(known) < FEWEST_PAGES:
        return False
    sides = ({p for p in known if p % 2}, {p for p in known if p % 2 == 0})
    return len(found & known) >= LEAST_SHARE * len(known) or any(
        len(found & side) >= max(FEWEST_PAGES, LEAST_SHARE * len(side)) for side in sides
    )
