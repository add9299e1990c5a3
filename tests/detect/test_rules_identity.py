import pytest

from docveil.detect import labels as L
from docveil.detect.rules import RulesReader


def found(text: str) -> set[tuple[str, str]]:
    return {(text[s.start : s.end], s.label) for s in RulesReader().read((text,))[0]}


@pytest.mark.parametrize(
    ("text", "value", "label"),
    [
        ("SSN: 219-09-9999", "219-09-9999", L.US_SSN),
        ("219-09-9999", "219-09-9999", L.US_SSN),
        ("SSN 2l9-O9-9999", "2l9-O9-9999", L.US_SSN),
        ("Passport No. X1234567", "X1234567", L.PASSPORT),
        ("MRN 12345", "12345", L.MEDICAL_RECORD),
        ("Chart no. 88124", "88124", L.MEDICAL_RECORD),
        ("Driver's License: D123-4567-8901", "D123-4567-8901", L.DRIVER_LICENSE),
        ("Plate: AB12 CDE", "AB12 CDE", L.LICENSE_PLATE),
        ("Policy number: ABC-99812", "ABC-99812", L.INSURANCE_NUMBER),
        ("Employee ID: E10442", "E10442", L.EMPLOYEE_ID),
        ("Student no. 2019334", "2019334", L.STUDENT_ID),
        ("Account number: 00123456", "00123456", L.BANK_ACCOUNT),
        ("Account ID: 88213-A", "88213-A", L.ACCOUNT_ID),
        ("Routing number: 021000021", "021000021", L.ROUTING_NUMBER),
    ],
)
def test_is_found_whole(text: str, value: str, label: str) -> None:
    assert (value, label) in found(text)


@pytest.mark.parametrize(
    ("text", "label"),
    [
        ("000-12-3456", L.US_SSN),
        ("666-12-3456", L.US_SSN),
        ("insurance 2024 report", L.INSURANCE_NUMBER),
        ("policy of 2019", L.INSURANCE_NUMBER),
        ("chart 1234", L.MEDICAL_RECORD),
        ("the staff 1200 people", L.EMPLOYEE_ID),
        ("the student 101 course", L.STUDENT_ID),
        ("Invoice no.: 5550142", L.ACCOUNT_ID),
        ("Order no.: 5550142", L.ACCOUNT_ID),
        ("plate tectonics since 1912", L.LICENSE_PLATE),
    ],
)
def test_ordinary_text_stays(text: str, label: str) -> None:
    assert label not in {name for _, name in found(text)}
