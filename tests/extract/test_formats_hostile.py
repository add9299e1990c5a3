"""A part of a package that declares a document type is refused, wherever it stands and however it is written."""

import zipfile
from collections.abc import Callable
from io import BytesIO
from pathlib import Path

import pytest

from docveil.errors import SourceRefused
from docveil.extract.format_extractor import FormatExtractor
from docveil.intake import check_source
from fixtures.make_formats import MAKERS

_TYPE = b'<!DOCTYPE any [<!ENTITY a "b">]>'


@pytest.fixture(scope="module")
def reader(artifacts_dir: Path) -> FormatExtractor:
    return FormatExtractor(artifacts_path=artifacts_dir)


def _after(part: bytes) -> int:
    """Where the XML declaration ends."""
    return part.index(b"?>") + 2 if part.startswith(b"<?xml") else 0


def _at_the_beginning(part: bytes) -> bytes:
    end = _after(part)
    return part[:end] + _TYPE + part[end:]


def _behind_a_long_comment(part: bytes) -> bytes:
    end = _after(part)
    return part[:end] + b"<!--" + b"x" * 5000 + b"-->" + _TYPE + part[end:]


def _in_two_bytes_a_letter(part: bytes) -> bytes:
    return (b"<?xml version='1.0' encoding='UTF-16'?>" + _TYPE + part[_after(part) :]).decode().encode("utf-16")


@pytest.mark.parametrize("write", [_at_the_beginning, _behind_a_long_comment, _in_two_bytes_a_letter])
@pytest.mark.parametrize(
    ("kind", "name"),
    [
        ("xlsx", "xl/worksheets/sheet1.xml"),
        ("xlsx", "xl/sharedStrings.xml"),
        ("docx", "word/document.xml"),
        ("docx", "word/styles.xml"),
        ("docx", "word/_rels/document.xml.rels"),
        ("pptx", "ppt/slides/slide1.xml"),
        ("pptx", "ppt/slideMasters/slideMaster1.xml"),
        ("pptx", "[Content_Types].xml"),
    ],
)
def test_a_part_that_declares_a_document_type_is_refused(
    reader: FormatExtractor, kind: str, name: str, write: Callable[[bytes], bytes]
) -> None:
    out = BytesIO()
    with zipfile.ZipFile(BytesIO(MAKERS[kind]()[0])) as package, zipfile.ZipFile(out, "w") as hostile:
        for each in package.namelist():
            part = package.read(each)
            hostile.writestr(each, write(part) if each == name else part)
    with pytest.raises(SourceRefused):
        reader.extract_source(check_source(out.getvalue()))
