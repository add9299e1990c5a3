from types import SimpleNamespace

import pytest

from docveil.cleaner import TextCleanerConfig
from docveil.detect import custom
from docveil.detect.ensemble import Ensemble
from docveil.errors import CleaningFailed, UsageError
from docveil.redact.policy import Policy
from docveil.views import build_views
from tests.support import document


class Point(SimpleNamespace):
    def load(self) -> object:
        if isinstance(self.made, Exception):
            raise self.made
        return self.made


class Recogniser:
    """As Presidio has it."""

    supported_entities = ("CASE_NUMBER",)

    def analyze(self, text: str, entities: list[str], artifacts: None) -> list[SimpleNamespace]:
        at = text.find("ZX-")
        return [SimpleNamespace(entity_type="CASE_NUMBER", start=at, end=at + 6, score=1.0)] if at >= 0 else []


def install(monkeypatch: pytest.MonkeyPatch, *points: Point) -> None:
    monkeypatch.setattr(custom, "entry_points", lambda *, group: points if group == "docveil.detectors" else ())


@pytest.mark.parametrize("made", [Recogniser, Recogniser()], ids=["class", "instance"])
def test_a_recogniser_of_the_users_own_is_asked(monkeypatch: pytest.MonkeyPatch, made: object) -> None:
    install(monkeypatch, Point(name="cases", value="x:y", made=made))
    found = Ensemble(custom.custom_readers()).find(build_views(document("File ZX-123 is closed.")))
    assert [(f.label, f.fragments[0].start, f.detector) for f in found] == [("CASE_NUMBER", 5, "custom.cases")]


def test_a_policy_may_name_the_label_of_a_detector_of_the_users_own(monkeypatch: pytest.MonkeyPatch) -> None:
    policy = Policy(keep=("CASE_NUMBER",), thresholds=(("CASE_NUMBER", 0.4),))
    with pytest.raises(UsageError):
        TextCleanerConfig(policy)
    install(monkeypatch, Point(name="cases", value="x:y", made=Recogniser))
    assert TextCleanerConfig(policy).policy.hides_label("CASE_NUMBER") is False
    with pytest.raises(UsageError):
        TextCleanerConfig(Policy(only=("CASE_NUMBERS",)))


@pytest.mark.parametrize(
    "point",
    [
        Point(name="cases", value="x", made=ImportError("no /home/someone")),
        Point(name="cases", value="x", made=42),
        Point(name="Not A Code", value="x", made=Recogniser()),
        Point(name="cases", value="x", made=SimpleNamespace(analyze=None, supported_entities=["lower"])),
    ],
    ids=["import", "no_detector", "name", "label"],
)
def test_a_detector_that_cannot_be_used_stops_the_cleaning(monkeypatch: pytest.MonkeyPatch, point: Point) -> None:
    """It was asked for: going on without it would leak what it was to find."""
    install(monkeypatch, point)
    with pytest.raises(CleaningFailed) as caught:
        custom.custom_readers()
    assert "someone" not in str(caught.value)
