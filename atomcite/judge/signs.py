"""Gain or loss: does the sign of a number of the page go with the word that the statement has for it?"""

from __future__ import annotations

from atomcite.judge.claim import Statement
from atomcite.judge.directions import falling, rising
from atomcite.judge.lexicon import lexicon
from atomcite.judge.page import PageValue
from atomcite.judge.prepared import Prepared
from atomcite.judge.wordlists import stems, words
from atomcite.judge.words import word_set
from atomcite.values import Quantity

_ON = word_set("on of на с")


def sign_differs(statement: Statement, number: int, page: Prepared, value: PageValue) -> bool:
    """The statement's word next to the amount says gain where the page's number is negative, or loss where it is not
    and the label leaves both open ("Contribution profit (loss)")."""
    lex = lexicon()
    quantity = value.found.value
    if not isinstance(quantity, Quantity):
        return False
    negative = quantity.bracketed or quantity.readings[0].number < 0
    before = {t.norm for t in statement.tokens[: statement.value_tokens[number][0]]}
    if negative and before & words("brings"):
        return True
    if before & words("outgoings") and any(page.text.tokens[t].stem in stems("receipts") for t in value.label):
        return not any(t.stem in stems("receipts") for t in statement.tokens)
    both = _leaves_open(page, value.label) or _leaves_open(page, value.headers)
    # "Costs rose to 41" says nothing of a sign.
    signs = (lex.positive_amounts | lex.negative_amounts) - rising() - falling()
    word = sign_word(statement, number, stems("gains") | stems("losses") if both else signs)
    if not word:
        return False
    if word in (stems("gains") if both else lex.positive_amounts):
        return negative
    return both and not negative


def sign_word(statement: Statement, number: int, stems_: frozenset[str]) -> str:
    """The one of `stems_` that stands nearest to value `number` of a statement, before it rather than after it."""
    first, last = statement.value_tokens[number]
    best = ""
    least = 99.0
    for i, token in enumerate(statement.tokens):
        if token.stem in stems_ and not _complement(statement, i):
            gap = first - i if i < first else 1.5 * (i - last)
            if gap < least:
                best, least = token.stem, gap
    return best


def _complement(statement: Statement, at: int) -> bool:
    """The gain of "tax on profit", "income tax": what a charge is on or of does not say which sign it has."""
    lex, tokens = lexicon(), statement.tokens
    if tokens[at].stem not in lex.positive_amounts:
        return False
    on = at > 1 and tokens[at - 1].norm in _ON and tokens[at - 2].stem in stems("charges")
    return on or (at + 1 < len(tokens) and tokens[at].norm.isascii() and tokens[at + 1].stem in stems("charges"))


def open_label(page: Prepared, row: int) -> bool:
    """A label that names a gain and, in brackets, a loss, or the reverse: the sign of the number tells which."""
    return row >= 0 and _leaves_open(page, page.layout.labels[row])


def _leaves_open(page: Prepared, label: tuple[int, ...]) -> bool:
    """A gain and a loss side by side, one of them in brackets or after a stroke; "income tax expense" is neither."""
    tokens = [page.text.tokens[t] for t in label]
    stems_ = {t.stem for t in tokens}
    apart = any(t.text in "(/[" for t in tokens) or any("/" in t.text or "(" in t.text for t in tokens)
    return apart and bool(stems_ & stems("gains") and stems_ & stems("losses"))
