"""Preparing from a model hub: whole, pinned and verified, or nothing; and what a message may say."""

import json
import shutil
import signal
import subprocess
import sys
import time
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

import pytest
from attrs import evolve

from docveil.artifacts import hub as hub_module
from docveil.artifacts.manifest import Address, ArtifactFile, Profile, Repository
from docveil.artifacts.outcome import Outcome
from docveil.artifacts.prepare import prepare
from docveil.artifacts.record import RECORD
from docveil.artifacts.store import ArtifactStore
from docveil.errors import ArtifactsError, ExitCode, UsageError
from tests.artifacts.conftest import Use, sha256
from tests.artifacts.hub import COMMIT, Hub, serving

REPOSITORY = "example-org/layout"
WEIGHTS = b"layout weights" * 5000
CONFIG = b'{"id2label": {}}'
OCR = b"ocr weights" * 300
TOKEN = "hf_invented_token"


@pytest.fixture
def hub(monkeypatch: pytest.MonkeyPatch) -> Iterator[Hub]:
    """A hub that the client of a child process is told to ask; children may open sockets."""
    with serving(Hub()) as running:
        running.put(REPOSITORY, "nested/model.onnx", WEIGHTS)
        running.put(REPOSITORY, "config.json", CONFIG)
        running.files["files/ocr.onnx"] = OCR
        monkeypatch.delenv("PYTHONPATH", raising=False)
        monkeypatch.setenv("HF_ENDPOINT", running.address)
        monkeypatch.setenv("HF_TOKEN", TOKEN)
        monkeypatch.setenv("no_proxy", "127.0.0.1")
        yield running


@pytest.fixture
def small(hub: Hub, use: Use) -> Profile:
    """A profile of one repository, one of whose files has no digest in the manifest, and one address."""
    profile = Profile(
        "small",
        (),
        (
            ArtifactFile(
                "layout/model.onnx",
                "layout",
                "nested/model.onnx",
                "layout/model.onnx",
                len(WEIGHTS),
                sha256(WEIGHTS),
                "MIT",
            ),
            ArtifactFile("layout/config.json", "layout", "config.json", "layout/config.json", None, None, "MIT"),
            ArtifactFile("ocr.detect", "ocr", "ocr.onnx", "ocr/ocr.onnx", len(OCR), sha256(OCR), "MIT"),
        ),
        (Repository("layout", REPOSITORY, COMMIT, "MIT", "invented"),),
        (Address("ocr", f"{hub.address}/files/ocr.onnx", "a file server", "MIT", "invented"),),
    )
    use(profile)
    return profile


def everything(folder: Path) -> list[str]:
    return sorted(p.relative_to(folder).as_posix() for p in folder.rglob("*"))


def refused(tmp_path: Path, **how: Any) -> str:
    """The message; afterwards nothing is there that was not before."""
    before = everything(tmp_path)
    with pytest.raises(ArtifactsError) as caught:
        prepare(tmp_path / "models", "small", allow_download=True, **how)
    assert caught.value.exit_code is ExitCode.ARTIFACTS
    assert caught.value.__cause__ is None
    assert everything(tmp_path) == before
    message = str(caught.value)
    for secret in (TOKEN, "hf_secret", "127.0.0.1", str(tmp_path)):
        assert secret not in message
    return message


@pytest.mark.usefixtures("small")
def test_prepared_directory_holds_the_listed_files_and_their_digests(tmp_path: Path) -> None:
    """Under the manifest's own paths, and nothing of the client's."""
    store = prepare(tmp_path / "models", "small", allow_download=True)
    assert everything(tmp_path) == [
        "models",
        f"models/{RECORD}",
        "models/layout",
        "models/layout/config.json",
        "models/layout/model.onnx",
        "models/ocr",
        "models/ocr/ocr.onnx",
    ]
    record = json.loads((tmp_path / "models" / RECORD).read_bytes())
    assert {f["path"]: (f["size"], f["sha256"]) for f in record["files"]} == {
        "layout/model.onnx": (len(WEIGHTS), sha256(WEIGHTS)),
        "layout/config.json": (len(CONFIG), sha256(CONFIG)),
        "ocr/ocr.onnx": (len(OCR), sha256(OCR)),
    }
    assert record["repositories"] == [{"repository": REPOSITORY, "revision": COMMIT}]
    assert store.first_use == ("layout/config.json",)
    assert store.file("layout/model.onnx").read_bytes() == WEIGHTS


