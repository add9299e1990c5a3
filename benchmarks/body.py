"""Body text of papers: sentences, paragraphs and what is removed, beside plain pypdf and pdfplumber text.

    python -m benchmarks.body [PEER_CASES] [--errors]

Twelve papers of `fixtures/make_papers.py`, whose text is known. Sentences and paragraphs are compared whole, as bags, white
space folded and the marks of notes closed up; a broken word must be put together again. Removal counts printed lines: one that
is no body text and is gone is found. The peers have no paragraphs of their own: theirs are parted at blank lines, and their
lines are joined, and broken words put together, with docveil's own word list, which only helps them.

With PEER_CASES, the lines of public papers against the labels that Docling publishes for them.

This file imports nothing but the standard library at its head: it runs in the peers' environment too.
"""

import argparse
import json
import re
import subprocess
import sys
import tempfile
from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from pathlib import Path
from statistics import mean
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from docveil.model.document import ExtractedDocument
    from docveil.structure.body_text import BodyText
    from fixtures.make_papers import Paper
    from fixtures.papers.press import Printed

# The marks of the project: F1 of sentences, of paragraphs, and of removed lines.
MARKS = (0.99, 0.97, 0.98)
PUBLIC = ("2305.03393v1-pg9", "amt_handbook_sample", "code_and_formula", "normal_4pages")
_OURS = "docveil"
_SENTENCE = re.compile(r"(?<=[.!?])\s+(?=[A-Z\[(\"])")
_BROKEN = re.compile(r"([^\W\d_]+)-\s*\n\s*([^\W\d_]+)")
# Shorter lines, as cells have, stand in many a block by chance.
_SHORT = 8
# Labels of the published result that are body text; pictures and tables have no lines there.
_PUBLISHED_BODY = frozenset({"text", "section_header", "list_item", "title", "paragraph"})


def peer_texts(system: str, paths: Iterable[Path]) -> list[str]:
    """Plain text of each file, pages parted by a blank line. Runs in the peers' environment."""
    texts = []
    for path in paths:
        if system == "pypdf":
            import pypdf

            texts.append("\n\n".join(page.extract_text() for page in pypdf.PdfReader(path).pages))
        else:
            import pdfplumber

            with pdfplumber.open(path) as pdf:
                texts.append("\n\n".join(page.extract_text() for page in pdf.pages))
    return texts


def folded(text: str) -> str:
    """White space folded, and the marks of notes close to their words, as the truth has them."""
    return re.sub(r"(?<=[a-z]) (?=\d{1,2} [a-z])", "", " ".join(text.split()))


def sentences(paragraphs: Iterable[str]) -> Counter[str]:
    """Sentences of paragraphs, by the same rule for all."""
    return Counter(s for p in paragraphs for s in _SENTENCE.split(p) if s)


def f1(found: Counter[str], truth: Counter[str]) -> float:
    """Harmonic mean of precision and recall of two bags."""
    total = found.total() + truth.total()
    return 2 * (found & truth).total() / total if total else 1.0


def f1_of_lines(removed: Sequence[bool], truth: Sequence[bool]) -> float:
    """F1 of lines that are removed, against those that should be."""
    both = sum(a and b for a, b in zip(removed, truth, strict=True))
    return 2 * both / (sum(removed) + sum(truth)) if any(removed) or any(truth) else 1.0


def _verdict(text: str) -> Callable[[str, str], str | None]:
    from docveil.detect.common_words import is_common, is_word
    from docveil.redact.normalise.hyphens import Evidence, WordLists

    return Evidence(text, WordLists(is_word, is_common)).verdict


def _overlap(a: tuple[float, float, float, float], b: tuple[float, float, float, float]) -> float:
    width, height = min(a[2], b[2]) - max(a[0], b[0]), min(a[3], b[3]) - max(a[1], b[1])
    return width * height if width > 0 and height > 0 else 0.0


def _is_removed(printed: "Printed", body: "BodyText") -> bool:
    """Whether most of a printed line is left out."""
    gone = kept = 0.0
    for line in body.lines:
        if line.page == printed.page:
            shared = _overlap(line.box.as_tuple(), printed.box)
            gone, kept = (gone + shared, kept) if line.number in body.reasons else (gone, kept + shared)
    return gone > kept


def score(paper: "Paper", document: "ExtractedDocument", *, errors: bool) -> tuple[float, float, float]:
    """F1 of sentences, paragraphs and removed lines of docveil's body text."""
    from docveil.structure.body_plan import plan_of
    from docveil.structure.body_text import find_body_text

    body = find_body_text(document)
    text = plan_of(document, body, _verdict(document.text)).apply(document.text)
    found = [folded(p) for p in re.split(r"\n\s*\n", text) if p.strip()]
    truth = [folded(p) for p in paper.paragraphs]
    removed = [_is_removed(line, body) for line in paper.printed]
    aside = [line in paper.aside for line in paper.printed]
    if errors:
        _print_errors(paper, body, found, truth, list(zip(paper.printed, removed, aside, strict=True)))
    return (
        f1(sentences(found), sentences(truth)),
        f1(Counter(found), Counter(truth)),
        f1_of_lines(removed, aside),
    )


def _print_errors(paper: "Paper", body: "BodyText", found: list[str], truth: list[str], lines: list[Any]) -> None:
    print(f"--- {paper.path.stem}: {body}")
    for name, a, b in (("paragraph too much", found, truth), ("paragraph missing", truth, found)):
        for text in Counter(a) - Counter(b):
            print(f"  {name}: {text[:100]} … {text[-60:]}")
    for printed, removed, aside in lines:
        if removed != aside:
            print(
                f"  line {'removed' if removed else 'kept'}: page {printed.page} {printed.label}: {printed.text[:70]}"
            )


