"""PowerPoint files with lxml: slides made plain for Docling's reader; charts, diagrams, speaker notes and comments read here.

Docling would decode pictures, and draw charts with another program where it finds one; it is shown a package without
either. Slides count as pages, in the order of the presentation.
"""

from collections.abc import Iterator, Mapping
from collections.abc import Set as AbstractSet
from posixpath import dirname, join, normpath
from typing import Any

from attrs import evolve, frozen

from docveil.errors import ExtractionFailed
from docveil.extract.flow import BY_DEFAULT, Notes, Tick, text_element
from docveil.extract.office_package import MC, A, Package, R, drawing_lines, relations, repack, serialise
from docveil.extract.pptx_places import Places
from docveil.model.document import DocumentElement

P = "{http://schemas.openxmlformats.org/presentationml/2006/main}"
_KEPT = (
    r"\[Content_Types\]\.xml|_rels/\.rels|ppt/(?:_rels/)?presentation\.xml(?:\.rels)?|"
    r"ppt/(?:slides|slideLayouts|slideMasters)/.*\.(?:xml|rels)"
)
_TYPE = "{http://schemas.openxmlformats.org/package/2006/content-types}Override"
_MACRO_TYPE = "application/vnd.ms-powerpoint.presentation.macroEnabled.main+xml"
_PLAIN_TYPE = "application/vnd.openxmlformats-officedocument.presentationml.presentation.main+xml"
_PER_POINT = 12700.0
_FLAGGED = "read_and_flagged"
_MERGED = (f"{A}r", f"{A}fld")
_TABLE = f"{A}tbl"


@frozen
class SlideParts:
    """What is read beside the text of one slide, in the order of reading."""

    beside: tuple[DocumentElement, ...]


@frozen
class PresentationParts:
    """A presentation, taken apart.

    Attributes:
        package: The slides, made plain, as a package for Docling.
        shown: The text of those slides.
        slides: What is read besides, slide by slide.
    """

    package: bytes
    shown: str
    slides: tuple[SlideParts, ...]


def in_points(element: DocumentElement) -> DocumentElement:
    """An element of Docling's, whose box is in English Metric Units, with its box in points."""
    if element.bbox is None:
        return element
    left, top, right, bottom = (edge / _PER_POINT for edge in element.bbox)
    return evolve(element, bbox=(left, top, right, bottom))


def take_presentation_apart(data: bytes, notes: Notes, tick: Tick, *, comments: bool) -> PresentationParts:
    """The presentation in `data`; what is not read is counted in `notes`.

    Raises:
        ExtractionFailed: the package is corrupt.
        SourceRefused: it declares entities.
    """
    package = Package(data)
    main = package.main_part()
    package.count_unread(notes)
    parts = dict(package.targets(main, "slide"))
    presentation = package.xml(main)
    notes.add("section_name", count=sum(e.tag.endswith("}section") for e in presentation.iter()))
    notes.add("custom_show", count=sum(1 for _ in presentation.iter(f"{P}custShow")))
    order = [parts.get(s.get(f"{R}id")) for s in presentation.iter(f"{P}sldId")]
    places = Places(package)
    plain: dict[str, bytes] = {}
    slides: list[SlideParts] = []
    shown: list[str] = []
    for page, part in enumerate(order, start=1):
        if part is None:
            raise ExtractionFailed(f"Slide {page} of the presentation is missing.")
        tick()
        root = package.xml(part)
        if root.get("show") in ("0", "false"):
            notes.add("hidden_slide", _FLAGGED, page=page)
        slides.append(SlideParts(tuple(_beside(package, part, notes, page, comments=comments))))
        _flatten(root, notes, page)
        places.write(root, part)
        plain[part] = serialise(root)
        shown += ["".join(t.text or "" for t in p.iter(f"{A}t")) for p in root.iter(f"{A}p")]
    orphans = set(package.matching(r"ppt/slides/slide\d+\.xml")) - set(plain)
    package.count_unlinked(notes)
    notes.add("slide", "not_in_the_presentation_not_read", len(orphans))
    return PresentationParts(_plain_package(package, plain, places), "\n".join(shown), tuple(slides))


def _plain_package(package: Package, plain: dict[str, bytes], places: Places) -> bytes:
    layouts = {path for slide in plain for _, path in package.targets(slide, "slideLayout")}
    kept = [name for name in package.matching(_KEPT) if _is_used(name, plain, layouts)]
    names = frozenset(kept)
    parts: list[tuple[str, bytes]] = []
    for name in kept:
        if name.endswith(".rels"):
            base = dirname(dirname(name))
            links = [link for link in package.links(name) if not link.leads_out and _path(base, link.target) in names]
            parts.append((name, relations(links)))
        elif name == "[Content_Types].xml":
            parts.append((name, _types(package.xml(name), names)))
        elif "/slideMasters/" in name:
            parts.append((name, _with_layouts(package, name, places, layouts)))
        else:
            parts.append((name, plain.get(name) or package.read(name)))
    return repack(parts)


