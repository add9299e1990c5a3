"""How many documents became what: of one document, of a shard, of a run."""

from collections import Counter
from collections.abc import Mapping

from attrs import field, frozen


@frozen
class Counts:
    """Sums over documents; value-free.

    Attributes:
        statuses: `{status: documents}`; a status is `cleaned`, `partial` or `failed`.
        failures: `{stage/code: documents}`.
        pages: Pages of cleaned documents.
        characters: Code points of cleaned texts.
        copies: Rows of the input beyond the first of each document.
    """

    statuses: Mapping[str, int] = field(factory=dict)
    failures: Mapping[str, int] = field(factory=dict)
    pages: int = 0
    characters: int = 0
    copies: int = 0

    def __add__(self, other: "Counts") -> "Counts":
        return Counts(
            dict(Counter(self.statuses) + Counter(other.statuses)),
            dict(Counter(self.failures) + Counter(other.failures)),
            self.pages + other.pages,
            self.characters + other.characters,
            self.copies + other.copies,
        )

    @property
    def documents(self) -> int:
        """All of them."""
        return sum(self.statuses.values())

    @property
    def failed(self) -> int:
        """Documents that failed."""
        return self.statuses.get("failed", 0)

    @property
    def partial(self) -> int:
        """Documents that are published without some pages."""
        return self.statuses.get("partial", 0)
