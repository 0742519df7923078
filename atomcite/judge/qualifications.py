"""What the page says under a condition, with an exception or of one thing only, and the statement without.

"The landlord may enter if the tenant agrees" is no support for "the landlord may enter", and contradicts "may enter
at any time". A statement that speaks of the condition or the excepted case itself is left alone here, but for its
polarity.
"""

from __future__ import annotations

from atomcite.judge.clauses import reads
from atomcite.judge.correspondence import Correspondence, Dispute
from atomcite.judge.syntax import QUALIFYING, Segment
from atomcite.judge.wordlists import phrases, words


def unqualified(c: Correspondence) -> Dispute | None:
    """A qualification of the page that the statement drops or denies."""
    if takes_exception(c):
        return None
    if _unconditional(c) and not _page_unconditional(c):
        for _, k in c.verbs:
            if c.page.marked.is_restricted(k) and not any(n.norm in words("excepting") for n in c.statement.tokens):
                return Dispute("judge.under_condition", c.shown(k, c.high), contradicts=True)
    for number, segment in enumerate(c.there.segments):
        if segment.kind not in QUALIFYING or not c.low <= segment.start < c.high:
            continue
        host = segment.host
        if host == number or not _speaks_of(c, host, number):
            continue
        dispute = _dispute(c, segment, host)
        if dispute is not None:
            return dispute
    return None


def takes_exception(c: Correspondence) -> bool:
    """The statement makes the same exception as the page, or speaks of the excepted case with the other polarity."""
    for number, segment in enumerate(c.there.segments):
        if segment.kind != "exception" or not c.low <= segment.start < c.high:
            continue
        inside = _inside(c, segment)
        if not inside or _unconditional(c):
            continue
        if any(c.claim.kind(at) in QUALIFYING for at in inside):
            return True
        verdict = _polarity(c, segment.host)
        if verdict is not None and not verdict and number != segment.host and _names_excepted(c, segment):
            return True
    return False


def _names_excepted(c: Correspondence, segment: Segment) -> bool:
    """The statement has a word of what is excepted: of "except the disposal of waste, without consent" more than the
    "consent" behind the comma."""
    tokens = c.page.text.tokens
    stop = next((k for k in range(segment.start + 2, segment.end) if tokens[k].text == ","), segment.end)
    said = [*(h.token for _, h in c.pairs), *(k for _, k in c.value_pairs)]
    return any(segment.start <= k < stop for k in said)


def _speaks_of(c: Correspondence, host: int, qualifier: int) -> bool:
    """Whether the statement is about the main clause: it has its verb, or more of it than of the qualification."""
    mine = sum(w for n, w in c.weight_of.items() if n != qualifier and _main(c, n) == host)
    if any(c.there.kind(k) == "main" and _main(c, c.there.of[k]) == host for _, k in c.verbs):
        return True
    return mine > c.weight_of.get(qualifier, 0.0) and mine >= 1.0


def _main(c: Correspondence, number: int) -> int:
    while c.there.segments[number].host != number:
        number = c.there.segments[number].host
    return number


def _inside(c: Correspondence, segment: Segment) -> list[int]:
    """Tokens of the statement that answer to words of the qualification, and only there."""
    out = []
    for t, _ in c.pairs:
        places = c.places(t, opposite=True)
        if places and all(segment.start <= k < segment.end for k in places):
            out.append(t.at)
    return out + [at for at, k in c.value_pairs if segment.start <= k < segment.end]


def _unconditional(c: Correspondence) -> bool:
    tokens = c.statement.tokens
    return any(reads(tokens, i, p) for i in range(len(tokens)) for p in phrases("unconditional"))


def _polarity(c: Correspondence, host: int) -> bool | None:
    """Whether statement and main clause both affirm or both deny the verb that they share; None without one."""
    claim, there = c.statement.marked, c.page.marked
    for t, k in c.verbs:
        if c.there.kind(k) == "main" and _main(c, c.there.of[k]) == host:
            return claim.negated[t.at] == there.negated[k]
    return None


def _dispute(c: Correspondence, segment: Segment, host: int) -> Dispute | None:
    inside = _inside(c, segment)
    if segment.kind == "only" and any(c.statement.marked.negator):
        return None  # what it denies may be just what "only" leaves out
    shown = c.shown(segment.start, segment.end)
    key = {"condition": "judge.under_condition", "exception": "judge.with_exception"}.get(
        segment.kind, "judge.only_so"
    )
    if _unconditional(c) and not _page_unconditional(c):
        return Dispute(key, shown, contradicts=True)
    if not inside:
        if any(t.norm in words("hedges") for t in c.statement.tokens):
            return None
        return Dispute(key, shown, contradicts=False)
    against = [k for t, _ in c.pairs for k in c.places(t, opposite=True) if t.at in inside and k not in c.places(t)]
    if against:
        return Dispute(key, shown, contradicts=True)
    marked = any(c.claim.kind(at) in QUALIFYING for at in inside)
    if segment.kind == "exception" and not marked and _polarity(c, host):
        return Dispute(key, shown, contradicts=True)
    if segment.kind == "condition" and not marked and _asserts(c, segment):
        return Dispute(key, shown, contradicts=False)
    return None


def _page_unconditional(c: Correspondence) -> bool:
    tokens = c.page.text.tokens
    return any(reads(tokens, i, p) for i in range(c.low, c.high) for p in phrases("unconditional"))


def _asserts(c: Correspondence, segment: Segment) -> bool:
    """Whether the statement has the condition's verb as its own: "the tenant was late" of "if the tenant is late"."""
    if any(t.norm in words("binding") for t in c.statement.tokens):
        return False
    within = [t for t, k in c.verbs if segment.start <= k < segment.end]
    return bool(within) and len(within) == sum(c.claim.verb)
