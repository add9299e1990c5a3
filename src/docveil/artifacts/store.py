"""The store: the only maker of a VerifiedFile. Nothing is loaded that was not hashed first.

What this does not stop: someone who can write to the directory while docveil runs. Bytes are hashed again as they are read
or copied; where a library opens the folder itself (`folder`, for spaCy) the time between hashing and loading is short, not
zero.
"""

import hashlib
import os
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import platformdirs
from attrs import field, frozen

from docveil.artifacts.manifest import PROFILES, ArtifactFile, Profile, load_profile
from docveil.artifacts.record import RECORD, record, recorded_profile, vouched, with_digests
from docveil.errors import ArtifactsError

ENVIRONMENT = "DOCVEIL_ARTIFACTS"
_CHUNK = 1024 * 1024
_KEY = object()
# (profile, directory) of what this process verified, the last one last.
_verified_here: list[tuple[str, Path]] = []


def _made_by_the_store(_: object, __: object, value: object) -> None:
    if value is not _KEY:
        raise ArtifactsError("A VerifiedFile is made by ArtifactStore only.")


@frozen
class VerifiedFile:
    """A file whose bytes were found to be what the manifest says.

    Attributes:
        path: Where it is.
        role: What it is for.
        sha256: Of its bytes.
        size: Bytes.
    """

    path: Path
    role: str
    sha256: str
    size: int
    _key: object = field(validator=_made_by_the_store, repr=False, eq=False)

    def read_bytes(self) -> bytes:
        """The bytes, hashed again.

        Raises:
            ArtifactsError: they are not what was verified.
        """
        try:
            data = self.path.read_bytes()
        except OSError:
            raise ArtifactsError(f"The model file {self.role} cannot be read.") from None
        if hashlib.sha256(data).hexdigest() != self.sha256:
            raise ArtifactsError(f"The model file {self.role} was changed after it was verified.")
        return data

    def copy_to(self, target: Path) -> None:
        """Write the bytes to the new file `target`, hashed as they are read: what is there then is what was verified.

        Raises:
            ArtifactsError: they are not what was verified, or cannot be written.
        """
        try:
            target.parent.mkdir(parents=True, exist_ok=True)
            digest = hashlib.sha256()
            with self.path.open("rb") as stream, target.open("xb") as out:
                while chunk := stream.read(_CHUNK):
                    digest.update(chunk)
                    out.write(chunk)
        except OSError:
            raise ArtifactsError(f"The model file {self.role} cannot be copied to a place of its own.") from None
        if digest.hexdigest() != self.sha256:
            target.unlink()
            raise ArtifactsError(f"The model file {self.role} was changed after it was verified.")


@frozen
class ArtifactStore:
    """A prepared directory, every file of which was hashed when it was opened.

    Attributes:
        directory: Where it is.
        profile: Name of its profile.
        first_use: Paths of the files that no manifest vouches for: they are what was downloaded first.
    """

    directory: Path
    profile: str
    _files: dict[str, VerifiedFile] = field(repr=False)
    first_use: tuple[str, ...] = ()

    @classmethod
    def open(cls, directory: Path, profile: str = "embedded", *, expect: Path | None = None) -> "ArtifactStore":
        """Hash every file below `directory` and hold it against the manifest that ships with docveil.

        Args:
            directory: A prepared one.
            profile: What it has to be prepared for.
            expect: A record that someone vouches for; with it, no digest is taken from the directory itself.

        Raises:
            ArtifactsError: a file is missing, changed or extra, a link stands anywhere, or the record is not the
                manifest's own. The message names the file by its path inside the directory.
            UsageError: there is no such profile, or `expect` is no record.
        """
        shipped = load_profile(profile)
        manifest = shipped if expect is None else vouched(shipped, expect)
        unknown = manifest.first_use
        _refuse_unless_directory(directory)
        _refuse_other_profile(directory, profile)
        manifest = with_digests(manifest, directory)
        verify_directory(directory, manifest)
        store = cls(directory, profile, {f.role: _verified(directory, f) for f in manifest.files}, unknown)
        _verified_here.append((profile, directory.absolute()))
        return store

    @classmethod
    def open_any(cls, directory: Path | None = None) -> "ArtifactStore":
        """The directory of whichever profile it was prepared for: for what is the same in all, such as finding names.

        Raises:
            ArtifactsError: as `open`.
        """
        if directory is None and not os.environ.get(ENVIRONMENT) and _verified_here:
            profile, directory = _verified_here[-1]
            return cls.open(directory, profile)
        found = resolve_directory(directory)
        # The record only says which manifest to hold the files against.
        return cls.open(found, recorded_profile(found) or PROFILES[0])

    def file(self, role: str) -> VerifiedFile:
        """The file for `role`.

        Raises:
            ArtifactsError: the profile has none.
        """
        if role not in self._files:
            raise ArtifactsError(f"The profile {self.profile} has no file for {role}.")
        return self._files[role]

    def folder(self, prefix: str) -> Path:
        """The folder that holds the files of `prefix`, each hashed again now, for a library that opens it itself.

        Raises:
            ArtifactsError: the profile has no such folder, or a file was changed since.
        """
        files = [f for role, f in sorted(self._files.items()) if role.startswith(f"{prefix}/")]
        if not files:
            raise ArtifactsError(f"The profile {self.profile} has no folder {prefix}.")
        folder = self.directory / prefix
        if set(_walk(folder)) != {f.path.relative_to(folder).as_posix() for f in files}:
            raise ArtifactsError(f"The folder {prefix} of the model directory was changed after it was verified.")
        for file in files:
            file.read_bytes()
        return folder

    @property
    def digests(self) -> tuple[tuple[str, str], ...]:
        """`(role, SHA-256)` of every file, ascending."""
        return tuple(sorted((role, file.sha256) for role, file in self._files.items()))


