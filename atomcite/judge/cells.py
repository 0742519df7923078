"""What a row of a table says in words: a cell that denies or is empty, an outcome, a property of another row."""

from __future__ import annotations

from atomcite.domain import Box
from atomcite.judge.correspondence import Dispute
from atomcite.judge.grounds import Ground
from atomcite.judge.lexicon import lexicon
from atomcite.judge.page import Row
from atomcite.judge.prepared import Prepared
from atomcite.judge.timing import is_time
from atomcite.judge.wordlists import phrases, words

_REACH = 40
"""Rows above a cell among which its header is looked for."""
_BESIDE = 0.25
"""Share of the narrower of two cells that must lie over the other for them to be of one column."""
_GAP = 2.5
"""Heights of a line between two rows from which they are of different tables."""
_SAME_WORD = 0.95
_LONG = 8
"""Tokens from which a cell is running text rather than an outcome."""


def cell_words(page: Prepared, row: int, cell: int) -> tuple[int, ...]:
    """Tokens of a cell, without the sign that parts cells in running text."""
    return tuple(t for t in page.text.cell_tokens(row, cell) if page.text.tokens[t].text != "¦")


def header_of(page: Prepared, row: int, cell: int) -> tuple[int, ...]:
    """Tokens of the header over a cell: of its numbers' column, else of the nearest row of text cells above."""
    text = page.text
    for v in page.values:
        if v.row == row and v.cell == cell and v.headers:
            return v.headers
    head = head_row(page, row)
    if head < 0:
        return ()
    box = text.rows[row].cells[cell].box
    return tuple(
        t for k, c in enumerate(text.rows[head].cells) if _one_column(c.box, box) for t in cell_words(page, head, k)
    )


def head_row(page: Prepared, row: int) -> int:
    """The uppermost row of text cells of the table that a row is in, -1 where there is none above it."""
    rows, found = page.text.rows, -1
    for r in range(row - 1, max(-1, row - _REACH), -1):
        gap = rows[r + 1].box.y0 - rows[r].box.y1
        if gap > _GAP * max(rows[r].box.height, rows[r + 1].box.height):
            break
        if len(rows[r].cells) == 1 and (len(page.text.row_tokens(r)) >= _LONG or r in _prose_rows(page)):
            break
        if len(rows[r].cells) >= 3 and not page.shapes[r].numbers:
            found = r
    return found


def _prose_rows(page: Prepared) -> frozenset[int]:
    return frozenset(page.text.token_row[t] for t in page.prose)


def _one_column(a: Box, b: Box) -> bool:
    return a.horizontal_overlap(b) > _BESIDE or b.horizontal_overlap(a) > _BESIDE


def denied_cell(g: Ground) -> Dispute | None:
    """The row says "not insured", "none" or nothing under a header of which the statement affirms something."""
    if g.row < 0:
        return None
    text = g.page.text
    negated = g.statement.marked.negated
    said = {k for t in g.statement.terms if not negated[t.at] for k in g.tokens_of(t)}
    for cell in range(len(text.rows[g.row].cells)):
        own = cell_words(g.page, g.row, cell)
        kind = g.page.shapes[g.row].kinds[cell]
        if kind in {"number", "header"} or not own:
            continue
        header = header_of(g.page, g.row, cell)
        if (kind == "dash" or _is_nothing(g.page, own)) and cell > 0 and not _denied(g, header) and meant(g, header):
            return Dispute("judge.empty_cell", text.quote(header, 60), contradicts=kind != "dash")
        denial = _denial_over(g.page, g.row, cell, own)
        if denial is not None and said & set(own):
            shown = text.quote((denial, *own) if denial not in own else own, 60)
            return Dispute("judge.cell_says", shown, contradicts=True)
    return None


def _denied(g: Ground, header: tuple[int, ...]) -> bool:
    """Whether the statement denies what a header says; one that denies something else may be of the row's name
    ("contracts without approval")."""
    under = (t.at for t in g.statement.terms if t.kind != "light" and set(header) & set(g.tokens_of(t)))
    if any(g.statement.marked.target[at] for at in under):
        return True
    return g.denies and not any(g.page.marked.negator[t] for t in g.page.layout.labels[g.row])


