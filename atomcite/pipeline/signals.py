"""Which signals of a page bear on a claim."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from atomcite.domain import Box, ChannelResult, PageSignal


def bearing(
    signals: Iterable[PageSignal], pages: Sequence[int], results: Sequence[ChannelResult | None]
) -> tuple[PageSignal, ...]:
    """Signals of the cited `pages` that a reader of the claim must know: what speaks to the checker or is hidden
    concerns all claims of its page; a place where text layer and picture differ concerns those whose evidence, or the
    value compared, lies there. A layer that was not read concerns none."""
    found = []
    for signal in signals:
        if signal.page not in pages or signal.kind == "text_layer_rejected":
            continue
        if signal.kind == "text_layer_differs":
            places = [box for result in results if result for box in _places(result, signal.page)]
            if not any(box.intersection(place) for box in signal.boxes for place in places):
                continue
        found.append(signal)
    return tuple(found)


def _places(result: ChannelResult, page: int) -> list[Box]:
    """Where on the page a channel found what its verdict rests on."""
    seen = [(e.page, e.box) for e in result.evidence] + [(c.page, c.box) for c in result.checks]
    return [box for number, box in seen if number == page and box is not None]
