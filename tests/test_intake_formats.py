"""The type table decides by content; hostile packages stop at the door; what is not read is refused with advice."""

import gzip
import io
import zipfile
from pathlib import Path

import pytest

from docveil.errors import DocveilError, ExitCode, ExtractionFailed, SourceRefused
from docveil.extract.format_extractor import FormatExtractor
from docveil.intake import Limits, check_source
from docveil.intake.formats import FORMATS, PDF, format_of
from docveil.intake.texts import decode_text, text_kind
from fixtures.make_formats import MAKERS

TYPES = {
    "docx": "Word",
    "xlsx": "Excel",
    "pptx": "PowerPoint",
    "csv": "CSV",
    "html": "HTML",
    "article.html": "HTML",
    "eml": "E-mail",
    "html.eml": "E-mail",
    "parts.eml": "E-mail",
    "msg": "Outlook message",
    "md": "Markdown",
    "txt": "Plain text",
    "png": "PNG",
    "jpg": "JPEG",
    "tiff": "TIFF",
}
CONTENT_TYPES = (
    '<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"><Override PartName="/word/document.xml" '
    'ContentType="application/vnd.openxmlformats-officedocument.wordprocessingml.document.main+xml"/></Types>'
)
RELS = (
    '<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships"><Relationship Id="r" Type='
    '"http://schemas.openxmlformats.org/officeDocument/2006/relationships/officeDocument" Target="word/document.xml"/>'
    "</Relationships>"
)


@pytest.mark.parametrize("kind", sorted(MAKERS))
def test_content_decides(kind: str) -> None:
    assert format_of(check_source(MAKERS[kind]()[0]).media_type).name.startswith(TYPES[kind])


def test_every_type_but_one_has_a_fixture() -> None:
    """PDF has fixtures of its own."""
    with_fixture = {check_source(maker()[0]).media_type for maker in MAKERS.values()}
    assert {f.media_type for f in FORMATS} - with_fixture == {PDF}


@pytest.mark.parametrize(
    ("text", "kind"),
    [
        ("Dear Ms Example,\nthank you, and see you soon.\n", "plain"),
        ("a,b\n1,2\n3,4\n", "csv"),
        ("name\tphone\nAnna\t555-0100\n", "csv"),
        ("# Title\n\nText.\n", "markdown"),
        ("- milk\n- bread\n", "plain"),
        ("[link](https://example.org)\n", "markdown"),
        ("From: a@example.org\nTo: b@example.org\nSubject: x\n\nHello\n", "eml"),
        ("Note: this\nis no header\n\nText\n", "plain"),
        ("<!DOCTYPE html><p>x", "html"),
        ("<div><p>one</p><p>two</p></div>", "html"),
        ("<?xml version='1.0'?><note/>", "xml"),
    ],
)
def test_kinds_of_text(text: str, kind: str) -> None:
    assert text_kind(text) == kind


@pytest.mark.parametrize(
    ("data", "expected"),
    [
        ("Zoë\r\nÅsa".encode(), "Zoë\nÅsa"),
        ("Zoë\rÅsa".encode("utf-8-sig"), "Zoë\nÅsa"),
        ("Zoë, Åsa".encode("utf-16"), "Zoë, Åsa"),
        ("Zoë, Åsa".encode("utf-16-le"), "Zoë, Åsa"),
        ("Zoë, Åsa".encode("utf-32"), "Zoë, Åsa"),
    ],
)
def test_encodings(data: bytes, expected: str) -> None:
    decoded = decode_text(data)
    assert decoded is not None
    assert decoded.text == expected


@pytest.mark.parametrize(
    ("data", "advice"),
    [
        (b"{\\rtf1 Hello}", ".docx"),
        (b"GIF89a....", "PNG"),
        (gzip.compress(b"text", mtime=0), "Unpack"),
        (b"\x00\x01\x02\x03" * 50, "Convert it to PDF"),
        (b"<?xml version='1.0'?><note/>", "Save it as"),
        (b"SQLite format 3\x00", "CSV"),
    ],
)
def test_other_types_are_refused_with_advice(data: bytes, advice: str) -> None:
    with pytest.raises(SourceRefused) as caught:
        check_source(data)
    assert caught.value.exit_code == ExitCode.SOURCE_REFUSED
    assert advice in caught.value.next_step