def agreed_nothing(g: Ground) -> frozenset[int]:
    """Token numbers of what the statement denies, where the row says "none" under just that header: "no aggregate
    applies to fire"."""
    if not any(g.statement.marked.target) or g.row < 0:
        return frozenset()
    text = g.page.text
    label = frozenset((*g.page.layout.labels[g.row], *header_of(g.page, g.row, 0)))
    for cell in range(1, len(text.rows[g.row].cells)):
        if not _is_nothing(g.page, cell_words(g.page, g.row, cell)):
            continue
        header = frozenset(header_of(g.page, g.row, cell))
        under = {t.at for t in g.content if header & set(g.tokens_of(t))}
        rest = [t for t in g.content if t.at not in under and t.text.casefold() not in words("support_words")]
        denied = any(g.statement.marked.target[at] for at in under)
        whole = all(label & set(g.tokens_of(t)) for t in rest) and bool(rest)
        if denied and whole and meant(g, tuple(header)):
            return frozenset(under)
    return frozenset()


def other_outcome(g: Ground) -> Dispute | None:
    """The statement names a column and the row has in it what the statement does not say - where the statement has
    instead what another row has there."""
    if g.row < 0:
        return None
    text, said = g.page.text, g.said
    for cell in range(1, len(text.rows[g.row].cells)):
        own = cell_words(g.page, g.row, cell)
        if g.page.shapes[g.row].kinds[cell] != "text" or not own or len(own) > _LONG or said & set(own):
            continue
        header = header_of(g.page, g.row, cell)
        if not header or not meant(g, header) or set(header) & set(own):
            continue
        if any(text.tokens[t].is_word and not lexicon().is_stop(text.tokens[t]) for t in own):
            named = _told_by_others(g, cell)
            if named:
                return Dispute("judge.cell_says", text.quote((*header, *own), 60), contradicts=True)
    return None


def of_other_row(g: Ground) -> Dispute | None:
    """A word of the statement stands only in other rows of the table: not in this one, nor in a header or text."""
    if g.row < 0 or any(m.other is not None for m in g.values):
        return None  # worked out from two rows
    own = g.place | g.found.window.context | g.found.window.inside | set(g.page.layout.sections[g.row])
    for term in g.content:
        places = g.tokens_of(term)
        if not places or term.kind == "predicate" or any(t in own for t in places) or _dates(g, term.at):
            continue
        if all(_in_other_row(g, t) for t in places):
            return Dispute("judge.said_of_another", g.page.text.tokens[places[0]].text, contradicts=False)
    return _phrase_of_other_row(g, own)


def _dates(g: Ground, at: int) -> bool:
    """Whether a word stands beside a time, to which it may belong ("2012 финансовый год")."""
    spans = zip(g.statement.values, g.statement.value_tokens, strict=True)
    return any(is_time(v.value) and first - 2 <= at <= last + 2 for v, (first, last) in spans)


def _phrase_of_other_row(g: Ground, own: frozenset[int]) -> Dispute | None:
    """Two words that stand together in the statement, and on the page in other rows only ("direct debit")."""
    exact = [{h.token for h in g.page.hits(t) if h.score >= _SAME_WORD and not h.opposite} for t in g.content]
    for first, second, here, there in zip(g.content, g.content[1:], exact, exact[1:], strict=False):
        if second.at != first.at + 1 or (here & own and there & own):
            continue
        pairs = [k for k in here if k + 1 in there]
        if pairs and all(_in_other_row(g, k) for k in pairs):
            return Dispute(
                "judge.said_of_another", g.page.text.quote((pairs[0], pairs[0] + 1), 40), contradicts=False
            )
    return None


