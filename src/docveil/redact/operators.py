"""What stands in place of a finding."""

from docveil.errors import UsageError

PLACEHOLDER = "placeholder"
OPERATORS = frozenset({PLACEHOLDER, "remove"})


def replacement(operator: str, label: str) -> str:
    """The text that replaces a finding of `label`.

    Raises:
        UsageError: there is no operator of that name.
    """
    if operator == PLACEHOLDER:
        return f"<{label}>"
    if operator == "remove":
        return ""
    raise UsageError("There is no operator of that name.", next_step=f"Choose one of: {', '.join(sorted(OPERATORS))}.")
