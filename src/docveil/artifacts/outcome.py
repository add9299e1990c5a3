"""How a download ended: the one word that its process says."""

from enum import Enum


class Outcome(Enum):
    """What the parent makes a message of."""

    DONE = "done"
    NO_CLIENT = "no_client"
    UNREACHABLE = "unreachable"
    REFUSED = "refused"
    MISSING = "missing"
    OTHER_REVISION = "other_revision"
    OTHER_SIZE = "other_size"
