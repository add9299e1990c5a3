"""Numbers as a spreadsheet shows them: no digit of a phone number is lost."""

import pytest

from docveil.extract.shown_numbers import shown


@pytest.mark.parametrize(
    ("value", "code", "expected"),
    [
        ("5550143", "General", "5550143"),
        ("4.915112345678E+12", "General", "4915112345678"),
        ("0.30000000000000004", "General", "0.3"),
        ("123456789", "000-00-0000", "123-45-6789"),
        ("5550143", "[<=9999999]###-####;(###) ###-####", "555-0143"),
        ("2025550143", "[<=9999999]###-####;\\(###\\)\\ ###\\-####", "(202) 555-0143"),
        ("1234567.891", "#,##0.00", "1,234,567.89"),
        ("-5", "0;(0)", "(5)"),
        ("-3.2", "0.0", "-3.2"),
        ("7", "00000", "00007"),
        ("0.25", "0%", "25%"),
        ("1234.5", '"EUR "#,##0.00', "EUR 1,234.50"),
        ("12345", "0.00E+00", "12345"),
        ("31229", "yyyy-mm-dd", "1985-07-01"),
        ("45000.5", "m/d/yyyy h:mm", "3/15/2023 12:00"),
        ("0.75", "h:mm AM/PM", "6:00 PM"),
        ("44197", "mmmm d, yyyy", "January 1, 2021"),
        ("no number", "0", "no number"),
    ],
)
def test_a_number_is_shown_by_its_code(value: str, code: str, expected: str) -> None:
    assert shown(value, code) == expected


def test_days_may_be_counted_from_1904() -> None:
    assert shown("29767", "yyyy-mm-dd", since_1904=True) == "1985-07-01"
