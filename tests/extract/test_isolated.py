"""The child process: what hangs, crashes, eats memory or talks ends there."""

import subprocess
import sys
import time
from pathlib import Path

import pytest

from docveil.errors import DocveilError, ExtractionFailed, SourceRefused, UsageError
from docveil.extract.docling_pdf import DoclingExtractor
from docveil.extract.isolated import IsolatedExtractor, OnPageError, WorkerLimits
from docveil.intake import PDF, SourceBytes, read_source
from tests.faults.providers import SECRET

ROOT = Path(__file__).parents[2]
SOURCE = SourceBytes(b"five pages", PDF, 5)
SHORT = WorkerLimits(seconds_per_page=2.0, seconds=60.0)


@pytest.fixture(autouse=True)
def _stand_ins_can_be_imported(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PYTHONPATH", f"{ROOT / 'tests' / 'offline'}:{ROOT}")


def stand_in(fault: str, on_page_error: OnPageError = "fail", limits: WorkerLimits = SHORT) -> IsolatedExtractor:
    options = {"fault": fault}
    return IsolatedExtractor("tests.faults.providers:Pages", options, limits=limits, on_page_error=on_page_error)


def failure(extractor: IsolatedExtractor, source: SourceBytes = SOURCE) -> DocveilError:
    with extractor, pytest.raises(DocveilError) as caught:
        extractor.extract_source(source)
    assert SECRET not in str(caught.value)
    return caught.value


def test_a_document_comes_back_equal_from_one_child_that_is_kept() -> None:
    with stand_in("none") as extractor:
        first = extractor.extract_source(SOURCE)
        assert first.text == "Page 1\nPage 2\nPage 3\nPage 4\nPage 5"
        assert extractor._child is not None
        child = extractor._child.process.pid
        assert extractor.extract_source(SOURCE) == first
        assert extractor._child.process.pid == child


@pytest.mark.parametrize("fault", ["hang", "segfault", "leave"])
def test_a_page_that_hangs_or_crashes_is_named_and_the_parent_lives(fault: str) -> None:
    error = failure(stand_in(fault))
    assert isinstance(error, ExtractionFailed)
    assert error.what.startswith("Page 3 ")


@pytest.mark.parametrize(("fault", "reason"), [("hang", "time_limit"), ("segfault", "crash")])
def test_the_others_are_published_where_that_is_asked_for(fault: str, reason: str) -> None:
    with stand_in(fault, "keep-going") as extractor:
        document = extractor.extract_source(SOURCE)
    assert document.text == "Page 1\nPage 2\nPage 4\nPage 5"
    assert document.ledger.failed_pages == (3,)
    assert [note.reason for note in document.ledger.notes] == [reason]


def test_after_a_crash_the_next_document_has_a_new_child() -> None:
    with stand_in("segfault") as extractor:
        with pytest.raises(ExtractionFailed, match="Page 3"):
            extractor.extract_source(SOURCE)
        assert extractor.extract_source(SourceBytes(b"two pages", PDF, 2)).text == "Page 1\nPage 2"


def test_memory_is_limited() -> None:
    error = failure(stand_in("eat", limits=WorkerLimits(seconds_per_page=20.0, max_bytes=2 << 30)))
    assert isinstance(error, ExtractionFailed)
    assert "memory" in error.what


@pytest.mark.parametrize("on_page_error", ["fail", "keep-going"])
def test_a_document_has_a_limit_in_all_and_no_page_is_blamed_for_it(on_page_error: OnPageError) -> None:
    error = failure(stand_in("hang", on_page_error, limits=WorkerLimits(60.0, 3.0)))
    assert isinstance(error, ExtractionFailed)
    assert error.what == "The document took longer than it may."


def test_the_limit_in_all_is_over_all_attempts() -> None:
    """Every page hangs: one after the other would be left out, two seconds each, were the time counted anew."""
    start = time.monotonic()
    options = {"fault": "hang", "bad": None}
    limits = WorkerLimits(2.0, 5.0)
    error = failure(
        IsolatedExtractor("tests.faults.providers:Pages", options, limits=limits, on_page_error="keep-going")
    )
    assert isinstance(error, ExtractionFailed)
    assert error.what == "The document took longer than it may."
    assert time.monotonic() - start < 30.0


def test_a_long_document_has_more_time_unless_a_limit_is_given() -> None:
    assert WorkerLimits().seconds_for(3) == 3600.0
    assert WorkerLimits().seconds_for(2000) == 60000.0
    assert WorkerLimits(seconds=5.0).seconds_for(2000) == 5.0


def test_what_a_parser_prints_goes_nowhere() -> None:
    program = (
        "from tests.extract.test_isolated import SOURCE, stand_in\n"
        "with stand_in('chatter') as extractor:\n    print(len(extractor.extract_source(SOURCE).elements))\n"
    )
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, cwd=ROOT, check=False)
    assert (done.stdout, done.stderr) == ("5\n", "")


