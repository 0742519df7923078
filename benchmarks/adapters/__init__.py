"""Data sets of others, read into the bench's records."""
