"""What `docveil artifacts list` says."""

import shutil
from pathlib import Path

import pytest
from typer.testing import CliRunner

from docveil.artifacts import catalogue as catalogue_module
from docveil.artifacts.catalogue import catalogue, lines, missing_packages
from docveil.artifacts.manifest import PROFILES, Address, Repository, Wheel, load_profile
from docveil.artifacts.record import RECORD
from docveil.cli.artifacts import app


@pytest.fixture(autouse=True)
def _own_data(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "data"))
    monkeypatch.delenv("DOCVEIL_ARTIFACTS", raising=False)


def test_every_profile_with_size_licences_and_what_is_prepared(artifacts_dir: Path) -> None:
    """Sizes are the manifest's, and every source is named."""
    listings = {listing.profile.name: "\n".join(lines(listing)) for listing in catalogue([artifacts_dir])}
    assert tuple(listings) == PROFILES
    assert f"prepared: {artifacts_dir}" in listings["embedded"]
    assert "not prepared" not in listings["embedded"]
    for name, text in listings.items():
        profile = load_profile(name)
        size = sum(f.size or 0 for f in profile.files)
        assert f"{name}: {len(profile.files)} files, {size / 1e6:.0f} MB" in text
        sources: list[Wheel | Repository | Address] = [*profile.wheels, *profile.repositories, *profile.addresses]
        for source in sources:
            assert source.origin in text
            assert source.licence in text
        for path in profile.first_use:
            assert path in text
    assert "not prepared: docveil artifacts prepare DIR --profile heron --allow-download" in listings["heron"]
    assert "a model hub" in listings["heron"]
    assert "ModelScope" in listings["heron"]
    assert "a model hub" not in listings["embedded"]


def test_directory_that_changed_is_not_called_prepared(artifacts_dir: Path, tmp_path: Path) -> None:
    """It is named with what is wrong; an unrelated folder is not named at all."""
    changed = tmp_path / "models"
    changed.mkdir()
    shutil.copy(artifacts_dir / RECORD, changed / RECORD)
    (tmp_path / "other").mkdir()
    embedded = catalogue([changed, tmp_path / "other", tmp_path / "nowhere"])[0]
    [found] = embedded.prepared
    assert found.directory == changed
    assert "missing" in found.problem
    assert f"changed: {changed}" in "\n".join(lines(embedded))


def test_default_directory_is_looked_into(artifacts_dir: Path, tmp_path: Path) -> None:
    shutil.copytree(artifacts_dir, tmp_path / "data" / "docveil" / "artifacts" / "embedded")
    assert [p.problem for p in catalogue()[0].prepared] == [""]


def test_packages_that_a_profile_needs(monkeypatch: pytest.MonkeyPatch) -> None:
    """Only heron needs any."""
    monkeypatch.setattr(catalogue_module, "find_spec", lambda _: None)
    assert missing_packages("embedded") == missing_packages("heron-onnx") == ()
    assert "torch" in missing_packages("heron")
    assert "install docveil[heron]" in "\n".join(lines(catalogue()[2]))
    monkeypatch.setattr(catalogue_module, "find_spec", lambda name: name)
    assert missing_packages("heron") == ()


def test_command_prints_to_standard_output(artifacts_dir: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("DOCVEIL_ARTIFACTS", str(artifacts_dir))
    done = CliRunner().invoke(app, ["list"])
    assert done.exit_code == 0
    assert f"prepared: {artifacts_dir}" in done.stdout
    assert "heron-onnx: " in done.stdout
