"""The one of several numbers that the page gives for what the statement names."""

from __future__ import annotations

from atomcite.judge.claim import Statement
from atomcite.judge.clauses import reads
from atomcite.judge.page import PageValue
from atomcite.judge.prepared import Prepared
from atomcite.judge.wordlists import phrases
from atomcite.values import Quantity


def of_own_case(
    statement: Statement, number: int, page: Prepared, own: list[PageValue], rivals: list[PageValue]
) -> PageValue | None:
    """The one of several numbers that the page gives for a case which the statement names: "within 30 days, or within
    7 days in the case of theft". None where no case is named, or none tells them apart."""
    said = {h.token for t in statement.terms if t.kind in {"name", "word"} for h in page.hits(t) if h.score >= 0.95}
    beside = _beside(statement, number)
    named = [v for v in (*own, *rivals) if said & _case(page, v) or _label(page, v) in beside]
    return named[0] if len(named) == 1 and rivals else None


def _beside(statement: Statement, number: int) -> frozenset[str]:
    """The word after a count of the statement, and the one before it: "4 for and 1 against", "за — 5"."""
    claim, (first, last) = statement.values[number].value, statement.value_tokens[number]
    if not isinstance(claim, Quantity) or claim.unit:
        return frozenset()
    tokens = statement.tokens
    k = first - 1
    while k >= 0 and not tokens[k].is_word and tokens[k].text not in ",;":
        k -= 1
    return frozenset(tokens[i].stem for i in (k, last + 1) if 0 <= i < len(tokens) and tokens[i].is_word)


def _label(page: Prepared, value: PageValue) -> str:
    """The one word that a number is given for after a colon or dash: "For: 4. Against: 1."."""
    tokens = page.text.tokens
    at = value.first - 1
    if at < 1 or tokens[at].text not in {":", "—", "–"} or not tokens[at - 1].is_word:
        return "-"
    return tokens[at - 1].stem


def _case(page: Prepared, value: PageValue) -> frozenset[int]:
    """Tokens of "in the case of ..." right after a number, up to the end of the clause or the next number."""
    tokens, marked = page.text.tokens, page.marked
    at = value.last + 1
    phrase = next((p for p in phrases("cases") if at < len(tokens) and reads(tokens, at, p)), None)
    if phrase is None:
        return frozenset()
    start = at + len(phrase)
    stop = min((v.first for v in page.values if v.first >= start), default=len(tokens))
    end = start
    while end < stop and marked.sentence[end] == marked.sentence[value.first] and tokens[end].text not in ",;:":
        end += 1
    return frozenset(range(start, end))
