"""Corrections taken one by one: what each would change, and the claims as somebody decided about them."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Literal

from atomcite.answers.correction import corrections
from atomcite.answers.patch import apply_patch, patch_of
from atomcite.domain import Action, ClaimResult, Language, Suggestion

Reply = Literal["take", "leave", "all", "stop"] | Suggestion
"""What is said to a proposal: take it; leave the answer as it is there; take it and all that are left; leave it and
all that are left; or one of the pages in question."""


@dataclass(frozen=True)
class Proposal:
    """A correction that a claim calls for. `before` and `after` are the answer without and with it, what was decided
    of earlier proposals included. `pages` may be chosen among (`pages_to_choose`). `number` counts from 1 to `total`;
    proposals that turn out to change nothing are left out, so that the last number may be less than `total`."""

    claim: ClaimResult
    before: str
    after: str
    pages: tuple[Suggestion, ...]
    number: int
    total: int


def choose(
    results: Sequence[ClaimResult], answer: str, ask: Callable[[Proposal], Reply], language: Language = "en"
) -> tuple[ClaimResult, ...]:
    """`results` as the replies of `ask` have them, for `corrections`: what is left alone is kept, a chosen page is
    the one suggestion. `ask` is called for each correction in the order of the answer until it says all or stop."""
    decided = {r.id: _left(r) for r in results}
    open_ = sorted((r for r in results if r.spans and r.action is not Action.KEEP), key=lambda r: r.spans[-1].end)

    def written(extra: Mapping[str, ClaimResult]) -> str:
        edits = corrections([extra.get(r.id, decided[r.id]) for r in results], answer)
        return apply_patch(answer, patch_of(answer, edits, form="applied", language=language))

    asked = 0
    for at, result in enumerate(open_):
        before, after = written({}), written({result.id: result})
        if before == after:
            continue
        asked += 1
        pages = pages_to_choose(result)
        reply = ask(Proposal(result, before, after, pages, asked, asked + len(open_) - at - 1))
        if reply == "stop":
            break
        if reply == "all":
            decided |= {r.id: r for r in open_[at:]}
            break
        if isinstance(reply, Suggestion):
            decided[result.id] = moved_to(result, reply)
        elif reply == "take":
            decided[result.id] = result
    return tuple(decided[r.id] for r in results)


def pages_to_choose(result: ClaimResult) -> tuple[Suggestion, ...]:
    """The pages that a person may choose among: those that the policy proposes but does not take by itself."""
    open_ = result.action is Action.FLAG or len(result.suggested_pages) > 1
    return result.suggested_pages if open_ else ()


def moved_to(result: ClaimResult, page: Suggestion) -> ClaimResult:
    """`result` with its citation moved to `page`."""
    return result.model_copy(update={"action": Action.FIX_PAGE, "suggested_pages": (page,)})


def _left(result: ClaimResult) -> ClaimResult:
    return result.model_copy(update={"action": Action.KEEP})
