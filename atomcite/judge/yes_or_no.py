"""Cells that say yes or no to what stands over them: "no" under "Receipt" in the row of the carpet."""

from __future__ import annotations

from atomcite.judge.cells import cell_words, header_of, meant
from atomcite.judge.correspondence import Dispute
from atomcite.judge.denials import WITHOUT
from atomcite.judge.grounds import Ground
from atomcite.judge.lexicon import lexicon
from atomcite.judge.wordlists import words

_NAMED = 0.5
"""Share of a row's label that a statement has when it speaks of that row."""


def other_answer(g: Ground) -> Dispute | None:
    """The row that the statement names answers the other way to the header that it affirms or denies."""
    row = _row(g)
    if row < 0:
        return None
    text, marked = g.page.text, g.statement.marked
    for cell in range(1, len(text.rows[row].cells)):
        answer = _answer(text.rows[row].cells[cell].text)
        if not answer:
            continue
        header = header_of(g.page, row, cell)
        if not meant(g, header):
            continue
        under = [t.at for t in g.statement.terms if t.kind != "light" and set(header) & set(g.tokens_of(t))]
        if any(_told(g, k) for t in g.statement.terms if t.at in under for k in g.tokens_of(t)):
            continue
        denied = any(marked.negated[at] and not _of_label(g, row, at) for at in under)
        if under and denied != (answer == "no"):
            own = cell_words(g.page, row, cell)
            return Dispute("judge.cell_says", text.quote((*header, *own), 60), contradicts=True)
    return None


def _told(g: Ground, k: int) -> bool:
    """Whether a token of the window is one of running text rather than of a table."""
    text = g.page.text
    return k in g.found.window.inside and k in g.page.prose and len(text.rows[text.token_row[k]].cells) < 2


def _of_label(g: Ground, row: int, at: int) -> bool:
    """Whether the denial over a word of the statement is that of the row's own name: "contracts without approval"."""
    tokens, marked = g.statement.tokens, g.statement.marked
    denial = next((tokens[k].norm for k in range(at, -1, -1) if marked.negator[k] or tokens[k].norm in WITHOUT), "")
    return any(g.page.text.tokens[t].norm == denial for t in _label(g, row))


def _answer(cell: str) -> str:
    said = cell.strip().strip(".").casefold()
    return "yes" if said in words("cell_yes") else "no" if said in words("cell_no") else ""


def _row(g: Ground) -> int:
    """The one row with a yes or no of whose label the statement has the most, -1 when none or several."""
    text = g.page.text
    named: dict[int, float] = {}
    for r, row in enumerate(text.rows):
        if len(row.cells) < 2 or not any(_answer(c.text) for c in row.cells[1:]):
            continue
        label = [t for t in _label(g, r) if not lexicon().is_stop(text.tokens[t])]
        share = sum(t in g.said for t in label) / len(label) if label else 0.0
        if share >= _NAMED:
            named[r] = share
    best = [r for r, share in named.items() if share == max(named.values())]
    return best[0] if len(best) == 1 else -1


def _label(g: Ground, row: int) -> list[int]:
    """Words of the first cell of a row that has any and is no answer: a number may stand before it."""
    tokens = g.page.text.tokens
    for cell in range(len(g.page.text.rows[row].cells)):
        own = [t for t in cell_words(g.page, row, cell) if tokens[t].is_word and not tokens[t].text[0].isdigit()]
        if own and not _answer(g.page.text.rows[row].cells[cell].text):
            return own
    return []
