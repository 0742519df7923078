"""Systems under comparison, each behind the same protocol."""
