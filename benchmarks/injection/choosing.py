"""Which of the verified errors a plan takes."""

from __future__ import annotations

import random
from collections import defaultdict
from collections.abc import Mapping, Sequence
from math import ceil, floor

from atomcite.benchmarks.dataset import ErrorType
from atomcite.benchmarks.injection.candidate import Candidate
from atomcite.benchmarks.injection.plan import Plan


def chosen(
    made: Sequence[Candidate], plan: Plan, correct: int, rng: random.Random
) -> tuple[list[Candidate], list[Candidate]]:
    """(taken, left out), each in the order given: as many as make `correct` claims the share of controls that the
    plan asks for, types taking turns. Within a type, documents take turns, and so do the claims of a document, so
    that no single page or sentence decides on a type; degrees are drawn by their weights."""
    by_type: defaultdict[ErrorType, list[Candidate]] = defaultdict(list)
    for candidate in made:
        if not plan.difficulty or plan.difficulty.get(candidate.difficulty, 0) > 0:
            by_type[candidate.type].append(candidate)
    most = plan.per_type
    if plan.balance and by_type:
        rarest = min(len(group) for group in by_type.values())
        most = rarest if most is None else min(most, rarest)
    there = {kind: len(group) if most is None else min(most, len(group)) for kind, group in by_type.items()}
    quota = _in_turn(there, _errors_beside(correct, plan.controls))
    taken = {id(c) for kind, group in by_type.items() for c in _drawn(group, plan, quota[kind], rng)}
    return [c for c in made if id(c) in taken], [c for c in made if id(c) not in taken]


def _errors_beside(correct: int, share: float | None) -> int | None:
    """The most errors beside which `correct` claims make up the share, one at least; None for any number."""
    return max(1, floor(correct * (1 - share) / share + 1e-9)) if share else None


def _in_turn(there: Mapping[ErrorType, int], most: int | None) -> dict[ErrorType, int]:
    """How many of each type when types take turns until there are `most`, the rarest type first."""
    left = sum(there.values()) if most is None else most
    out: dict[ErrorType, int] = {}
    for n, kind in enumerate(sorted(there, key=lambda k: there[k])):
        out[kind] = min(there[kind], ceil(left / (len(there) - n)) if left else 0)
        left -= out[kind]
    return out


def _drawn(group: Sequence[Candidate], plan: Plan, most: int, rng: random.Random) -> list[Candidate]:
    if most >= len(group):
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