def zip_of(*entries: tuple[str, bytes], kind: int = zipfile.ZIP_DEFLATED) -> bytes:
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w", kind) as file:
        for name, data in entries:
            file.writestr(name, data)
    return out.getvalue()


def test_an_open_document_is_refused_with_advice() -> None:
    with pytest.raises(SourceRefused, match="OpenDocument text") as caught:
        check_source(zip_of(("mimetype", b"application/vnd.oasis.opendocument.text"), ("content.xml", b"<a/>")))
    assert ".docx" in caught.value.next_step


@pytest.mark.parametrize(
    ("entries", "limits", "reason"),
    [
        ([("word/document.xml", b"0" * 5_000_000)], Limits(), "times its size"),
        (
            [("word/document.xml", b"<a/>"), ("word/x.bin", bytes(range(256)) * 20)],
            Limits(max_unpacked_bytes=4000),
            "unpacks to",
        ),
        ([(f"word/{n}.xml", b"") for n in range(20)], Limits(max_entries=10), "entries"),
        ([("../../escape.xml", b"x")], Limits(), "leads out"),
        ([("word/..\\escape.xml", b"x")], Limits(), "leads out"),
        ([("/etc/escape.xml", b"x")], Limits(), "leads out"),
    ],
)
def test_hostile_packages(entries: list[tuple[str, bytes]], limits: Limits, reason: str) -> None:
    data = zip_of(("[Content_Types].xml", CONTENT_TYPES.encode()), *entries)
    with pytest.raises(SourceRefused, match=reason):
        check_source(data, limits)


def test_a_size_that_lies_is_counted_as_it_unpacks() -> None:
    """The list of entries says 10 bytes; what comes out says otherwise."""
    data = bytearray(zip_of(("[Content_Types].xml", CONTENT_TYPES.encode()), ("word/document.xml", b"0" * 5_000_000)))
    place = data.rindex(b"PK\x01\x02")
    data[place + 24 : place + 28] = (10).to_bytes(4, "little")
    with pytest.raises(DocveilError):
        check_source(bytes(data))


def test_a_package_cut_short_is_an_extraction_failure() -> None:
    with pytest.raises(ExtractionFailed):
        check_source(MAKERS["docx"]()[0][:3000])


@pytest.fixture(scope="module")
def reader(artifacts_dir: Path) -> FormatExtractor:
    return FormatExtractor(artifacts_path=artifacts_dir)


def test_an_external_entity_is_never_resolved(reader: FormatExtractor, tmp_path: Path) -> None:
    secret = tmp_path / "secret.txt"
    secret.write_text("Okonkwo")
    part = f'<!DOCTYPE d [<!ENTITY e SYSTEM "{secret.as_uri()}">]><d>&e;</d>'
    with pytest.raises(SourceRefused, match="document type"):
        reader.extract_source(check_source(_document(part)))


def test_entities_do_not_expand(reader: FormatExtractor) -> None:
    levels = "".join(f'<!ENTITY l{n} "{f"&l{n - 1};" * 10}">' for n in range(1, 9))
    with pytest.raises(SourceRefused, match="document type"):
        reader.extract_source(check_source(_document(f'<!DOCTYPE d [<!ENTITY l0 "x">{levels}]><d>&l8;</d>')))


def _document(xml: str) -> bytes:
    return zip_of(
        ("[Content_Types].xml", CONTENT_TYPES.encode()),
        ("_rels/.rels", RELS.encode()),
        ("word/document.xml", xml.encode()),
    )


def test_an_empty_document_is_refused(reader: FormatExtractor) -> None:
    body = '<w:document xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main"><w:body/></w:document>'
    with pytest.raises(SourceRefused, match="empty"):
        reader.extract_source(check_source(_document(body)))


def test_no_message_repeats_the_source(reader: FormatExtractor) -> None:
    for data in (_document("<Okonkwo"), b"\x00Okonkwo" * 40, b"{\\rtf Okonkwo}"):
        with pytest.raises(DocveilError) as caught:
            reader.extract_source(check_source(data))
        assert "Okonkwo" not in f"{caught.value!r}{caught.value}"
        assert caught.value.__cause__ is None
