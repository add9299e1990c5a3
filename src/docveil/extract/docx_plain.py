"""WordprocessingML made plain with lxml: one run a paragraph, changes accepted, text boxes and nested tables set apart."""

from typing import Any

from docveil.extract.docx_attributes import count_attributes
from docveil.extract.docx_styles import vanishes
from docveil.extract.flow import Notes
from docveil.extract.office_package import MC, A, M, R, W, formula_text, xpath

_UNWRAPPED = tuple(
    f"{W}{n}" for n in ("ins", "moveTo", "smartTag", "hyperlink", "fldSimple", "customXml", "dir", "bdo")
)
_DELETED = (f"{W}del", f"{W}moveFrom")
_DROPPED = tuple(
    f"{W}{n}"
    for n in (
        "rPr bookmarkStart bookmarkEnd commentRangeStart commentRangeEnd commentReference annotationRef footnoteReference "
        "endnoteReference footnoteRef endnoteRef fldChar instrText delText delInstrText proofErr permStart permEnd "
        "lastRenderedPageBreak moveFromRangeStart moveFromRangeEnd moveToRangeStart moveToRangeEnd softHyphen separator "
        "continuationSeparator headerReference footerReference customXmlInsRangeStart customXmlInsRangeEnd "
        "customXmlDelRangeStart customXmlDelRangeEnd drawing pict object ruby"
    ).split()
)
_FORMULAS = (f"{M}oMathPara", f"{M}oMath")
_FOREIGN = xpath("descendant-or-self::*[not(self::w:* or self::m:*)]")
# What is drawn is not Word's own.
_DESCRIBED = xpath("count(descendant-or-self::*[not(self::w:*) and (@descr != '' or @title != '' or @alt != '')])")
_LINKED = xpath("count(descendant-or-self::*[not(self::w:*) and @href != ''])")
_TOLD = xpath("count(descendant-or-self::*[not(self::w:*) and @tooltip != ''])")
_PROPERTIES = frozenset("rPr trPr tcPr numPr pPr ctrlPr".split())


def flatten(root: Any, notes: Notes, hidden: frozenset[str] = frozenset()) -> None:
    """Make each paragraph below `root` one run of plain text, in place.

    What is not part of the text goes, and is counted in `notes`. `hidden` are the ids of the styles that hide text.
    """
    _choose(root, notes)
    _count(root, notes)
    count_attributes(root, notes)
    _drop_hidden(root, notes, hidden)
    _drop_deleted(root, notes)
    for element in list(root.iter(f"{W}sdt")):
        content = element.find(f"{W}sdtContent")
        _replace(element, [] if content is None else list(content))
    for element in list(root.iter(*_UNWRAPPED)):
        if _holds_content(element):
            _replace(element, list(element))
    _hold_formulas(root)
    _lift_boxes(root)
    _read_ruby(root)
    for element in list(root.iter(*_DROPPED)):
        if element.getparent() is not None and not (element.tag == f"{W}rPr" and element.getparent().tag != f"{W}r"):
            _replace(element, [])
    _free(root)
    _lift_tables(root)
    for paragraph in root.iter(f"{W}p"):
        _merge(paragraph)
    for cell in root.iter(f"{W}tc"):
        _one_paragraph(cell)


def formulas_as_text(root: Any) -> None:
    """Each formula of a part that Docling is not shown as a run of text."""
    for formula in list(root.iter(*_FORMULAS)):
        parent = formula.getparent()
        if parent is not None and not parent.tag.startswith(M):
            run = root.makeelement(f"{W}r")
            run.append(root.makeelement(f"{W}t"))
            run[0].text = formula_text(formula)
            parent.replace(formula, run)


def _hold_formulas(root: Any) -> None:
    """A formula that stands between paragraphs in one of its own."""
    for formula in list(root.iter(*_FORMULAS)):
        parent = formula.getparent()
        if parent is not None and parent.tag != f"{W}p" and not parent.tag.startswith(M):
            paragraph = root.makeelement(f"{W}p")
            parent.replace(formula, paragraph)
            paragraph.append(formula)


def _drop_deleted(root: Any, notes: Notes) -> None:
    for element in list(root.iter(*_DELETED)):
        if _holds_content(element):
            notes.add("tracked_deletion", "not_part_of_the_text")
            element.getparent().remove(element)
        elif element.getparent() is not None and element.getparent().tag == f"{W}trPr":
            row = element.getparent().getparent()
            notes.add("tracked_deletion", "not_part_of_the_text")
            if row is not None and row.getparent() is not None:
                row.getparent().remove(row)


def _holds_content(element: Any) -> bool:
    """Whether a mark of a change wraps text, rows or paragraphs, and is not a property of something."""
    parent = element.getparent()
    return parent is not None and parent.tag.rpartition("}")[2] not in _PROPERTIES


def _free(root: Any) -> None:
    """Text out of wrappers that are not known, and into a run where it stands in none."""
    for element in _FOREIGN(root):
        if next(element.iter(f"{W}p", f"{W}r", f"{W}t"), None) is not None:
            _replace(element, list(element))
    for text in list(root.iter(f"{W}t")):
        parent = text.getparent()
        if parent is not None and parent.tag == f"{W}p":
            run = parent.makeelement(f"{W}r")
            parent.replace(text, run)
            run.append(text)


