"""Workers that start in a second: a provider and a cleaner without models, installed as a package of the user's own would be."""

import os
from collections.abc import Iterator
from pathlib import Path

import pytest

from docveil.corpus.settings import CorpusSettings
from docveil.extract.isolated import WorkerLimits
from tests.faults.corpus import PROVIDER

ROOT = Path(__file__).parents[2]

# The package datasets counts its own uses over the network, unless this is set before it is imported.
os.environ["HF_HUB_OFFLINE"] = os.environ["HF_DATASETS_OFFLINE"] = "1"


@pytest.fixture(scope="session")
def installed(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with the metadata of a package that offers the cleaner `first-word`."""
    folder = tmp_path_factory.mktemp("installed")
    info = folder / "first_word-1.0.dist-info"
    info.mkdir()
    (info / "METADATA").write_text("Metadata-Version: 2.1\nName: first-word\nVersion: 1.0\n")
    (info / "entry_points.txt").write_text("[docveil.cleaners]\nfirst-word = tests.faults.corpus:FirstWord\n")
    return folder


@pytest.fixture(scope="session")
def python_path(installed: Path) -> str:
    """For processes that a test starts: no network, the stand-ins, and the installed cleaner."""
    return os.pathsep.join(map(str, (ROOT / "tests" / "offline", ROOT, installed)))


@pytest.fixture(scope="module")
def stand_ins(installed: Path, python_path: str) -> Iterator[None]:
    """The stand-ins can be imported and found, here and in workers."""
    with pytest.MonkeyPatch.context() as patch:
        patch.syspath_prepend(str(installed))
        patch.setenv("PYTHONPATH", python_path)
        yield


@pytest.fixture(autouse=True)
def _stand_ins_for_each(stand_ins: None, python_path: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """The network is denied for each test anew, which sets the same variable."""
    monkeypatch.setenv("PYTHONPATH", python_path)


@pytest.fixture(scope="module")
def settings(artifacts_dir: Path, stand_ins: None) -> CorpusSettings:
    """Lines and first words, with two seconds a page."""
    limits = WorkerLimits(seconds_per_page=2.0, seconds=8.0, max_bytes=2 << 30)
    return CorpusSettings(artifacts=artifacts_dir, provider=PROVIDER, cleaner="first-word", limits=limits)
