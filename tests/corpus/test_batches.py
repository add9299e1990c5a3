"""Short texts are handed out and read together; what comes of each is what comes of it alone."""

import json
from collections.abc import Callable, Sequence
from pathlib import Path

import pytest

from docveil.child import Child, Silent
from docveil.corpus import pool
from docveil.corpus.batches import MOST_ROWS, batched
from docveil.corpus.inputs import open_inputs
from docveil.corpus.local import clean_corpus
from docveil.corpus.output import Plan
from docveil.corpus.row import CLEANING, READING_AHEAD, Cleaned, Failure, Outcome, RowCleaner, row_of
from docveil.corpus.settings import CorpusSettings
from docveil.detect.ensemble import Ensemble
from docveil.errors import CleaningFailed
from docveil.model.alignment import View
from docveil.model.findings import Finding
from tests.corpus.support import rows
from tests.faults.corpus import SECRET

TEXTS = (
    "Adaeze Okonkwo called from +44 20 7946 0958.",
    "",
    "The kettle is on.",
    "Dear Mr Wrzesniewski, your card 4111 1111 1111 1111 was charged.\n\nYours, A. Okonkwo",
    "Adaeze Okonkwo called from +44 20 7946 0958.",
    "Who was at 12 Mill Lane? " * 90,
    "\u200b\u0627\u0644\u0633\u0644\u0627\u0645 jane.roe@example.org \U0001f600",
    "(" * 1500,
    "ok",
)


def test_batches_keep_the_order_and_no_file_shares_one() -> None:
    items: list[bytes | str | None] = [
        *"abc",
        b"file",
        None,
        "x" * 5990,
        "y" * 20,
        "z" * 9000,
        *("t" * (MOST_ROWS + 1)),
    ]
    batches = list(batched(items, lambda item: item))
    assert [item for batch in batches for item in batch] == items
    sizes = [len(batch) for batch in batches]
    assert sizes == [3, 1, 1, 1, 1, 1, MOST_ROWS, 1]
    assert list(batched([], lambda item: item)) == []


class _Rows(RowCleaner):
    """Counts how often the models are asked to read ahead."""

    ahead = 0

    def _having_read(self, texts: Sequence[str]) -> object:  # type: ignore[override]
        cleaner = super()._having_read(texts)
        self.ahead += cleaner is not self._cleaner
        return cleaner


def _values(outcomes: Sequence[Outcome]) -> list[object]:
    return [outcome.processed if isinstance(outcome, Cleaned) else outcome for outcome in outcomes]


def test_a_batch_comes_to_what_its_rows_come_to_alone(artifacts_dir: Path) -> None:
    made = [row_of(text) for text in TEXTS]
    with _Rows(CorpusSettings(artifacts=artifacts_dir)) as clean:
        alone = _values([clean(row) for row in made])
        for order in (made, made[::-1], made[3:] + made[:3]):
            together = dict(zip(order, _values(list(clean.batch(order))), strict=True))
            assert [together[row] for row in made] == alone
        assert clean.ahead == 3
    assert not any("Okonkwo" in repr(outcome) for outcome in alone)


