"""Speed and memory of reading PDFs: docling-parse alone, pdfplumber with tables, pypdf, docveil.

    python -m benchmarks.extract PEER_CASES [--artifacts DIR] [--repeats 5] [--no-scans] [--no-memory]

Each figure comes from a process of its own, which loads its package and reads the smallest file once before the clock
starts; the systems take turns, so that the load of the machine falls on all alike, and the ratio is the median over the turns.
The mark compares docveil without OCR, which still looks for pictures to read, with docling-parse as it comes. pdfplumber
and pypdf are no part of docveil: they are installed, at the versions below, in an environment of their own inside docveil's.

This file imports nothing but the standard library at its head: it runs in both environments.
"""

import argparse
import json
import os
import resource
import subprocess
import sys
import tempfile
import time
import venv
from collections.abc import Callable, Sequence
from itertools import cycle
from pathlib import Path
from statistics import median
from typing import Any

PEERS = ("pdfplumber==0.11.10", "pypdf==7.1.1")
MEMORY_PAGES = (20, 100, 400)
# The marks of the project: share of docling-parse's speed, scanned pages a second, bytes for the longest document.
MIN_RATIO, MIN_SCANS, MAX_BYTES = 0.8, 0.6, 1.5e9
# Growth of memory from 100 to 400 pages that is no noise: every page's text and elements are kept, its pictures are not.
MAX_GROWTH = 0.15e9
_WHOLE, _HERE = "docveil", "docveil without OCR"
_BASE = "docling-parse"

Read = Callable[[Path], int]


def _docling_parse(*, lean: bool = False) -> Read:
    """Docling's parser on one thread: as it comes, or with what Docling's own pipeline asks of it (no shapes, no characters)."""
    from docling_parse.pdf_parser import ContentConfig, ContentLevel, DoclingPdfParser

    skip, need = ContentLevel.SKIP, ContentLevel.COMPUTE_AND_MATERIALIZE
    asked = ContentConfig(
        char_cells_content_level=ContentLevel.COMPUTE,
        word_cells_content_level=need,
        line_cells_content_level=need,
        shapes_content_level=skip,
        bitmaps_content_level=need,
        include_bitmap_bytes=False,
    )

    def read(path: Path) -> int:
        document = DoclingPdfParser().load(path, content_config=asked if lean else None)
        pages = document.number_of_pages()
        for number in range(1, pages + 1):
            document.get_page(number)
        return pages

    return read


def _pdfplumber() -> Read:
    import pdfplumber

    def read(path: Path) -> int:
        with pdfplumber.open(path) as document:
            for page in document.pages:
                page.extract_text()
                page.extract_tables()
                page.close()
            return len(document.pages)

    return read


def _pypdf() -> Read:
    import pypdf

    def read(path: Path) -> int:
        document = pypdf.PdfReader(path)
        for page in document.pages:
            page.extract_text()
        return len(document.pages)

    return read


def _docveil(*, ocr: bool = True) -> Read:
    """Docveil, whole or without its OCR; everything else is as it always is."""
    from docveil.extract import docling_reader
    from docveil.extract.docling_pdf import DoclingExtractor
    from docveil.extract.rapid_ocr import Recognised

    if not ocr:

        class Blind:
            def read(self, picture: Any, *, straighten: bool = True) -> Recognised:  # noqa: ARG002 - its signature
                return Recognised()

        setattr(docling_reader, "Recogniser", lambda store, threads: Blind())  # noqa: B010, ARG005 - a stand-in
    provider = DoclingExtractor()

    def read(path: Path) -> int:
        return len(provider.extract(path).ledger.pages)

    return read


SYSTEMS: dict[str, Callable[[], Read]] = {
    _BASE: _docling_parse,
    "docling-parse, lean": lambda: _docling_parse(lean=True),
    "pdfplumber": _pdfplumber,
    "pypdf": _pypdf,
    _WHOLE: _docveil,
    _HERE: lambda: _docveil(ocr=False),
}


def work(system: str, files: Sequence[Path], *, warm: bool) -> None:
    """Read the files and print seconds, pages and the most memory that the process had, as JSON."""
    read = SYSTEMS[system]()
    if warm:
        read(min(files, key=lambda p: p.stat().st_size))
    start = time.perf_counter()
    pages = sum(read(path) for path in files)
    seconds = time.perf_counter() - start
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * 1024
    print(json.dumps({"seconds": seconds, "pages": pages, "bytes": peak}))


def run(system: str, files: Sequence[Path], *, warm: bool = True) -> dict[str, float]:
    """`work` in a process of its own."""
    python = str(_peer_python()) if system in ("pdfplumber", "pypdf") else sys.executable
    command = [python, __file__, "--work", system, *(["--warm"] if warm else []), *map(str, files)]
    done = subprocess.run(command, check=True, capture_output=True, text=True)  # noqa: S603 - this very file
    result: dict[str, float] = json.loads(done.stdout.splitlines()[-1])
    return result


def _peer_python() -> Path:
    """The interpreter of the environment with the peers; made at the first call."""
    home = Path(sys.prefix) / "peers"
    python = home / "bin" / "python"
    if not (home / ".made").exists():
        venv.create(home, clear=True, with_pip=True)
        subprocess.run([python, "-m", "pip", "--quiet", "install", *PEERS], check=True)  # noqa: S603 - pinned above
        (home / ".made").touch()
    return python


