"""Which column of a table a statement means by words that are no time: "planned", "in the reporting period"."""

from __future__ import annotations

from atomcite.judge.claim import Statement
from atomcite.judge.lexicon import lexicon
from atomcite.judge.page import PageValue
from atomcite.judge.prepared import Prepared
from atomcite.judge.words import Token
from atomcite.values import Quantity

_ROOT = 4
_ENDING = 6
"""A header word of _ROOT letters or more may be the root of one up to _ENDING longer ("Факт", "фактическая")."""


def under_other_header(statement: Statement, page: Prepared, value: PageValue) -> bool:
    """True when the statement's one amount stands in the column of `value`, and the statement has words that among
    the columns of its row only the header of another has, and none that only its own header has."""
    if value.row < 0 or not value.headers or value.change:
        return False
    if sum(isinstance(v.value, Quantity) for v in statement.values) != 1:
        return False
    amounts = [v for v in page.values if v.row == value.row and not v.change and isinstance(v.found.value, Quantity)]
    columns = {v.headers: _words(page, v.headers) for v in amounts}
    if value.headers not in columns or len(columns) < 2:
        return False
    label = {page.text.tokens[t].stem for t in value.label or page.layout.labels[value.row]}
    said = {t.stem for t in _outside_values(statement) if t.stem not in label}

    def names(headers: tuple[int, ...]) -> bool:
        others = set().union(*(words for other, words in columns.items() if other != headers))
        return any(_same(stem, word) for word in columns[headers] - others for stem in said)

    return not names(value.headers) and any(names(other) for other in columns if other != value.headers)


def _outside_values(statement: Statement) -> list[Token]:
    inside = {i for first, last in statement.value_tokens for i in range(first, last + 1)}
    return [t for i, t in enumerate(statement.tokens) if i not in inside and _tells(t)]


def _words(page: Prepared, headers: tuple[int, ...]) -> set[str]:
    return {token.stem for t in headers if _tells(token := page.text.tokens[t])}


def _tells(token: Token) -> bool:
    return token.is_word and token.norm.isalpha() and len(token.norm) > 2 and not lexicon().is_stop(token)


def _same(said: str, header: str) -> bool:
    if said == header:
        return True
    return len(header) >= _ROOT and said.startswith(header) and len(said) - len(header) <= _ENDING
