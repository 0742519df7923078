"""Whole pages written by hand, each with statements that hold, that do not, and that hold by half.

`written/*.txt` hold them: "=== language title", the page's paragraphs parted by empty lines, "---", then a statement
a line after "+" (holds), "-" (does not) or "~" (one half does not, so the whole does not). Unlike the families they
have the headings, items and neighbours among which a statement finds what it is about, and nothing is drawn.
"""

from __future__ import annotations

from collections.abc import Iterator
from importlib.resources import files

from atomcite.benchmarks.prose.generator import LabelledClaim, ProsePage
from atomcite.benchmarks.prose.layout import lay_out

LOTS = ("first", "second", "third")
"""The lot to tune on, then those of which only totals are read."""
_KINDS = {"+": (True, "honest"), "-": (False, "wrong"), "~": (False, "half")}


def written(lot: str) -> Iterator[ProsePage]:
    """The pages of a lot. Raises FileNotFoundError for a lot that is not known, ValueError for a malformed line."""
    source = files(__package__).joinpath("written", f"{lot}.txt").read_text("utf-8")
    for number, part in enumerate(source.split("\n=== ")[1:], 1):
        title, _, rest = part.partition("\n")
        text, _, lines = rest.partition("\n---\n")
        claims = tuple(_claim(line) for line in lines.splitlines() if line.strip())
        text = text.strip()
        yield ProsePage(lot, title.split()[0], text, lay_out(text, page=number), claims)


def _claim(line: str) -> LabelledClaim:
    sign, _, statement = line.partition(" ")
    if sign not in _KINDS:
        raise ValueError(f"A statement starts with +, - or ~ and a space: {line!r}")
    holds, kind = _KINDS[sign]
    return LabelledClaim(statement, holds, kind)
