"""The password of an encrypted document, from the terminal."""

from __future__ import annotations

import sys

import typer


def ask_password() -> str | None:
    """None where nobody can be asked."""
    if not sys.stdin.isatty():
        return None
    return typer.prompt("Password", hide_input=True, err=True) or None
