"""Columns and cells of tables that a statement names in another form than their header, or by what only they have."""

from __future__ import annotations

from functools import lru_cache

from atomcite.judge.cells import cell_words
from atomcite.judge.correspondence import Dispute
from atomcite.judge.grounds import Ground
from atomcite.judge.lexicon import lexicon
from atomcite.judge.words import part_of_speech

_ENDINGS = ("ов", "ев", "овск", "евск", "н", "н", "ск", "ическ", "ческ", "чн", "енн", "онн", "янск", "анск")
_SHORTEST = 3
_CELL = 3
"""Words of a cell at most that is a mark of its row rather than a remark."""


def of_other_column(g: Ground) -> Dispute | None:
    """A Russian adjective of the statement is made from the header of another column than that of its number
    ("оптовый" under "Розница", where another column is "Опт")."""
    text = g.page.text
    for term in g.content:
        if term.text.isascii() or part_of_speech(term.text) != "ADJF":
            continue
        for match in g.values:
            v = match.found
            if v is None or match.outcome != "match" or v.cell < 0 or not v.headers:
                continue
            own = (*v.headers, *v.label, *g.page.layout.labels[v.row], *g.page.layout.sections[v.row])
            if any(_made_from(term.stem, text.tokens[t].stem) for t in own):
                continue
            for other in g.page.values:
                if other.row != v.row or other.cell == v.cell:
                    continue
                head = next((t for t in other.headers if _made_from(term.stem, text.tokens[t].stem)), None)
                if head is not None:
                    return Dispute("judge.said_of_another", text.quote(v.headers, 40), contradicts=True)
    return None


@lru_cache(maxsize=4096)
def _made_from(adjective: str, noun: str) -> bool:
    if adjective == noun:
        return True
    for cut in (noun, noun[:-1]):
        if len(cut) >= _SHORTEST and adjective.startswith(cut) and adjective[len(cut) :] in _ENDINGS:
            return True
    return False


def mark_of_other_row(g: Ground) -> Dispute | None:
    """A word that fills a cell of another row, where the row that the statement names has another in that column."""
    if g.denies:
        return None
    text, said = g.page.text, g.said
    for term in g.content:
        if term.kind == "predicate":
            continue
        places = g.tokens_of(term)
        for place in places:
            row, cell = text.cell_of_word[text.token_words[place][0]] if text.token_words[place] else (-1, -1)
            if cell <= 0 or len(text.rows[row].cells) < _CELL:
                continue
            if not _is_mark(g, row, cell, said):
                continue
            for mine in (row - 1, row + 1, row - 2, row + 2):
                if 0 <= mine < len(text.rows) and len(text.rows[mine].cells) == len(text.rows[row].cells):
                    own = cell_words(g.page, mine, cell)
                    if any(text.token_row[t] == mine for t in places):
                        continue
                    if _named(g, mine, said) and not _named(g, row, said) and _tells(g, mine, cell, own, said):
                        return Dispute("judge.cell_says", text.quote(own, 40), contradicts=True)
    return None


def _is_mark(g: Ground, row: int, cell: int, said: frozenset[int]) -> bool:
    own = cell_words(g.page, row, cell)
    return g.page.shapes[row].kinds[cell] == "text" and 0 < len(own) <= _CELL and set(own) <= said


def _named(g: Ground, row: int, said: frozenset[int]) -> bool:
    """Whether the statement has all words of a row's first cell."""
    tokens = g.page.text.tokens
    label = [t for t in cell_words(g.page, row, 0) if tokens[t].is_word and not lexicon().is_stop(tokens[t])]
    return bool(label) and set(label) <= said


def _tells(g: Ground, row: int, cell: int, own: tuple[int, ...], said: frozenset[int]) -> bool:
    kinds = g.page.shapes[row].kinds
    if kinds[cell] != "text" or not own or len(own) > _CELL or set(own) & said:
        return False
    a, b = g.page.text.rows[row].cells[cell].box, g.page.text.rows[row].cells[0].box
    return a.x0 > b.x0
