"""Numbers behind their labels, country by country, in the places where documents write them. All are invented or specimens.

Rules alone: no model is asked, so nothing here depends on what one happens to think of a number.
"""

from collections.abc import Callable

import pytest

from docveil.detect.ensemble import Ensemble
from docveil.detect.labels import DATE_TIME
from docveil.detect.presidio import PresidioReader
from docveil.detect.rules import RulesReader
from docveil.model.document import ExtractedDocument
from docveil.views import build_views
from tests.support import document, table

NUMBERS = {
    "UK": [
        ("National Insurance number", "AB 12 34 56 C"),
        ("NI no.", "AB123456C"),
        ("NHS number", "943 476 5919"),
        ("NHS No", "9434765919"),
        ("Unique Taxpayer Reference", "1234567890"),
        ("UTR", "12345 67890"),
        ("Driving licence number", "MORGA657054SM9IJ"),
        ("Driver number", "MORGA 657054 SM9IJ 35"),
        ("Passport no.", "925665416"),
        ("Registration number", "AB12 CDE"),
        ("Vehicle registration", "AB12CDE"),
        ("Sort code", "12-34-56"),
        ("Account number", "12345678"),
        ("Account no", "31926819"),
        ("Mobile", "07700 900123"),
        ("Tel", "020 7946 0018"),
        ("Postcode", "SW1A 2AA"),
        ("Hospital number", "H123456"),
        ("Policy number", "POL-998877-A"),
    ],
    "DE": [
        ("Steuer-ID", "86 095 742 719"),
        ("Steuerliche Identifikationsnummer", "86095742719"),
        ("Steuernummer", "93815/08152"),
        ("Sozialversicherungsnummer", "65 070649 J 003"),
        ("SV-Nummer", "65070649J003"),
        ("Personalausweisnummer", "T220001293"),
        ("Ausweis-Nr.", "L01X00T471"),
        ("Reisepass-Nr.", "C01X00T47"),
        ("F\u00fchrerscheinnummer", "B072RRE2I55"),
        ("Kennzeichen", "M-AB 1234"),
        ("Krankenversichertennummer", "A123456780"),
        ("Versichertennummer", "A123456780"),
        ("IBAN", "DE89 3704 0044 0532 0130 00"),
        ("Kontonummer", "532013000"),
        ("BLZ", "37040044"),
        ("Telefon", "030 23125 017"),
        ("Handy", "0151 23456789"),
        ("Geburtsdatum", "07.06.1949"),
        ("PLZ", "10115"),
        ("Personalnummer", "00471234"),
        ("Matrikelnummer", "3141592"),
    ],
    "FR": [
        ("Num\u00e9ro de s\u00e9curit\u00e9 sociale", "1 85 05 78 006 084 91"),
        ("N\u00b0 fiscal", "30 23 217 600 053"),
        ("Num\u00e9ro fiscal", "3023217600053"),
        ("Carte nationale d\u2019identit\u00e9", "880692310285"),
        ("CNI n\u00b0", "880692310285"),
        ("Passeport n\u00b0", "12AB34567"),
        ("Permis de conduire n\u00b0", "911091204562"),
        ("Immatriculation", "AB-123-CD"),
        ("T\u00e9l\u00e9phone", "01 99 00 12 34"),
        ("Portable", "06 39 98 12 34"),
        ("N\u00e9e le", "12/03/1985"),
        ("Code postal", "75011"),
        ("RIB", "30002 00550 0000157845Z 02"),
    ],
    "ES": [
        ("DNI", "12345678Z"),
        ("NIE", "X1234567L"),
        ("Pasaporte n.\u00ba", "AAA123456"),
        ("Matr\u00edcula", "1234 BCD"),
        ("N\u00famero de la Seguridad Social", "28 12345678 40"),
        ("NSS", "281234567840"),
        ("Tel\u00e9fono", "612 345 678"),
        ("M\u00f3vil", "+34 612 345 678"),
        ("Fecha de nacimiento", "04/07/1961"),
        ("Tarjeta sanitaria", "BBBB123456789012"),
        ("C\u00f3digo postal", "28013"),
        ("Permiso de conducir", "12345678-Z"),
    ],
    "IT": [
        ("Codice fiscale", "RSSMRA85T10A562S"),
        ("Patente n.", "U1B234567C"),
        ("Passaporto n.", "YA1234567"),
        ("Carta d\u2019identit\u00e0 n.", "CA12345AA"),
        ("Targa", "AB 123 CD"),
        ("Partita IVA", "12345678903"),
        ("Telefono", "06 555 5012"),
        ("Cellulare", "320 123 4567"),
        ("Data di nascita", "10/12/1985"),
        ("Tessera sanitaria", "80380000300123456789"),
        ("CAP", "00184"),
    ],
    "NL": [
        ("BSN", "111222333"),
        ("Burgerservicenummer", "111222333"),
        ("Paspoortnummer", "NP1234567"),
        ("Rijbewijsnummer", "5123456789"),
        ("Kenteken", "12-ABC-3"),
        ("Telefoonnummer", "020 555 0142"),
        ("Geboortedatum", "12-03-1985"),
        ("Rekeningnummer", "NL91 ABNA 0417 1643 00"),
        ("Postcode", "1012 AB"),
    ],
    "IN": [
        ("Aadhaar", "2341 2341 2346"),
        ("Aadhaar No.", "234123412346"),
        ("PAN", "ABCPE1234F"),
        ("Passport No", "A1234567"),
        ("Voter ID", "ABC1234567"),
        ("EPIC No.", "ABC1234567"),
        ("Driving Licence No", "MH12 20110012345"),
        ("Vehicle No", "MH 12 AB 1234"),
        ("Mobile", "98765 43210"),
        ("UAN", "100123456789"),
        ("PIN code", "560001"),
        ("IFSC", "SBIN0001234"),
    ],
    "AU": [
        ("TFN", "123 456 782"),
        ("Tax file number", "123456782"),
        ("Medicare number", "2123 45670 1"),
        ("Passport number", "N1234567"),
        ("Licence no.", "12345678"),
        ("Rego", "ABC-123"),
        ("BSB", "062-000"),
        ("Account", "1234 5678"),
        ("Phone", "(02) 5550 1234"),
        ("Mobile", "0491 570 006"),
        ("CRN", "123 456 789A"),
        ("Postcode", "2600"),
    ],
    "CA": [
        ("SIN", "046 454 286"),
        ("Social Insurance Number", "046-454-286"),
        ("Health card", "1234-567-890-AB"),
        ("OHIP", "1234567890"),
        ("Passport", "AB123456"),
        ("Driver's licence", "D1234-56789-01234"),
        ("Licence plate", "ABCD 123"),
        ("Transit no.", "12345"),
        ("Phone", "613-555-0142"),
        ("Postal code", "K1A 0B1"),
    ],
    "US": [
        ("SSN", "078-05-1120"),
        ("Social Security Number", "078051120"),
        ("ITIN", "912-70-1234"),
        ("EIN", "12-3456789"),
        ("Passport #", "C12345678"),
        ("Driver's License", "D1234567"),
        ("DL #", "F255-9215-0094"),
        ("License plate", "7ABC123"),
        ("MRN", "00482910"),
        ("Medical Record Number", "MR-4829-10"),
        ("Member ID", "XYZ123456789"),
        ("Group number", "0098765"),
        ("Medicare number", "1EG4-TE5-MK73"),
        ("NPI", "1234567893"),
        ("DEA number", "AB1234563"),
        ("Routing number", "021000021"),
        ("Checking account", "000123456789"),
        ("Card number", "4242 4242 4242 4242"),
        ("CVV", "123"),
        ("Phone", "(415) 555-0132"),
        ("Fax", "415.555.0133"),
        ("Cell", "4155550134"),
        ("DOB", "4/7/1961"),
        ("Date of birth", "April 7, 1961"),
        ("Age", "63"),
        ("ZIP", "94110"),
        ("Employee ID", "E-10442"),
        ("Badge no.", "77120"),
        ("Student ID", "900123456"),
        ("Password", "hunter2!x"),
        ("API key", "q8Zx-77ab-Pp01"),
        ("Twitter", "@jane_roe7"),
        ("VIN", "1M8GDM9AXKP042788"),
        ("IP address", "192.0.2.44"),
        ("MAC", "00:00:5E:00:53:AF"),
        ("Device ID", "A1B2C3D4-0001-4E5F-9000-0123456789AB"),
        ("Claim number", "CLM-2023-88112"),
        ("Account ID", "AC-99812"),
        ("Customer number", "C0098123"),
        ("Patient ID", "P-77121"),
        ("Coordinates", "40.7128, -74.0060"),
    ],
}
FRAMES: dict[str, Callable[[str, str], ExtractedDocument]] = {
    "colon": lambda name, value: document(f"{name}: {value}"),
    "sentence": lambda name, value: document(f"Please note that the {name} is {value} as of today."),
    "blank": lambda name, value: document(f"{name} {value}"),
    "line above": lambda name, value: document(f"{name}\n{value}\n\nThank you."),
    "dotted line": lambda name, value: document(f"{name} ........ {value}"),
    "ruled line": lambda name, value: document(f"{name}: ____ {value}"),
    "ruled over": lambda name, value: document(f"{name}: __{value}__ Date: ____"),
    "brackets": lambda name, value: document(f"The file ({name} {value}) was opened."),
    "column": lambda name, value: document(*table(("Ref", name, "Status"), ("a", value, "open"), ("b", value, "open"))),
    "row": lambda name, value: document(*table(("Status", "open"), (name, value), ("Result", "done"))),
}
READERS = Ensemble((PresidioReader(), RulesReader()))


