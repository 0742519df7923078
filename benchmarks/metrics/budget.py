"""What a system's verdicts took, for each claim."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from functools import reduce

from atomcite.benchmarks.systems.protocol import Judged, Spent


@dataclass(frozen=True)
class Budget:
    """`total` over all documents that were done, `claims` the claims judged in them, errors included; the rest are
    for each claim: NaN for none, `cost` also where the price of some document is not known, `cpu` where documents ran
    side by side. `load` is the least and the greatest load of the machine at a document, None where none is known."""

    total: Spent
    documents: int
    claims: int
    errors: int
    seconds: float
    calls: float
    tokens: float
    pages: float
    cost: float
    cpu: float
    load: tuple[float, float] | None


def budget(judged: Iterable[Judged]) -> Budget:
    """What a run of one system took."""
    done = list(judged)
    total = reduce(Spent.__add__, (j.spent for j in done), Spent())
    claims = sum(len(j.predictions) for j in done)
    timed = all(j.spent.cpu is not None for j in done)
    loads = [j.load for j in done if j.load is not None]
    priced = all(j.spent.cost is not None for j in done)

    def each(amount: float | None) -> float:
        return amount / claims if claims and amount is not None else float("nan")

    return Budget(
        total=total,
        documents=len(done),
        claims=claims,
        errors=sum(p.error is not None for j in done for p in j.predictions),
        seconds=each(total.seconds),
        calls=each(total.calls),
        tokens=each(total.prompt_tokens + total.completion_tokens),
        pages=each(total.pages),
        cost=each(total.cost if priced else None),
        cpu=each(total.cpu if timed else None),
        load=(min(loads), max(loads)) if loads else None,
    )
