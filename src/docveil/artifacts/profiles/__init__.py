"""One manifest a profile."""
