"""From findings to a cleaned document: what to hide, with what, and the projection onto the elements."""
