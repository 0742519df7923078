"""Errors that models make by themselves: collected, annotated, adjudicated."""
