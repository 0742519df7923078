"""The place on a page that seems to bear a statement out, as the last objections to it see it.

Everything else has been weighed by then: the words are there, the values agree, nothing is denied. What remains are
narrow questions of single subjects (`designations`, `cells`, `rates`, `shares`, `trends`, `undone`), each of which
gives a `Dispute` or None. They are asked of the few windows that would be enough, so that they cost little.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property

from atomcite.judge.alignment import Alignment
from atomcite.judge.claim import Statement, Term
from atomcite.judge.correspondence import SAME
from atomcite.judge.prepared import Prepared
from atomcite.judge.timing import ValueMatch, is_time

CONTENT = frozenset(("name", "word", "predicate"))
_TABLE = 3
"""Cells of a row from which it is one of a table."""


@dataclass(frozen=True)
class Ground:
    """A statement with the window that has all of it."""

    statement: Statement
    page: Prepared
    found: Alignment
    values: Sequence[ValueMatch]

    @cached_property
    def row(self) -> int:
        """The row of a table that the window is or has its number in, -1 for running text and forms."""
        window = self.found.window
        if window.kind == "cell":
            row = window.value_row
        elif window.kind in {"row", "rows"}:
            row = self._fullest()
        else:
            row = -1
        return row if row >= 0 and len(self.page.text.rows[row].cells) >= _TABLE else -1

    def _fullest(self) -> int:
        """Of the rows of a table that a window takes in, the one that has most of the statement, headers aside."""
        text, shapes = self.page.text, self.page.shapes
        weight: dict[int, float] = {}
        for term, hit in zip(self.statement.terms, self.found.best, strict=True):
            if hit is not None:
                row = text.token_row[hit.token]
                weight[row] = weight.get(row, 0.0) + term.weight * hit.score
        for match in self.values:
            if match.found is not None and match.outcome == "match":
                weight[match.found.row] = weight.get(match.found.row, 0.0) + 1.0
        inside = {text.token_row[t] for t in self.found.window.core}
        wide = [r for r in inside if r >= 0 and len(text.rows[r].cells) >= _TABLE]
        numbered = [r for r in wide if shapes[r].numbers]
        return max(numbered or wide, key=lambda r: weight.get(r, 0.0), default=-1)

    @cached_property
    def place(self) -> frozenset[int]:
        """Tokens of that row with all lines of its label; else of the sentences that have most of the statement."""
        text = self.page.text
        if self.row >= 0:
            label = self.page.layout.labels[self.row]
            return frozenset((*text.row_tokens(self.row), *label))
        inside, sentence = self.found.window.inside, self.page.marked.sentence
        return frozenset(t for t in inside if sentence[t] == self.sentence)

    @cached_property
    def of_values(self) -> frozenset[int]:
        """Tokens of the sentences, or of the rows with labels, sections and headers, that the numbers stand in which
        were found equal; empty without one."""
        page, out = self.page, set[int]()
        for match in self.values:
            v = match.found
            if v is None or match.outcome != "match" or is_time(v.found.value):
                continue
            if v.cell >= 0 and v.first not in page.prose and (v.headers or v.label):
                out.update((*page.layout.labels[v.row], *page.layout.sections[v.row], *v.headers, *v.label))
            else:
                number = page.marked.sentence[v.first]
                out.update(t for t in self.found.window.inside if page.marked.sentence[t] == number)
        return frozenset(out)

    @cached_property
    def sentence(self) -> int:
        """The sentence that has most of the statement, -1 without one."""
        weight: dict[int, float] = {}
        number = self.page.marked.sentence
        for term, hit in zip(self.statement.terms, self.found.best, strict=True):
            if hit is not None and hit.token in self.found.window.inside:
                weight[number[hit.token]] = weight.get(number[hit.token], 0.0) + term.weight * hit.score
        return max(weight, key=lambda n: weight[n], default=-1)

    def tokens_of(self, term: Term) -> tuple[int, ...]:
        """All tokens of the page that mean what a word of the statement means."""
        return tuple(h.token for h in self.page.hits(term) if not h.opposite and h.score >= SAME)

    @cached_property
    def content(self) -> tuple[Term, ...]:
        return tuple(t for t in self.statement.terms if t.kind in CONTENT)

    @cached_property
    def said(self) -> frozenset[int]:
        """Tokens of the page that mean what any word or value of the statement means."""
        out = {k for t in self.statement.terms if t.kind != "light" for k in self.tokens_of(t)}
        for claim in self.statement.values:
            for v, r in self.page.compared(claim.value):
                if r.outcome == "equal":
                    out.update(range(v.first, v.last + 1))
        return frozenset(out)

    @cached_property
    def denies(self) -> bool:
        """Whether the statement denies anything."""
        marked = self.statement.marked
        return any(marked.negator) or any(marked.negated)
