"""Small makers shared by tests."""

from docveil.model.document import DocumentElement, ExtractedDocument, Fingerprint, Ledger
from docveil.model.findings import Finding
from docveil.model.ranges import SourceRange


def document(*parts: "str | tuple[str, str] | DocumentElement", separator: str = "\n\n") -> ExtractedDocument:
    """A document of body elements; a part may be `(text, role)` or a whole element."""
    elements: list[DocumentElement] = []
    for index, part in enumerate(parts):
        if isinstance(part, DocumentElement):
            elements.append(part)
        else:
            text, role = part if isinstance(part, tuple) else (part, "body")
            elements.append(DocumentElement(f"e{index}", text, role=role, separator=separator))
    return ExtractedDocument(tuple(elements), Ledger(), Fingerprint("0", "test"))


def table(*rows: "tuple[str, ...]", first: int = 0, name: str = "t0") -> list[DocumentElement]:
    """The cells of a plain grid."""
    cells: list[DocumentElement] = []
    for row, texts in enumerate(rows):
        for column, text in enumerate(texts):
            last = column == len(texts) - 1
            cells.append(
                DocumentElement(
                    f"e{first + len(cells)}",
                    text,
                    kind="table_cell",
                    role="cell",
                    cell=(row, row + 1, column, column + 1),
                    table=name,
                    separator="\n" if last else "\t",
                )
            )
    return cells


def find(source: ExtractedDocument, *values: str, label: str = "PERSON") -> Finding:
    """A finding whose fragments are the first places of `values`."""
    fragments = []
    for value in values:
        start = source.text.index(value)
        fragments.append(SourceRange(start, start + len(value)))
    return Finding(tuple(fragments), label, 1.0, "test")
