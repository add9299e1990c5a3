"""The way back: exact, encrypted, private, apart from what is shared; and refused in every other case."""

import stat
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from docveil import clean_document
from docveil.errors import CleaningFailed, UsageError, VerificationFailed
from docveil.model.document import ExtractedDocument, Fingerprint
from docveil.model.edits import EditPlan
from docveil.redact.reversal import Reversal
from docveil.redact.vault import _HEADER, Vault, _frames
from tests.properties.strategies import documents, plans
from tests.redact.support import KEY, OTHER, everywhere, plan_with
from tests.support import document

ID = "0" * 16
SOURCE = document("Mara Lindqvist said <PERSON_1>, \\1 and [REDACTED].", "Ms Lindqvist left.")
PLAN = plan_with(SOURCE, everywhere(SOURCE, PERSON=["Mara Lindqvist", "Ms Lindqvist"]), "reversible")


class Reversible:
    """A cleaner that asks for a vault."""

    pii_processing = "unified"
    needs_vault = True
    fingerprint = Fingerprint("0", "test")

    def plan(self, _: ExtractedDocument) -> EditPlan:
        return PLAN


@given(documents(), st.data())
def test_every_plan_can_be_undone(source: ExtractedDocument, data: st.DataObject) -> None:
    plan = data.draw(plans(source))
    assert Reversal.of(source.text, plan).restore(plan.apply(source.text)) == source.text


def test_look_alikes_restore_exactly() -> None:
    cleaned = PLAN.apply(SOURCE.text)
    assert cleaned.startswith("<PERSON~_1> said <PERSON_1>, \\1 and [REDACTED].")
    assert Reversal.of(SOURCE.text, PLAN).restore(cleaned) == SOURCE.text


def test_a_changed_text_is_not_restored() -> None:
    reversal = Reversal.of(SOURCE.text, PLAN)
    with pytest.raises(VerificationFailed, match="not the one"):
        reversal.restore(PLAN.apply(SOURCE.text) + " ")
    forged = Reversal(reversal.cleaned, reversal.source, reversal.pieces[:-1])
    with pytest.raises(VerificationFailed, match="not the source"):
        forged.restore(PLAN.apply(SOURCE.text))


def test_reversible_without_a_vault_is_refused() -> None:
    with pytest.raises(UsageError, match="vault"):
        clean_document(SOURCE, Reversible())


def test_the_way_back_is_kept_before_the_result_is_given(tmp_path: Path) -> None:
    vault = Vault(tmp_path / "vault", KEY)
    processed = clean_document(SOURCE, Reversible(), keep=lambda reversal: vault.add(ID, reversal))
    assert "Lindqvist" not in processed.text
    again = Vault(tmp_path / "vault", KEY, must_exist=True)
    assert [way.restore(processed.text) for way in again.find(ID)] == [SOURCE.text]
    assert again.find("1" * 16) == ()


def test_a_vault_is_private_and_unreadable(tmp_path: Path) -> None:
    path = tmp_path / "vault"
    Vault(path, KEY).add(ID, Reversal.of(SOURCE.text, PLAN))
    assert stat.S_IMODE(path.stat().st_mode) == 0o600
    data = path.read_bytes()
    for hidden in (b"Lindqvist", b"Mara", ID.encode(), KEY.secret, b"PERSON"):
        assert hidden not in data
    assert "vault" not in repr(Vault(path, KEY)).lower().replace("vault()", "")


def test_another_key_opens_nothing(tmp_path: Path) -> None:
    Vault(tmp_path / "vault", KEY)
    with pytest.raises(UsageError, match="another key"):
        Vault(tmp_path / "vault", OTHER)


@pytest.mark.parametrize("inside", ["out/vault", "out/deeper/vault", "out/../out/vault", "link/vault"])
def test_a_vault_in_the_output_folder_is_refused(tmp_path: Path, inside: str) -> None:
    (tmp_path / "out" / "deeper").mkdir(parents=True)
    (tmp_path / "link").symlink_to(tmp_path / "out")
    with pytest.raises(UsageError, match="output folder"):
        Vault(tmp_path / inside, KEY, apart_from=[tmp_path / "out"])
    assert not [p for p in (tmp_path / "out").rglob("*") if p.is_file()]


def test_a_vault_that_others_can_read_is_refused(tmp_path: Path) -> None:
    Vault(tmp_path / "vault", KEY)
    (tmp_path / "vault").chmod(0o640)
    with pytest.raises(UsageError, match="Others"):
        Vault(tmp_path / "vault", KEY)


@pytest.mark.parametrize("content", [b"x", b"docveil.vault/1\n", b"PRIVATE-Okonkwo" * 9])
def test_what_is_no_vault_is_refused_and_left_alone(tmp_path: Path, content: bytes) -> None:
    path = tmp_path / "PRIVATE-Okonkwo"
    path.write_bytes(content)
    path.chmod(0o600)
    with pytest.raises(UsageError) as caught:
        Vault(path, KEY)
    assert "Okonkwo" not in str(caught.value)
    assert path.read_bytes() == content


@pytest.mark.parametrize("path", ["absent/vault", "folder", "link"])
def test_a_path_that_is_no_file_of_ones_own_is_refused(tmp_path: Path, path: str) -> None:
    (tmp_path / "folder").mkdir()
    (tmp_path / "elsewhere").write_bytes(b"")
    (tmp_path / "link").symlink_to(tmp_path / "elsewhere")
    with pytest.raises(UsageError, match="cannot be opened"):
        Vault(tmp_path / path, KEY)
    with pytest.raises(UsageError, match="cannot be opened"):
        Vault(tmp_path / "none", KEY, must_exist=True)


def test_records_can_be_neither_changed_exchanged_nor_moved(tmp_path: Path) -> None:
    path = tmp_path / "vault"
    vault = Vault(path, KEY)
    for _ in range(2):
        vault.add(ID, Reversal.of(SOURCE.text, PLAN))
    good = path.read_bytes()
    frames = [good[start:end] for start, end in _frames(good)]
    flipped = bytearray(good)
    flipped[-1] ^= 1
    swapped = good[:_HEADER] + frames[0] + frames[2] + frames[1]
    salted = good[: _HEADER - 1] + bytes([good[_HEADER - 1] ^ 1]) + good[_HEADER:]
    for bad in (bytes(flipped), swapped, salted, good[:_HEADER] + b"".join(frames[1:])):
        path.write_bytes(bad)
        with pytest.raises(UsageError, match="another key, or it was changed"):
            Vault(path, KEY).find(ID)


def test_a_record_that_a_killed_run_began_does_no_harm(tmp_path: Path) -> None:
    path = tmp_path / "vault"
    vault = Vault(path, KEY)
    vault.add(ID, Reversal.of(SOURCE.text, PLAN))
    path.write_bytes(path.read_bytes() + b"\x00\x00\x10\x00half")
    Vault(path, KEY).add("1" * 16, Reversal.of(SOURCE.text, PLAN))
    assert len(Vault(path, KEY).find(ID)) == len(Vault(path, KEY).find("1" * 16)) == 1


def test_a_vault_that_cannot_be_written_fails_the_document(tmp_path: Path) -> None:
    vault = Vault(tmp_path / "vault", KEY)
    (tmp_path / "vault").unlink()
    with pytest.raises(CleaningFailed, match="cannot be written"):
        vault.add(ID, Reversal.of(SOURCE.text, PLAN))
