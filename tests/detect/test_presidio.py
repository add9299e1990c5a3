import json
import subprocess
import sys
import time
from pathlib import Path

import pytest
from attrs import evolve

from docveil.detect import presidio
from docveil.detect.presidio import PresidioReader
from docveil.errors import CleaningFailed
from scripts.make_presidio_patterns import TO, patterns
from tests.detect.test_rules_time import worst_cases


@pytest.fixture(scope="module")
def reader() -> PresidioReader:
    return PresidioReader()


def found(reader: PresidioReader, text: str) -> set[tuple[str, str]]:
    return {(text[s.start : s.end], s.label) for s in reader.read((text,))[0]}


def test_a_number_with_a_checksum_stands_by_itself(reader: PresidioReader) -> None:
    assert ("4111 1111 1111 1111", "CREDIT_CARD") in found(reader, "Paid with 4111 1111 1111 1111 today.")
    assert found(reader, "Paid with 4111 1111 1111 1112 today.") == set()


@pytest.mark.parametrize(
    "text",
    [
        "Order 123456789 shipped",
        "Release 10.4.2.1 of 2021",
        "Part 8675309-B",
        "invoice 000123456",
        "lodash@4.17.21",
        "07 08 09 10",
    ],
)
def test_bare_numbers_are_nobodys(reader: PresidioReader, text: str) -> None:
    """Presidio's defaults call six to twelve digits a bank account or a driving licence."""
    assert found(reader, text) == set()


def test_a_context_word_decides_for_weak_patterns(reader: PresidioReader) -> None:
    assert ("021000021", "ROUTING_NUMBER") in found(reader, "ABA routing number 021000021")
    assert found(reader, "Serial 021000021") == set()


def test_nothing_of_presidios_url_or_mail_recognisers_is_used() -> None:
    used = {rule.recogniser for rule in PresidioReader()._rules}
    assert used.isdisjoint(
        {
            "UrlRecognizer",
            "EmailRecognizer",
            "UsBankRecognizer",
            "UsLicenseRecognizer",
            "DateRecognizer",
            "PhoneRecognizer",
        }
    )


def test_the_data_file_is_what_the_installed_package_says() -> None:
    """An upgrade of Presidio is seen here: rerun scripts/make_presidio_patterns.py, and look at what changed."""
    data = json.loads(TO.read_text(encoding="utf-8"))
    assert data == json.loads(json.dumps(patterns()))
    assert list(data) == list(presidio.RECOGNISERS)


def test_presidio_and_the_tokenisers_of_wordfreq_are_not_imported(artifacts_dir: Path) -> None:
    """Not by our reader, and not by spaCy, which imports every package that offers it a component."""
    code = "import sys; from pathlib import Path; from docveil.artifacts.store import ArtifactStore as S; "
    code += "from docveil.detect.ensemble import Ensemble; from docveil.detect.common_words import is_common; "
    code += "e = Ensemble.load(S.open(Path(sys.argv[1]))); [r.read(('Ann paid 4111 1111 1111 1111.',)) for r in e.readers]; "
    code += "sys.exit(not is_common('house') or bool({'presidio_analyzer', 'wordfreq'} & set(sys.modules)))"
    assert subprocess.run([sys.executable, "-c", code, str(artifacts_dir)], check=False).returncode == 0


def test_every_pattern_is_quick_on_its_worst_case(reader: PresidioReader) -> None:
    for text in worst_cases():
        begin = time.process_time()
        reader.read((text[:20_000],))
        assert time.process_time() - begin < 2.0, repr(text[:20])


def test_a_pattern_that_does_not_end_fails_the_document(monkeypatch: pytest.MonkeyPatch) -> None:
    reader = PresidioReader()

    class Endless:
        def finditer(self, _text: str, timeout: float) -> None:
            assert timeout == presidio._PATTERN_SECONDS
            raise TimeoutError

    rule = reader._rules[0]
    monkeypatch.setattr(reader, "_rules", [evolve(rule, needs_context=False)])
    monkeypatch.setattr(presidio, "_compiled", lambda _pattern, _flags: Endless())
    with pytest.raises(CleaningFailed) as caught:
        reader.read(("Adaeze 1",))
    assert rule.source in str(caught.value)
    assert "Adaeze" not in str(caught.value)
