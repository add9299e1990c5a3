"""Questions over parse records: which documents were not read as they should be, and by what."""
