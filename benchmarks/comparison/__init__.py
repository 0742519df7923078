"""Runs of systems over a data set, and the report on them."""
