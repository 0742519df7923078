"""Where on the pages of a document the findings of a report lie: what the reports with pictures of pages draw."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass

from atomcite.domain import Box, Channel, ChannelResult, ClaimResult, Evidence, PageImage, Report, Suggestion
from atomcite.reports.untrusted import is_finite

PageImages = Callable[[int], PageImage | None]
"""Physical page number -> the upright page, or None when its picture is not to be had."""

PageLinks = Callable[[int], str | None]
"""Physical page number -> an address that shows the page, relative to the report or whole; None without one."""


@dataclass(frozen=True)
class Mark:
    """Something marked on a page by a channel. `box` is in points of the upright page, origin top-left."""

    channel: Channel
    page: int
    box: Box
    exact: bool
    quote: str

    @property
    def shown(self) -> Box:
        """The box with some air, more of it for the picture channel: its frame stays outside that of the text."""
        air = 1.5 if self.channel == "text" else 3.5
        return self.box.padded(air)


def pages_shown(report: Report) -> list[int]:
    """Physical pages that a report with pictures shows, ascending."""
    return sorted({page for claim in report.claims for page in _pages_of(claim)})


def cited_pages(claim: ClaimResult) -> list[int]:
    """Physical pages that the claim cites and that exist, each once, in the order of citation."""
    return list(dict.fromkeys(p.page.physical for p in claim.cited_pages if p.page is not None))


def claim_marks(claim: ClaimResult) -> list[Mark]:
    """What both channels marked on the cited pages, the text channel's first."""
    return [m for result in (claim.text, claim.image) if result is not None for m in _marks_of(result)]


def suggestion_marks(suggestion: Suggestion) -> list[Mark]:
    """Boxes on the suggested page, or pages. Evidence does not say which channel gave it unless there is but one."""
    channel: Channel = suggestion.channels[0] if len(suggestion.channels) == 1 else "text"
    return [m for m in _evidence_marks(suggestion.evidence, channel) if m.page in suggestion.physical]


def _pages_of(claim: ClaimResult) -> Iterable[int]:
    yield from cited_pages(claim)
    yield from (m.page for m in claim_marks(claim))
    for suggestion in claim.suggested_pages:
        yield from suggestion.physical


def _marks_of(result: ChannelResult) -> list[Mark]:
    """Boxes of a channel's evidence; where it gave none, those of the single things that it compared."""
    marks = _evidence_marks(result.evidence, result.channel)
    if not marks:
        marks = [
            Mark(result.channel, c.page, c.box, True, c.found or "")
            for c in result.checks
            if c.page is not None and c.box is not None and is_finite(c.box)
        ]
    return marks


def _evidence_marks(items: Iterable[Evidence], channel: Channel) -> list[Mark]:
    return [Mark(channel, e.page, e.box, e.exact, e.quote) for e in items if e.box is not None and is_finite(e.box)]