def test_a_text_that_fails_costs_no_other_of_its_batch(artifacts_dir: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    find, read = Ensemble.find, Ensemble.having_read

    def failing(views: Sequence[View]) -> None:
        if any("kettle" in view.text for view in views):
            raise CleaningFailed("It did not finish in time.")

    def find_or_fail(self: Ensemble, views: Sequence[View]) -> tuple[Finding, ...]:
        failing(views)
        return find(self, views)

    def read_or_fail(self: Ensemble, views: Sequence[View]) -> Ensemble:
        failing(views)
        return read(self, views)

    monkeypatch.setattr(Ensemble, "find", find_or_fail)
    monkeypatch.setattr(Ensemble, "having_read", read_or_fail)
    made = [row_of(text) for text in TEXTS]
    with RowCleaner(CorpusSettings(artifacts=artifacts_dir)) as clean:
        outcomes = list(clean.batch(made))
    assert [isinstance(outcome, Cleaned) for outcome in outcomes] == ["kettle" not in text for text in TEXTS]


# name -> text, and what becomes of it
MISBEHAVING = {
    "good": ("Philippa came", "cleaned"),
    "hang": ("Philippa CLEANING-HANG", "worker/time_limit"),
    "crash": ("Philippa CLEANING-CRASH", "worker/crash"),
    "raise": ("Philippa CLEANING-RAISE", "clean/cleaning_failed"),
    "leave": ("Philippa CLEANING-LEAVE", "worker/crash"),
    "other": ("Philippa went", "cleaned"),
}


def test_a_text_that_ends_its_process_costs_no_other_of_its_batch(settings: CorpusSettings, tmp_path: Path) -> None:
    lines = tmp_path / "rows.jsonl"
    lines.write_text("".join(json.dumps({"text": text}) + "\n" for text, _ in MISBEHAVING.values()))
    out = tmp_path / "out"
    clean_corpus(open_inputs(lines), out, settings, Plan(workers=1, shards=1))
    failures = {row["doc_id"]: f"{row['stage']}/{row['code']}" for row in rows(out, "failures")}
    outcomes = {row["doc_id"]: failures.get(row["doc_id"], row["status"]) for row in rows(out, "documents")}
    assert outcomes == {row_of(text).doc_id: outcome for text, outcome in MISBEHAVING.values()}
    assert not any(SECRET.encode() in path.read_bytes() for path in out.rglob("*") if path.is_file())


class _Scripted:
    """A process that reports what a script says, once for each start."""

    def __init__(self, reports: list[object]) -> None:
        self.reports = reports
        self.process = self

    def send(self, rows: object) -> None: ...

    def kill(self) -> None: ...

    def close(self, *, at_once: bool) -> None: ...


@pytest.fixture
def scripted(monkeypatch: pytest.MonkeyPatch) -> Callable[[list[list[object]]], None]:
    """Replaces worker processes by scripts, one for each start."""

    def said(child: _Scripted, seconds: float) -> object:
        report = child.reports.pop(0)
        if isinstance(report, Exception):
            raise report
        return report

    def use(scripts: list[list[object]]) -> None:
        starts = iter(scripts)
        monkeypatch.setattr(Child, "start", lambda *_, **__: _Scripted([None, *next(starts)]))
        monkeypatch.setattr(pool, "_next", said)

    return use


def _codes(outcomes: Sequence[Outcome]) -> list[str]:
    return [outcome.code for outcome in outcomes if isinstance(outcome, Failure)]


def test_of_a_lost_batch_only_what_is_left_is_done_again(
    settings: CorpusSettings, scripted: Callable[[list[list[object]]], None]
) -> None:
    made = tuple(row_of(text) for text in "abcd")
    a, _, c, d = (Failure(row.doc_id, "clean", f"of_{text}") for row, text in zip(made, "abcd", strict=True))
    scripted([[READING_AHEAD, CLEANING, a, CLEANING, EOFError()], [EOFError()], [c, d]])
    assert _codes(pool._LocalSeat(settings).clean(made)) == ["of_a", "crash", "of_c", "of_d"]
    scripted([[Silent()], [a, Silent()], [c, d]])
    assert _codes(pool._LocalSeat(settings).clean(made)) == ["of_a", "time_limit", "of_c", "of_d"]


def test_a_seat_that_is_killed_starts_no_other_process(
    settings: CorpusSettings, scripted: Callable[[list[list[object]]], None]
) -> None:
    made = tuple(row_of(text) for text in "abc")
    scripted([[Failure(made[0].doc_id, "clean", "of_a"), EOFError()]])
    seat = pool._LocalSeat(settings)
    seat.kill()
    assert _codes(seat.clean(made)) == ["of_a", "crash", "crash"]
