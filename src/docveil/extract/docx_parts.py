"""Word documents with lxml: made plain for Docling's reader, and the parts that it is not shown read here.

Docling splits a paragraph where its formatting changes, and reads deletions, fields and text boxes in ways of its own. It
is therefore shown a package of three parts (body, styles, numbering) in which each paragraph is one run; text boxes stand
behind their paragraph and nested tables behind their table. Headers, footers, notes and comments are read here.
"""

from collections.abc import Iterator
from typing import Any

from attrs import frozen

from docveil.extract.docx_plain import flatten, formulas_as_text
from docveil.extract.docx_styles import drop_looks, hidden_styles, used_styles, without_table_looks
from docveil.extract.flow import BY_DEFAULT, Notes, text_element
from docveil.extract.office_package import Link, Package, W, drawing_lines, relations, repack, serialise
from docveil.model.document import DocumentElement

_TYPES = b"""<?xml version="1.0" encoding="UTF-8" standalone="yes"?>
<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"><Default Extension="rels" \
ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/>\
<Override PartName="/word/document.xml" \
ContentType="application/vnd.openxmlformats-officedocument.wordprocessingml.document.main+xml"/>\
<Override PartName="/word/styles.xml" \
ContentType="application/vnd.openxmlformats-officedocument.wordprocessingml.styles+xml"/>\
<Override PartName="/word/numbering.xml" \
ContentType="application/vnd.openxmlformats-officedocument.wordprocessingml.numbering+xml"/></Types>"""
_DRAWINGS = r"word/(?:charts/chart(?:Ex)?|diagrams/data|drawings/drawing)\d*\.xml"
_KIND = "http://schemas.openxmlformats.org/officeDocument/2006/relationships/"


@frozen
class WordParts:
    """A Word document, taken apart.

    Attributes:
        package: The body, made plain, as a package for Docling.
        shown: The text of that body.
        before: Headers.
        after: Charts and diagrams, footnotes, endnotes, comments where they are asked for, footers.
    """

    package: bytes
    shown: str
    before: tuple[DocumentElement, ...]
    after: tuple[DocumentElement, ...]


def take_apart(data: bytes, notes: Notes, *, comments: bool) -> WordParts:
    """The document in `data`; what is not read is counted in `notes`.

    Raises:
        ExtractionFailed: the package is corrupt.
        SourceRefused: it declares entities.
    """
    package = Package(data)
    main = package.main_part()
    package.count_unread(notes)
    body = package.xml(main)
    styles = [package.xml(part, without_table_looks) for part in _stories(package, main, "styles")]
    hidden = frozenset(key for root in styles for key in hidden_styles(root))
    flatten(body, notes, hidden)
    headers = [
        e for part in _stories(package, main, "header") for e in _story(package, part, "page_header", notes, hidden)
    ]
    footers = [
        e for part in _stories(package, main, "footer") for e in _story(package, part, "page_footer", notes, hidden)
    ]
    after = [e for name in package.matching(_DRAWINGS) for e in _drawing(package, name)]
    for kind, tag in (("footnotes", "footnote"), ("endnotes", "endnote")):
        for part in _stories(package, main, kind):
            after += _notes_of(package.xml(part), tag, notes, hidden)
    for part in _stories(package, main, "comments"):
        root = package.xml(part)
        if comments:
            after += _items(root, "comment", "annotation", notes, hidden)
        else:
            notes.add("comment", BY_DEFAULT, len(root.findall(f"{W}comment")))
    for part in _stories(package, main, "settings"):
        notes.add("document_variable", count=sum(1 for _ in package.xml(part).iter(f"{W}docVar", f"{W}mailMerge")))
    package.count_unlinked(notes)
    shown = _text(body)
    numbering = [package.xml(part) for part in _stories(package, main, "numbering")[:1]]
    plain = _plain_package(body, styles[:1], numbering)
    return WordParts(plain, shown, tuple(_once(headers)), (*after, *_once(footers)))


