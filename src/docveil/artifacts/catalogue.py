"""What each profile needs, and which are prepared: the lines of `docveil artifacts list`."""

from collections.abc import Iterable, Iterator
from importlib.util import find_spec
from pathlib import Path

from attrs import frozen

from docveil.artifacts.hub import HUB
from docveil.artifacts.manifest import PROFILES, Profile, load_profile
from docveil.artifacts.record import recorded_profile
from docveil.artifacts.store import ArtifactStore, default_directory
from docveil.errors import DocveilError

# What has to be installed beyond docveil itself: to prepare, and to read with it.
NEEDS: dict[str, tuple[str, ...]] = {"heron": ("torch", "transformers", "docling_ibm_models")}


@frozen
class Prepared:
    """A directory in which a profile was looked for.

    Attributes:
        directory: Where.
        problem: What is wrong with it, or empty where every file was verified.
    """

    directory: Path
    problem: str = ""


@frozen
class Listing:
    """One profile.

    Attributes:
        profile: Its manifest.
        prepared: Directories that were prepared for it.
        missing: Packages that it needs and that are not installed.
    """

    profile: Profile
    prepared: tuple[Prepared, ...]
    missing: tuple[str, ...]


def catalogue(directories: Iterable[Path] = ()) -> tuple[Listing, ...]:
    """Every profile, looked for in `directories` and where docveil looks by itself; what is found is verified."""
    given = list(directories)
    return tuple(_listing(name, [*given, default_directory(name)]) for name in PROFILES)


def _listing(name: str, directories: Iterable[Path]) -> Listing:
    found = [d for d in dict.fromkeys(directories) if recorded_profile(d) == name]
    return Listing(load_profile(name), tuple(_prepared(d, name) for d in found), missing_packages(name))


def _prepared(directory: Path, name: str) -> Prepared:
    try:
        ArtifactStore.open(directory, name)
    except DocveilError as error:
        return Prepared(directory, error.what)
    return Prepared(directory)


def missing_packages(name: str) -> tuple[str, ...]:
    """Packages that the profile `name` needs for reading and that are not installed."""
    return tuple(package for package in NEEDS.get(name, ()) if find_spec(package) is None)


def lines(listing: Listing) -> Iterator[str]:
    """The listing for people, a line each."""
    profile = listing.profile
    known = sum(f.size or 0 for f in profile.files)
    licences = ", ".join(sorted({f.licence for f in profile.files}))
    yield f"{profile.name}: {len(profile.files)} files, {known / 1e6:.0f} MB, {licences}"
    hosts = ["a package index (pip)"] * bool(profile.wheels) + [HUB] * bool(profile.repositories)
    hosts += list(dict.fromkeys(a.host for a in profile.addresses))
    yield f"  prepared once from: {'; '.join(hosts)}"
    for wheel in profile.wheels:
        yield f"  {wheel.name} {wheel.version}: {wheel.licence}; {wheel.origin}"
    for repository in profile.repositories:
        at = f"{repository.repository} at {repository.revision[:12]}"
        yield f"  {at}: {repository.licence}; {repository.origin}"
    for address in profile.addresses:
        yield f"  {address.url.rsplit('/', 1)[-1]}: {address.licence}; {address.origin}"
    if profile.first_use:
        yield f"  without a digest in docveil, trusted on first use: {', '.join(profile.first_use)}"
    if listing.missing:
        yield f"  to read with it, install docveil[heron]; not installed: {', '.join(listing.missing)}"
    for prepared in listing.prepared:
        yield f"  {'changed' if prepared.problem else 'prepared'}: {prepared.directory}" + (
            f" ({prepared.problem})" if prepared.problem else ""
        )
    if not listing.prepared:
        yield f"  not prepared: docveil artifacts prepare DIR --profile {profile.name} --allow-download"
