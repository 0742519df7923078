"""The answer cut into pieces, each of which belongs to the same claims from end to end, and laid out with them."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import accumulate, pairwise

from atomcite.domain import ClaimResult
from atomcite.reports.answer_layout import Event, Visible, divided, last_before, layout
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


@dataclass(frozen=True)
class Laid:
    """An event of the answer's layout. `piece` is set for text that belongs to claims; `ends` are the claims that end
    with it."""

    event: Event
    piece: Piece | None = None
    ends: tuple[int, ...] = ()


def laid_out(answer: str, claims: Sequence[ClaimResult]) -> list[Laid]:
    """The answer as its readers see it, with the claims that its stretches belong to.

    A claim whose last characters are markup ends with the last text that a reader sees of it.
    """
    parts = pieces(answer, claims)
    starts = [0, *accumulate(len(p.text) for p in parts)]
    events = divided(layout(answer), starts)
    ends: dict[int, list[int]] = {}
    for part, end in zip(parts, starts[1:], strict=True):
        at = last_before(events, end) if part.ends else None
        if at is not None:
            ends.setdefault(at, []).extend(part.ends)
    found = []
    for n, event in enumerate(events):
        piece = None
        if isinstance(event, Visible) and event.start >= 0:
            owner = parts[bisect_right(starts, event.start) - 1]
            piece = owner if owner.claims else None
        found.append(Laid(event, piece, tuple(sorted(ends.get(n, ())))))
    return found