def _choose(root: Any, notes: Notes) -> None:
    """Of alternative contents, the first; the others should say the same for older programs, and are compared."""
    for element in list(root.iter(f"{MC}AlternateContent")):
        chosen = element.find(f"{MC}Choice")
        if chosen is None:
            chosen = element.find(f"{MC}Fallback")
        else:
            others = [_drawn(e) for e in element if e is not chosen]
            notes.add("alternative_content", count=sum(bool(o) and o != _drawn(chosen) for o in others))
        _replace(element, [] if chosen is None else list(chosen))


def _count(root: Any, notes: Notes) -> None:
    notes.add("field_code", count=sum(1 for _ in root.iter(f"{W}instrText", f"{W}fldSimple")))
    notes.add("form_field_data", count=sum(1 for _ in root.iter(f"{W}ffData")))
    notes.add("bookmark", count=sum(not b.get(f"{W}name", "_").startswith("_") for b in root.iter(f"{W}bookmarkStart")))
    notes.add("alternative_text", count=int(_DESCRIBED(root)))
    notes.add("link_target", count=int(_LINKED(root)))
    notes.add("link_tooltip", count=int(_TOLD(root)))
    notes.add("link_tooltip", count=sum(1 for e in root.iter(f"{W}hyperlink") if e.get(f"{W}tooltip")))
    notes.add("embedded_document", count=sum(1 for e in root.iter(f"{W}altChunk", f"{W}subDoc") if e.get(f"{R}id")))


def _drawn(element: Any) -> str:
    return "".join(t.text or "" for t in element.iter(f"{W}t", f"{A}t"))


def _drop_hidden(root: Any, notes: Notes, styles: frozenset[str]) -> None:
    for run in list(root.iter(f"{W}r")):
        properties = run.find(f"{W}rPr")
        hides = vanishes(properties)
        if hides is None and styles:
            paragraph = next(run.iterancestors(f"{W}p"), None)
            marks = [None if properties is None else properties.find(f"{W}rStyle")]
            marks.append(None if paragraph is None else paragraph.find(f"{W}pPr/{W}pStyle"))
            hides = any(mark is not None and mark.get(f"{W}val") in styles for mark in marks)
        if hides and next(run.iter(f"{W}t"), None) is not None:
            notes.add("hidden_text")
            run.getparent().remove(run)


def _lift_boxes(root: Any) -> None:
    """The paragraphs of a text box, and lines of other drawn text, behind the paragraph that it hangs on."""
    for box in list(root.iter(f"{W}txbxContent")):
        anchor = box.getparent()
        while anchor is not None and not (
            anchor.tag == f"{W}p" and next(anchor.iterancestors(f"{W}txbxContent"), None) is None
        ):
            anchor = anchor.getparent()
        if anchor is None or next(box.iterancestors(f"{W}txbxContent"), None) is not None:
            continue
        for block in reversed(_blocks_in(box)):
            anchor.addnext(block)


def _blocks_in(box: Any) -> list[Any]:
    """Blocks of a text box, those of boxes inside it behind them."""
    inner = [b for nested in list(box.iter(f"{W}txbxContent")) if nested is not box for b in list(nested)]
    own = list(box)
    for block in inner:
        block.getparent().remove(block)
    return own + inner


def _read_ruby(root: Any) -> None:
    """Of a text with its reading above it, both: base first."""
    for ruby in list(root.iter(f"{W}ruby")):
        run = ruby.getparent()
        texts = [t for part in ("rubyBase", "rt") for t in ruby.findall(f"{W}{part}//{W}t")]
        for text in reversed(texts):
            ruby.addnext(text)
        run.remove(ruby)


def _lift_tables(root: Any) -> None:
    """A table inside a cell behind the outermost table, so that each cell has one owner."""
    for table in list(root.iter(f"{W}tbl")):
        outer = list(table.iterancestors(f"{W}tbl"))
        if outer:
            last = outer[-1]
            following = last.getnext()
            while following is not None and following.tag == f"{W}tbl" and following.get("lifted"):
                last, following = following, following.getnext()
            cell = table.getparent()
            table.set("lifted", "1")
            last.addnext(table)
            if cell.find(f"{W}p") is None:
                cell.append(cell.makeelement(f"{W}p"))
    for table in root.iter(f"{W}tbl"):
        table.attrib.pop("lifted", None)


def _merge(paragraph: Any) -> None:
    """All text of a paragraph in its first run, with the white space that stands in it."""
    runs = [r for r in paragraph.iter(f"{W}r") if r.getparent() is paragraph]
    for run in runs[1:]:
        for child in list(run):
            runs[0].append(child)
        paragraph.remove(run)


def _one_paragraph(cell: Any) -> None:
    """The paragraphs of a cell as lines of one: Docling makes elements of their own of several, besides the cell."""
    paragraphs = cell.findall(f"{W}p")
    lines = [p for p in paragraphs if next(p.iter(f"{W}t"), None) is not None]
    for properties in [p.find(f"{W}pPr") for p in paragraphs]:
        if properties is not None:
            properties.getparent().remove(properties)
    for line in lines[1:]:
        run = lines[0].find(f"{W}r")
        run.append(run.makeelement(f"{W}br"))
        for other in line.findall(f"{W}r"):
            for child in list(other):
                run.append(child)
    for paragraph in paragraphs:
        if paragraph is not (lines[0] if lines else paragraphs[0]):
            cell.remove(paragraph)


def _replace(element: Any, children: list[Any]) -> None:
    parent = element.getparent()
    if parent is None:
        return
    place = parent.index(element)
    for offset, child in enumerate(children):
        parent.insert(place + offset, child)
    parent.remove(element)
