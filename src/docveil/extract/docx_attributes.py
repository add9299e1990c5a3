"""Words in WordprocessingML that are no text of the document: names of authors, data of controls and the like, counted."""

from typing import Any

from docveil.extract.flow import Notes
from docveil.extract.office_package import A, W, xpath

_CONTROL = tuple(f"{W}{n}" for n in ("alias", "tag", "listItem", "dataBinding", "docPart"))
_TEXTPATH = "{urn:schemas-microsoft-com:vml}textpath"
_CUSTOM = (f"{W}smartTag", f"{W}customXml", f"{W}attr")
_BY_SOMEBODY = xpath("count(descendant-or-self::*[@w:author != ''])")


def count_attributes(root: Any, notes: Notes) -> None:
    """Count what a reader of the text never meets."""
    dates = sum(1 for e in root.iter(f"{W}date") if e.get(f"{W}fullDate"))
    notes.add("content_control_data", count=dates + sum(1 for _ in root.iter(*_CONTROL)))
    notes.add("author_of_a_change", count=int(_BY_SOMEBODY(root)))
    anchors = [e.get(f"{W}anchor") or "_" for e in root.iter(f"{W}hyperlink")]
    notes.add("link_target", count=sum(not anchor.startswith("_") for anchor in anchors))
    notes.add("custom_xml", count=sum(1 for _ in root.iter(*_CUSTOM)))
    notes.add("alternative_text", count=sum(1 for _ in root.iter(f"{W}tblCaption", f"{W}tblDescription")))
    notes.add("permission", count=sum(1 for e in root.iter(f"{W}permStart") if e.get(f"{W}ed")))
    notes.add("symbol", count=sum(1 for _ in root.iter(f"{W}sym")))
    drawn = sum(1 for e in root.iter(_TEXTPATH) if e.get("string"))
    notes.add("drawn_text", count=drawn + sum(1 for e in root.iter(f"{A}t") if (e.text or "").strip()))
