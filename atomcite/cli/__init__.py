"""The command line."""

from atomcite.cli.main import main

__all__ = ["main"]
