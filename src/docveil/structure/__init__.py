"""How a document is put together: what is left out of the text, and what is set apart. Pure functions on documents."""
