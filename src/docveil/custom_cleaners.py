"""Cleaners of the user's own, by entry point group `docveil.cleaners`.

An entry point names a `Cleaner`, or a class or function without arguments that makes one. It is code that the user installed
and trusts; what it returns is checked like docveil's own plans.
"""

import inspect
from importlib.metadata import entry_points
from typing import Any

from docveil.cleaner import UNIFIED, Cleaner
from docveil.errors import UsageError
from docveil.model.document import Fingerprint

GROUP = "docveil.cleaners"
_ADVICE = (
    "Give an object with pii_processing, fingerprint and plan(document), which returns an EditPlan: "
    "one Edit with its source range for each change."
)


def load_cleaner(name: str) -> Cleaner:
    """The cleaner of the entry point `name`.

    Raises:
        UsageError: there is no such entry point or there are several, it cannot be loaded, or it is no cleaner.
    """
    points = [point for point in entry_points(group=GROUP) if point.name == name]
    if len(points) != 1:
        raise UsageError(f"{len(points) or 'No'} installed packages offer a cleaner of that name.")
    try:
        made = points[0].load()
        if isinstance(made, type) or (callable(made) and not hasattr(made, "plan")):
            if _takes_something(made):
                raise UsageError(
                    "A cleaner from text to text cannot be proven on a document's elements.", next_step=_ADVICE
                )
            made = made()
        return checked(made)
    except UsageError:
        raise
    except Exception as error:
        raise UsageError(f"The cleaner cannot be loaded: {type(error).__name__}.") from None


def checked(made: Any) -> Cleaner:
    """`made`, if it is a cleaner for whole documents.

    Raises:
        UsageError: it is not.
    """
    if not callable(getattr(made, "plan", None)):
        raise UsageError("The entry point is no cleaner.", next_step=_ADVICE)
    if getattr(made, "pii_processing", None) != UNIFIED:
        raise UsageError('A document is cleaned as a whole: the cleaner needs pii_processing="unified".')
    if type(getattr(made, "fingerprint", None)) is not Fingerprint:
        raise UsageError("The cleaner has no Fingerprint.", next_step=_ADVICE)
    cleaner: Cleaner = made
    return cleaner


def _takes_something(made: Any) -> bool:
    return any(
        parameter.default is parameter.empty and parameter.kind not in (parameter.VAR_POSITIONAL, parameter.VAR_KEYWORD)
        for parameter in inspect.signature(made).parameters.values()
    )
