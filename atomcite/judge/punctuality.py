"""In time or late: "delivered on time" is no more borne out by "delivered on 3 May" than by "two days late"."""

from __future__ import annotations

from collections.abc import Sequence

from atomcite.judge.clauses import reads
from atomcite.judge.correspondence import Dispute
from atomcite.judge.grounds import Ground
from atomcite.judge.wordlists import phrases, stems
from atomcite.judge.words import Token


def otherwise_timed(g: Ground) -> Dispute | None:
    """The statement says that a thing was done in time, the page that it was late or nothing of it; or the other way
    round."""
    tokens = g.statement.tokens
    mine = {name: at for name in ("on_time", "not_on_time") if (at := _phrase(tokens, range(len(tokens)), name)) >= 0}
    if len(mine) != 1 or g.denies != _denies_itself(tokens):
        return None
    name, at = next(iter(mine.items()))
    other = "on_time" if name == "not_on_time" else "not_on_time"
    place = sorted(g.place | g.of_values)
    there = g.page.text.tokens
    if (own := _phrase(there, place, name)) >= 0:
        return _of_another(g, place, own, other)
    against = _phrase(there, place, other)
    if against >= 0 and not g.page.marked.negated[against]:
        return Dispute("judge.reversed", there[against].text, contradicts=True)
    if name == "on_time" and against < 0 and not any(there[t].stem in stems("of_time_set") for t in place):
        return Dispute("judge.added", tokens[at].text, contradicts=False)
    return None


def _of_another(g: Ground, place: Sequence[int], own: int, other: str) -> Dispute | None:
    """Both are said in the sentence, and what the statement speaks of stands between the commas of the contrary."""
    there = g.page.text.tokens
    parts: list[list[int]] = [[]]
    for k in place:
        if there[k].text in ",;":
            parts.append([])
        else:
            parts[-1].append(k)
    mine = next(p for p in parts if own in p)
    for part in parts:
        against = _phrase(there, part, other)
        if against < 0 or part is mine:
            continue
        for term in g.content:
            near = [k for k in g.tokens_of(term) if k in place]
            if near and all(k in part and k != against for k in near):
                return Dispute("judge.reversed", there[against].text, contradicts=True)
    return None


def _phrase(tokens: Sequence[Token], places: Sequence[int], name: str) -> int:
    """Where a phrase of a list stands, -1 without one."""
    return next((i for i in places for p in phrases(name) if reads(tokens, i, p)), -1)


def _denies_itself(tokens: Sequence[Token]) -> bool:
    """Whether all that the statement denies is the delay ("without delay")."""
    return any(
        reads(tokens, i, p) for i in range(len(tokens)) for p in phrases("on_time") if p[0] in {"without", "без"}
    )
