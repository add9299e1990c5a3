"""How a document is put together: what is left out of the text, and what is set apart. Pure functions on documents."""

from docveil.structure.columns import column_notes
from docveil.structure.footnotes import footnotes_last
from docveil.structure.left_out import LeftOut, left_out

__all__ = ["LeftOut", "column_notes", "footnotes_last", "left_out"]
