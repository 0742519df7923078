"""The answer cut into pieces, each of which belongs to the same claims from end to end."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise

from atomcite.domain import ClaimResult
from atomcite.reports.labels import URGENCY


@dataclass(frozen=True)
class Piece:
    """A part of the answer. `claims` are positions in the report, most urgent verdict first; `ends` are those of them
    whose last part ends here; `citation` tells a citation mark from a statement."""

    text: str
    claims: tuple[int, ...] = ()
    ends: tuple[int, ...] = ()
    citation: bool = False


def pieces(answer: str, claims: Sequence[ClaimResult]) -> list[Piece]:
    """The whole of `answer` in order: joined, the texts of the pieces are the answer again."""
    size = len(answer)
    said: list[tuple[int, int, int]] = []
    cited: list[tuple[int, int, int]] = []
    for number, claim in enumerate(claims):
        said += [(s.start, min(s.end, size), number) for s in claim.spans]
        cited += [(c.span.start, min(c.span.end, size), number) for c in claim.citations if c.span is not None]
    last = {number: end for _, end, number in sorted(said, key=lambda s: s[1])}
    edges = sorted({0, size, *(e for start, end, _ in said + cited if start < end for e in (start, end))})
    found = []
    for start, end in pairwise(edges):
        of_statement = {n for s, e, n in said if s <= start and end <= e}
        of_mark = {n for s, e, n in cited if s <= start and end <= e}
        owners = of_statement or of_mark
        found.append(
            Piece(
                text=answer[start:end],
                claims=tuple(sorted(owners, key=lambda n: (URGENCY.index(claims[n].verdict), n))),
                ends=tuple(sorted(n for n in of_statement if last[n] == end)),
                citation=bool(of_mark) and not of_statement,
            )
        )
    return found
