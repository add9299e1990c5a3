"""Nothing is vouched for unless every byte in the directory is what docveil's own manifest says."""

import os
import shutil
from pathlib import Path

import pytest

from docveil.artifacts import store as store_module
from docveil.artifacts.manifest import Profile, load_profile
from docveil.artifacts.record import RECORD, record
from docveil.artifacts.store import ArtifactStore, VerifiedFile, resolve_directory
from docveil.errors import ArtifactsError, ExitCode
from tests.artifacts.conftest import sha256


def refused(directory: Path) -> str:
    """The message with which the directory is refused; always exit code 4, and never its own path."""
    with pytest.raises(ArtifactsError) as caught:
        ArtifactStore.open(directory, "small")
    assert caught.value.exit_code is ExitCode.ARTIFACTS
    assert str(directory) not in str(caught.value)
    return caught.value.what


def test_untouched_directory_opens(prepared: Path) -> None:
    """Files come by role, folders by prefix, digests in order."""
    store = ArtifactStore.open(prepared, "small")
    assert store.file("layout").read_bytes() == (prepared / "layout" / "model.onnx").read_bytes()
    assert store.folder("names") == prepared / "names"
    assert [role for role, _ in store.digests] == ["layout", "names/config.cfg", "names/vocab/strings"]
    assert "weights" not in repr(store)


def test_missing_directory(tmp_path: Path, shipped: Profile) -> None:
    """No directory at all, said without its path."""
    assert shipped.name == "small"
    assert "no prepared model directory" in refused(tmp_path / "nowhere")


def test_missing_file(prepared: Path) -> None:
    """Named by its path inside the directory."""
    (prepared / "names" / "vocab" / "strings").unlink()
    assert "names/vocab/strings is missing" in refused(prepared)


def test_changed_file_of_the_same_size(prepared: Path) -> None:
    """One flipped bit is enough."""
    path = prepared / "layout" / "model.onnx"
    data = bytearray(path.read_bytes())
    data[100] ^= 1
    path.write_bytes(data)
    assert "layout/model.onnx is not the one" in refused(prepared)


def test_truncated_file(prepared: Path) -> None:
    """A file of another size is refused before it is hashed."""
    path = prepared / "layout" / "model.onnx"
    path.write_bytes(path.read_bytes()[:-1])
    assert "layout/model.onnx has another size" in refused(prepared)


@pytest.mark.parametrize("where", ["private-name.py", "names/private-name.py", "new/private-name.py", "names/.hidden"])
def test_extra_file(prepared: Path, where: str) -> None:
    """A library that loads a folder might run it. Its name is not docveil's, so it is counted, not shown."""
    (prepared / where).parent.mkdir(exist_ok=True)
    (prepared / where).write_text("", encoding="utf-8")
    message = refused(prepared)
    assert "1 files" in message
    assert "private-name" not in message


def test_link_to_a_file_outside(prepared: Path, tmp_path: Path) -> None:
    """Refused even where the bytes behind the link are the right ones."""
    path = prepared / "layout" / "model.onnx"
    path.rename(tmp_path / "elsewhere.onnx")
    path.symlink_to(tmp_path / "elsewhere.onnx")
    assert "symbolic link" in refused(prepared)


def test_link_to_a_folder_outside(prepared: Path, tmp_path: Path) -> None:
    """Likewise for a whole folder."""
    (prepared / "names").rename(tmp_path / "elsewhere")
    (prepared / "names").symlink_to(tmp_path / "elsewhere", target_is_directory=True)
    assert "symbolic link" in refused(prepared)


def test_dangling_link(prepared: Path) -> None:
    """A link to nothing may lead somewhere tomorrow."""
    (prepared / "later").symlink_to("/nonexistent/place")
    assert "symbolic link" in refused(prepared)


def test_directory_that_is_a_link_itself(prepared: Path, tmp_path: Path) -> None:
    """The directory has to be one."""
    (tmp_path / "alias").symlink_to(prepared, target_is_directory=True)
    refused(tmp_path / "alias")


def test_named_pipe(prepared: Path) -> None:
    """Opening it would wait for ever."""
    (prepared / "layout" / "model.onnx").unlink()
    os.mkfifo(prepared / "layout" / "model.onnx")
    assert "neither a file nor a folder" in refused(prepared)


def test_folder_in_place_of_a_file(prepared: Path) -> None:
    """A folder of a file's name is a missing file."""
    (prepared / "layout" / "model.onnx").unlink()
    (prepared / "layout" / "model.onnx").mkdir()
    assert "layout/model.onnx is missing" in refused(prepared)


def test_missing_record(prepared: Path) -> None:
    """A directory that docveil did not finish has none."""
    (prepared / RECORD).unlink()
    assert RECORD in refused(prepared)


