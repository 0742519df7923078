"""From what the channels said to a verdict and an action: the one place where a policy is applied.

Everything needed is in the `ClaimResult`, so that another policy can decide over a stored run without reading or
asking anything (`decide`).
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import PurePath

from atomcite.domain import (
    Action,
    Channel,
    ChannelResult,
    ClaimResult,
    ClaimVerdict,
    DocumentInfo,
    Message,
    Report,
    Suggestion,
)
from atomcite.pipeline.comments import comments, shift_notice
from atomcite.pipeline.joint import weakest
from atomcite.pipeline.window import counted, neighbour, neighbours, pairs, suggestions, unread
from atomcite.policies import Decision, Policy


@dataclass(frozen=True, slots=True)
class Lacking:
    """What a policy would need of a claim beyond what was stored: pages looked at by themselves, pages looked at two
    together, and channels."""

    claim: str
    pages: tuple[int, ...] = ()
    channels: tuple[Channel, ...] = ()
    pairs: tuple[tuple[int, int], ...] = ()


def settle(claim: ClaimResult, policy: Policy, document: DocumentInfo) -> ClaimResult:
    """The claim with verdict, action, suggestions and comment as `policy` has them, whatever they were before."""
    other = other_document(claim, document)
    missing = tuple(p.ref for p in claim.cited_pages if p.page is None)
    if not claim.cited_pages or other or missing:
        decision = _without_check(claim, policy, other)
        return _decided(claim, decision, (), comments(claim, decision, document, other=other, missing=missing))
    if policy.joint == "each":
        claim = page_by_page(claim)
    looks = counted(claim, policy)
    found = suggestions(claim, looks, policy)
    unlooked = lacking(claim, policy, document)
    more = (*unlooked.pages, *(page for pair in unlooked.pairs for page in pair)) if unlooked else ()
    missed = tuple(sorted({*unread(looks, policy), *more} - set(claim.physical)))
    decision = policy.decide(claim.text, claim.image, neighbour(found, missed, policy), claim.facts)
    if decision.verdict is not ClaimVerdict.WRONG_PAGE:
        found = ()
    looked = tuple(look.page.physical for look in looks if not look.others and look.page.physical not in missed)
    comment = comments(claim, decision, document, found=found, looked=looked, missed=missed)
    return _decided(claim, decision, found[: policy.suggestions.limit], comment)


def page_by_page(claim: ClaimResult) -> ClaimResult:
    """The claim with the weakest of its cited pages deciding in each channel, where each was looked at alone."""
    alone = [look for look in claim.looks if not look.others and look.page.physical in claim.physical]
    if len(claim.physical) < 2 or len(alone) < len(claim.physical):
        return claim
    text = _weakest((look.page.physical, look.text) for look in alone)
    image = _weakest((look.page.physical, look.image) for look in alone)
    return claim.model_copy(update={"text": text, "image": image, "each": True})


def lacking(claim: ClaimResult, policy: Policy, document: DocumentInfo) -> Lacking | None:
    """What `policy` would need of this claim that is not there; None when it has all."""
    if not claim.cited_pages or None in (p.page for p in claim.cited_pages) or other_document(claim, document):
        return None
    looked = {look.page.physical for look in claim.looks if not look.others}
    pages: set[int] = set()
    together: list[tuple[int, int]] = []
    if policy.joint == "each" and len(claim.physical) > 1:
        pages = set(claim.physical) - looked
        claim = page_by_page(claim)
    if policy.needs_window(claim.text, claim.image, claim.facts):
        near = neighbours(claim.physical, policy.window, document.page_count)
        pages |= set(near) - looked
        if not pages and not suggestions(claim, counted(claim, policy), policy):
            before = {look.physical for look in claim.looks if look.others}
            together = [pair for pair in pairs(claim, policy, document.page_count) if pair not in before]
            if not together and policy.suggestions.widen:
                pages = set(range(1, document.page_count + 1)) - looked - set(claim.physical)
    absent = tuple(c for c, r in (("text", claim.text), ("image", claim.image)) if r is None and c in policy.channels)
    if not (pages or together or absent):
        return None
    return Lacking(claim.id, tuple(sorted(pages)), absent, tuple(together))


def decide(report: Report, policy: Policy) -> Report:
    """Another policy over the stored verdicts of a run: nothing is read, no model is asked. Where the policy would
    have looked at more pages, those count as unread; `lacking` names them."""
    claims = tuple(settle(claim, policy, report.document) for claim in report.claims)
    notices = [n for n in report.notices if n.code != "run.shifted"]
    return report.model_copy(
        update={
            "claims": claims,
            "notices": (*notices, *shift_notice(claims)),
            "settings": report.settings | {"policy": policy.name},
        }
    )


def other_document(claim: ClaimResult, document: DocumentInfo) -> str | None:
    """The other document that a claim cites by name. Of a name without a file suffix, which may be a title, a heading
    or a description, the run has found out what it can (`cited_names`)."""
    for citation in claim.citations:
        if citation.elsewhere:
            return citation.document
        name = PurePath((citation.document or "").strip())
        if name.suffix and name.stem.casefold() != PurePath(document.name).stem.casefold():
            return citation.document
    return None


def _weakest(results: Iterable[tuple[int, ChannelResult | None]]) -> ChannelResult | None:
    there = [(page, result) for page, result in results if result]
    return weakest(there) if there else None


def _without_check(claim: ClaimResult, policy: Policy, other: str | None) -> Decision:
    if not claim.cited_pages:
        return Decision(verdict=ClaimVerdict.UNCITED, action=policy.uncited_action, rule="uncited")
    if other:
        return Decision(verdict=ClaimVerdict.NOT_CHECKED, action=Action.FLAG, rule="other-document")
    return Decision(verdict=ClaimVerdict.NO_SUCH_PAGE, action=policy.no_such_page_action, rule="no-such-page")


def _decided(
    claim: ClaimResult, decision: Decision, found: tuple[Suggestion, ...], comment: list[Message]
) -> ClaimResult:
    made = {name: getattr(decision, name) for name in Decision.model_fields}
    return claim.model_copy(update={**made, "suggested_pages": found, "comment": tuple(comment)})
