"""Words of law are nobody's name, and every surname stays one."""

import pytest

from docveil.detect.gazetteer import is_name_of_a_person
from docveil.detect.labels import LOCATION, PERSON
from docveil.detect.roles import _ROLES, is_role
from docveil.detect.terms import Terms
from docveil.model.ranges import SourceRange


@pytest.mark.parametrize("found", ["Sublessee", "MORTGAGOR", "Lessor, Lessee", "Franchisees", "Optionee"])
@pytest.mark.parametrize("label", [LOCATION, PERSON])
def test_a_role_in_a_contract_is_a_term(found: str, label: str) -> None:
    text = f"If {found} defaults, all is due."
    assert Terms(text).cover(label, (SourceRange(3, 3 + len(found)),))


@pytest.mark.parametrize("found", ["Sellers", "Banks", "Holder", "Carrier", "Mary Tenant", "Sublessee Okonkwo", ""])
def test_a_name_is_no_role(found: str) -> None:
    assert not is_role(found)


def test_no_role_is_a_name_of_the_lists() -> None:
    assert not [word for word in _ROLES if is_name_of_a_person(word)]