def peer_score(paper: "Paper", text: str) -> tuple[float, float, float]:
    """The same of a peer's plain text."""
    verdict = _verdict(text)

    def put_together(match: re.Match[str]) -> str:
        between = verdict(match[1], match[2])
        return match[0] if between is None else f"{match[1]}{between}{match[2]}"

    joined = _BROKEN.sub(put_together, text)
    found = [folded(p) for p in re.split(r"\n\s*\n", joined) if p.strip()]
    truth = [folded(p) for p in paper.paragraphs]
    bare = "".join(text.split())
    removed = ["".join(line.text.split()) not in bare for line in paper.printed]
    return (
        f1(sentences(found), sentences(truth)),
        f1(Counter(found), Counter(truth)),
        f1_of_lines(removed, [line in paper.aside for line in paper.printed]),
    )


def papers(*, errors: bool) -> bool:
    """Print the figures of the synthetic papers; whether docveil meets its marks."""
    from benchmarks.extract import _peer_python
    from docveil.extract.docling_pdf import DoclingExtractor
    from fixtures import make_papers

    provider = DoclingExtractor()
    scores: dict[str, list[tuple[float, float, float]]] = {_OURS: [], "pypdf": [], "pdfplumber": []}
    with tempfile.TemporaryDirectory() as directory:
        made = make_papers.make(Path(directory))
        for name, paper in made.items():
            scores[_OURS].append(score(paper, provider.extract(paper.path), errors=errors))
            print(f"  {name:14}" + "".join(f"{value:8.3f}" for value in scores[_OURS][-1]), flush=True)
        for system in ("pypdf", "pdfplumber"):
            command = [str(_peer_python()), __file__, "--peer", system, *(str(p.path) for p in made.values())]
            done = subprocess.run(command, check=True, capture_output=True, text=True)  # noqa: S603 - this very file
            texts = json.loads(done.stdout)
            scores[system] = [peer_score(p, t) for p, t in zip(made.values(), texts, strict=True)]
    print(f"{len(made)} papers     sentences  paragraphs  removed lines (F1, mean over the papers)")
    means = {name: tuple(mean(s[i] for s in found) for i in range(3)) for name, found in scores.items()}
    for name, values in means.items():
        print(f"  {name:14}" + "".join(f"{value:11.3f}" for value in values))
    met = all(value >= mark for value, mark in zip(means[_OURS], MARKS, strict=True))
    print(f"  mark: {', '.join(f'{m:.2f}' for m in MARKS)}: {'met' if met else 'MISSED'}", flush=True)
    return met


def public(folder: Path, *, errors: bool) -> None:
    """Print precision and recall of body lines against the published labels."""
    from docveil.extract.docling_pdf import DoclingExtractor
    from docveil.structure.body_text import find_body_text

    provider = DoclingExtractor()
    print("public papers: body lines against the published labels")
    for name in PUBLIC:
        blocks = json.loads((folder / "expected" / f"{name}.json").read_text("utf-8"))
        labels = [(_bare(b["text"]), b["label"]) for b in [*blocks["furniture"], *blocks["body"]] if "text" in b]
        labels += [(_bare(cell[4]), "table") for b in blocks["body"] for cell in b.get("cells", ())]
        body = find_body_text(provider.extract(folder / "pdf" / f"{name}.pdf"))
        both = kept = wanted = unknown = 0
        differences: Counter[str] = Counter()
        for line in body.lines:
            label = _label(_bare(line.text), labels)
            if label is None:
                unknown += 1
                continue
            is_kept, is_wanted = line.number not in body.reasons, label in _PUBLISHED_BODY
            both, kept, wanted = both + (is_kept and is_wanted), kept + is_kept, wanted + is_wanted
            if is_kept != is_wanted:
                differences[f"{label}, here {body.reasons.get(line.number, 'kept')}"] += 1
                if errors:
                    print(f"    page {line.page} {label}: {body.reasons.get(line.number, 'kept')}: {line.text[:60]}")
        precision, recall = both / max(kept, 1), both / max(wanted, 1)
        print(f"  {name:22} precision {precision:.3f}, recall {recall:.3f} of {wanted} lines; {unknown} not published")
        print(f"  {'':22} {body.refused or ''} {'; '.join(f'{k}: {n}' for k, n in differences.most_common())}")


def _label(text: str, labels: Sequence[tuple[str, str]]) -> str | None:
    """The label of the block that is `text`, or else of the first one that holds it; a short text must be a whole block."""
    same = next((label for whole, label in labels if whole == text), None)
    return same or next((label for whole, label in labels if len(text) >= _SHORT and text in whole), None)


def _bare(text: str) -> str:
    return re.sub(r"[\W_]+", "", text)


def main() -> int:
    """Print the figures; 1 where a mark is missed."""
    parser = argparse.ArgumentParser(description="Measure the body text of papers.")
    parser.add_argument("paths", type=Path, nargs="*", help="PEER_CASES, or with --peer the files")
    parser.add_argument("--errors", action="store_true", help="print what is wrong: for invented and public text only")
    parser.add_argument("--peer", choices=("pypdf", "pdfplumber"), help=argparse.SUPPRESS)
    options = parser.parse_args()
    if options.peer:
        print(json.dumps(peer_texts(options.peer, options.paths)))
        return 0
    met = papers(errors=options.errors)
    for folder in options.paths:
        public(folder, errors=options.errors)
    return 0 if met else 1


if __name__ == "__main__":
    sys.exit(main())
