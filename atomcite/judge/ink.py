"""Statements about ink: what words alone can't show."""

from __future__ import annotations

from atomcite.judge.claim import Statement
from atomcite.judge.prepared import Prepared
from atomcite.judge.wordlists import stems


def unseen(statement: Statement, page: Prepared) -> bool:
    """The statement says that something is written by hand or stamped, and the page has no such word: a printed name
    says nothing of the ink over it."""
    return any(
        t.stem in stems("ink") and t.kind in {"word", "predicate"} and not page.hits(t) for t in statement.terms
    )
