"""One text for one value, so that hashes of data mean something."""

from __future__ import annotations

import json
from hashlib import sha256


def canonical(data: object) -> bytes:
    """`data` as JSON in the manner of RFC 8785: keys sorted, no white space, UTF-8, nothing escaped that need not be.

    Keys are sorted by code points and numbers written as Python writes them, which is RFC 8785 for the ASCII keys,
    strings and whole numbers that manifests and events hold; other numbers are refused. Raises TypeError or
    ValueError for what can't be written so.
    """
    _check(data)
    return json.dumps(data, ensure_ascii=False, allow_nan=False, sort_keys=True, separators=(",", ":")).encode(
        "utf-8"
    )


def digest(data: bytes) -> str:
    """SHA-256, hexadecimal."""
    return sha256(data).hexdigest()


def _check(data: object) -> None:
    if isinstance(data, float):
        raise TypeError(f"{data} is no whole number: write it as a string")
    if isinstance(data, dict):
        for key, value in data.items():
            if not isinstance(key, str):
                raise TypeError(f"{key!r} is no key")
            _check(value)
    elif isinstance(data, list | tuple):
        for value in data:
            _check(value)
