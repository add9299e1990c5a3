"""A web page made plain with lxml: what is not shown goes and is counted, words that tags split are joined.

Nothing is fetched, and no script runs. What is left has no attributes but those of a table's shape, so that no address, no
title and no data can come through.
"""

import re
from codecs import BOM_UTF8
from collections.abc import Iterable
from typing import Any

from lxml import etree
from lxml import html as lxml_html

from docveil.errors import ExtractionFailed
from docveil.extract.flow import NOT_READ, Notes
from docveil.extract.html_hiding import HIDING, HidingRules, hiding_rules
from docveil.intake.texts import decode_text

_CHARSET = re.compile(rb"""<meta[^>]{0,200}charset\s*=\s*["']?([\w-]{2,40})""", re.IGNORECASE)
_BODY_END = re.compile(r"</(?:body|html)\s*>", re.IGNORECASE)
_XML_HEAD = re.compile(r"\A\s*<\?xml[^>]*\?>")
_GONE = {
    "script": "script",
    "style": "style",
    "noscript": "noscript",
    "template": "template",
    "iframe": "frame",
    "frame": "frame",
    "object": "embedded_file",
    "embed": "embedded_file",
    "applet": "embedded_file",
    "svg": "drawing",
    "canvas": "drawing",
    "audio": "media",
    "video": "media",
    "map": "image_map",
    "datalist": "datalist",
}
_INLINE = frozenset(
    "a abbr acronym b bdi bdo big cite code data del dfn em font i ins kbd label mark nobr output q ruby rb rt rp s samp small "
    "span strike strong sub sup time tt u var".split()
)
_ATTRIBUTES = {
    "href": "link_target",
    "src": "link_target",
    "action": "link_target",
    "cite": "link_target",
    "title": "title_attribute",
    "alt": "alternative_text",
    "aria-label": "aria_label",
    "aria-description": "aria_label",
    "placeholder": "form_value",
    "summary": "title_attribute",
    "content": "metadata",
    "longdesc": "link_target",
    "srcset": "link_target",
    "formaction": "link_target",
    "ping": "link_target",
    "label": "form_value",
    "value": "form_value",
}
# Every page is full of these; their values never come through, and are not counted.
_HARMLESS = frozenset(
    "accept align bgcolor border cellpadding cellspacing charset checked class color colspan cols dir disabled draggable "
    "face for frameborder headers height hidden http-equiv hspace id lang loading maxlength media method nowrap open "
    "property rel required role rowspan rows scope size sizes spellcheck start style tabindex target type valign vspace "
    "width xml:lang xmlns".split()
)
_SHAPE = {"colspan", "rowspan", "start"}
_SHOWN_INPUTS = {
    "",
    "text",
    "search",
    "email",
    "tel",
    "url",
    "number",
    "date",
    "month",
    "week",
    "time",
    "submit",
    "button",
}
BLOCKS = frozenset(
    "address article aside blockquote body br caption center dd details dialog dir div dl dt fieldset figcaption figure "
    "footer form h1 h2 h3 h4 h5 h6 header hr hgroup li main menu nav ol optgroup option p pre section summary table tbody "
    "td tfoot th thead tr ul".split()
)
_KNOWN = (BLOCKS | _INLINE | {"html", "head"}) - {"option", "optgroup"}
_DEEPEST = 200
# Empty elements of HTML 5 that the parser, which is older, takes for the beginning of something.
_EMPTY = ("wbr", "source", "track", "embed")
# Stands for a line end inside a cell or an item. Docling makes elements of their own of a cell with tags in it, besides
# the cell; a private character is none of a page's own, and is taken out of it first.
LINE_MARK = "\uf8fe"


def parse_page(data: bytes, notes: Notes) -> Any:
    """The tree of a page.

    Raises:
        ExtractionFailed: it cannot be decoded or parsed.
    """
    declared = _CHARSET.search(data[:4096])
    decoded = decode_text(data, declared[1].decode("ascii") if declared else None)
    if decoded is None:
        raise ExtractionFailed("The page cannot be decoded.")
    notes.add("character", "not_decodable_replaced", decoded.replaced)
    # The parser stops at the end of the body; a browser shows what stands behind it.
    text = _BODY_END.sub("", _XML_HEAD.sub("", decoded.text)).replace("\0", "").replace(LINE_MARK, "")
    parser = lxml_html.HTMLParser(no_network=True, encoding="utf-8", huge_tree=True)
    try:
        root = lxml_html.document_fromstring(text, parser=parser)
    except (etree.LxmlError, ValueError, AssertionError):
        raise ExtractionFailed("The page cannot be parsed.") from None
    # The parser mends what it can and goes on; where it gives up, it returns what it has, and the rest would be lost.
    if any(error.level == etree.ErrorLevels.FATAL for error in parser.error_log):
        raise ExtractionFailed("The page is nested too deep, or broken where it cannot be mended.")
    for element in list(root.iter(*_EMPTY)):
        _spill(element)
    return root


def _spill(element: Any) -> None:
    """What the parser put into an element that never holds anything, behind it, where it stands in the page."""
    parent, children = element.getparent(), list(element)
    if parent is None or not (children or element.text):
        return
    place, tail = parent.index(element) + 1, element.tail or ""
    element.text, element.tail = None, element.text
    for offset, child in enumerate(children):
        parent.insert(place + offset, child)
    last = parent[place + len(children) - 1]
    last.tail = (last.tail or "") + tail


