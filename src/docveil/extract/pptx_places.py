"""Where placeholders of a slide stand that say so only in their layout or master.

A program looks that up as it draws; Docling's reader does so for each side of each box of each paragraph, which is most of
its time. Here it is looked up once a layout, and written into the slide. The rules are those of ECMA-376 part 1, 19.3.1.36:
a placeholder inherits from that of its layout with the same index, and this from that of the master with the same type.
"""

from copy import deepcopy
from typing import Any

from attrs import Factory, frozen

from docveil.extract.office_package import A, Package

_P = "{http://schemas.openxmlformats.org/presentationml/2006/main}"
_PLACE = f"{_P}spPr/{A}xfrm"
_MARK = f"{_P}nvPr/{_P}ph"
_EDGES = (f"{A}off", f"{A}ext")
# Types of a layout's placeholders, and the type of the master's that each inherits from.
_BASES = {
    **dict.fromkeys("body chart clipArt dgm media obj pic subTitle tbl".split(), "body"),
    **dict.fromkeys(("title", "ctrTitle"), "title"),
    **{name: name for name in ("dt", "ftr", "sldNum")},
}


@frozen
class Places:
    """The places that the layouts of a package give."""

    _package: Package
    _layouts: dict[str, dict[str, Any]] = Factory(dict)
    _masters: dict[str, Any] = Factory(dict)

    def write(self, slide: Any, part: str) -> None:
        """Give each placeholder of `slide`, the root of `part`, that has no place of its own the one that it inherits."""
        for shape in slide.iterfind(f"{_P}cSld/{_P}spTree/{_P}sp"):
            mark = _mark(shape)
            properties = shape.find(f"{_P}spPr")
            if mark is None or properties is None or properties.find(f"{A}xfrm") is not None:
                continue
            place = self._of_layout(part).get(mark.get("idx", "0"))
            if place is not None:
                properties.insert(0, deepcopy(place))

    def master(self, part: str) -> Any:
        """The root of a master, parsed once."""
        if part not in self._masters:
            self._masters[part] = self._package.xml(part)
        return self._masters[part]

    def _of_layout(self, slide: str) -> dict[str, Any]:
        layout = next((path for _, path in self._package.targets(slide, "slideLayout")), "")
        if layout and layout not in self._layouts:
            self._layouts[layout] = self._read(layout)
        return self._layouts.get(layout, {})

    def _read(self, layout: str) -> dict[str, Any]:
        """By index, the place of each placeholder of a layout, its own or its master's."""
        master = next((path for _, path in self._package.targets(layout, "slideMaster")), "")
        by_type: dict[str, Any] = {}
        for shape, mark in _placeholders(self.master(master)) if master else ():
            by_type.setdefault(mark.get("type", "obj"), _place(shape))
        places: dict[str, Any] = {}
        for shape, mark in _placeholders(self._package.xml(layout)):
            own = shape.find(_PLACE)
            base = by_type.get(_BASES.get(mark.get("type", "obj"), "")) if own is None else _place(shape)
            places.setdefault(mark.get("idx", "0"), base)
        return places


def _placeholders(root: Any) -> list[tuple[Any, Any]]:
    tree = root.find(f"{_P}cSld/{_P}spTree")
    marked = [] if tree is None else [(shape, _mark(shape)) for shape in tree if len(shape)]
    return [(shape, mark) for shape, mark in marked if mark is not None]


def _mark(shape: Any) -> Any:
    return shape[0].find(_MARK) if len(shape) else None


def _place(shape: Any) -> Any:
    """Position and size, without turns; None where either is missing."""
    own = shape.find(_PLACE)
    edges = [] if own is None else [own.find(edge) for edge in _EDGES]
    if own is None or None in edges:
        return None
    place = own.makeelement(own.tag)
    place.extend([deepcopy(edge) for edge in edges])
    return place
