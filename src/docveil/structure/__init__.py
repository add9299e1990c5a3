"""How a document is put together: what is left out of the text, and what is set apart. Pure functions on documents."""

from docveil.structure.footnotes import footnotes_last
from docveil.structure.left_out import LeftOut, left_out

__all__ = ["LeftOut", "footnotes_last", "left_out"]
