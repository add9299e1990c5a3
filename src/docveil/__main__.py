"""`python -m docveil` is the command line."""

from docveil.cli import main

main()
