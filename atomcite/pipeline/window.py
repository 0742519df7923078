"""Suggestions: pages near the cited one on which the statement was found.

What is found here reaches the policy as "none", "one", "several" or "unknown" and can only part `wrong_page` from
`unsupported`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from itertools import pairwise

from atomcite.domain import Channel, ChannelResult, ChannelVerdict, ClaimResult, PageIdentity, PageLook, Suggestion
from atomcite.policies import Neighbour, Policy

_BLANK = {"ocr.blank_page", "vision.blank_page"}


def neighbours(cited: Sequence[int], window: int, page_count: int) -> tuple[int, ...]:
    """Pages within `window` of any cited page, without the cited ones; ascending."""
    near = {page + step for page in cited for step in range(-window, window + 1)}
    return tuple(sorted(p for p in near - set(cited) if 1 <= p <= page_count))


def counted(claim: ClaimResult, policy: Policy) -> tuple[PageLook, ...]:
    """The looks that `policy` would have taken: without those of a wider window, of the whole document or of two
    pages together, where it does not look there."""
    cited = claim.physical
    highest = max((page for look in claim.looks for page in look.physical), default=0)
    near = set(neighbours(cited, policy.window, highest))

    def counts(look: PageLook) -> bool:
        if look.others:
            return policy.looks_at_pairs and set(look.physical) <= near | set(cited)
        page = look.page.physical
        return page not in cited and (page in near or look.why == "reading" or policy.suggestions.widen)

    return tuple(look for look in claim.looks if counts(look))


def suggestions(claim: ClaimResult, looks: Iterable[PageLook], policy: Policy) -> tuple[Suggestion, ...]:
    """Pages where the channels that the policy asks for support the statement, the best first; without any such page,
    neighbouring pages that do together."""
    found = []
    for look in looks:
        channels = _supporting(look, policy)
        if _confirmed(channels, policy):
            grade = min(r.grade or 4 for r in channels.values())
            evidence = tuple(e for r in channels.values() for e in r.evidence)
            found.append(
                Suggestion(
                    page=look.page, others=look.others, channels=tuple(channels), grade=grade, evidence=evidence
                )
            )
    found = [s for s in found if not s.others] or found
    ranks: dict[str, Callable[[Suggestion], int]] = {
        "channels": lambda s: -len(s.channels),
        "grade": lambda s: s.grade,
        "distance": lambda s: min(abs(a - b) for a in s.physical for b in claim.physical),
    }
    order = policy.suggestions.order
    return tuple(sorted(found, key=lambda s: (*(ranks[name](s) for name in order), s.page.physical)))


def pairs(claim: ClaimResult, policy: Policy, page_count: int) -> tuple[tuple[int, int], ...]:
    """Neighbouring pages within the window that may bear the statement out only together: one channel found something
    of it on each. Pages that were cited together were checked together."""
    if not policy.looks_at_pairs:
        return ()
    cited = set(claim.physical)
    near = sorted({*cited, *neighbours(claim.physical, policy.window, page_count)})
    held = {page: _holding(claim, page, policy) for page in near}
    return tuple((a, b) for a, b in pairwise(near) if b == a + 1 and not {a, b} <= cited and held[a] & held[b])


def _holding(claim: ClaimResult, page: int, policy: Policy) -> set[Channel]:
    """Channels that found something of the statement on a page, or that don't say what they found where."""
    looked = [look for look in claim.looks if look.physical == (page,)]
    if page in claim.physical:
        looked.append(PageLook(page=PageIdentity(physical=page), why="cited", text=claim.text, image=claim.image))
    return {name for look in looked for name, result in _results(look, policy).items() if _says(result, page)}


def _says(result: ChannelResult, page: int) -> bool:
    if result.verdict is ChannelVerdict.NOT_CHECKED:
        return False
    found = {c.page for c in result.checks if c.outcome in ("match", "weak")} | {e.page for e in result.evidence}
    return page in found or not (result.checks or result.evidence)


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
    return tuple(page for look in looks if _open(_results(look, policy).values()) for page in look.physical)


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
