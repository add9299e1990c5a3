"""Who somebody is to a contract or a court: words of law that no list has as anybody's name.

Models know `Lender` and take `Sublessee` and `MORTGAGOR`, which they have hardly read, for surnames or towns.
"""

import re

from docveil.detect.gazetteer import is_name_of_a_person

_ROLES = frozenset(
    "adviser advisor agent appellant appellee applicant appointee arbitrator assignee assignor attorney bailor beneficiary "
    "borrower broker buyer charterer claimant co-borrower co-issuer consignee consignor consultant corporation counterparty "
    "creditor custodian customer debtor defendant depositary depositor director distributor donee donor employee employer "
    "endorsee endorser escrowee executive executor executrix fiduciary franchisee franchisor grantee grantor guarantor "
    "indemnifier indemnitee indemnitor insured insurer intervenor investor issuer landlord lender lessee lessor licensee "
    "licensor lienholder lienor manufacturer mortgagee mortgagor noteholder obligee obligor offeree offeror optionee "
    "optionor owner participant partnership payee payor petitioner plaintiff pledgee pledgor policyholder principal "
    "promisee promisor promissor purchaser receiver registrant releasee releasor remarketer respondent securityholder "
    "seller servicer settlor shareholder shipowner shipper sponsor stockholder subcontractor sublandlord sublessee "
    "sublessor sublicensee sublicensor subscriber subservicer subtenant supplier surety tenant testator testatrix "
    "transferee transferor trustee trustor underwriter unitholder vendee vendor warrantholder warrantor".split()
)
_WORD = re.compile(r"[^\W\d_]+(?:-[^\W\d_]+)*")


def is_role(found: str) -> bool:
    """Whether every word of `found` is such a word, in the singular or plural, in any case; `Sellers` is a surname."""
    words = _WORD.findall(found.casefold())
    return bool(words) and all(map(_is_one, words))


def _is_one(word: str) -> bool:
    return word in _ROLES or (word.removesuffix("s") in _ROLES and not is_name_of_a_person(word))
