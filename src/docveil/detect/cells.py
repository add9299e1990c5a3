"""The cells of tables as a document's text has them: rows are lines, and tabs stand between cells."""

import re

from docveil.detect.gazetteer import is_plain
from docveil.model.ranges import SourceRange

# Headers of columns in which a plain word is somebody.
_OF_PEOPLE = re.compile(
    r"(?i:\b(?:names?|surname|employees?|tenants?|patients?|clients?|customers?|contacts?|owners?|students?|pupils?|members?|guests?|"
    r"players?|staff|persons?|witness(?:es)?|drivers?|nurses?|doctors?|teachers?|applicants?|residents?|children|child|author)\b)"
)
_MOST_ROWS = 500


def is_plain_cell(source: str, place: SourceRange) -> bool:
    """Whether `place` is all of a table cell, and one ordinary word that no list has as a name: `Waist` in a table of sizes."""
    around = source[max(0, place.start - 1) : place.start], source[place.end : place.end + 1]
    return (
        all(char in ("", "\n", "\t") for char in around)
        and "\t" in around
        and is_plain(place.of(source))
        and _OF_PEOPLE.search(header(source, place.start)) is None
    )


def header(source: str, start: int) -> str:
    """The first cell of the column of a table, written with tabs, in which `start` is; nothing for the first row."""
    line = source.rfind("\n", 0, start) + 1
    column, top = source.count("\t", line, start), line
    for _ in range(_MOST_ROWS):
        above = source.rfind("\n", 0, max(0, top - 1)) + 1
        if top == 0 or "\t" not in source[above : top - 1]:
            break
        top = above
    cells = source[top : source.find("\n", top)].split("\t") if top < line else []
    return cells[column] if column < len(cells) else ""