def left(source: ExtractedDocument, value: str) -> str:
    """The letters and digits of all places of `value` that nothing covers; an ordinary date covers nothing."""
    found = (f for f in READERS.find(build_views(source)) if f.label != DATE_TIME)
    hidden = {i for finding in found for fragment in finding.fragments for i in range(fragment.start, fragment.end)}
    text, at, rest = source.text, source.text.find(value), ""
    while at >= 0:
        rest += "".join(text[i] for i in range(at, at + len(value)) if text[i].isalnum() and i not in hidden)
        at = text.find(value, at + 1)
    return rest


@pytest.mark.parametrize("frame", FRAMES)
@pytest.mark.parametrize("country", NUMBERS)
def test_a_number_behind_its_label_is_hidden_whole(country: str, frame: str) -> None:
    survivors = [name for name, value in NUMBERS[country] if left(FRAMES[frame](name, value), value)]
    assert survivors == []


@pytest.mark.parametrize(
    "text",
    [
        "Cover plate 7310-0051 is loose.",
        "The policy covers 4,500 sites in 12 regions.",
        "Registration opens at 0900 in room 12.",
        "The claim that 4500 people came is false.",
        "See the chart 2 on page 14.",
        "Post-Digital art of 1200 words.",
        "Fig. 2 ........ 1204",
        "written to password.txt and no further",
        "A blog post. 1200 words long.",
        "bootloader 1.0.7.34 is installed",
        "Q1 0.965\n0.969 and 0.934\n0.927; text 0.88 0.857",
    ],
)
def test_numbers_that_only_look_labelled_stay(text: str) -> None:
    assert READERS.find(build_views(document(text))) == ()
