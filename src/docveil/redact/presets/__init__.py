"""The policies that ship with docveil, as data."""
