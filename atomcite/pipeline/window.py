"""Suggestions: pages near the cited one on which the statement was found.

What is found here reaches the policy as "none", "one", "several" or "unknown" and can only part `wrong_page` from
`unsupported`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence

from atomcite.domain import Channel, ChannelResult, ChannelVerdict, PageIdentity, Suggestion
from atomcite.pipeline.plan import Results, Task
from atomcite.policies import Neighbour, Policy

_BLANK = {"ocr.blank_page", "vision.blank_page"}


def neighbours(cited: Sequence[int], window: int, page_count: int, also: Iterable[int] = ()) -> tuple[int, ...]:
    """Pages within `window` of any cited page, and those in `also`, without the cited ones; ascending."""
    near = {page + step for page in cited for step in range(-window, window + 1)} | set(also)
    return tuple(sorted(p for p in near - set(cited) if 1 <= p <= page_count))


def suggestions(
    statement: str,
    cited: Sequence[int],
    candidates: Sequence[int],
    results: Results,
    policy: Policy,
    identity: Callable[[int], PageIdentity],
) -> tuple[Suggestion, ...]:
    """Pages where a channel supports the statement, the best first: more channels, then the better grade, then
    the shorter way from the cited page."""
    found = []
    for page in candidates:
        channels = _supporting(results[Task((page,), statement)], policy)
        if channels:
            grade = min(r.grade or 4 for r in channels.values())
            evidence = tuple(e for r in channels.values() for e in r.evidence)
            found.append(Suggestion(page=identity(page), channels=tuple(channels), grade=grade, evidence=evidence))
    return tuple(
        sorted(found, key=lambda s: (*_strength(s), min(abs(s.page.physical - c) for c in cited), s.page.physical))
    )


def neighbour(found: Sequence[Suggestion], unread: Sequence[int]) -> Neighbour:
    """How many pages are equally good answers; nearness does not make a page a better one. Without any, `unread`
    pages leave it open."""
    if not found:
        return "unknown" if unread else "none"
    best = _strength(found[0])
    return "one" if sum(_strength(s) == best for s in found) == 1 else "several"


def unread(statement: str, candidates: Sequence[int], results: Results) -> tuple[int, ...]:
    """Candidates that no channel could check, blank pages left out: they hold nothing that could be missed."""
    return tuple(
        page
        for page in candidates
        if all(
            r.verdict is ChannelVerdict.NOT_CHECKED and not any(m.code in _BLANK for m in r.reason)
            for r in results[Task((page,), statement)].values()
        )
    )


def _strength(suggestion: Suggestion) -> tuple[int, int]:
    return -len(suggestion.channels), suggestion.grade


def _supporting(results: Mapping[Channel, ChannelResult], policy: Policy) -> dict[Channel, ChannelResult]:
    return {name: r for name, r in results.items() if policy.standing(r) is ChannelVerdict.SUPPORTED}
