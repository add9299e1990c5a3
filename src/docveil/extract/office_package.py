"""Office packages: their parts as XML that resolves nothing, and what in them is not text. lxml does the parsing."""

import re
import zipfile
from collections.abc import Callable, Iterable, Iterator
from io import BytesIO
from posixpath import dirname, join, normpath
from typing import Any

from attrs import frozen
from lxml import etree

from docveil.errors import ExtractionFailed, SourceRefused
from docveil.extract.flow import NOT_READ, Notes

W = "{http://schemas.openxmlformats.org/wordprocessingml/2006/main}"
A = "{http://schemas.openxmlformats.org/drawingml/2006/main}"
C = "{http://schemas.openxmlformats.org/drawingml/2006/chart}"
# Charts of newer kinds: funnels, trees, maps.
CX = "{http://schemas.microsoft.com/office/drawing/2014/chartex}"
R = "{http://schemas.openxmlformats.org/officeDocument/2006/relationships}"
M = "{http://schemas.openxmlformats.org/officeDocument/2006/math}"
MC = "{http://schemas.openxmlformats.org/markup-compatibility/2006}"
_RELATIONS = "http://schemas.openxmlformats.org/package/2006/relationships"
_RELATION = f"{{{_RELATIONS}}}Relationship"
# The strict variant of the standard has namespaces of its own, which mean the same.
_STRICT = (
    (b"http://purl.oclc.org/ooxml/officeDocument/relationships", b"http://schemas.openxmlformats.org/officeDocument/2006/relationships"),
    (b"http://purl.oclc.org/ooxml/wordprocessingml/main", b"http://schemas.openxmlformats.org/wordprocessingml/2006/main"),
    (b"http://purl.oclc.org/ooxml/drawingml/main", b"http://schemas.openxmlformats.org/drawingml/2006/main"),
    (b"http://purl.oclc.org/ooxml/drawingml/chart", b"http://schemas.openxmlformats.org/drawingml/2006/chart"),
    (b"http://purl.oclc.org/ooxml/presentationml/main", b"http://schemas.openxmlformats.org/presentationml/2006/main"),
    (b"http://purl.oclc.org/ooxml/spreadsheetml/main", b"http://schemas.openxmlformats.org/spreadsheetml/2006/main"),
)  # fmt: skip

# Parts that are not read, by their path; the first that fits names it.
_UNREAD = tuple(
    (re.compile(pattern, re.IGNORECASE), part, reason)
    for pattern, part, reason in (
        (r"vbaProject|vbaData|macrosheets/", "macro", "never_run_not_read"),
        (r"^docProps/.*\.xml$", "metadata", NOT_READ),
        (r"/embeddings/|/activeX/|/ctrlProps/|oleObject", "embedded_file", NOT_READ),
        (r"/media/|thumbnail", "picture", NOT_READ),
        (r"customXml/item\d+\.xml$", "custom_xml", NOT_READ),
        (r"/glossary/document\.xml$", "building_blocks", NOT_READ),
        (r"/(?:slideMasters|slideLayouts|notesMasters|handoutMasters)/[^/]+\.xml$", "master", NOT_READ),
        (r"/externalLinks/[^/]+\.xml$", "external_link", NOT_READ),
        (r"/(?:pivot\w+|slicers|slicerCaches|queryTables|timelines)/[^/]+\.xml$", "pivot_cache", NOT_READ),
        (r"/diagrams/drawing\d*\.xml$", "diagram_copy", "copy_of_a_diagram_not_read"),
        (r"/tags/\w+\.xml$", "tag", NOT_READ),
        (r"/printerSettings/", "printer_settings", NOT_READ),
        (r"/richData/rd\w*value\w*\.xml$", "linked_data", NOT_READ),
        (r"/connections\.xml$|/revisions/", "connection", NOT_READ),
        (r"/persons/|/(?:people|commentAuthors|authors)\.xml$", "list_of_authors", NOT_READ),
    )
)
# Asked first: most parts are none of these.
_ANY_UNREAD = re.compile("|".join(pattern.pattern for pattern, _, _ in _UNREAD), re.IGNORECASE)
# Parts that hold text; a program shows them only where others lead to them.
_TEXT_PARTS = re.compile(
    r"^word/(?:(?:header|footer|footnotes|endnotes|comments)\d*|charts/chart\w*|diagrams/data\w*|drawings/\w+)\.xml$|"
    r"^ppt/(?:notesSlides/notesSlide\d+|comments/\w+|charts/chart\w*|diagrams/data\d*|drawings/\w+)\.xml$|"
    r"^xl/(?:worksheets/\w+|chartsheets/\w+|(?:comments/)?comments?\d*|threadedComments/\w+|charts/chart\w*|drawings/\w+|"
    r"diagrams/data\d*|sharedStrings)\.xml$",
    re.IGNORECASE,
)
# Parts that hold no text of a user, or that the readers read or count themselves.
_KNOWN = re.compile(
    r"^\[Content_Types\]\.xml$|\.rels$|/(?:styles|stylesWithEffects|fontTable|settings|webSettings|numbering|theme/\w+|document|header\d*|"
    r"footer\d*|footnotes|endnotes|comments\w*|presentation|presProps|viewProps|tableStyles|slides/\w+|notesSlides/\w+|"
    r"comments/\w+|threadedComments/\w+|workbook|sharedStrings|calcChain|worksheets/\w+|chartsheets/\w+|charts/\w+|"
    r"diagrams/\w+|drawings/\w+|tables/\w+|tags/\w+|metadata|sheetMetadata|customXml/itemProps\d+|changesInfos/\w+|"
    r"revisionInfo|featurePropertyBag/\w+|richData/\w+|glossary/\w+|printerSettings/\w+)\.(?:xml|vml|bin)$|"
    r"^customXml/itemProps\d+\.xml$|/fonts/|/$",
    re.IGNORECASE,
)


