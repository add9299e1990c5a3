"""How a document is put together: what is left out of the text, and what is set apart. Pure functions on documents."""

from docveil.structure.drop import drop_plan
from docveil.structure.footnotes import footnotes_last

__all__ = ["drop_plan", "footnotes_last"]
