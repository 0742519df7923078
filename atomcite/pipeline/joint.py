"""Citations of several pages, each of which is to bear the statement out by itself."""

from __future__ import annotations

from collections.abc import Sequence

from atomcite.domain import ChannelResult, ChannelVerdict, Usage, message

_WORST_FIRST = (
    ChannelVerdict.CONTRADICTED,
    ChannelVerdict.UNSUPPORTED,
    ChannelVerdict.NOT_CHECKED,
    ChannelVerdict.SUPPORTED,
)


def weakest(results: Sequence[tuple[int, ChannelResult]]) -> ChannelResult:
    """One result for the pages of a citation: the verdict and grade of the page that says least. `results` are
    (physical page, result), at least one, all of one channel; the reasons name the pages that they speak of."""
    page, worst = min(results, key=lambda item: (_WORST_FIRST.index(item[1].verdict), -(item[1].grade or 0)))
    alike = all(r.verdict is worst.verdict for _, r in results)
    return worst.model_copy(
        update={
            "reason": worst.reason if alike else (message("run.on_page", page=page), *worst.reason),
            "evidence": tuple(e for _, r in results for e in r.evidence),
            "checks": tuple(c for _, r in results for c in r.checks),
            "usage": sum((r.usage for _, r in results), Usage()),
        }
    )
