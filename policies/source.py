"""Lines of a policy file: where a key stands, for errors that a person can go to."""

from __future__ import annotations

import re
from collections.abc import Sequence

_HEADER = re.compile(r"^\s*(\[\[?)\s*([A-Za-z0-9_.\"-]+)\s*\]\]?\s*(?:#.*)?$")
_KEY = re.compile(r"^\s*\"?([A-Za-z0-9_-]+)\"?\s*(?:\.\s*\"?[A-Za-z0-9_-]+\"?\s*)*=")
_FENCE = re.compile(r"\"\"\"|'''")

Place = tuple[str | int, ...]


class Lines:
    """Finds the line (1-based) of a place in TOML text, as pydantic names places: ("rule", 3, "text").

    The TOML parser of the standard library keeps no positions; the shapes that a policy has (tables, arrays of
    tables, keys at the start of a line) are told apart line by line. What is written otherwise is found at the
    nearest table.
    """

    def __init__(self, text: str) -> None:
        self._places: dict[Place, int] = {}
        table: Place = ()
        counts: dict[str, int] = {}
        quoted = False
        for number, line in enumerate(text.splitlines(), 1):
            was_quoted = quoted
            if len(_FENCE.findall(line)) % 2:
                quoted = not quoted
            if was_quoted:
                continue
            if header := _HEADER.match(line):
                name = header[2].replace('"', "")
                if header[1] == "[[":
                    table = (name, counts.get(name, 0))
                    counts[name] = counts.get(name, 0) + 1
                else:
                    table = tuple(name.split("."))
                self._places.setdefault(table, number)
            elif key := _KEY.match(line):
                self._places.setdefault((*table, key[1]), number)

    def of(self, place: Sequence[str | int]) -> int | None:
        """The line of `place`, or of the nearest table around it; None where the file names neither."""
        for end in range(len(place), 0, -1):
            line = self._places.get(tuple(place[:end]))
            if line is not None:
                return line
        return None
