"""The result of taking an answer apart."""

from __future__ import annotations

from collections.abc import Sequence

from pydantic import BaseModel, ConfigDict

from atomcite.domain import Claim, Message, Span


class Decomposition(BaseModel):
    """An answer as claims.

    `rest` are the stretches of the answer that are neither statement nor citation: headings, questions, joiners,
    signs, list marks. The spans of the claims, those of their citations, and `rest` together hold every character of
    `answer` that isn't blank. `answer` is "" for claims that came ready-made.
    """

    model_config = ConfigDict(frozen=True)

    answer: str
    claims: tuple[Claim, ...]
    notices: tuple[Message, ...] = ()
    rest: tuple[Span, ...] = ()


def remainder(answer: str, claims: Sequence[Claim]) -> tuple[Span, ...]:
    """The stretches of `answer` that no claim and no citation covers, without the blanks at their ends."""
    covered = bytearray(len(answer))
    for claim in claims:
        spans = [*claim.spans, *(c.span for c in claim.citations if c.span is not None)]
        for span in spans:
            covered[span.start : span.end] = b"\x01" * (span.end - span.start)
    out: list[Span] = []
    at = 0
    while at < len(answer):
        start = covered.find(0, at)
        if start < 0:
            break
        stop = covered.find(1, start)
        stop = len(answer) if stop < 0 else stop
        text = answer[start:stop]
        if text.strip():
            lead = len(text) - len(text.lstrip())
            out.append(Span(start=start + lead, end=stop - (len(text) - len(text.rstrip()))))
        at = stop
    return tuple(out)
