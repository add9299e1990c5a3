"""Cleaners of the user's own: edits are taken, everything else is refused without a word of the document."""

from collections.abc import Callable
from types import SimpleNamespace
from typing import Any

import pytest

from docveil import clean_document, custom_cleaners
from docveil.errors import DocveilError, UsageError
from tests.faults import cleaners
from tests.support import document

SOURCE = document("Philippa Marchetti called.", "Twice.")


class Point(SimpleNamespace):
    def load(self) -> object:
        if isinstance(self.made, Exception):
            raise self.made
        return self.made


def install(monkeypatch: pytest.MonkeyPatch, *points: Point) -> None:
    monkeypatch.setattr(custom_cleaners, "entry_points", lambda *, group: points if group == "docveil.cleaners" else ())


@pytest.mark.parametrize("made", [cleaners.WellBehaved, cleaners.WellBehaved(), cleaners.make])
def test_an_installed_cleaner_is_used(monkeypatch: pytest.MonkeyPatch, made: object) -> None:
    install(monkeypatch, Point(name="mine", made=made))
    processed = clean_document(SOURCE, custom_cleaners.load_cleaner("mine"))
    assert processed.text == "<WORD> Marchetti called.\n\nTwice."
    assert processed.report.labels == (("WORD", 1),)
    assert processed.report.policy == (("policy.name", "first-word"),)


@pytest.mark.parametrize(
    "made",
    [ImportError("/home/marchetti"), 42, cleaners.text_to_text, str.upper, cleaners.PerElement, cleaners.Nameless],
)
def test_what_is_no_cleaner_is_refused(monkeypatch: pytest.MonkeyPatch, made: object) -> None:
    install(monkeypatch, Point(name="mine", made=made))
    with pytest.raises(UsageError) as caught:
        custom_cleaners.load_cleaner("mine")
    assert "marchetti" not in str(caught.value).lower()


def test_a_text_to_text_function_is_told_how_to_return_edits(monkeypatch: pytest.MonkeyPatch) -> None:
    install(monkeypatch, Point(name="mine", made=cleaners.text_to_text))
    with pytest.raises(UsageError, match=r"text to text.*EditPlan"):
        custom_cleaners.load_cleaner("mine")


def test_a_name_must_be_there_once(monkeypatch: pytest.MonkeyPatch) -> None:
    install(monkeypatch)
    with pytest.raises(UsageError, match="No installed"):
        custom_cleaners.load_cleaner("mine")
    install(monkeypatch, *[Point(name="mine", made=cleaners.WellBehaved)] * 2)
    with pytest.raises(UsageError, match="2 installed"):
        custom_cleaners.load_cleaner("mine")


@pytest.mark.parametrize("make", cleaners.REFUSED)
def test_a_cleaner_that_misbehaves_gives_no_document_and_no_text(make: Callable[[], Any]) -> None:
    with pytest.raises(DocveilError) as caught:
        clean_document(SOURCE, make())
    shown = str(caught.value) + repr(caught.value)
    assert "Philippa" not in shown
    assert "Marchetti" not in shown
    assert caught.value.__cause__ is None
