"""Which of the verified errors a plan takes."""

from __future__ import annotations

import random
from collections import defaultdict
from collections.abc import Sequence

from atomcite.benchmarks.dataset import ErrorType
from atomcite.benchmarks.injection.candidate import Candidate
from atomcite.benchmarks.injection.plan import Plan


def chosen(made: Sequence[Candidate], plan: Plan, rng: random.Random) -> tuple[list[Candidate], list[Candidate]]:
    """(taken, left out), each in the order given. Within a type, documents take turns, and so do the claims of a
    document, so that no single page or sentence decides on a type; degrees are drawn by their weights."""
    by_type: defaultdict[ErrorType, list[Candidate]] = defaultdict(list)
    for candidate in made:
        if not plan.difficulty or plan.difficulty.get(candidate.difficulty, 0) > 0:
            by_type[candidate.type].append(candidate)
    most = plan.per_type
    if plan.balance and by_type:
        rarest = min(len(group) for group in by_type.values())
        most = rarest if most is None else min(most, rarest)
    taken = {id(c) for group in by_type.values() for c in _drawn(group, plan, most, rng)}
    return [c for c in made if id(c) in taken], [c for c in made if id(c) not in taken]


def _drawn(group: Sequence[Candidate], plan: Plan, most: int | None, rng: random.Random) -> list[Candidate]:
    if most is None or most >= len(group):
        return list(group)
    used: defaultdict[str, int] = defaultdict(int)
    left = rng.sample(group, len(group))
    out: list[Candidate] = []
    while left and len(out) < most:
        degree = _degree(left, plan, rng)
        best = min(
            (c for c in left if degree is None or c.difficulty == degree),
            key=lambda c: (used[f"d {c.source.document.id}"], used[f"c {c.source.claim.id}"]),
        )
        left.remove(best)
        out.append(best)
        used[f"d {best.source.document.id}"] += 1
        used[f"c {best.source.claim.id}"] += 1
    return out


def _degree(left: Sequence[Candidate], plan: Plan, rng: random.Random) -> str | None:
    """The degree of the next one, drawn by weight among those that there are; None where degrees don't matter."""
    if not plan.difficulty:
        return None
    there = sorted({c.difficulty for c in left})
    return rng.choices(there, [plan.difficulty[d] for d in there])[0]
