"""A detector that fails, truncates or lies fails the document, and does not get its words out."""

from collections.abc import Sequence

import pytest

from docveil.detect.ensemble import Ensemble
from docveil.detect.protocol import TextReader
from docveil.errors import CleaningFailed, ExitCode
from docveil.views import build_views
from tests.faults import readers
from tests.support import document

SECRET = "Philippa Marchetti came"


@pytest.mark.parametrize("reader", readers.ALL, ids=lambda r: type(r).__name__)
def test_a_faulty_detector_fails_the_document(reader: readers.Reader) -> None:
    with pytest.raises(CleaningFailed) as caught:
        Ensemble((reader,)).find(build_views(document(SECRET)))
    assert caught.value.exit_code == ExitCode.CLEANING_FAILED
    assert "faulty" in str(caught.value)
    assert "Marchetti" not in str(caught.value)


def test_a_paragraph_in_several_views_is_read_once() -> None:
    seen: list[str] = []

    class Counting(readers.Reader):
        def read(self, texts: tuple[str, ...]) -> tuple[tuple[()], ...]:
            seen.extend(texts)
            return ((),) * len(texts)

    Ensemble((Counting(),)).find(build_views(document("One here.", ("Case file", "page_header"), "Two there.")))
    assert len(seen) == len(set(seen))


def test_a_detector_that_fails_while_it_reads_ahead_does_not_get_its_words_out() -> None:
    class Ahead(readers.Reader):
        def having_read(self, texts: Sequence[str]) -> TextReader:
            raise ValueError(*texts)

    with pytest.raises(CleaningFailed) as caught:
        Ensemble((Ahead(),)).having_read(build_views(document(SECRET)))
    assert "ValueError" in str(caught.value)
    assert "Marchetti" not in str(caught.value)
    assert caught.value.__cause__ is None
