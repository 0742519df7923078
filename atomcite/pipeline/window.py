"""Suggestions: pages near the cited one on which the statement was found.

What is found here reaches the policy as "none", "one", "several" or "unknown" and can only part `wrong_page` from
`unsupported`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence

from atomcite.domain import Channel, ChannelResult, ChannelVerdict, ClaimResult, PageLook, Suggestion
from atomcite.policies import Neighbour, Policy

_BLANK = {"ocr.blank_page", "vision.blank_page"}


def neighbours(cited: Sequence[int], window: int, page_count: int) -> tuple[int, ...]:
    """Pages within `window` of any cited page, without the cited ones; ascending."""
    near = {page + step for page in cited for step in range(-window, window + 1)}
    return tuple(sorted(p for p in near - set(cited) if 1 <= p <= page_count))


def counted(claim: ClaimResult, policy: Policy) -> tuple[PageLook, ...]:
    """The looks that `policy` would have taken: those of a wider window or of the whole document are left out."""
    cited = claim.physical
    near = set(neighbours(cited, policy.window, max((look.page.physical for look in claim.looks), default=0)))
    return tuple(
        look
        for look in claim.looks
        if look.page.physical not in cited
        and (look.page.physical in near or look.why == "reading" or policy.suggestions.widen)
    )


def suggestions(claim: ClaimResult, looks: Iterable[PageLook], policy: Policy) -> tuple[Suggestion, ...]:
    """Pages where the channels that the policy asks for support the statement, the best first."""
    found = []
    for look in looks:
        channels = _supporting(look, policy)
        if _confirmed(channels, policy):
            grade = min(r.grade or 4 for r in channels.values())
            evidence = tuple(e for r in channels.values() for e in r.evidence)
            found.append(Suggestion(page=look.page, channels=tuple(channels), grade=grade, evidence=evidence))
    ranks: dict[str, Callable[[Suggestion], int]] = {
        "channels": lambda s: -len(s.channels),
        "grade": lambda s: s.grade,
        "distance": lambda s: min(abs(s.page.physical - page) for page in claim.physical),
    }
    order = policy.suggestions.order
    return tuple(sorted(found, key=lambda s: (*(ranks[name](s) for name in order), s.page.physical)))


def neighbour(found: Sequence[Suggestion], unread: Sequence[int], policy: Policy) -> Neighbour:
    """How many pages are equally good answers; nearness does not make a page a better one. Without any, `unread`
    pages leave it open."""
    if not found:
        return "unknown" if unread else "none"
    most = max(len(s.channels) for s in found)
    best = min(s.grade for s in found if len(s.channels) == most)
    equal = [s for s in found if len(s.channels) == most and s.grade - best <= policy.suggestions.margin]
    return "one" if len(equal) == 1 and equal[0] == found[0] else "several"


def unread(looks: Iterable[PageLook], policy: Policy) -> tuple[int, ...]:
    """Pages that no channel could check, blank pages left out: they hold nothing that could be missed."""
    return tuple(look.page.physical for look in looks if _open(_results(look, policy).values()))


def _open(results: Iterable[ChannelResult]) -> bool:
    return all(
        r.verdict is ChannelVerdict.NOT_CHECKED and not any(m.code in _BLANK for m in r.reason) for r in results
    )


def _results(look: PageLook, policy: Policy) -> dict[Channel, ChannelResult]:
    both: tuple[tuple[Channel, ChannelResult | None], ...] = (("text", look.text), ("image", look.image))
    return {name: result for name, result in both if result and name in policy.channels}


def _supporting(look: PageLook, policy: Policy) -> dict[Channel, ChannelResult]:
    found = _results(look, policy).items()
    return {name: r for name, r in found if policy.standing(r) is ChannelVerdict.SUPPORTED}


def _confirmed(channels: dict[Channel, ChannelResult], policy: Policy) -> bool:
    asked = policy.suggestions.channels
    if asked == "both":
        return set(channels) == set(policy.channels)
    return bool(channels) if asked == "any" else asked in channels