@frozen
class Link:
    """One relation of a part: its id, its type, where it leads, and whether that is outside."""

    key: str
    type: str
    target: str
    leads_out: bool = False

    @property
    def kind(self) -> str:
        """The last word of its type."""
        return self.type.rpartition("/")[2]


class Package:
    """The parts of an Office package, in memory.

    Raises:
        ExtractionFailed: it is corrupt.
    """

    def __init__(self, data: bytes) -> None:
        try:
            self._zip = zipfile.ZipFile(BytesIO(data))
        except (zipfile.BadZipFile, ValueError, OSError):
            raise ExtractionFailed("The package is truncated or corrupt.") from None
        self._met: set[str] = set()
        # Each part of relations is asked for several times, and parsed once.
        self._relations: dict[str, tuple[Link, ...]] = {}
        self.names = [e.filename for e in self._zip.infolist() if not e.is_dir()]
        self._held = frozenset(self.names)

    def read(self, name: str) -> bytes:
        """The bytes of a part."""
        self._met.add(name)
        try:
            return self._zip.read(name)
        except Exception:
            raise ExtractionFailed("A part of the package is missing or cannot be unpacked.") from None

    def xml(self, name: str, shorten: Callable[[bytes], bytes] | None = None) -> Any:
        """The root of a part, in the names of the transitional standard; `shorten` leaves out what nobody reads."""
        data = self.read(name)
        if b"purl.oclc.org" in data:
            for strict, usual in _STRICT:
                data = data.replace(strict, usual)
        return parse_xml(data if shorten is None else shorten(data))

    def matching(self, pattern: str) -> list[str]:
        """Names that fit, in the order of the numbers in them."""
        found = [n for n in self.names if re.fullmatch(pattern, n, re.IGNORECASE)]
        return sorted(found, key=lambda n: [int(p) if p.isdigit() else p for p in re.split(r"(\d+)", n)])

    def targets(self, name: str, kind: str) -> list[tuple[str, str]]:
        """`(id, part)` of the parts that `name` is related to as `kind`, in order; links out of the package are not."""
        rels = join(dirname(name), "_rels", f"{name.rpartition('/')[2]}.rels")
        if rels not in self._held:
            return []
        found: list[tuple[str, str]] = []
        for link in self.links(rels):
            if not link.leads_out and link.kind == kind:
                path = link.target.lstrip("/")
                if not link.target.startswith("/"):
                    path = normpath(join(dirname(name), link.target))
                if path in self._held:
                    found.append((link.key, path))
        return found

    def links(self, rels: str) -> tuple[Link, ...]:
        """What a part of relations holds, in order."""
        if rels not in self._relations:
            self._relations[rels] = tuple(
                Link(r.get("Id", ""), r.get("Type", ""), r.get("Target", ""), r.get("TargetMode") == "External")
                for r in self.xml(rels).iter(_RELATION)
            )
        return self._relations[rels]

    def main_part(self) -> str:
        """The part that the package is about.

        Raises:
            ExtractionFailed: there is none.
        """
        found = self.targets("", "officeDocument")
        if not found:
            raise ExtractionFailed("The package has no main part.")
        return found[0][1]

    def count_unread(self, notes: Notes) -> None:
        """A line for each part that no reader reads: macros, media, metadata, links, and what is not known."""
        for name in self.names:
            unread = None
            if _ANY_UNREAD.search(name):
                unread = next((part, reason) for fits, part, reason in _UNREAD if fits.search(name))
            if unread is not None:
                notes.add(*unread)
            elif not _KNOWN.search(name):
                notes.add("package_part")
            if name.endswith(".rels"):
                notes.add("link_target", count=sum(link.leads_out for link in self.links(name)))

    def count_unlinked(self, notes: Notes) -> None:
        """A line for each part of text that nothing leads to; called when all else is read."""
        unlinked = [name for name in self.names if _TEXT_PARTS.search(name) and name not in self._met]
        notes.add("package_part", "not_linked_not_read", len(unlinked))