@pytest.mark.usefixtures("small")
def test_hub_is_asked_for_the_pinned_commit_and_gets_no_token(hub: Hub, tmp_path: Path) -> None:
    """Neither the user's token nor telemetry."""
    prepare(tmp_path / "models", "small", allow_download=True)
    assert {path for _, path, _ in hub.asked} == set(hub.files)
    for _, _, headers in hub.asked:
        assert "authorization" not in {name.lower() for name in headers}
        assert TOKEN not in str(headers)


@pytest.mark.usefixtures("small")
def test_nothing_is_fetched_unless_told(hub: Hub, tmp_path: Path) -> None:
    with pytest.raises(ArtifactsError, match="--allow-download"):
        prepare(tmp_path / "models", "small")
    assert hub.asked == []


@pytest.mark.usefixtures("small")
def test_a_wheelhouse_is_not_enough(tmp_path: Path) -> None:
    with pytest.raises(UsageError, match="carry the directory over"):
        prepare(tmp_path / "models", "small", wheelhouse=tmp_path)


@pytest.mark.usefixtures("small")
def test_file_with_other_bytes(hub: Hub, tmp_path: Path) -> None:
    """Of the same size, so that only the digest tells."""
    hub.put(REPOSITORY, "nested/model.onnx", WEIGHTS[::-1])
    assert "layout/model.onnx is not the pinned one" in refused(tmp_path)


@pytest.mark.usefixtures("small")
def test_address_with_other_bytes(hub: Hub, tmp_path: Path) -> None:
    hub.files["files/ocr.onnx"] = OCR[::-1]
    assert "ocr/ocr.onnx is not the pinned one" in refused(tmp_path)


@pytest.mark.usefixtures("small")
@pytest.mark.parametrize("path", ["files/ocr.onnx", f"{REPOSITORY}/resolve/{COMMIT}/nested/model.onnx"])
def test_file_that_is_larger_than_listed(hub: Hub, path: str, tmp_path: Path) -> None:
    """It is not downloaded to the end."""
    hub.files[path] += b"more" * (1 << 20)
    assert "another size" in refused(tmp_path)


@pytest.mark.usefixtures("small")
def test_unknown_file_that_is_too_large(hub: Hub, tmp_path: Path) -> None:
    """A file without a known size may not be of any size."""
    hub.put(REPOSITORY, "config.json", b" " * ((1 << 20) + 1))
    assert "another size" in refused(tmp_path)


@pytest.mark.usefixtures("small")
def test_hub_without_the_pinned_revision(hub: Hub, tmp_path: Path) -> None:
    hub.revisions = {"f" * 40}
    assert "pinned revision" in refused(tmp_path)


@pytest.mark.usefixtures("small")
def test_hub_that_answers_with_another_revision(hub: Hub, tmp_path: Path) -> None:
    """It says so itself; a digest on first use would not show it."""
    hub.commit = "f" * 40
    assert "pinned revision" in refused(tmp_path)


@pytest.mark.usefixtures("small")
def test_hub_without_a_file(hub: Hub, tmp_path: Path) -> None:
    del hub.files[f"{REPOSITORY}/resolve/{COMMIT}/config.json"]
    assert "does not have a file" in refused(tmp_path)


@pytest.mark.usefixtures("small")
def test_hub_that_fails(hub: Hub, tmp_path: Path) -> None:
    hub.failing.add("files/ocr.onnx")
    assert "refused the download" in refused(tmp_path)