def drop_unseen(root: Any, notes: Notes) -> None:
    """Comments, scripts and the like, and hidden elements out; form values that are shown in as text."""
    hidden = hiding_rules(root, notes)
    for element in list(root.iter()):
        if element is root or element.getparent() is None:
            continue
        if not isinstance(element.tag, str):
            notes.add("comment" if element.tag is etree.Comment else "instruction")
            element.drop_tree()
        elif element.tag in _GONE:
            notes.add(_GONE[element.tag], "never_run_not_read" if element.tag == "script" else NOT_READ)
            element.drop_tree()
        elif element.tag == "title":
            notes.add("page_title")
            element.drop_tree()
        elif element.tag == "input":
            _read_input(element, notes)
        elif _is_hidden(element, hidden):
            notes.add("hidden_element", "not_shown_not_read")
            element.drop_tree()


def _read_input(element: Any, notes: Notes) -> None:
    value = element.get("value", "")
    if value.strip() and element.get("type", "").casefold() in _SHOWN_INPUTS:
        element.tag = "span"
        element.text = f" {value} "
    else:
        notes.add("form_value", "not_shown_not_read", 1 if value.strip() else 0)
        element.drop_tree()


def _is_hidden(element: Any, rules: HidingRules) -> bool:
    return "hidden" in element.attrib or HIDING.search(element.get("style", "")) is not None or rules.hide(element)


def make_plain(root: Any, notes: Notes) -> None:
    """Attributes counted and dropped, inline tags dissolved, cells as plain lines, tables in cells behind their table."""
    for element in list(root.iter()):
        if isinstance(element.tag, str):
            _strip(element, notes)
    for element in list(
        root.iter("wbr", "img", "picture", "source", "link", "meta", "base", "area", "track", "col", "colgroup")
    ):
        if element.getparent() is not None:
            element.drop_tree()
    _rename(root)
    for element in list(root.iter(*_INLINE)):
        if element.getparent() is not None and not any(c.tag in BLOCKS - {"br"} for c in element.iterdescendants()):
            element.drop_tag()
    _lift_tables(root)
    for cell in list(root.iter("td", "th", "li", "dt", "dd", "caption", "figcaption", "summary")):
        if cell.tag in ("td", "th") or not any(c.tag in ("table", "ul", "ol", "dl") for c in cell.iterdescendants()):
            _set_lines(cell, lines_of(cell))


def _rename(root: Any) -> None:
    for element in root.iter():
        # Docling passes over the foot of a table; what is neither known as a block nor as inline stands by itself.
        if element.tag == "tfoot":
            element.tag = "tbody"
        elif isinstance(element.tag, str) and element.tag not in _KNOWN:
            element.tag = "div"


def _strip(element: Any, notes: Notes) -> None:
    for name, value in list(element.attrib.items()):
        part = "data_attribute" if name.startswith("data-") else _ATTRIBUTES.get(name, "attribute")
        if name.startswith("on"):
            part = "script"
        if name not in _HARMLESS and value.strip() and not (name == "href" and value == "#"):
            notes.add(part)
        if name not in _SHAPE:
            del element.attrib[name]


def _lift_tables(root: Any) -> None:
    for table in list(root.iter("table")):
        outer = next((t for t in reversed(list(table.iterancestors("table")))), None)
        if outer is None and (item := next(table.iterancestors("li", "dd", "dt"), None)) is not None:
            outer = item
        if outer is not None:
            tail, table.tail = table.tail, None
            _keep_tail(table, tail)
            outer.addnext(table)


def _keep_tail(element: Any, tail: str | None) -> None:
    """Leave the text behind `element` where it is."""
    if not tail:
        return
    previous, parent = element.getprevious(), element.getparent()
    if previous is not None:
        previous.tail = f"{previous.tail or ''} {tail}"
    else:
        parent.text = f"{parent.text or ''} {tail}"


def lines_of(element: Any) -> list[str]:
    """The text below `element`, a line for each block in it, white space as a browser shows it."""
    parts: list[str] = []
    _collect(element, parts, 0)
    lines = [" ".join(line.split()) for line in "".join(parts).split("\n")]
    return [line for line in lines if line]


def _collect(element: Any, parts: list[str], depth: int) -> None:
    if depth > _DEEPEST:
        raise ExtractionFailed("The page is nested too deep.")
    is_pre = element.tag == "pre"
    parts.append(_spaced(element.text, keep=is_pre))
    for child in element:
        is_block = child.tag in BLOCKS
        if is_block:
            parts.append("\n")
        _collect(child, parts, depth + 1)
        if is_block and child.tag != "br":
            parts.append("\n")
        parts.append(_spaced(child.tail, keep=is_pre))


def _spaced(text: str | None, *, keep: bool) -> str:
    return (text or "") if keep else (text or "").replace("\n", " ")


def _set_lines(cell: Any, lines: Iterable[str]) -> None:
    """Make `cell` hold nothing but these lines, `LINE_MARK` between them."""
    for child in list(cell):
        cell.remove(child)
    cell.text = LINE_MARK.join(lines)


def page_bytes(root: Any) -> bytes:
    """The plain page for Docling, with a mark of its encoding: Docling would guess it, wrongly where little tells."""
    return BOM_UTF8 + bytes(lxml_html.tostring(root, encoding="utf-8", doctype="<!DOCTYPE html>"))
