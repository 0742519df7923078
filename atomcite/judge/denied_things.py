"""Of what a thing is denied: a clause behind it, and the place where there was none of it."""

from __future__ import annotations

from atomcite.judge.alignment import Alignment
from atomcite.judge.claim import Statement
from atomcite.judge.correspondence import CONTENT
from atomcite.judge.prepared import Prepared
from atomcite.judge.wordlists import words


def denied_of(statement: Statement, page: Prepared, found: Alignment) -> frozenset[int]:
    """Token numbers of such a clause (`denying_clause`) whose words stand on the page in one sentence with what is
    denied."""
    sentence, inside = page.marked.sentence, found.window.inside
    out: set[int] = set()
    if statement.norms.isdisjoint(words("relative") | {"that"}):
        return frozenset()
    for term, hit in zip(statement.terms, found.best, strict=True):
        clause = denying_clause(statement, term.at)
        if hit is None or not clause or hit.token not in inside or not page.marked.negated[hit.token]:
            continue
        for other in statement.terms:
            if other.at in clause and any(sentence[h.token] == sentence[hit.token] for h in page.hits(other)):
                out.add(other.at)
    return frozenset(out)


def denying_clause(statement: Statement, at: int) -> range:
    """ "A right that the other does not have", "право, которого у другого нет": the noun is denied of the other. The
    tokens of that clause, none without one."""
    tokens, marked = statement.tokens, statement.marked
    k = at + 1
    if k < len(tokens) and tokens[k].text == ",":
        k += 1
    if k >= len(tokens) or tokens[k].norm not in words("relative") | {"that"}:
        return range(0)
    reach = range(k + 1, min(len(tokens), k + 10))
    negator = next((i for i in reach if marked.negator[i] or tokens[i].norm in words("lacking")), None)
    if negator is None:
        return range(0)
    after = range(negator + 1, min(len(tokens), negator + 3))
    possessed = next((i for i in after if tokens[i].norm in words("possessing")), None)
    if possessed is None and tokens[negator].norm not in words("lacking"):
        return range(0)
    return range(k + 1, (possessed or negator) + 1)


def denied_apart(statement: Statement, page: Prepared, found: Alignment) -> bool:
    """The statement says that there was no such thing in that place, and thing and place stand in two sentences, or
    the denial in another than the thing."""
    claim, marked = statement.marked, page.marked
    if statement.norms.isdisjoint(words("existence")):
        return False
    hits = [(t, h) for t, h in zip(statement.terms, found.best, strict=True) if t.kind in CONTENT and h is not None]
    aimed = [h for t, h in hits if claim.target[t.at]] or [h for t, h in hits if claim.negated[t.at]]
    where = {marked.sentence[h.token] for h in aimed}
    if not where:
        return False
    denied = any(marked.negator[k] or marked.negated[k] for k in found.window.core if marked.sentence[k] in where)
    opposite = any(h.opposite for _, h in hits)
    inside = found.window.inside
    apart = any(marked.sentence[h.token] not in where and h.token in inside for _, h in hits)
    return apart or not (denied or opposite)