def of_header(g: Ground) -> Dispute | None:
    """All that the window has of the statement is the header of a table: it says nothing of any row."""
    rows = {g.page.text.token_row[k] for k in g.said & g.found.window.inside}
    if len(rows) != 1 or (row := rows.pop()) < 0 or len(g.page.text.rows[row].cells) < 3:
        return None
    text = g.page.text
    own = text.row_tokens(row)
    if any(text.tokens[t].text == ":" or text.tokens[t].text[0].isdigit() for t in own):
        return None
    below = next((r for r in range(row + 1, min(row + 3, len(text.rows))) if len(text.rows[r].cells) >= 3), -1)
    if below < 0 or not g.page.shapes[below].numbers or head_row(g.page, below) != row:
        return None
    return Dispute("judge.only_named", text.quote(own, 60), contradicts=False)


def denied_elsewhere(g: Ground) -> Dispute | None:
    """A word that the place lacks and that the page has only denied, be it by a "not" on the line over it."""
    negated = g.statement.marked.negated
    row = next((g.page.text.token_row[k] for k in g.place), -1)
    if row < 0 or len(g.page.text.rows[row].cells) < 2 or any(g.page.syntax.verb[k] for k in g.place):
        return None
    for term in g.content:
        places = [h.token for h in g.page.hits(term) if h.score >= _SAME_WORD and not h.opposite]
        if (
            term.kind != "predicate"
            or not places
            or negated[term.at]
            or any(k in g.place or k in g.found.window.context for k in places)
        ):
            continue
        denied = [g.page.marked.negated[k] or _below_denial(g.page, k) for k in places]
        if all(denied):
            return Dispute("judge.reversed", g.page.text.tokens[places[0]].text, contradicts=True)
    return None


def _below_denial(page: Prepared, token: int) -> bool:
    row, cell = page.text.cell_of_word[page.text.token_words[token][0]]
    return _denial_over(page, row, cell, cell_words(page, row, cell)) is not None


def _in_other_row(g: Ground, token: int) -> bool:
    row = g.page.text.token_row[token]
    return row != g.row and row >= 0 and g.page.shapes[row].numbers > 0 and len(g.page.text.rows[row].cells) >= 3


def _told_by_others(g: Ground, cell: int) -> bool:
    """Whether the statement has a word that the column has in another row."""
    text = g.page.text
    box, head = text.rows[g.row].cells[cell].box, head_row(g.page, g.row)
    stems = {t.stem for t in g.statement.terms if t.kind != "light"}
    for r in range(max(0, head + 1), min(len(text.rows), g.row + _REACH)):
        row: Row = text.rows[r]
        if r == g.row or len(row.cells) < 2:
            continue
        for k, c in enumerate(row.cells):
            if _one_column(c.box, box) and any(text.tokens[t].stem in stems for t in cell_words(g.page, r, k)):
                return True
    return False


def meant(g: Ground, header: tuple[int, ...]) -> bool:
    """Whether the statement has the content words of a header that do not stand in the row itself."""
    tokens, lex = g.page.text.tokens, lexicon()
    content = [
        t
        for t in header
        if tokens[t].is_word and tokens[t].norm.isalpha() and not lex.is_stop(tokens[t]) and len(tokens[t].norm) > 2
    ]
    if not content:
        return False
    held = [t for t in content if t in g.said]
    return len(held) == len(content) or (len(held) >= 2 and 3 * len(held) >= 2 * len(content))


def _is_nothing(page: Prepared, own: tuple[int, ...]) -> bool:
    said = " ".join(
        page.text.tokens[t].norm for t in own if page.text.tokens[t].is_word or page.text.tokens[t].text == "/"
    )
    return any(said == " ".join(p) for p in phrases("nothing"))


def _denial_over(page: Prepared, row: int, cell: int, own: tuple[int, ...]) -> int | None:
    """A negator with which a cell begins, or that stands alone on the line over it."""
    text = page.text
    if own and text.tokens[own[0]].norm in words("denying_first"):
        return own[0]
    box = text.rows[row].cells[cell].box
    for r in range(row - 1, max(-1, row - 3), -1):
        for k, c in enumerate(text.rows[r].cells):
            if not _one_column(c.box, box):
                continue
            above = cell_words(page, r, k)
            near = box.y0 - c.box.y1 < 1.5 * box.height
            lone = near and len(above) == 1 and text.tokens[above[0]].norm in words("denying_first")
            return above[0] if lone else None
    return None
