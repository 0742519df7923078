"""Two runs side by side: claims that came out differently."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Literal

from atomcite.domain import Channel, ChannelResult, ClaimResult, Report

Kind = Literal["verdict", "action", "channel", "only_first", "only_second"]


@dataclass(frozen=True, slots=True)
class Change:
    """A claim that differs. `kind` is the gravest difference: the claim verdict, else the action, else a channel's
    verdict; or the claim stands in one run only. `first` and `second` are None where it does not."""

    kind: Kind
    id: str
    statement: str
    first: ClaimResult | None
    second: ClaimResult | None


def compare(first: Report, second: Report) -> Iterator[Change]:
    """Claims whose verdict, action or channel verdict differs, in the order of the first run, then those that only
    the second has. Claims are the same when their statements and cited references are: ids are given anew by each
    run."""
    theirs: dict[tuple[object, ...], list[ClaimResult]] = {}
    for claim in second.claims:
        theirs.setdefault(_key(claim), []).append(claim)
    for ours in first.claims:
        twins = theirs.get(_key(ours))
        twin = twins.pop(0) if twins else None
        kind = _kind(ours, twin) if twin else "only_first"
        if kind:
            yield Change(kind, ours.id, ours.statement, ours, twin)
    for left in theirs.values():
        for claim in left:
            yield Change("only_second", claim.id, claim.statement, None, claim)


def _key(claim: ClaimResult) -> tuple[object, ...]:
    return claim.statement, tuple(page.ref for page in claim.cited_pages)


def _kind(a: ClaimResult, b: ClaimResult) -> Kind | None:
    if a.verdict is not b.verdict:
        return "verdict"
    if a.action is not b.action:
        return "action"
    channels: tuple[Channel, ...] = ("text", "image")
    return "channel" if any(_verdict(getattr(a, c)) != _verdict(getattr(b, c)) for c in channels) else None


def _verdict(result: ChannelResult | None) -> str | None:
    return result.verdict.value if result else None
