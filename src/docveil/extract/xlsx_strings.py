"""What a workbook's sheets share: its strings, its number formats, and the order of its sheets."""

import re
from typing import Any

from attrs import frozen
from lxml import etree

from docveil.errors import ExtractionFailed
from docveil.extract.office_package import Package, R
from docveil.extract.shown_numbers import builtin_code

S = "{http://schemas.openxmlformats.org/spreadsheetml/2006/main}"
_ESCAPE = re.compile(r"_x([0-9A-Fa-f]{4})_")


@frozen
class SheetPart:
    """A sheet in the order of the workbook: its name, its part, and `visible`, `hidden` or `veryHidden`."""

    name: str
    part: str
    state: str


@frozen
class Workbook:
    """What the sheets share.

    Attributes:
        sheets: In their order.
        strings: The shared strings.
        codes: The number format of each cell style.
        since_1904: Whether days are counted from 1904.
        defined_names: How many names the user gave to ranges and constants.
        users: How many views of users there are, and names of who keeps the workbook to himself.
        reading_aids: How many strings have a reading above them, as in Japanese.
    """

    sheets: tuple[SheetPart, ...]
    strings: tuple[str, ...]
    codes: tuple[str, ...]
    since_1904: bool
    defined_names: int
    users: int
    reading_aids: int


def read_workbook(package: Package) -> Workbook:
    """The shared parts of a workbook.

    Raises:
        ExtractionFailed: the workbook lists no sheet, or a sheet that is not there.
    """
    main = package.main_part()
    root = package.xml(main)
    parts = {i: p for kind in ("worksheet", "chartsheet", "dialogsheet") for i, p in package.targets(main, kind)}
    parts |= dict(package.targets(main, "xlMacrosheet"))
    sheets = []
    for sheet in root.iter(f"{S}sheet"):
        part = parts.get(sheet.get(f"{R}id"))
        if part is None:
            raise ExtractionFailed("The workbook lists a sheet that is not in it.")
        sheets.append(SheetPart(sheet.get("name", ""), part, sheet.get("state", "visible")))
    if not sheets:
        raise ExtractionFailed("The workbook has no sheet.")
    shared = [package.xml(part) for _, part in package.targets(main, "sharedStrings")]
    names = [n for n in root.iter(f"{S}definedName") if not n.get("name", "").startswith("_xlnm.")]
    dates = root.find(f"{S}workbookPr")
    return Workbook(
        tuple(sheets),
        tuple(string_of(item) for strings in shared for item in strings.iter(f"{S}si")),
        tuple(_codes(package, main)),
        dates is not None and dates.get("date1904") in ("1", "true"),
        len(names),
        sum(
            1
            for e in root.iter()
            if e.tag == f"{S}customWorkbookView" or (e.tag == f"{S}fileSharing" and e.get("userName"))
        ),
        sum(1 for strings in shared for _ in strings.iter(f"{S}rPh")),
    )


def string_of(item: Any) -> str:
    """The text of a string item: its runs joined, the reading aids of Japanese left out."""
    texts = [t.text or "" for t in item.iter(f"{S}t") if t.getparent().tag != f"{S}rPh"]
    return unescaped("".join(texts))


def unescaped(text: str) -> str:
    """`_x000D_` and the like as the characters that they stand for."""
    return _ESCAPE.sub(lambda m: chr(int(m[1], 16)), text) if "_x" in text else text


def _codes(package: Package, main: str) -> list[str]:
    codes: list[str] = []
    for _, part in package.targets(main, "styles"):
        root = package.xml(part)
        own = {int(f.get("numFmtId", "0")): f.get("formatCode", "General") for f in root.iter(f"{S}numFmt")}
        styles = root.find(f"{S}cellXfs")
        for style in [] if styles is None else styles:
            number = int(style.get("numFmtId", "0"))
            codes.append(own.get(number) or builtin_code(number))
    return codes


def pull_parser() -> Any:
    """A parser to which a part is fed in pieces; it resolves nothing."""
    return etree.XMLPullParser(
        events=("end",), resolve_entities=False, no_network=True, load_dtd=False, huge_tree=False, remove_comments=True
    )
