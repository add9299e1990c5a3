"""What is refused at the door for its size."""

from attrs import frozen


@frozen
class Limits:
    """What is refused at the door.

    Attributes:
        max_bytes: Largest source, in bytes.
        max_pages: Most pages; of a picture its frames.
        max_page_points: Longest side of a PDF page, in points.
        max_rendered_pixels: Most pixels over all pages; a PDF page counts as if rendered at 200 dots per inch.
        max_entries: Most entries of a zip package.
        max_unpacked_bytes: Most bytes that all entries of a package come to, unpacked.
        max_ratio: How many times its packed size an entry over 1 MiB may come to.
        max_attachments: Most attachments of one e-mail that are read, those inside attached e-mails included.
        max_depth: How deep e-mails may lie inside e-mails.
    """

    max_bytes: int = 100 * 1024 * 1024
    max_pages: int = 2000
    max_page_points: float = 14_000.0
    max_rendered_pixels: int = 12_000_000_000
    max_entries: int = 5000
    max_unpacked_bytes: int = 1024 * 1024 * 1024
    max_ratio: int = 200
    max_attachments: int = 50
    max_depth: int = 3
