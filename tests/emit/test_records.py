"""A record is the report, counted."""

import pytest
from attrs import evolve

from docveil.emit.records import fingerprint_id, is_unresolved, parse_record
from docveil.errors import InvalidNoun
from docveil.model.document import FURNITURE_ROLES, Fingerprint, Ledger, LedgerNote, PageRecord
from docveil.model.processed import Report

REPORT = Report(
    (), (), (), Ledger(), Fingerprint("0", "test"), (("footnote", 2), ("page_footer", 3), ("page_header", 4))
)


def with_notes(*notes: LedgerNote) -> Report:
    return evolve(REPORT, ledger=Ledger((PageRecord(1, 5, 0),), notes))


def test_running_heads_are_counted_as_read_and_as_left_out() -> None:
    dropped = [LedgerNote(role, "dropped", 2) for role in sorted(FURNITURE_ROLES)]
    record = parse_record(
        "0" * 16, with_notes(*dropped, LedgerNote("hyphens", "normalised", 7), LedgerNote("caption", "dropped"))
    )
    assert (record.chrome, record.chrome_removed, record.footnotes) == (7, 4, 2)
    page = parse_record("0" * 16, with_notes(LedgerNote("page_chrome", "no_main_text_not_read", 3)))
    assert page.chrome_removed == 3


def test_what_could_not_be_made_out_is_told_from_what_nobody_asked_for() -> None:
    assert is_unresolved("failed_page", "any_reason_at_all")
    assert not is_unresolved("picture", "no_text_found")
    assert not is_unresolved("comment", "not_read_by_default")
    notes = (LedgerNote("ocr_line", "confidence_too_low", 3), LedgerNote("comment", "not_read_by_default", 5))
    assert parse_record("0" * 16, with_notes(*notes)).unresolved == 3


def test_a_fingerprint_has_one_id_and_another_has_another() -> None:
    assert fingerprint_id(Fingerprint("0", "test")) == fingerprint_id(REPORT.fingerprint)
    assert fingerprint_id(Fingerprint("1", "test")) != fingerprint_id(REPORT.fingerprint)


@pytest.mark.parametrize("doc_id", ["", "Mara Lindqvist", "0" * 15, "0" * 17, "A" * 16, f"{'0' * 16}\n"])
def test_nothing_but_a_document_id_is_taken_for_one(doc_id: str) -> None:
    with pytest.raises(InvalidNoun) as caught:
        parse_record(doc_id, REPORT)
    assert "Mara" not in str(caught.value)


def test_a_report_counts_known_roles_only() -> None:
    with pytest.raises(InvalidNoun):
        evolve(REPORT, roles=(("mara_lindqvist", 1),))
