"""Papers of the fixture, read from their PDFs: what the benchmark measures on twelve, tested on three."""

from pathlib import Path

import pytest

from benchmarks import body
from docveil.extract.docling_pdf import DoclingExtractor
from docveil.structure.columns import column_counts
from docveil.structure.sentences import places_of
from fixtures import make_papers


@pytest.fixture(scope="module")
def provider(artifacts_dir: Path) -> DoclingExtractor:
    return DoclingExtractor(artifacts_path=artifacts_dir)


@pytest.mark.parametrize("name", ["letters", "numbered", "headless"])
def test_body_text_of_a_paper(name: str, tmp_path: Path, provider: DoclingExtractor) -> None:
    """At least the marks of the project, and a sentence of it is found where it was printed."""
    paper = make_papers.make_one(tmp_path, name)
    document = provider.extract(paper.path)
    scores = body.score(paper, document, errors=False)
    assert all(value >= mark for value, mark in zip(scores, body.MARKS, strict=True))
    assert max(column_counts(document).values()) == paper.columns
    printed = next(line for line in paper.printed if line.label == "body" and len(line.text) > 40)
    place = places_of(document, printed.text)[0]
    assert place.page == printed.page
    edges = zip(place.box.as_tuple(), printed.box, strict=True)
    assert all(abs(a - b) < 0.1 * (printed.box[2] - printed.box[0]) for a, b in edges)


def test_papers_are_the_same_every_time_and_their_lines_are_in_the_text_layer(tmp_path: Path) -> None:
    paper = make_papers.make_one(tmp_path, "journal")
    first = paper.path.read_bytes()
    assert make_papers.make_one(tmp_path, "journal") == paper
    assert paper.path.read_bytes() == first
    kept = "".join("".join(line.text.split()) for line in paper.printed if line not in paper.aside)
    assert len(kept) > 0.9 * sum(len("".join(text.split())) for text in paper.paragraphs)


def test_figures_of_the_benchmark_are_those_of_its_definitions() -> None:
    bag = body.sentences(["One is here. Two is there.", "Three."])
    assert bag == {"One is here.": 1, "Two is there.": 1, "Three.": 1}
    assert body.f1(bag, bag) == 1.0
    assert body.f1(body.sentences(["One is here."]), bag) == 0.5
    assert body.f1_of_lines([True, False, True], [True, True, False]) == 0.5
