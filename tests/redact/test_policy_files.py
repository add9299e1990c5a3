"""A policy file that holds what no policy holds is refused by docveil's own words."""

from pathlib import Path

import pytest

from docveil.errors import UsageError
from docveil.redact.policy import load_policy

BAD = {
    "nested": "allow = " + "[" * 50_000,
    "digits": "threshold = " + "9" * 5_000,
    "huge": "threshold = " + "9" * 400,
    "huge_label": "[thresholds]\nPERSON = -" + "9" * 400,
    "nan": "threshold = nan",
    "infinite": "[thresholds]\nPERSON = inf",
    "date": "threshold = 2020-01-01",
    "role": '[structure]\ndrop = ["Adaeze"]',
    "roles": '[structure]\ndrop = [["Adaeze"]]',
    "one_role": '[structure]\ndrop = "Adaeze"',
    "setting": '[structure]\nAdaeze = "end"',
    "tables": '[structure]\ntables = "Adaeze"',
    "switch": '[structure]\nbody_text = "Adaeze"',
    "preset": 'extends = "Adaeze"',
    "operator": 'operator = "Adaeze"',
    "label": 'keep = ["Adaeze"]',
    "both": 'operator = "reversible"\n[structure]\nfootnotes = "end"',
}


@pytest.mark.parametrize("name", BAD)
def test_a_bad_policy_is_refused_and_not_repeated(tmp_path: Path, name: str) -> None:
    path = tmp_path / "Adaeze.toml"
    path.write_text(BAD[name], encoding="utf-8")
    with pytest.raises(UsageError) as caught:
        load_policy(path)
    assert "Adaeze" not in str(caught.value)
    assert caught.value.__suppress_context__ or caught.value.__context__ is None