def _stories(package: Package, main: str, kind: str) -> list[str]:
    return sorted({part for _, part in package.targets(main, kind)})


def _once(elements: list[DocumentElement]) -> Iterator[DocumentElement]:
    """A header of the first, the even and the other pages that says the same stands once."""
    seen: set[str] = set()
    for element in elements:
        if element.text not in seen:
            seen.add(element.text)
            yield element


def _plain_package(body: Any, styles: list[Any], numbering: list[Any]) -> bytes:
    """The body with its first part of styles and of numbering, where it has one, as a package; the roots are changed."""
    main = Link("r1", f"{_KIND}officeDocument", "word/document.xml")
    parts = [("[Content_Types].xml", _TYPES), ("_rels/.rels", relations([main]))]
    # Settings of pages lead to headers, which are read here.
    for settings in list(body.iter(f"{W}sectPr")):
        settings.getparent().remove(settings)
    styles = [used_styles(root, [body, *numbering]) for root in styles]
    links = []
    for number, (kind, roots) in enumerate((("styles", styles), ("numbering", numbering)), 1):
        for root in roots:
            links.append(Link(f"r{number}", f"{_KIND}{kind}", f"{kind}.xml"))
            drop_looks(root)
            parts.append((f"word/{kind}.xml", serialise(root)))
    parts.append(("word/_rels/document.xml.rels", relations(links)))
    # Docling asks with the prefix that Word writes; other programs write others.
    root = body.makeelement(body.tag, nsmap={"w": W[1:-1]})
    root.extend(list(body))
    parts.append(("word/document.xml", serialise(root)))
    return repack(parts)


def _story(package: Package, name: str, role: str, notes: Notes, hidden: frozenset[str]) -> Iterator[DocumentElement]:
    root = package.xml(name)
    formulas_as_text(root)
    flatten(root, notes, hidden)
    yield from text_element(_text(root), role)


def _notes_of(root: Any, tag: str, notes: Notes, hidden: frozenset[str]) -> Iterator[DocumentElement]:
    for item in root.findall(f"{W}{tag}"):
        if item.get(f"{W}type") in ("separator", "continuationSeparator", "continuationNotice"):
            root.remove(item)
    yield from _items(root, tag, "footnote", notes, hidden)


def _items(root: Any, tag: str, role: str, notes: Notes, hidden: frozenset[str]) -> Iterator[DocumentElement]:
    formulas_as_text(root)
    flatten(root, notes, hidden)
    for item in root.findall(f"{W}{tag}"):
        yield from text_element(_text(item), role)


def _drawing(package: Package, name: str) -> Iterator[DocumentElement]:
    yield from text_element("\n".join(drawing_lines(package.xml(name))))


def _text(root: Any) -> str:
    """Paragraphs as lines; the cells of a table's row on one, a tab apart."""
    lines: list[str] = []
    for block in root.iter(f"{W}p", f"{W}tr"):
        if block.tag == f"{W}tr":
            cells = [" ".join(_paragraph(p) for p in cell.iter(f"{W}p")) for cell in block.findall(f"{W}tc")]
            lines.append("\t".join(cells))
        elif next(block.iterancestors(f"{W}tr"), None) is None:
            lines.append(_paragraph(block))
    return "\n".join(lines).strip("\n")


_MARKS = {f"{W}tab": "\t", f"{W}ptab": "\t", f"{W}br": "\n", f"{W}cr": "\n", f"{W}noBreakHyphen": "\u2011"}


def _paragraph(paragraph: Any) -> str:
    return "".join(
        (e.text or "") if e.tag == f"{W}t" else _MARKS[e.tag] for e in paragraph.iter(f"{W}t", *_MARKS) if _in_run(e)
    )


def _in_run(element: Any) -> bool:
    """Whether it is text: `w:tab` in a paragraph's properties is a tab stop."""
    return bool(element.getparent().tag == f"{W}r")