def _verified(directory: Path, file: ArtifactFile) -> VerifiedFile:
    if file.sha256 is None or file.size is None:
        raise ArtifactsError(f"There is no digest of the model file {file.path}.")
    return VerifiedFile(directory / file.path, file.role, file.sha256, file.size, _KEY)


def _refuse_unless_directory(directory: Path) -> None:
    if directory.is_symlink() or not directory.is_dir():
        raise ArtifactsError("There is no prepared model directory where one was looked for.")


def _refuse_other_profile(directory: Path, profile: str) -> None:
    other = recorded_profile(directory)
    if other is not None and other != profile:
        raise ArtifactsError(
            f"The model directory was prepared for the profile {other}, not {profile}.",
            next_step=f"Say --profile {other}, or give a directory that was prepared for {profile}.",
        )


def verify_directory(directory: Path, profile: Profile) -> None:
    """Raise ArtifactsError unless `directory` holds exactly what `profile` lists, and its record."""
    _refuse_unless_directory(directory)
    expected = {f.path: f for f in profile.files}
    seen = set(_walk(directory))
    for path in sorted(expected.keys() - seen):
        raise ArtifactsError(f"The model file {path} is missing.")
    if RECORD not in seen:
        raise ArtifactsError(f"The record {RECORD} is missing.")
    # An extra file has an unknown name: it is counted, not named.
    extra = len(seen - expected.keys() - {RECORD})
    if extra:
        raise ArtifactsError(f"{extra} files in the model directory are not in the manifest.")
    if not _holds(directory / RECORD, record(profile)):
        raise ArtifactsError(f"The record {RECORD} is not the one that docveil writes.")
    with ThreadPoolExecutor() as pool:
        # Hashing lets go of the interpreter; the first file in order that is not right is the one that is named.
        list(pool.map(lambda item: _check(directory / item[0], item[1]), sorted(expected.items())))


def _holds(path: Path, content: bytes) -> bool:
    try:
        with path.open("rb") as stream:
            return stream.read(len(content) + 1) == content
    except OSError:
        return False


def _walk(directory: Path) -> Iterator[str]:
    """Relative path of every file; a link of any kind is refused, since it could lead anywhere tomorrow."""
    for root, folders, names in os.walk(directory):
        for name in (*folders, *names):
            path = Path(root) / name
            if path.is_symlink():
                raise ArtifactsError("A symbolic link stands in the model directory.")
            if name in names:
                if not path.is_file():
                    raise ArtifactsError("Something in the model directory is neither a file nor a folder.")
                yield path.relative_to(directory).as_posix()


def _check(path: Path, file: ArtifactFile) -> None:
    digest = hashlib.sha256()
    try:
        if path.stat().st_size != file.size:
            raise ArtifactsError(f"The model file {file.path} has another size than the manifest says.")
        with path.open("rb") as stream:
            while chunk := stream.read(_CHUNK):
                digest.update(chunk)
    except OSError:
        raise ArtifactsError(f"The model file {file.path} cannot be read.") from None
    if digest.hexdigest() != file.sha256:
        raise ArtifactsError(f"The model file {file.path} is not the one that the manifest lists.")


def resolve_directory(explicit: Path | None = None, profile: str = PROFILES[0]) -> Path:
    """Where the model files of `profile` are.

    That is `explicit`, else `DOCVEIL_ARTIFACTS`, else the directory that this process verified last, else the user data
    directory. The third is safe: every verified directory of a profile holds the same bytes, so which one it is changes
    nothing; where first uses are trusted the result's fingerprint tells.
    """
    if explicit is not None:
        return explicit
    if os.environ.get(ENVIRONMENT):
        return Path(os.environ[ENVIRONMENT])
    here = [directory for name, directory in _verified_here if name == profile]
    return here[-1] if here else default_directory(profile)


def default_directory(profile: str) -> Path:
    """Where a profile is looked for when nothing else is said."""
    return Path(platformdirs.user_data_dir("docveil", appauthor=False)) / "artifacts" / profile