def test_a_child_ends_with_its_parent_also_where_that_was_killed() -> None:
    program = (
        "import threading, time\n"
        "from tests.extract.test_isolated import SOURCE, WorkerLimits, stand_in\n"
        "extractor = stand_in('hang', limits=WorkerLimits(500.0, 500.0))\n"
        "def tell():\n"
        "    while extractor._child is None:\n        time.sleep(0.05)\n"
        "    print(extractor._child.process.pid, flush=True)\n"
        "threading.Thread(target=tell, daemon=True).start()\n"
        "extractor.extract_source(SOURCE)\n"
    )
    with subprocess.Popen([sys.executable, "-c", program], stdout=subprocess.PIPE, text=True, cwd=ROOT) as parent:
        assert parent.stdout is not None
        child = Path("/proc", parent.stdout.readline().strip())
        assert child.exists()
        parent.kill()
    for _ in range(100):
        if not child.exists() or "(zombie)" in (child / "status").read_text(encoding="utf-8"):
            return
        time.sleep(0.1)
    pytest.fail("the child is still there")


@pytest.mark.parametrize(
    ("name", "kind"), [("NoDocument", ExtractionFailed), ("CannotBeBuilt", UsageError), ("RunsCode", ExtractionFailed)]
)
def test_a_provider_that_breaks_the_protocol_is_an_error_without_its_words(name: str, kind: type[DocveilError]) -> None:
    assert isinstance(failure(IsolatedExtractor(f"tests.faults.providers:{name}", limits=SHORT)), kind)
    assert not Path("/tmp/docveil-ran-code").exists()  # noqa: S108


def test_the_providers_own_errors_keep_their_class_and_advice() -> None:
    assert isinstance(failure(stand_in("raise")), ExtractionFailed)
    refused = failure(stand_in("refuse"))
    assert isinstance(refused, SourceRefused)
    assert refused.next_step == "Give another."


def test_a_page_that_raises_is_left_out_or_fails_the_document(
    artifacts_dir: Path, case_file: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    from docveil.extract.pdfium_text import read_words

    def broken(native: object) -> object:
        if next(counter) == 1:
            raise ValueError(SECRET)
        return read_words(native)

    monkeypatch.setattr("docveil.extract.docling_reader.read_words", broken)
    extractor = DoclingExtractor(artifacts_dir)
    source = read_source(case_file)
    counter = iter(range(99))
    with pytest.raises(ExtractionFailed, match="Page 2 could not be read"):
        extractor.extract_source(source)
    counter = iter(range(99))
    document = extractor.extract_pages(source, progress=lambda _page, _done: None, without={}, keep_going=True)
    assert document.ledger.failed_pages == (2,)
    assert {element.page for element in document.elements} == {1, 3}


def test_docling_in_the_child_reads_what_it_reads_here(artifacts_dir: Path, case_file: Path) -> None:
    here = DoclingExtractor(artifacts_dir).extract(case_file)
    with IsolatedExtractor(options={"artifacts_path": artifacts_dir}) as extractor:
        assert extractor.extract(case_file) == here
