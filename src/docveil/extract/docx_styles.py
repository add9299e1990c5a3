"""The styles of a Word document: which hide text, and the few that Docling is shown."""

from typing import Any

from docveil.extract.office_package import W

_LOOKS = tuple(f"{W}{n}" for n in "rPr tblPr trPr tcPr tblStylePr ind spacing".split())
_TABLE_LOOKS = (b"w:tblStylePr", b"w:tblPr")
_STYLE = f"{W}style"
_VALUE = f"{W}val"
# What names a style, in a text or in lists; and in a style.
_USES = tuple(f"{W}{n}" for n in "pStyle rStyle tblStyle styleLink numStyleLink".split())
_TEXT_STYLES = ("paragraph", "character", "table")
_LEADS = tuple(f"{W}{n}" for n in "basedOn link".split())
# How many styles may be based on each other.
_DEEPEST = 20
_OFF = ("0", "false", "off")


def without_table_looks(data: bytes) -> bytes:
    """A part of styles, not yet parsed, without how tables look: nothing reads it, and it can be most of the part.

    Programs that copy a template whole write hundreds of kilobytes of it. Only what is plain enough to be cut as bytes is
    cut: where there are comments and the like, or such elements lie in each other, the part stays whole.
    """
    # Asked for one character first, which is many times as fast as for two.
    if (b"!" in data and b"<!" in data) or (data.count(b"?") > 2 and data.count(b"<?") > 1):
        return data
    for tag in _TABLE_LOOKS:
        data = _without(data, tag)
    return data


def _without(data: bytes, tag: bytes) -> bytes:
    begin = b"<" + tag
    *pieces, rest = data.split(b"</" + tag + b">")
    kept: list[bytes] = []
    for piece in pieces:
        before, _, inside = piece.partition(begin)
        opened, closes, _ = inside.partition(b">")
        if not closes or opened.endswith(b"/") or opened[:1].strip() or begin in inside:
            return data
        kept.append(before)
    return b"".join((*kept, rest))


def hidden_styles(root: Any) -> frozenset[str]:
    """Ids of the styles in a part of styles that hide their text, themselves or by the style that they are based on."""
    own: dict[str, bool | None] = {}
    for mark in root.iter(f"{W}vanish"):
        properties = mark.getparent()
        style = properties.getparent()
        # Other marks stand for a part of a table, or for the sign at the end of a paragraph.
        if properties.tag == f"{W}rPr" and style is not None and style.tag == f"{W}style":
            own[style.get(f"{W}styleId", "")] = vanishes(properties)
    if not any(own.values()):
        return frozenset()
    base = {e.getparent().get(f"{W}styleId", ""): e.get(f"{W}val", "") for e in root.iter(f"{W}basedOn")}

    def hides(key: str, depth: int = 0) -> bool:
        decided = own.get(key)
        return decided if decided is not None else key in base and depth < _DEEPEST and hides(base[key], depth + 1)

    return frozenset(key for key in {*own, *base} if hides(key))


def vanishes(properties: Any) -> bool | None:
    """Whether properties hide text; None where they do not say."""
    vanish = None if properties is None else properties.find(f"{W}vanish")
    return None if vanish is None else vanish.get(f"{W}val") not in _OFF


def used_styles(styles: Any, users: list[Any]) -> Any:
    """A root with only the styles that `users` use: files bring a hundred and more, and Docling often goes through all.

    They are moved there, which costs less than to remove the others.
    """
    by_key: dict[str, list[Any]] = {}
    asked = [e.get(_VALUE, "") for user in users for e in user.iter(*_USES)]
    for style in styles.iterchildren(_STYLE):
        key = style.get(f"{W}styleId", "")
        by_key.setdefault(key, []).append(style)
        if style.get(f"{W}default") is not None or style.get(f"{W}type") not in _TEXT_STYLES:
            asked.append(key)
    used: set[str] = set()
    while asked:
        key = asked.pop()
        if key not in used:
            used.add(key)
            asked += [e.get(_VALUE, "") for style in by_key.get(key, []) for e in style.iterchildren(*_LEADS)]
    root = styles.makeelement(styles.tag, nsmap=styles.nsmap)
    root.extend([s for s in styles.iterchildren(_STYLE) if s.get(f"{W}styleId", "") in used])
    return root


def drop_looks(root: Any) -> None:
    """Leave out how styles look: Docling asks for their names, levels and lists only, and reads the rest for nothing."""
    for element in list(root.iter(*_LOOKS)):
        if element.getparent() is not None:
            element.getparent().remove(element)