def test_network_that_refuses(small: Profile, use: Use, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The message says which kind of host was needed, that nothing was written, and how to go on elsewhere."""
    monkeypatch.setenv("HF_ENDPOINT", "http://127.0.0.1:9")
    message = refused(tmp_path)
    assert "a model hub" in message
    assert "Nothing was written" in message
    assert "carry the directory over" in message
    [address] = small.addresses
    use(evolve(small, addresses=(evolve(address, url="http://127.0.0.1:9/ocr.onnx"),)))
    assert "a file server" in refused(tmp_path)


@pytest.mark.usefixtures("small")
def test_download_that_is_cut_off(hub: Hub, tmp_path: Path) -> None:
    hub.cut.add("files/ocr.onnx")
    refused(tmp_path)


def test_hub_download_that_is_cut_off(small: Profile, use: Use, hub: Hub, tmp_path: Path) -> None:
    """However often the client tries."""
    use(evolve(small, files=small.files[:2], addresses=()))
    hub.cut.add(f"{REPOSITORY}/resolve/{COMMIT}/nested/model.onnx")
    refused(tmp_path)


@pytest.mark.usefixtures("small")
def test_what_an_interrupted_run_left_is_neither_complete_nor_taken_up(tmp_path: Path) -> None:
    """A directory with some of the files is no prepared one, and preparing into it is refused."""
    store = prepare(tmp_path / "models", "small", allow_download=True)
    for name in (RECORD, "layout/config.json", "ocr/ocr.onnx"):
        partial = tmp_path / "partial"
        shutil.copytree(store.directory, partial)
        (partial / name).unlink()
        with pytest.raises(ArtifactsError, match="missing"):
            ArtifactStore.open(partial, "small")
        with pytest.raises(ArtifactsError, match="in use"):
            prepare(partial, "small", allow_download=True)
        shutil.rmtree(partial)


@pytest.mark.usefixtures("small")
def test_interruption_in_the_middle_of_a_download(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def interrupt(*_: object, **__: object) -> Outcome:
        raise KeyboardInterrupt

    monkeypatch.setattr(hub_module, "_run", interrupt)
    with pytest.raises(KeyboardInterrupt):
        prepare(tmp_path / "models", "small", allow_download=True)
    assert everything(tmp_path) == []


def test_killed_process_leaves_nothing_that_passes(hub: Hub, tmp_path: Path) -> None:
    """Not even a clean-up can run; what is left has another name and no record."""
    slow = (
        "import sys, time\n"
        "from pathlib import Path\n"
        "from docveil.artifacts import hub, prepare\n"
        "def fetch(order, files, into):\n"
        "    into.mkdir()\n"
        "    (into / 'half').write_bytes(b'half')\n"
        "    print('begun', flush=True)\n"
        "    time.sleep(60)\n"
        "hub._run = fetch\n"
        "prepare._download = lambda wheels, into: None\n"
        "from docveil.artifacts.manifest import load_profile\n"
        "from attrs import evolve\n"
        "real = load_profile('heron')\n"
        "files = tuple(f for f in real.files if f.source not in {w.name for w in real.wheels})\n"
        "prepare.load_profile = lambda name: evolve(real, wheels=(), files=files)\n"
        "prepare.prepare(Path(sys.argv[1]), 'heron', allow_download=True)\n"
    )
    with subprocess.Popen([sys.executable, "-c", slow, str(tmp_path / "models")], stdout=subprocess.PIPE) as process:
        assert process.stdout is not None
        assert process.stdout.readline() == b"begun\n"
        process.send_signal(signal.SIGKILL)
    time.sleep(0.1)
    assert not (tmp_path / "models").exists()
    [left] = [p for p in tmp_path.iterdir() if p.is_dir()]
    for folder in (left, left / "built"):
        with pytest.raises(ArtifactsError):
            ArtifactStore.open(folder, "heron")
    assert hub.asked == []


@pytest.mark.usefixtures("small")
def test_link_that_the_client_leaves(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A cache of the client's may hold links; what they lead to is not taken."""
    (tmp_path / "outside").write_bytes(OCR)

    def fetch(_: object, files: Any, into: Path) -> Outcome:
        into.mkdir()
        for file in files:
            (into / file.member).parent.mkdir(parents=True, exist_ok=True)
            (into / file.member).symlink_to(tmp_path / "outside")
        return Outcome.DONE

    monkeypatch.setattr(hub_module, "_run", fetch)
    assert "left no file" in refused(tmp_path)


@pytest.mark.usefixtures("small")
def test_environment_without_the_client(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Says which extra brings it."""
    folder = tmp_path / "path" / "huggingface_hub"
    folder.mkdir(parents=True)
    (folder / "__init__.py").write_text("raise ImportError\n", encoding="utf-8")
    monkeypatch.setenv("PYTHONPATH", str(folder.parent))
    assert "docveil[heron]" in refused(tmp_path)


@pytest.mark.usefixtures("small")
def test_module_in_the_working_directory_is_not_run(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "huggingface_hub.py").write_text("open('run', 'w')\n", encoding="utf-8")
    monkeypatch.chdir(tmp_path)
    prepare(tmp_path / "models", "small", allow_download=True)
    assert not (tmp_path / "run").exists()


@pytest.fixture
def record(small: Profile, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The record of a good directory, kept by someone who vouches for it. Its files are put there without a child."""
    elsewhere = tmp_path_factory.mktemp("elsewhere")
    data = {"nested/model.onnx": WEIGHTS, "config.json": CONFIG, "ocr.onnx": OCR}

    def fetch(_: object, files: Sequence[ArtifactFile], into: Path) -> Outcome:
        for file in files:
            (into / file.member).parent.mkdir(parents=True, exist_ok=True)
            (into / file.member).write_bytes(data[file.member])
        return Outcome.DONE

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(hub_module, "_run", fetch)
        prepare(elsewhere / "models", small.name, allow_download=True)
    shutil.copy(elsewhere / "models" / RECORD, elsewhere / "expected.json")
    return elsewhere / "expected.json"


def test_carried_directory(record: Path, tmp_path: Path) -> None:
    """It is whole on the other machine, wherever it lies."""
    shutil.copytree(record.parent / "models", tmp_path / "carried")
    store = ArtifactStore.open(tmp_path / "carried", "small", expect=record)
    assert store.first_use == ()
    assert ArtifactStore.open(tmp_path / "carried", "small").first_use == ("layout/config.json",)


def test_first_use_is_not_trusted_against_an_expectation(hub: Hub, record: Path, tmp_path: Path) -> None:
    """Preparing with a record refuses what someone else did not get."""
    prepare(tmp_path / "models", "small", allow_download=True, expect=record)
    shutil.rmtree(tmp_path / "models")
    hub.put(REPOSITORY, "config.json", CONFIG.replace(b"{}", b"[]"))
    assert "layout/config.json is not the pinned one" in refused(tmp_path, expect=record)
    # Without it the other file would do, and the result says so.
    assert prepare(tmp_path / "models", "small", allow_download=True).first_use


def test_changed_file_with_a_record_made_to_fit(record: Path, tmp_path: Path) -> None:
    """On first use the directory's own record is all there is; a record from elsewhere finds the change."""
    directory = tmp_path / "carried"
    shutil.copytree(record.parent / "models", directory)
    other = CONFIG.replace(b"{}", b"[]")
    (directory / "layout" / "config.json").write_bytes(other)
    with pytest.raises(ArtifactsError):
        ArtifactStore.open(directory, "small")
    text = (directory / RECORD).read_text(encoding="utf-8").replace(sha256(CONFIG), sha256(other))
    (directory / RECORD).write_text(text, encoding="utf-8")
    ArtifactStore.open(directory, "small")
    with pytest.raises(ArtifactsError):
        ArtifactStore.open(directory, "small", expect=record)


def changed(record: Path, **changes: Any) -> Path:
    """The record with some entries replaced."""
    content = {**json.loads(record.read_bytes()), **changes}
    path = record.with_name("changed.json")
    path.write_text(json.dumps(content), encoding="utf-8")
    return path


def entries(record: Path, index: int, **changes: Any) -> list[dict[str, Any]]:
    """Its files, one of them changed."""
    files: list[dict[str, Any]] = json.loads(record.read_bytes())["files"]
    files[index] = {**files[index], **changes}
    return files


def test_expectation_cannot_overrule_the_shipped_digests(record: Path, tmp_path: Path) -> None:
    """Nor name other files, another profile or another revision. Nothing is downloaded first."""
    for other in (
        {"files": entries(record, 0, sha256="0" * 64)},
        {"files": entries(record, 1, path="../escape.json")},
        {"files": entries(record, 1, path="/etc/passwd")},
        {"files": entries(record, 1, sha256="no digest")},
        {"files": entries(record, 1, sha256=None)},
        {"files": entries(record, 1, size=-1)},
        {"files": entries(record, 1, size=True)},
        {"files": entries(record, 1, size=1 << 40)},
        {"files": entries(record, 1, more="x")},
        {"files": entries(record, 0)[:2]},
        {"files": None},
        {"profile": "embedded"},
        {"repositories": [{"repository": REPOSITORY, "revision": "f" * 40}]},
    ):
        refused(tmp_path, expect=changed(record, **other))


@pytest.mark.parametrize("content", [b"", b"[]", b"{}", b"{", b"\xff", b"[" * 100_000, b" " * (2 << 20)])
def test_expectation_that_is_no_record(record: Path, content: bytes, tmp_path: Path) -> None:
    record.write_bytes(content)
    with pytest.raises(UsageError, match="--expect"):
        prepare(tmp_path / "models", "small", allow_download=True, expect=record)
    with pytest.raises(UsageError, match="--expect"):
        prepare(tmp_path / "models", "small", allow_download=True, expect=tmp_path / "nowhere.json")


def test_record_that_is_a_link(record: Path, tmp_path: Path) -> None:
    directory = tmp_path / "carried"
    shutil.copytree(record.parent / "models", directory)
    (directory / RECORD).unlink()
    (directory / RECORD).symlink_to(record)
    with pytest.raises(ArtifactsError):
        ArtifactStore.open(directory, "small")


def test_copy_holds_what_was_verified(record: Path, tmp_path: Path) -> None:
    """A file that changes between verifying and loading is not copied; an existing file is not written over."""
    directory = tmp_path / "carried"
    shutil.copytree(record.parent / "models", directory)
    file = ArtifactStore.open(directory, "small").file("layout/model.onnx")
    file.copy_to(tmp_path / "own" / "model.onnx")
    assert (tmp_path / "own" / "model.onnx").read_bytes() == WEIGHTS
    with pytest.raises(ArtifactsError, match="cannot be copied"):
        file.copy_to(tmp_path / "own" / "model.onnx")
    (directory / "layout" / "model.onnx").write_bytes(WEIGHTS[::-1])
    with pytest.raises(ArtifactsError, match="changed after"):
        file.copy_to(tmp_path / "own" / "other.onnx")
    assert not (tmp_path / "own" / "other.onnx").exists()


def test_directory_of_the_embedded_profile_is_not_one_of_heron(artifacts_dir: Path) -> None:
    """Its own record says what it is."""
    for profile in ("heron", "heron-onnx"):
        with pytest.raises(ArtifactsError, match=f"for the profile embedded, not {profile}"):
            ArtifactStore.open(artifacts_dir, profile)


def test_embedded_directory_with_a_forged_record_is_not_one_of_heron(artifacts_dir: Path, tmp_path: Path) -> None:
    shutil.copytree(artifacts_dir, tmp_path / "forged")
    text = (tmp_path / "forged" / RECORD).read_text(encoding="utf-8")
    (tmp_path / "forged" / RECORD).write_text(text.replace('"embedded"', '"heron-onnx"'), encoding="utf-8")
    with pytest.raises(ArtifactsError):
        ArtifactStore.open(tmp_path / "forged", "heron-onnx")


def test_whatever_was_prepared_can_be_opened_for_what_all_profiles_share(
    artifacts_dir: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The record says which manifest to hold the files against; one that says nothing known is held against the default."""
    assert ArtifactStore.open_any(artifacts_dir).profile == "embedded"
    monkeypatch.setenv("DOCVEIL_ARTIFACTS", str(artifacts_dir))
    assert ArtifactStore.open_any().profile == "embedded"
    monkeypatch.delenv("DOCVEIL_ARTIFACTS")
    assert ArtifactStore.open_any().directory == artifacts_dir.absolute()
    with pytest.raises(ArtifactsError):
        ArtifactStore.open_any(tmp_path)


def test_child_answers_with_a_word_for_whatever_it_is_given(tmp_path: Path) -> None:
    """A scheme that is not fetched, and an order that is none."""
    order = {"url": "file:///etc/passwd", "files": [{"member": "x", "limit": 9}], "into": str(tmp_path)}
    done = subprocess.run(
        [sys.executable, "-P", "-m", "docveil.artifacts.download"],
        input=json.dumps(order).encode(),
        capture_output=True,
        check=False,
    )
    assert done.stdout == b"missing"
    assert everything(tmp_path) == []
