"""Names that stand in columns side by side: signature blocks, parties and their contacts."""

from __future__ import annotations

from atomcite.domain import Box
from atomcite.judge.claim import Statement, Term
from atomcite.judge.prepared import Prepared
from atomcite.judge.slots import name_groups

_ROWS_APART = 9
_JOINED = frozenset(("and", "и", "or", "или"))


def other_column(statement: Statement, page: Prepared) -> int | None:
    """A token of what stands in the column of a name of the statement where the statement has something else: "signed
    for B" of one who signs under A. None without one, and when the statement lists the names ("A and B")."""
    groups = name_groups(statement)
    places = [_places(page, g) for g in groups]
    for i, first in enumerate(groups):
        for j, second in enumerate(groups):
            if i >= j or not places[i] or not places[j]:
                continue
            between = [t.norm for t in statement.tokens[first[-1].at + 1 : second[0].at]]
            if j == i + 1 and (not between or all(w in _JOINED or w == "," for w in between)):
                continue
            rival = _rival(page, places[i], places[j])
            if rival is not None:
                return rival
    return None


def _places(page: Prepared, group: list[Term]) -> list[tuple[int, int]]:
    """Cells (row, cell) that hold most of a name, in rows of two or more cells without numbers."""
    count: dict[tuple[int, int], set[int]] = {}
    for term in group:
        for hit in page.hits(term):
            if hit.opposite or hit.score < 0.9 or page.text.tokens[hit.token].stem != term.stem:
                continue
            for word in page.text.token_words[hit.token]:
                row, cell = page.text.cell_of_word[word]
                if len(page.text.rows[row].cells) >= 2 and page.shapes[row].numbers == 0:
                    count.setdefault((row, cell), set()).add(term.at)
    return [place for place, terms in count.items() if 2 * len(terms) > len(group)]


def _rival(page: Prepared, first: list[tuple[int, int]], second: list[tuple[int, int]]) -> int | None:
    rows = page.text.rows
    found: int | None = None
    for r1, c1 in first:
        for r2, c2 in second:
            if r1 == r2:
                if c1 == c2:
                    return None
                continue
            if abs(r1 - r2) > _ROWS_APART:
                continue
            a, b = rows[r1].cells[c1].box, rows[r2].cells[c2].box
            if _same_column(a, b):
                return None
            if found is None:
                found = _beside(page, r2, c2, a)
    return found


def _same_column(a: Box, b: Box) -> bool:
    return a.horizontal_overlap(b) > 0.2


def _beside(page: Prepared, row: int, cell: int, column: Box) -> int | None:
    """The last word of the cell of a row that stands in a column, when it reads as a name."""
    for k, other in enumerate(page.text.rows[row].cells):
        if k != cell and _same_column(other.box, column):
            tokens = [t for t in page.text.cell_tokens(row, k) if page.text.tokens[t].is_word]
            if tokens and page.text.tokens[tokens[-1]].capital:
                return tokens[-1]
    return None
