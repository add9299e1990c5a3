"""The record of a prepared directory, `docveil-artifacts.json`: what it was prepared for, and the digest of each file.

For a file whose digest ships inside docveil the record is a note for people and never a source of trust: it has to be the
very bytes that docveil would write. For the others it holds what was downloaded first. Who wants more than that gives a
record that somebody vouches for: with it nothing is trusted on first use.
"""

import json
from pathlib import Path
from typing import Any

from attrs import evolve

from docveil.artifacts.manifest import PROFILES, ArtifactFile, Profile
from docveil.errors import ArtifactsError, UsageError

RECORD = "docveil-artifacts.json"
_SCHEMA = "docveil.artifacts/1"
_LARGEST = 1 << 20


def record(profile: Profile) -> bytes:
    """The one content that the record of `profile` may have; every digest must be known."""
    if profile.first_use:
        raise ArtifactsError("A record needs the digest of every file.")
    files = [{"path": f.path, "role": f.role, "sha256": f.sha256, "size": f.size} for f in profile.files]
    content: dict[str, Any] = {"schema": _SCHEMA, "profile": profile.name, "files": files}
    if profile.repositories:
        content["repositories"] = [_repository(profile, r.name) for r in profile.repositories]
    return f"{json.dumps(content, indent=1)}\n".encode()


def _repository(profile: Profile, name: str) -> dict[str, str]:
    found = next(r for r in profile.repositories if r.name == name)
    return {"repository": found.repository, "revision": found.revision}


def recorded_profile(directory: Path) -> str | None:
    """The profile that the record in `directory` names, if docveil knows it: a hint, which opening then puts to the test."""
    try:
        name = _read(directory / RECORD).get("profile")
    except ArtifactsError:
        return None
    return name if isinstance(name, str) and name in PROFILES else None


def with_digests(profile: Profile, directory: Path) -> Profile:
    """`profile` with the digests that the manifest lacks, out of the record in `directory`.

    Raises:
        ArtifactsError: digests are lacking, and there is no record or it does not list these files.
    """
    return _filled(profile, _read(directory / RECORD)) if profile.first_use else profile


def vouched(profile: Profile, path: Path) -> Profile:
    """`profile` with every digest as the record in the file `path` has it.

    Raises:
        UsageError: the file cannot be read or is no record.
        ArtifactsError: it is one of other files, of another revision, or against the digests that ship inside docveil.
    """
    try:
        given = _read(path)
    except ArtifactsError:
        raise UsageError(
            "The file given with --expect is no record of a prepared directory.",
            next_step=f"Give the {RECORD} of a directory that someone vouches for.",
        ) from None
    filled = _filled(profile, given)
    if json.loads(record(filled)) != given:
        raise ArtifactsError(
            f"The record given with --expect is not of the profile {profile.name} as this docveil pins it.",
            next_step="Get the record from someone with the same docveil version; do not prepare without knowing why.",
        )
    return filled


def _filled(profile: Profile, content: dict[str, Any]) -> Profile:
    if content.get("profile") != profile.name:
        raise ArtifactsError(f"The record is not one of the profile {profile.name}.")
    listed = content.get("files")
    if not isinstance(listed, list) or len(listed) != len(profile.files):
        raise ArtifactsError(f"The record does not list the files of the profile {profile.name}.")
    files = tuple(_fill(file, entry) for file, entry in zip(profile.files, listed, strict=True))
    return evolve(profile, files=files)


def _fill(file: ArtifactFile, entry: Any) -> ArtifactFile:
    """A pinned file as it is, another with what the record says. The path is always the manifest's own."""
    if not isinstance(entry, dict) or (entry.get("path"), entry.get("role")) != (file.path, file.role):
        raise ArtifactsError("The record lists another file than the manifest.")
    size, digest = entry.get("size"), entry.get("sha256")
    if type(size) is not int or not 0 <= size <= file.limit or not isinstance(digest, str):
        raise ArtifactsError(f"The record holds no size and digest of {file.path} that can be.")
    if file.sha256 is None:
        return evolve(file, size=size, sha256=digest)
    if (size, digest) != (file.size, file.sha256):
        raise ArtifactsError(
            f"The record has another digest of {file.path} than the manifest that ships inside docveil."
        )
    return file


def _read(path: Path) -> dict[str, Any]:
    try:
        if path.is_symlink() or not path.is_file():
            raise ArtifactsError(f"The record {RECORD} is missing.")
        with path.open("rb") as stream:
            data = stream.read(_LARGEST + 1)
        content = json.loads(data) if len(data) <= _LARGEST else None
    except (OSError, ValueError, RecursionError):
        content = None
    if not isinstance(content, dict) or content.get("schema") != _SCHEMA:
        raise ArtifactsError(f"The record {RECORD} is not one that docveil writes.")
    return content
