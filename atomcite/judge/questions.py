"""What a form asks is not what it says."""

from __future__ import annotations

from atomcite.judge.correspondence import Dispute
from atomcite.judge.grounds import CONTENT, Ground
from atomcite.judge.prepared import Prepared

_YES, _NO = frozenset(("yes", "да")), frozenset(("no", "нет"))
_ENDS = frozenset((".", "!", ";", ":"))
_REACH = 8
"""Tokens after the last word of a statement among which a question ends, and after its end among which the answer
stands."""


def asked_only(ground: Ground) -> Dispute | None:
    """ "Is the property insured elsewhere?" says nothing by itself, whatever words it has: the statement stands in a
    question, and the line has no answer "yes" that is chosen."""
    page, inside = ground.page, ground.found.window.inside
    hits = [
        h.token
        for t, h in zip(ground.statement.terms, ground.found.best, strict=True)
        if h is not None and t.kind in CONTENT and h.token in inside
    ]
    if not hits or any(t.text == "?" for t in ground.statement.tokens):
        return None
    mark = _question_mark(page, max(hits))
    if mark < 0 or _affirmed(page, mark + 1):
        return None
    return Dispute("judge.asked_only", page.text.tokens[max(hits)].text, contradicts=False)


def _question_mark(page: Prepared, last: int) -> int:
    """The token that ends a question whose words end about `last`, -1 where it is none."""
    tokens = page.text.tokens
    for k in range(last + 1, min(last + _REACH, len(tokens))):
        if tokens[k].text == "?":
            return k
        if tokens[k].text in _ENDS or k in page.options.bounds:
            break
    return -1


def _affirmed(page: Prepared, start: int) -> bool:
    """Whether what follows a question says yes: "yes" behind a ticked box, or alone."""
    after = range(start, min(start + _REACH, len(page.text.tokens)))
    norms = {k: page.text.tokens[k].norm for k in after}
    yes = [k for k in after if norms[k] in _YES and k not in page.options.all]
    if page.options.bounds.intersection(after):
        return any(k - 1 in page.options.bounds for k in yes)
    return bool(yes) and not _NO.intersection(norms.values())
