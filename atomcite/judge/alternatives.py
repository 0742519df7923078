"""Places that leave open what the statement says: a choice between two answers, a line that breaks off."""

from __future__ import annotations

from atomcite.judge.alignment import Alignment
from atomcite.judge.claim import Statement
from atomcite.judge.hits import Hit
from atomcite.judge.prepared import Prepared
from atomcite.judge.wordlists import words

_SAME = 0.95
_JOINING = frozenset(("and", "or", "the", "a", "an", "и", "или"))


def undecided(statement: Statement, page: Prepared, found: Alignment) -> bool:
    """Whether a window can't say what the statement says, though it has its words. A value that the window has
    settles more than how its line ends."""
    return _offers_both(statement, page, found) or (not statement.values and _breaks_off(page, found))


def _offers_both(statement: Statement, page: Prepared, found: Alignment) -> bool:
    """ "Accepted without remarks / accepted with remarks": two boxes, and words don't show which is ticked. Two words
    of the statement stand there twice, one of them denied and not denied."""
    marked, inside = page.marked, found.window.inside
    denied_once, twice = 0, 0
    for term, best in zip(statement.terms, found.best, strict=True):
        if best is None or best.token not in inside or term.kind not in {"word", "predicate"}:
            continue
        number = marked.sentence[best.token]
        same = [h.token for h in page.hits(term) if _alike(h) and marked.sentence[h.token] == number]
        twice += len(same) == 2
        denied_once += len({marked.negated[k] for k in same}) == 2
    return denied_once > 0 and twice > 1


def _alike(hit: Hit) -> bool:
    return hit.score >= _SAME and not hit.opposite


def _breaks_off(page: Prepared, found: Alignment) -> bool:
    """A line or a sentence that ends in "of the" goes on elsewhere, perhaps with what restricts it."""
    if found.window.kind not in {"row", "sentence"}:
        return False
    last = page.text.tokens[found.window.core[-1]]
    return last.is_word and last.text.islower() and (last.norm in words("prepositions") or last.norm in _JOINING)