def test_forged_record(prepared: Path) -> None:
    """Any other content is refused, also one that only adds to it."""
    (prepared / RECORD).write_bytes((prepared / RECORD).read_bytes() + b" ")
    assert RECORD in refused(prepared)


def test_forged_record_cannot_vouch_for_a_changed_file(prepared: Path, shipped: Profile) -> None:
    """Digests in the directory are never trusted: a record that fits a changed file does not help it."""
    path = prepared / "layout" / "model.onnx"
    old = next(f.sha256 for f in shipped.files if f.role == "layout")
    data = path.read_bytes()[::-1]
    path.write_bytes(data)
    assert old is not None
    forged = record(shipped).replace(old.encode(), sha256(data).encode())
    (prepared / RECORD).write_bytes(forged)
    refused(prepared)


def test_file_changed_after_it_was_verified(prepared: Path) -> None:
    """Bytes are hashed again as they are read, so what is loaded is what was verified."""
    store = ArtifactStore.open(prepared, "small")
    path = prepared / "layout" / "model.onnx"
    path.write_bytes(path.read_bytes()[::-1])
    with pytest.raises(ArtifactsError, match="changed after"):
        store.file("layout").read_bytes()


def test_folder_changed_after_it_was_verified(prepared: Path) -> None:
    """A folder's files are hashed again when it is handed out."""
    store = ArtifactStore.open(prepared, "small")
    (prepared / "names" / "config.cfg").write_bytes(b"[other]\n")
    with pytest.raises(ArtifactsError, match="changed after"):
        store.folder("names")


def test_file_that_went_away(prepared: Path) -> None:
    """The system's own message, with the path in it, is not passed on."""
    store = ArtifactStore.open(prepared, "small")
    (prepared / "layout" / "model.onnx").unlink()
    with pytest.raises(ArtifactsError, match="cannot be read") as caught:
        store.file("layout").read_bytes()
    assert caught.value.__cause__ is None
    assert str(prepared) not in str(caught.value)


def test_unknown_role_and_folder(prepared: Path) -> None:
    """A prefix is a whole folder name, not the start of one."""
    store = ArtifactStore.open(prepared, "small")
    with pytest.raises(ArtifactsError):
        store.file("tables")
    with pytest.raises(ArtifactsError):
        store.folder("nam")


def test_only_the_store_makes_a_verified_file(tmp_path: Path) -> None:
    """Nobody else has the key."""
    with pytest.raises(ArtifactsError):
        VerifiedFile(tmp_path, "layout", "0" * 64, 0, object())


def test_verified_file_cannot_be_pointed_elsewhere(prepared: Path, tmp_path: Path) -> None:
    """It is frozen."""
    file = ArtifactStore.open(prepared, "small").file("layout")
    with pytest.raises(AttributeError):
        file.path = tmp_path  # type: ignore[misc]


def test_where_the_directory_is_looked_for(prepared: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The argument, then the environment as it is now, then what was verified here, then the user data directory."""
    monkeypatch.setenv("DOCVEIL_ARTIFACTS", str(tmp_path / "from-environment"))
    assert resolve_directory(tmp_path / "explicit") == tmp_path / "explicit"
    assert resolve_directory() == tmp_path / "from-environment"
    monkeypatch.delenv("DOCVEIL_ARTIFACTS")
    ArtifactStore.open(prepared, "small")
    assert resolve_directory(profile="small") == prepared
    assert resolve_directory() != prepared
    monkeypatch.setattr(store_module, "_verified_here", [])
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "data"))
    assert resolve_directory() == tmp_path / "data" / "docveil" / "artifacts" / "embedded"


def test_real_directory_is_what_the_shipped_manifest_says(artifacts_dir: Path) -> None:
    """The files that all other tests use, hashed."""
    store = ArtifactStore.open(artifacts_dir)
    assert store.digests == tuple(sorted((f.role, f.sha256) for f in load_profile("embedded").files))
    assert (store.folder("spacy") / "config.cfg").is_file()


def test_a_folder_that_changed_after_it_was_opened_is_refused(artifacts_dir: Path, tmp_path: Path) -> None:
    copy = tmp_path / "models"
    shutil.copytree(artifacts_dir, copy)
    store = ArtifactStore.open(copy)
    (copy / "spacy" / "planted.py").write_text("", encoding="utf-8")
    with pytest.raises(ArtifactsError):
        store.folder("spacy")
    (copy / "spacy" / "planted.py").unlink()
    config = copy / "spacy" / "config.cfg"
    config.rename(tmp_path / "config.cfg")
    config.symlink_to(tmp_path / "config.cfg")
    with pytest.raises(ArtifactsError):
        store.folder("spacy")