def speed(files: Sequence[Path], repeats: int) -> bool:
    """Print pages a second of each system; whether docveil meets its mark."""
    rates: dict[str, list[float]] = {name: [] for name in SYSTEMS}
    pages = 0.0
    for _ in range(repeats):
        for name in SYSTEMS:
            found = run(name, files)
            pages = found["pages"]
            rates[name].append(found["pages"] / found["seconds"])
    print(f"born-digital: {len(files)} files, {pages:.0f} pages, {repeats} turns")
    print(f"  {'system':24} {'pages/s':>8}   of {_BASE}, median of the turns (lowest, highest)")
    ratio = 0.0
    for name, found_rates in rates.items():
        shares = [a / b for a, b in zip(found_rates, rates[_BASE], strict=True)]
        ratio = median(shares)
        print(f"  {name:24} {median(found_rates):8.1f}   {ratio:.2f} ({min(shares):.2f}, {max(shares):.2f})")
    print(f"  mark: {MIN_RATIO} of {_BASE}: {'met' if ratio >= MIN_RATIO else 'MISSED'}", flush=True)
    return ratio >= MIN_RATIO


def scans(files: Sequence[Path], repeats: int) -> bool:
    """Print pages a second of scans, upright and turned; whether the upright ones meet the mark."""
    from fixtures import make_scans

    rates: dict[int, list[float]] = {0: [], 90: []}
    with tempfile.TemporaryDirectory() as directory:
        made: dict[int, list[Path]] = {}
        for turn in rates:
            made[turn] = [Path(directory) / f"{turn}-{index}.pdf" for index in range(len(files))]
            for path, out in zip(files, made[turn], strict=True):
                make_scans.scan(path, out, rotate=turn)
        for _ in range(repeats):
            for turn, sheets in made.items():
                found = run(_WHOLE, sheets)
                rates[turn].append(found["pages"] / found["seconds"])
    for turn, found_rates in rates.items():
        low, high = min(found_rates), max(found_rates)
        print(f"scans at {turn}°: {median(found_rates):.2f} pages/s ({low:.2f}, {high:.2f})")
    met = median(rates[0]) >= MIN_SCANS
    print(f"  mark: {MIN_SCANS} pages/s upright: {'met' if met else 'MISSED'}", flush=True)
    return met


def memory(files: Sequence[Path]) -> bool:
    """Print the peak memory of longer and longer documents; whether it meets its marks."""
    peaks = []
    with tempfile.TemporaryDirectory() as directory:
        for pages in MEMORY_PAGES:
            path = Path(directory) / f"{pages}.pdf"
            _repeat_pages(files, pages, path)
            found = run(_WHOLE, [path], warm=False)
            peaks.append(found["bytes"])
            rate = found["pages"] / found["seconds"]
            print(f"peak memory of {pages} pages: {found['bytes'] / 1e6:.0f} MB ({rate:.1f} pages/s)", flush=True)
    met = peaks[-1] <= MAX_BYTES and peaks[-1] - peaks[-2] <= MAX_GROWTH
    limits = f"under {MAX_BYTES / 1e6:.0f} MB, {MAX_GROWTH / 1e6:.0f} MB of growth from 100 to 400 pages"
    print(f"  mark: {limits}: {'met' if met else 'MISSED'}", flush=True)
    return met


def _repeat_pages(files: Sequence[Path], pages: int, out: Path) -> None:
    import pypdfium2

    made = pypdfium2.PdfDocument.new()
    for path in cycle(files):
        # An empty list of pages would stand for all of them.
        if len(made) == pages:
            break
        source = pypdfium2.PdfDocument(path)
        made.import_pages(source, list(range(min(len(source), pages - len(made)))))
        source.close()
    made.save(out)
    made.close()


def main() -> int:
    """Print the figures; 1 where a mark is missed."""
    parser = argparse.ArgumentParser(description="Measure speed and memory of reading PDFs.")
    parser.add_argument("paths", type=Path, nargs="+", help="PEER_CASES, or with --work the files")
    parser.add_argument("--artifacts", type=Path)
    parser.add_argument("--repeats", type=int, default=5)
    parser.add_argument("--no-speed", action="store_true")
    parser.add_argument("--no-scans", action="store_true")
    parser.add_argument("--no-memory", action="store_true")
    parser.add_argument("--work", choices=SYSTEMS, help=argparse.SUPPRESS)
    parser.add_argument("--warm", action="store_true", help=argparse.SUPPRESS)
    options = parser.parse_args()
    if options.work:
        work(options.work, options.paths, warm=options.warm)
        return 0
    if options.artifacts is not None:
        os.environ["DOCVEIL_ARTIFACTS"] = str(options.artifacts)
    [folder] = options.paths
    files = [p for p in sorted((folder / "pdf").glob("*.pdf")) if not p.stem.startswith("ocr_")]
    good = options.no_speed or speed(files, options.repeats)
    good &= options.no_scans or scans([p for p in files if "right_to_left" not in p.stem], max(options.repeats // 2, 1))
    good &= options.no_memory or memory(files)
    return 0 if good else 1


if __name__ == "__main__":
    sys.exit(main())
