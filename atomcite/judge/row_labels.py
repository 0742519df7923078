"""The label of another row: "tax was 274" of a page that has 274 under "total due" and 45 under "tax"."""

from __future__ import annotations

from atomcite.judge.correspondence import Dispute
from atomcite.judge.grounds import Ground
from atomcite.judge.lexicon import lexicon
from atomcite.values import Quantity

_APART = 6
"""Rows between the two."""


def of_other_label_of_row(g: Ground) -> Dispute | None:
    """Nothing of the label of the number's row is said, and all of the label of a row nearby with another number."""
    said = g.said
    for claim, match in zip(g.statement.values, g.values, strict=True):
        v = match.found
        if v is None or match.outcome != "match" or match.other is not None or not isinstance(claim.value, Quantity):
            continue
        if v.row < 0 or v.first in g.page.prose:
            continue
        own = _label(g, v.row)
        if any(g.page.text.tokens[t].stem in g.statement.stems for t in own):
            continue  # a word too light to be looked for
        if not own or said & {*own, *v.headers, *v.label, *g.page.layout.sections[v.row]}:
            continue
        for other in g.page.values:
            near = 0 < abs(other.row - v.row) <= _APART and other.first not in g.page.prose
            if not near or not isinstance(other.found.value, Quantity) or other.cell < 0:
                continue
            label = _label(g, other.row)
            if label and set(label) <= said and not {other.first} & said:
                return Dispute("judge.said_of_another", g.page.text.quote(own, 60), contradicts=True)
    return None


def _label(g: Ground, row: int) -> tuple[int, ...]:
    """Words of the first cell of a row that name what it is of."""
    text = g.page.text
    if len(text.rows[row].cells) < 2:
        return ()
    cell = (t for t in text.cell_tokens(row, 0) if text.tokens[t].is_word and not text.tokens[t].text[0].isdigit())
    return tuple(t for t in cell if not lexicon().is_stop(text.tokens[t]))