def parse_xml(data: bytes) -> Any:
    """The root element. No entity is resolved, nothing is loaded, and a document type is refused.

    Raises:
        SourceRefused: it declares a document type, through which entities expand.
        ExtractionFailed: it is no well-formed XML.
    """
    parser = etree.XMLParser(
        resolve_entities=False, no_network=True, load_dtd=False, huge_tree=False, remove_comments=True, remove_pis=True
    )
    refuse_type(data)
    try:
        root = etree.fromstring(data, parser)
    except etree.XMLSyntaxError:
        raise ExtractionFailed("A part of the package is no well-formed XML.") from None
    refuse_type(data, root)
    return root


def refuse_type(data: bytes, root: Any = None) -> None:
    """Refuse a part that declares a document type.

    Asked before it is parsed, since the parser stops at entities that expand too far with another complaint; and with its
    root after it, which knows of a declaration that stands far behind its beginning or is encoded in another way.

    Raises:
        SourceRefused: it declares one.
    """
    found = root.getroottree().docinfo.internalDTD is not None if root is not None else b"<!DOCTYPE" in _begin(data)
    if found:
        raise SourceRefused("A part of the package declares a document type; Office writes none.")


def _begin(data: bytes) -> bytes:
    return data[:4096].replace(b"\0", b"")


def xpath(path: str) -> Any:
    """A question to a part that is compiled once; the prefixes are `w` for Word and `m` for its formulas."""
    return etree.XPath(path, namespaces={"w": W[1:-1], "m": M[1:-1]})


def serialise(root: Any) -> bytes:
    """The XML of an element."""
    return bytes(etree.tostring(root, xml_declaration=True, encoding="UTF-8", standalone=True))


def relations(links: Iterable[Link]) -> bytes:
    """A part of relations that holds `links`."""
    root = etree.Element(f"{{{_RELATIONS}}}Relationships", nsmap={None: _RELATIONS})
    for link in links:
        etree.SubElement(root, _RELATION, Id=link.key, Type=link.type, Target=link.target)
    return serialise(root)


def repack(parts: Iterable[tuple[str, bytes]]) -> bytes:
    """A package of the given parts only, the same bytes each time."""
    out = BytesIO()
    with zipfile.ZipFile(out, "w", zipfile.ZIP_STORED) as package:
        for name, data in parts:
            package.writestr(zipfile.ZipInfo(name), data)
    return out.getvalue()


def formula_text(formula: Any) -> str:
    """The text of a formula; what stands in different parts of it, as above and below a line, a space apart."""
    pieces: list[str] = []
    before = None
    for text in formula.iter("{*}t"):
        part = text.getparent().getparent()
        if pieces and part is not before:
            pieces.append(" ")
        pieces.append(text.text or "")
        before = part
    return "".join(pieces)


def drawing_lines(root: Any) -> Iterator[str]:
    """Paragraphs of a drawing, a chart or a diagram, as they stand; then a chart's names and categories, each once."""
    for paragraph in root.iter(f"{A}p"):
        text = "".join((e.text or "") if e.tag == f"{A}t" else "\n" for e in paragraph.iter(f"{A}t", f"{A}br") if e.tag)
        if text.strip():
            yield text
    seen: set[str] = set()
    for value in root.iter(f"{C}v"):
        text = value.text or ""
        cache = value.getparent().getparent()
        if cache is not None and cache.tag in (f"{C}strCache", f"{C}lvl") and text.strip() and text not in seen:
            seen.add(text)
            yield text
        elif value.getparent().tag == f"{C}tx" and text.strip():
            yield text
    for value in root.iter(f"{CX}pt", f"{CX}v"):
        text = value.text or ""
        if text.strip() and text not in seen and next(value.iterancestors(f"{CX}numDim"), None) is None:
            seen.add(text)
            yield text
