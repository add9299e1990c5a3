"""Zip packages and OLE containers at the door. Nothing is unpacked to disk, and no entry's path is ever used as one."""

import re
import zipfile
import zlib
from io import BytesIO

import olefile

from docveil.errors import ExtractionFailed, SourceRefused
from docveil.intake.limits import Limits

_CONTENT_TYPES = "[Content_Types].xml"
_SMALL = 1024 * 1024
_CHUNK = 1 << 16
_OVERRIDE = re.compile(rb'<(?:\w+:)?Override\b[^>]*?\bContentType\s*=\s*["\']([^"\']+)["\']')
# Longest list of parts that is looked at.
_LIST_WINDOW = 4 * _SMALL


def open_package(data: bytes) -> zipfile.ZipFile:
    """The package.

    Raises:
        ExtractionFailed: it is truncated or corrupt.
    """
    try:
        return zipfile.ZipFile(BytesIO(data))
    except (zipfile.BadZipFile, ValueError, NotImplementedError, OSError):
        raise ExtractionFailed("The package is truncated or corrupt: it has no sound list of entries.") from None


def package_types(data: bytes, limits: Limits) -> tuple[frozenset[str], str]:
    """The content types that an Office package declares, and the `mimetype` that other packages declare.

    Raises:
        SourceRefused: over the limit of entries.
        ExtractionFailed: truncated or corrupt.
    """
    with open_package(data) as package:
        if len(package.infolist()) > limits.max_entries:
            raise SourceRefused(f"The package has over {limits.max_entries} entries.")
        names = set(package.namelist())
        declared = ""
        if "mimetype" in names:
            declared = _start_of(package, "mimetype", 200).decode("ascii", "replace").strip()
        types: frozenset[str] = frozenset()
        if _CONTENT_TYPES in names:
            listed = _start_of(package, _CONTENT_TYPES, _LIST_WINDOW)
            types = frozenset(t.decode("ascii", "replace") for t in _OVERRIDE.findall(listed))
        return types, declared


def _start_of(package: zipfile.ZipFile, name: str, size: int) -> bytes:
    try:
        with package.open(name) as entry:
            return entry.read(size)
    except (zipfile.BadZipFile, zlib.error, RuntimeError, NotImplementedError, OSError, EOFError):
        raise ExtractionFailed("The package is corrupt: an entry cannot be unpacked.") from None


def check_package(data: bytes, limits: Limits) -> None:
    """Unpack every entry, keeping none, and hold what comes out against the limits: a header may lie about sizes.

    Raises:
        SourceRefused: over a limit, an entry that is locked, listed twice, or whose path leads out of the package.
        ExtractionFailed: truncated or corrupt.
    """
    total = 0
    with open_package(data) as package:
        entries = package.infolist()
        if len(entries) > limits.max_entries:
            raise SourceRefused(f"The package has over {limits.max_entries} entries.")
        if len({e.filename.casefold() for e in entries}) != len(entries):
            raise SourceRefused("The package lists an entry twice.", next_step="Open it and save it again.")
        for entry in entries:
            if _escapes(entry.filename):
                raise SourceRefused("The package has an entry whose path leads out of it.")
            if entry.flag_bits & 1:
                raise SourceRefused("An entry of the package is locked.", next_step="Save a copy without the password.")
            total += _unpacked(package, entry, limits, limits.max_unpacked_bytes - total)


def _escapes(name: str) -> bool:
    return name.startswith(("/", "\\")) or ":" in name or ".." in re.split(r"[/\\]", name) or "\0" in name


def _unpacked(package: zipfile.ZipFile, entry: zipfile.ZipInfo, limits: Limits, left: int) -> int:
    size = 0
    most = max(limits.max_ratio * entry.compress_size, _SMALL)
    try:
        with package.open(entry) as stream:
            while chunk := stream.read(_CHUNK):
                size += len(chunk)
                if size > left:
                    raise SourceRefused(f"The package unpacks to over {limits.max_unpacked_bytes} bytes.")
                if size > most:
                    raise SourceRefused(f"An entry of the package unpacks to over {limits.max_ratio} times its size.")
    except (zipfile.BadZipFile, zlib.error, RuntimeError, NotImplementedError, OSError, EOFError):
        raise ExtractionFailed("The package is corrupt: an entry cannot be unpacked.") from None
    return size


def container_streams(data: bytes) -> frozenset[str]:
    """Names of the top streams of an OLE container.

    Raises:
        ExtractionFailed: truncated or corrupt.
    """
    try:
        with olefile.OleFileIO(BytesIO(data)) as container:
            return frozenset(path[0] for path in container.listdir(streams=True, storages=True))
    except Exception:
        raise ExtractionFailed("The container is truncated or corrupt.") from None