def _path(base: str, target: str) -> str:
    return target.lstrip("/") if target.startswith("/") else normpath(join(base, target))


def _types(root: Any, names: AbstractSet[str]) -> bytes:
    """The list of types, of the parts that are kept only: Docling's reader goes through all."""
    lower = {f"/{name}".lower() for name in names}
    for item in list(root.iter(_TYPE)):
        if item.get("PartName", "").lower() not in lower:
            root.remove(item)
        elif item.get("ContentType") == _MACRO_TYPE:
            item.set("ContentType", _PLAIN_TYPE)
    return serialise(root)


def _is_used(name: str, plain: Mapping[str, bytes], layouts: AbstractSet[str]) -> bool:
    """Whether a slide or layout is one of the presentation's: most templates bring layouts that no slide has."""
    part = name.replace("/_rels/", "/").removesuffix(".rels")
    return not part.startswith(("ppt/slides/", "ppt/slideLayouts/")) or part in plain or part in layouts


def _with_layouts(package: Package, master: str, places: Places, layouts: AbstractSet[str]) -> bytes:
    """A master that lists only the layouts that are used."""
    root = places.master(master)
    used = {key for key, path in package.targets(master, "slideLayout") if path in layouts}
    for item in list(root.iter(f"{P}sldLayoutId")):
        if item.get(f"{R}id") not in used:
            item.getparent().remove(item)
    return serialise(root)


def _flatten(root: Any, notes: Notes, page: int) -> None:
    """Each paragraph one run; pictures, charts and other frames out."""
    _choose(root)
    for shape in root.iter(f"{P}cNvPr"):
        notes.add("alternative_text", count=1 if shape.get("descr") or shape.get("title") else 0, page=page)
        if shape.get("hidden") in ("1", "true"):
            notes.add("hidden_shape", _FLAGGED, page=page)
            del shape.attrib["hidden"]
    for link in list(root.iter(f"{A}hlinkClick", f"{A}hlinkHover", f"{A}blipFill")):
        notes.add("link_tooltip", count=1 if link.get("tooltip") else 0, page=page)
        link.getparent().remove(link)
    for frame in list(root.iter(f"{P}graphicFrame")):
        if next(frame.iter(_TABLE), None) is None:
            frame.getparent().remove(frame)
    for picture in list(root.iter(f"{P}pic", f"{P}contentPart")):
        picture.getparent().remove(picture)
    for paragraph in root.iter(f"{A}p"):
        _merge(paragraph)


def _choose(root: Any) -> None:
    """Of alternative contents, the first; the others say the same for older programs."""
    for element in list(root.iter(f"{MC}AlternateContent")):
        chosen = element.find(f"{MC}Choice")
        if chosen is None:
            chosen = element.find(f"{MC}Fallback")
        parent = element.getparent()
        for child in [] if chosen is None else list(chosen):
            element.addprevious(child)
        parent.remove(element)


def _merge(paragraph: Any) -> None:
    """The text of a paragraph in its first run; line breaks are line feeds in it, which Docling keeps."""
    pieces = [e for e in paragraph if e.tag in (*_MERGED, f"{A}br")]
    runs = [e for e in pieces if e.tag in _MERGED]
    if not runs:
        return
    text = "".join("\n" if e.tag == f"{A}br" else (e.findtext(f"{A}t") or "") for e in pieces)
    first = runs[0]
    for element in pieces:
        if element is not first:
            paragraph.remove(element)
    run = first.makeelement(f"{A}r")
    body = run.makeelement(f"{A}t")
    body.text = text
    run.append(body)
    paragraph.replace(first, run)


def _beside(package: Package, part: str, notes: Notes, page: int, *, comments: bool) -> Iterator[DocumentElement]:
    for kind in ("chart", "diagramData", "chartEx"):
        for _, name in package.targets(part, kind):
            yield from text_element("\n".join(drawing_lines(package.xml(name))), page=page)
            for _, shapes in package.targets(name, "chartUserShapes"):
                yield from text_element("\n".join(drawing_lines(package.xml(shapes))), page=page)
    for _, name in package.targets(part, "notesSlide"):
        yield from text_element(_notes_text(package.xml(name)), "notes", page)
    for _, name in package.targets(part, "comments"):
        items = [e for e in package.xml(name).iter() if e.tag.endswith(("}cm", "}reply"))]
        if not comments:
            notes.add("comment", BY_DEFAULT, len(items), page)
            continue
        for item in items:
            yield from text_element(_comment_text(item), "annotation", page)


def _notes_text(root: Any) -> str:
    """The text of every placeholder and box on a page of notes, the slide's number left out."""
    lines: list[str] = []
    for shape in root.iter(f"{P}sp"):
        placeholder = next(shape.iter(f"{P}ph"), None)
        if placeholder is None or placeholder.get("type") not in ("sldNum", "sldImg"):
            lines += drawing_lines(shape)
    return "\n".join(lines)


def _comment_text(item: Any) -> str:
    own = [e for e in item if e.tag.endswith(("}text", "}txBody"))]
    return "\n".join("".join(e.itertext()) for e in own)
