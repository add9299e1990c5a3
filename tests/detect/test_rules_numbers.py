import pytest

from docveil.detect import labels as L
from docveil.detect.rules import RulesReader


def found(text: str) -> set[tuple[str, str]]:
    return {(text[s.start : s.end], s.label) for s in RulesReader().read((text,))[0]}


@pytest.mark.parametrize(
    ("text", "value", "label"),
    [
        ("card 4111 1111 1111 1111", "4111 1111 1111 1111", L.CREDIT_CARD),
        ("4111111111111111", "4111111111111111", L.CREDIT_CARD),
        ("3782-822463-10005", "3782-822463-10005", L.CREDIT_CARD),
        ("DE89 3704 0044 0532 0130 00 is mine", "DE89 3704 0044 0532 0130 00", L.IBAN_CODE),
        ("gb82west12345698765432", "gb82west12345698765432", L.IBAN_CODE),
        ("host 192.0.2.17 down", "192.0.2.17", L.IP_ADDRESS),
        ("192.0.2.17:8080", "192.0.2.17", L.IP_ADDRESS),
        ("2001:db8::1 is up", "2001:db8::1", L.IP_ADDRESS),
        ("fe80::1ff:fe23:4567:890a", "fe80::1ff:fe23:4567:890a", L.IP_ADDRESS),
        ("00:00:5E:00:53:AF", "00:00:5E:00:53:AF", L.MAC_ADDRESS),
        ("0000.5e00.53af", "0000.5e00.53af", L.MAC_ADDRESS),
        ("40.7128, -74.0060", "40.7128, -74.0060", L.COORDINATES),
        ("0x52908400098527886E0F7030069857D2E4169EE7", "0x52908400098527886E0F7030069857D2E4169EE7", L.CRYPTO),
        ("to 1BvBMSEYstWetqTFn5Au4m4GFg7xJaNVN2", "1BvBMSEYstWetqTFn5Au4m4GFg7xJaNVN2", L.CRYPTO),
        ("NIR 1 85 05 78 006 084 91", "1 85 05 78 006 084 91", L.NATIONAL_ID),
        ("BSN 111222333", "111222333", L.NATIONAL_ID),
        ("12345678Z", "12345678Z", L.NATIONAL_ID),
        ("X1234567L", "X1234567L", L.NATIONAL_ID),
        ("1M8GDM9AXKP042788", "1M8GDM9AXKP042788", L.VEHICLE_ID),
    ],
)
def test_is_found_whole(text: str, value: str, label: str) -> None:
    assert (value, label) in found(text)


@pytest.mark.parametrize(
    ("text", "label"),
    [
        ("4111 1111 1111 1112", L.CREDIT_CARD),
        ("0000 0000 0000 0000", L.CREDIT_CARD),
        ("DE89 3704 0044 0532 0130 01", L.IBAN_CODE),
        ("version 1.2.3.4", L.IP_ADDRESS),
        ("1.2.3.4.5", L.IP_ADDRESS),
        ("999.1.1.1", L.IP_ADDRESS),
        ("at 10:30:00", L.IP_ADDRESS),
        ("std::vector a1::b2", L.IP_ADDRESS),
        ("10:30:00:12:13", L.MAC_ADDRESS),
        ("3.1, 4.2", L.COORDINATES),
        ("0x7ffe", L.CRYPTO),
        ("total 111222333 units", L.NATIONAL_ID),
        ("12345678A", L.NATIONAL_ID),
        ("1M8GDM9A1KP042788", L.VEHICLE_ID),
    ],
)
def test_ordinary_text_stays(text: str, label: str) -> None:
    assert label not in {name for _, name in found(text)}
