"""Lines of forms: what a name stands under."""

from __future__ import annotations

from atomcite.judge.claim import Statement, Term
from atomcite.judge.lexicon import lexicon
from atomcite.judge.prepared import Prepared
from atomcite.judge.slots import Span, name_groups
from atomcite.judge.wordlists import stems


def labelled_otherwise(statement: Statement, page: Prepared) -> tuple[list[Term], Span] | None:
    """A name of the statement that stands on a line of a form that is labelled as something else, while the form
    has a field for what the statement calls it: "The cashier was Chi Chern" on a receipt with "Salesman: CHI CHERN"
    and a field for the cashier."""
    roles = [t for t in statement.terms if t.kind == "word"]
    for group in name_groups(statement):
        lines = {
            (s.start, s.end)
            for t in group
            for h in page.hits(t)
            if not h.opposite and h.score >= 0.8
            for s in page.text.segments
            if s.start <= h.token < s.end
        }
        if not lines or any(h.token in page.prose for t in group for h in page.hits(t)):
            continue
        if not all(_told_apart(page, a, b) for a, b in lines) or _so_labelled(page, roles, lines):
            continue
        for role in roles:
            if min(abs(role.at - t.at) for t in group) > 6:
                continue
            places = [h.token for h in page.hits(role) if not h.opposite and h.token not in page.prose]
            fields = [p for p in places if not any(a <= p < b for a, b in lines) and _is_field(page, p)]
            if fields and not any(a <= p < b for p in places for a, b in lines):
                return group, (fields[0], fields[0])
    return None


def _so_labelled(page: Prepared, roles: list[Term], lines: set[Span]) -> bool:
    """Whether the statement speaks of the very label of a name's line."""
    labels = {h.token for t in roles for h in page.hits(t) if h.score >= 0.95 and h.token in page.labels}
    return any(a <= k < b for k in labels for a, b in lines)


def _told_apart(page: Prepared, start: int, end: int) -> bool:
    """A line with a label that says what the one on it is: "Salesman:", but not "Name:"."""
    tokens = page.text.tokens
    colon = next((k for k in range(start, end) if tokens[k].text == ":"), None)
    if colon is None or colon == start or not tokens[colon - 1].is_word:
        return False
    label = tokens[colon - 1].stem
    return label not in stems("anyone") and label not in lexicon().generic


def _is_field(page: Prepared, token: int) -> bool:
    """A label of a form, or a short header cell that has something under or after it."""
    if token in page.labels or token in page.data_labels:
        return True
    row = page.text.token_row[token]
    if row < 0 or page.shapes[row].numbers or len(page.text.rows[row].cells) < 2:
        return False
    cells = page.text.rows[row].cells
    return all(len(c.words) <= 2 for c in cells)
