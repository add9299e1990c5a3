"""How a cleaned document is put together, as settings: what is left out, what is set apart, how tables are written."""

from collections.abc import Mapping
from typing import Literal, get_args

from attrs import evolve, frozen

from docveil.errors import UsageError
from docveil.model.document import ROLES

Footnotes = Literal["inline", "end", "drop"]
Tables = Literal["cells", "grid", "rows"]
# The body is what all this is for, and cells are a grid.
DROPPABLE = ROLES - {"body", "cell"}


@frozen
class Structure:
    """What becomes of a document's parts.

    Attributes:
        drop: Roles of the elements that are left out, ascending; running heads only where they repeat (docs/structure.md).
        footnotes: `inline` where they stand, `end` behind everything else, or `drop`.
        body_text: Whether of an academic paper only the body text stays.
        tables: How a table is written in the text: `cells` with tabs, `grid` as Markdown, `rows` as a line for each row
            with its headings.

    Raises:
        UsageError: there is no such role or setting.
    """

    drop: tuple[str, ...] = ()
    footnotes: Footnotes = "inline"
    body_text: bool = False
    tables: Tables = "cells"

    def __attrs_post_init__(self) -> None:
        if not set(self.drop) <= DROPPABLE or list(self.drop) != sorted(set(self.drop)):
            known = ", ".join(sorted(DROPPABLE))
            raise UsageError("A role is to be dropped that there is not.", next_step=f"Choose out of: {known}.")
        for value, known_values in ((self.footnotes, get_args(Footnotes)), (self.tables, get_args(Tables))):
            if value not in known_values:
                raise UsageError(
                    "A setting of the structure is not one that there is.",
                    next_step=f"Choose one of: {', '.join(known_values)}.",
                )

    @property
    def dropped_roles(self) -> frozenset[str]:
        """Roles of the elements that are left out."""
        return frozenset(self.drop) | ({"footnote"} if self.footnotes == "drop" else frozenset())

    @property
    def moves(self) -> bool:
        """Whether elements are put into another order."""
        return self.footnotes == "end" and "footnote" not in self.drop

    def settings(self) -> tuple[tuple[str, str], ...]:
        """`(name, value)` pairs, ascending."""
        body_text = "true" if self.body_text else "false"
        drop = ",".join(self.drop)
        return (("body_text", body_text), ("drop", drop), ("footnotes", self.footnotes), ("tables", self.tables))

    def changed(self, table: Mapping[str, object]) -> "Structure":
        """The same settings with those of a `[structure]` table in place.

        Raises:
            UsageError: the table holds something else than such settings.
        """
        changes: dict[str, object] = {}
        for name, value in table.items():
            if name == "drop" and isinstance(value, list | tuple) and all(type(role) is str for role in value):
                changes[name] = tuple(sorted(set(value)))
            elif (name in ("footnotes", "tables") and type(value) is str) or (
                name == "body_text" and type(value) is bool
            ):
                changes[name] = value
            else:
                raise UsageError(
                    "The structure of a policy holds a key that docveil does not know, or another type.",
                    next_step="See docs/structure.md for its keys.",
                )
        return evolve(self, **changes)  # type: ignore[arg-type]  # checked above, and again by the record itself
