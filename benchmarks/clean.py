"""Time of cleaning by length: the fixture's elements over and over, as 10, 100 and 1,000 pages.

    python benchmarks/clean.py [PAGES ...] [--operator NAME] [--rules]

Prints, for each length, the seconds of views and detection, of planning (operators and normalisation), of projection, and the
share of projection in the whole. With `--rules` the models are left out, so that what remains is docveil's own work: there a
cost that grows faster than the document would show first.
"""

import argparse
import time
from collections.abc import Callable
from pathlib import Path
from typing import TypeVar

from attrs import evolve

from docveil import ExtractedDocument, TextCleaner, TextCleanerConfig, extract_document
from docveil.cleaner import UNIFIED
from docveil.extract.docling_pdf import DoclingExtractor
from docveil.redact.keys import Key
from docveil.redact.project import project

ROOT = Path(__file__).parents[1]
T = TypeVar("T")


def of_pages(one: ExtractedDocument, pages: int) -> ExtractedDocument:
    """`one` repeated to `pages` pages. Each copy calls its people and numbers otherwise, as a long document would."""
    each = max(e.page or 1 for e in one.elements)
    elements = []
    for copy in range(-(-pages // each)):
        for element in one.elements:
            page = (element.page or 1) + copy * each
            if page <= pages:
                text = element.text.replace("Lindqvist", f"Lindqv{_letters(copy)}").replace(
                    "Okonkwo", f"Okonk{_letters(copy)}"
                )
                table = None if element.table is None else f"t{copy * 10 + int(element.table[1:])}"
                elements.append(evolve(element, id=f"e{len(elements)}", text=text, page=page, table=table))
    return ExtractedDocument(tuple(elements), one.ledger, one.fingerprint)


def _letters(number: int) -> str:
    return "".join(chr(ord("a") + int(digit)) for digit in f"{number:04d}")


def timed(work: Callable[[], T]) -> tuple[T, float]:
    """The result of `work` and the seconds that it took."""
    start = time.perf_counter()
    result = work()
    return result, time.perf_counter() - start


def main() -> None:
    """Print the table."""
    parser = argparse.ArgumentParser()
    parser.add_argument("pages", nargs="*", type=int, default=[10, 100, 1000])
    parser.add_argument("--operator", default="placeholder")
    parser.add_argument("--artifacts", type=Path, default=ROOT / ".artifacts" / "embedded")
    parser.add_argument("--rules", action="store_true")
    options = parser.parse_args()
    provider = DoclingExtractor(artifacts_path=options.artifacts)
    one = extract_document(ROOT / "fixtures" / "case_file.pdf", provider=provider)
    config = TextCleanerConfig.from_preset("training", pii_processing=UNIFIED)
    config = config.with_operator(options.operator, Key(b"a key for the benchmark alone"))
    cleaner = TextCleaner(config, store=provider.store)
    if options.rules:
        from docveil.detect.ensemble import Ensemble
        from docveil.detect.rules import RulesReader

        cleaner.__dict__["_ensemble"] = Ensemble((RulesReader(),))
    cleaner.findings(one)  # loads the models
    print(f"operator {options.operator}")
    print("pages  characters  findings  detect s   plan s  project s    all s  s/page  project %")
    for pages in options.pages:
        document = of_pages(one, pages)
        findings, detect = timed(lambda: cleaner.findings(document))  # noqa: B023 - called at once
        plan, planning = timed(lambda: cleaner.plan_for(document, findings))  # noqa: B023
        _, projecting = timed(lambda: project(document, plan))  # noqa: B023
        whole = detect + planning + projecting
        print(
            f"{pages:5d}  {len(document.text):10d}  {len(findings):8d}  {detect:8.2f} {planning:8.3f}  {projecting:9.4f} "
            f"{whole:8.2f}  {whole / pages:6.4f}  {100 * projecting / whole:9.2f}",
            flush=True,
        )


if __name__ == "__main__":
    main()
