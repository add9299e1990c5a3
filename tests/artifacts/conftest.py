"""A small profile of two invented wheels, in place of the real one."""

import hashlib
import zipfile
from collections.abc import Callable
from pathlib import Path

import pytest
from attrs import evolve

from docveil.artifacts import prepare as prepare_module
from docveil.artifacts import store as store_module
from docveil.artifacts.manifest import ArtifactFile, Profile, Wheel
from docveil.errors import UsageError

CONTENT = {
    ("first", "first/model.onnx"): ("layout", "layout/model.onnx", b"layout weights" * 500),
    ("second", "second/data/config.cfg"): ("names/config.cfg", "names/config.cfg", b"[names]\n"),
    ("second", "second/data/vocab/strings"): ("names/vocab/strings", "names/vocab/strings", b"a\nb\n"),
}


def sha256(data: bytes) -> str:
    """Hex digest of `data`."""
    return hashlib.sha256(data).hexdigest()


def write_wheel(path: Path, members: dict[str, bytes]) -> None:
    """A wheel as far as docveil looks at one: a zip archive."""
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, data in members.items():
            archive.writestr(name, data)


@pytest.fixture
def wheelhouse(tmp_path: Path) -> Path:
    """A folder with both wheels, each with code and data that no manifest lists."""
    folder = tmp_path / "wheelhouse"
    folder.mkdir()
    for name in ("first", "second"):
        members = {member: data for (wheel, member), (_, _, data) in CONTENT.items() if wheel == name}
        write_wheel(folder / f"{name}-1.0-py3-none-any.whl", {f"{name}/__init__.py": b"raise SystemExit\n", **members})
    return folder


@pytest.fixture
def profile(wheelhouse: Path) -> Profile:
    """The manifest of these wheels."""
    wheels = []
    for name in ("first", "second"):
        file = f"{name}-1.0-py3-none-any.whl"
        wheels.append(Wheel(name, "1.0", file, sha256((wheelhouse / file).read_bytes()), "MIT", "invented"))
    files = [
        ArtifactFile(role, wheel, member, path, len(data), sha256(data), "MIT")
        for (wheel, member), (role, path, data) in CONTENT.items()
    ]
    return Profile("small", tuple(wheels), tuple(files))


Use = Callable[[Profile], None]


@pytest.fixture
def use(monkeypatch: pytest.MonkeyPatch) -> Use:
    """Makes a profile the one that ships inside docveil, under its own name."""

    def ship(profile: Profile) -> None:
        def load(name: str) -> Profile:
            if name != profile.name:
                raise UsageError("There is no profile of that name.")
            return profile

        monkeypatch.setattr(store_module, "load_profile", load)
        monkeypatch.setattr(prepare_module, "load_profile", load)

    return ship


@pytest.fixture
def shipped(profile: Profile, use: Use) -> Profile:
    """The small profile, shipped."""
    use(profile)
    return profile


@pytest.fixture
def prepared(shipped: Profile, wheelhouse: Path, tmp_path: Path) -> Path:
    """A directory prepared from these wheels."""
    directory = tmp_path / "models"
    prepare_module.prepare(directory, shipped.name, wheelhouse=wheelhouse)
    return directory


def with_wheel_digest(profile: Profile, name: str, data: bytes) -> Profile:
    """The profile with the wheel `name` pinned to `data`, so that only what is inside it can be wrong."""
    wheels = tuple(evolve(w, sha256=sha256(data)) if w.name == name else w for w in profile.wheels)
    return evolve(profile, wheels=wheels)
