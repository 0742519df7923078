"""Positions in a text as editors count them: lines and columns."""

from __future__ import annotations

import re
from bisect import bisect_right
from dataclasses import dataclass


@dataclass(frozen=True)
class Position:
    """1-based line and column; columns count characters (Unicode code points)."""

    line: int
    column: int


class Lines:
    """The lines of `text`, ended by CR LF, LF or CR."""

    def __init__(self, text: str) -> None:
        self.starts = [0, *(m.end() for m in re.finditer(r"\r\n|\r|\n", text))]

    def position(self, offset: int) -> Position:
        """Where the character at `offset` (from 0) stands."""
        line = bisect_right(self.starts, offset)
        return Position(line, offset - self.starts[line - 1] + 1)
