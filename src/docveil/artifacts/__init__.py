"""Model files: listed in a manifest that ships with docveil, prepared once, and verified before every use."""
