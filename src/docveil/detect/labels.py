"""The labels that detectors report: a closed set, Presidio's names where it has one."""

from types import MappingProxyType

PERSON = "PERSON"
ORGANIZATION = "ORGANIZATION"
LOCATION = "LOCATION"
ADDRESS = "ADDRESS"
NRP = "NRP"
PHONE_NUMBER = "PHONE_NUMBER"
EMAIL_ADDRESS = "EMAIL_ADDRESS"
URL = "URL"
IP_ADDRESS = "IP_ADDRESS"
MAC_ADDRESS = "MAC_ADDRESS"
DATE_OF_BIRTH = "DATE_OF_BIRTH"
AGE = "AGE"
DATE_TIME = "DATE_TIME"
CREDIT_CARD = "CREDIT_CARD"
IBAN_CODE = "IBAN_CODE"
BANK_ACCOUNT = "BANK_ACCOUNT"
ROUTING_NUMBER = "ROUTING_NUMBER"
US_SSN = "US_SSN"
TAX_ID = "TAX_ID"
NATIONAL_ID = "NATIONAL_ID"
PASSPORT = "PASSPORT"
DRIVER_LICENSE = "DRIVER_LICENSE"
LICENSE_PLATE = "LICENSE_PLATE"
VEHICLE_ID = "VEHICLE_ID"
MEDICAL_RECORD = "MEDICAL_RECORD"
INSURANCE_NUMBER = "INSURANCE_NUMBER"
MEDICAL_LICENSE = "MEDICAL_LICENSE"
USERNAME = "USERNAME"
EMPLOYEE_ID = "EMPLOYEE_ID"
STUDENT_ID = "STUDENT_ID"
ACCOUNT_ID = "ACCOUNT_ID"
COORDINATES = "COORDINATES"
SECRET = "SECRET"  # noqa: S105 - a label, not a secret
CRYPTO = "CRYPTO"

# Which label a joined finding takes: the first of its labels in this order. The most telling kind comes first, so that
# an address keeps its name when a city inside it is found too, and an e-mail address when its host reads as a URL.
PRECEDENCE = (
    SECRET,
    EMAIL_ADDRESS,
    IBAN_CODE,
    CREDIT_CARD,
    CRYPTO,
    US_SSN,
    NATIONAL_ID,
    TAX_ID,
    PASSPORT,
    DRIVER_LICENSE,
    MEDICAL_RECORD,
    INSURANCE_NUMBER,
    MEDICAL_LICENSE,
    EMPLOYEE_ID,
    STUDENT_ID,
    ACCOUNT_ID,
    VEHICLE_ID,
    LICENSE_PLATE,
    BANK_ACCOUNT,
    ROUTING_NUMBER,
    MAC_ADDRESS,
    IP_ADDRESS,
    COORDINATES,
    DATE_OF_BIRTH,
    PHONE_NUMBER,
    URL,
    USERNAME,
    ADDRESS,
    PERSON,
    LOCATION,
    AGE,
    NRP,
    ORGANIZATION,
    DATE_TIME,
)
LABELS = frozenset(PRECEDENCE)

# Labels of values that are mostly digits: a model that sees such a value alone can only guess.
NUMBERS = frozenset(
    {
        PHONE_NUMBER,
        TAX_ID,
        BANK_ACCOUNT,
        ROUTING_NUMBER,
        NATIONAL_ID,
        PASSPORT,
        DRIVER_LICENSE,
        US_SSN,
        ADDRESS,
        DATE_TIME,
    }
)
_RANK = MappingProxyType({label: rank for rank, label in enumerate(PRECEDENCE)})


def rank(label: str) -> tuple[int, str]:
    """Sort key of a label: its place in `PRECEDENCE`; labels of custom detectors come after, by name."""
    return (_RANK.get(label, len(_RANK)), label)
