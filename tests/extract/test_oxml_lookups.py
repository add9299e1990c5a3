"""What is remembered for python-docx and python-pptx is what they would work out."""

from importlib import import_module
from types import ModuleType
from typing import Any

import pytest
from lxml import etree

from docveil.extract.oxml_lookups import remember

_A = "http://schemas.openxmlformats.org/drawingml/2006/main"
_TREE = f'<a:tbl xmlns:a="{_A}"><a:tr><a:tc>1</a:tc><a:tc>2</a:tc></a:tr><a:tr><a:tc>3</a:tc></a:tr></a:tbl>'
_PATHS = ("a:tr", ".//a:tc", "//a:tr[2]/a:tc[1]", "./a:tr/a:tc/text()", "count(a:tr)", "a:none", "string(.)")


def _module() -> Any:
    """Something like the module of a package, of which each test has its own."""
    module: Any = ModuleType("xmlchemy")
    module.asked = []

    def qn(tag: str) -> str:
        module.asked.append(tag)
        return f"{{{_A}}}{tag.partition(':')[2]}"

    module.qn, module.BaseOxmlElement = qn, type("BaseOxmlElement", (etree.ElementBase,), {})
    return module


def _root(module: Any) -> Any:
    lookup = etree.ElementDefaultClassLookup(element=module.BaseOxmlElement)
    parser = etree.XMLParser()
    parser.set_element_class_lookup(lookup)
    return etree.fromstring(_TREE, parser)


@pytest.mark.parametrize("path", _PATHS)
def test_an_xpath_finds_what_it_would_find(path: str) -> None:
    module = _module()
    root = _root(module)
    cell = root[1][0]
    expected = [etree.ElementBase.xpath(e, path, namespaces={"a": _A}) for e in (root, cell)]
    remember(module, {"a": _A})
    for _ in range(2):
        assert [e.xpath(path) for e in (root, cell)] == expected


def test_a_name_is_spelled_out_once() -> None:
    module: Any = _module()
    remember(module, {"a": _A})
    assert [module.qn("a:tr"), module.qn("a:tc"), module.qn("a:tr")] == [f"{{{_A}}}tr", f"{{{_A}}}tc", f"{{{_A}}}tr"]
    assert module.asked == ["a:tr", "a:tc"]


@pytest.mark.parametrize(("reader", "package"), [("docling_word", "docx"), ("docling_slides", "pptx")])
def test_the_readers_of_docling_remember(reader: str, package: str) -> None:
    import_module(f"docveil.extract.{reader}")
    module: Any = import_module(f"{package}.oxml.xmlchemy")
    assert module.qn.cache_info().maxsize
    assert module.BaseOxmlElement.xpath.__module__ == "docveil.extract.oxml_lookups"
