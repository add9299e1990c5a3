"""A copy of a DoclingDocument's JSON with the harmless fields alone, and a slot for each text in it."""

import re
from collections.abc import Sequence
from typing import Any

from attrs import define
from docling_core.types.doc import DocItemLabel

from docveil.errors import CleaningFailed

Json = dict[str, Any]
_LISTS = (
    "groups",
    "texts",
    "pictures",
    "tables",
    "key_value_items",
    "form_items",
    "field_regions",
    "field_items",
)
_REF = re.compile(rf"#/(?:body|furniture|(?:{'|'.join(_LISTS)})/\d{{1,9}})")
_MARKER = re.compile(r"\(?(?:\d{1,4}|[A-Za-z]|[ivxlcIVXLC]{1,6})?[.):]?|[^\w\s]{1,3}")
_NODE = ("content_layer", "label")
_PLAIN = ("level", "enumerated", "formatting", "code_language", "kind")
_REFS = ("children", "captions", "references", "footnotes")
_CELL = (
    "bbox",
    "row_span",
    "col_span",
    "start_row_offset_idx",
    "end_row_offset_idx",
    "start_col_offset_idx",
    "end_col_offset_idx",
    "column_header",
    "row_header",
    "row_section",
    "fillable",
)
_ROLES = {
    DocItemLabel.TITLE.value: "heading",
    DocItemLabel.SECTION_HEADER.value: "heading",
    DocItemLabel.LIST_ITEM.value: "list_item",
    DocItemLabel.CAPTION.value: "caption",
    DocItemLabel.FOOTNOTE.value: "footnote",
    DocItemLabel.PAGE_HEADER.value: "page_header",
    DocItemLabel.PAGE_FOOTER.value: "page_footer",
    DocItemLabel.FORMULA.value: "formula",
    DocItemLabel.CODE.value: "code",
}


@define(repr=False)
class Slot:
    """One text of the document, and the places that take its cleaned form.

    Attributes:
        text: As it is.
        fields: Role, page, box and cell of the element that it becomes.
        target: The JSON object that holds it, and the names of its fields.
        names: The fields of `target` that get the cleaned text.
        places: JSON of the places that name a part of it.
    """

    text: str
    fields: Json
    target: Json
    names: tuple[str, ...]
    places: Sequence[Json] = ()


class Copy:
    """The harmless fields of a document's JSON, and a slot for each text in it."""

    def __init__(self, data: Json) -> None:
        self._data = data
        self._slots: dict[str, list[Slot]] = {}
        self._tables = 0

    def made(self, order: Sequence[str]) -> tuple[Json, list[Slot]]:
        """The copy, and its slots in reading order; items that no list of children names come last."""
        pages = {key: {"size": page["size"], "page_no": page["page_no"]} for key, page in self._data["pages"].items()}
        bare: Json = {"schema_name": self._data["schema_name"], "version": self._data["version"], "name": "document"}
        bare |= {name: self._node(self._data[name]) for name in ("furniture", "body")}
        bare |= {name: [self._item(item) for item in self._data.get(name, ())] for name in _LISTS}
        bare["pages"] = pages
        known = list(dict.fromkeys((*order, *self._slots)))
        return bare, [slot for ref in known for slot in self._slots.get(ref, ())]

    def _node(self, item: Json) -> Json:
        node = {"self_ref": _ref(item["self_ref"])} | {name: item[name] for name in (*_NODE, *_PLAIN) if name in item}
        if item.get("parent"):
            node["parent"] = {"$ref": _ref(item["parent"]["$ref"])}
        for name in _REFS:
            if name in item:
                node[name] = [{"$ref": _ref(ref["$ref"])} for ref in item[name]]
        if "name" in item:
            node["name"] = item["name"] if item["name"] == "_root_" else str(item["label"])
        if "prov" in item:
            node["prov"] = [_place(place) for place in item["prov"]]
        return node

    def _item(self, item: Json) -> Json:
        node = self._node(item)
        slots = self._slots.setdefault(node["self_ref"], [])
        if "text" in item:
            text = item["text"] or item["orig"]
            node |= {"text": "", "orig": ""}
            names = ("text", "orig") if item["text"] else ("orig",)
            places = node["prov"] if item["text"] else ()
            slots.append(Slot(text, self._where(item), node, names, places))
        if "marker" in item:
            node["marker"] = item["marker"] if _MARKER.fullmatch(item["marker"]) else ""
        if item["self_ref"].startswith("#/tables/"):
            node["data"] = self._table(item, slots)
        if "graph" in item:
            node["graph"] = self._graph(item, slots)
        return node

    def _table(self, item: Json, slots: list[Slot]) -> Json:
        where = self._where(item) | {"kind": "table_cell", "role": "cell", "table": f"t{self._tables}"}
        self._tables += 1
        cells: list[Json] = []
        for cell in item["data"]["table_cells"]:
            node = {name: cell[name] for name in _CELL if name in cell} | {"text": ""}
            if "ref" in cell:
                node["ref"] = {"$ref": _ref(cell["ref"]["$ref"])}
            span = tuple(cell[f"{edge}_{axis}_offset_idx"] for axis in ("row", "col") for edge in ("start", "end"))
            slots.append(Slot(cell["text"], where | {"bbox": None, "cell": span}, node, ("text",)))
            cells.append(node)
        slots.sort(key=lambda slot: slot.fields.get("cell", ()))
        data = {name: item["data"][name] for name in ("num_rows", "num_cols", "orientation") if name in item["data"]}
        return data | {"table_cells": cells}

    def _graph(self, item: Json, slots: list[Slot]) -> Json:
        cells: list[Json] = []
        for cell in item["graph"]["cells"]:
            node = {"label": cell["label"], "cell_id": cell["cell_id"], "text": "", "orig": ""}
            if cell.get("prov"):
                node["prov"] = _place(cell["prov"])
            if cell.get("item_ref"):
                node["item_ref"] = {"$ref": _ref(cell["item_ref"]["$ref"])}
            places = [node["prov"]] if "prov" in node else []
            slots.append(Slot(cell["text"] or cell["orig"], self._where(item), node, ("text", "orig"), places))
            cells.append(node)
        keys = ("label", "source_cell_id", "target_cell_id")
        return {"cells": cells, "links": [{key: link[key] for key in keys} for link in item["graph"]["links"]]}

    def _where(self, item: Json) -> Json:
        fields: Json = {"role": _ROLES.get(item["label"], "body"), "page": None, "bbox": None}
        if item.get("prov"):
            place = item["prov"][0]
            fields["page"] = place["page_no"] if place["page_no"] > 0 else None
            page = self._data["pages"].get(str(place["page_no"])) or self._data["pages"].get(place["page_no"])
            box = place["bbox"]
            if page is not None:
                height = float(page["size"]["height"])
                edges = [float(box[name]) for name in "tb"]
                if box.get("coord_origin") == "BOTTOMLEFT":
                    edges = [height - edge for edge in edges]
                left, right = sorted(float(box[name]) for name in "lr")
                fields["bbox"] = (left, min(edges), right, max(edges))
        return fields


def _ref(value: str) -> str:
    """A reference, if it is one of Docling's own kind: any other may hold text."""
    if _REF.fullmatch(value) is None:
        raise CleaningFailed("The DoclingDocument has an item id of another kind than Docling gives.")
    return value


def _place(place: Json) -> Json:
    return {"page_no": place["page_no"], "bbox": place["bbox"], "charspan": list(place["charspan"])}
