"""Values before models: what rules find of a statement before any model is asked, and what no model may overrule.

A model that reads fluently takes 1.6 billion for 1.5 and 2018 for 2017. Numbers, dates and identifiers are therefore
compared by code first (`atomcite.values`), and a model's word counts only where that leaves the question open.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from atomcite.domain import ChannelResult, ChannelVerdict, Check, PageWords, message
from atomcite.judge.claim import analyse
from atomcite.judge.explain import kind_of
from atomcite.judge.page import PageValue
from atomcite.judge.prepared import Prepared
from atomcite.judge.prepared_pages import PreparedPages
from atomcite.judge.rules import READABLE, RulesJudge
from atomcite.values import Found, Quantity, compare, spellings

VALUES = frozenset(("value", "date", "identifier"))
"""Kinds of `Check` that are about values."""
_NOT_FOR_READERS = frozenset(("judge.no_words", "judge.unreadable", "judge.nothing_to_check", "judge.needs_picture"))
"""Reasons why no judge of words can check: there are none, or they don't show what the statement is about."""


@dataclass(frozen=True)
class Finding:
    """What the rules say of a statement. `settled`: no model may say otherwise."""

    result: ChannelResult
    settled: bool


@dataclass(frozen=True)
class Passage:
    """Part of a page: numbers of `Prepared.text.tokens`."""

    page: PageWords
    tokens: frozenset[int]


class ValueCheck:
    """The rules' word on a statement and its values, for judges that ask a model after it."""

    def __init__(self, pages: PreparedPages) -> None:
        self._pages = pages
        self._rules = RulesJudge(pages)

    def judge(self, pages: Sequence[PageWords], statements: Sequence[str]) -> list[Finding]:
        """One finding a statement, in order."""
        results = self._rules.judge(pages, statements)
        return [self._finding(pages, s, r) for s, r in zip(statements, results, strict=True)]

    def settles(self, pages: Sequence[PageWords], statement: str, ruled: ChannelResult) -> bool:
        """Whether what the rules said can't be overruled: there is nothing to read, the page has another value in
        that very place, or it does not have the value at all."""
        if ruled.verdict is ChannelVerdict.SUPPORTED:
            return False
        if ruled.verdict is ChannelVerdict.NOT_CHECKED:
            return any(m.code in _NOT_FOR_READERS for m in ruled.reason)
        if ruled.verdict is ChannelVerdict.CONTRADICTED and any(
            c.kind in VALUES and c.outcome == "mismatch" for c in ruled.checks
        ):
            return True
        borne_out = {c.claimed for c in ruled.checks if c.kind in VALUES and c.outcome in {"match", "weak"}}
        return any(v.text.strip() not in borne_out for v in self._absent(pages, statement))

    @property
    def version(self) -> str:
        """Changes when the same words may be found otherwise."""
        return self._rules.version

    def holds(self, passages: Sequence[Passage], statement: str) -> bool:
        """Whether the passages have each amount of the statement between them: what a model takes for the evidence
        of a number must hold the number."""
        amounts = (v for v in analyse(statement).values if isinstance(v.value, Quantity))
        return all(self._place(passages, v) is not None for v in amounts)

    def checks(self, passages: Sequence[Passage], statement: str) -> tuple[Check, ...]:
        """Where each value of a statement stands in the passages; a time that stands only elsewhere is weak."""
        out = []
        for claimed in analyse(statement).values:
            place = self._place(passages, claimed)
            page, value = place or (None, None)
            out.append(
                Check(
                    kind=kind_of(claimed.value),
                    claimed=claimed.text.strip(),
                    outcome="match" if value else "weak",
                    found=value.found.text.strip() if value else None,
                    page=page.page.page if page else None,
                    box=page.text.box(range(value.first, value.last + 1)) if page and value else None,
                    spellings=spellings(claimed.value, claimed.text.strip(), scale=value.scale if value else None),
                )
            )
        return tuple(out)

    def _place(self, passages: Sequence[Passage], claimed: Found) -> tuple[Prepared, PageValue] | None:
        for passage in passages:
            page = self._pages.of(passage.page)
            for value, result in page.compared(claimed.value):
                if result.outcome == "equal" and value.first in passage.tokens:
                    return page, value
        return None

    def _finding(self, pages: Sequence[PageWords], statement: str, ruled: ChannelResult) -> Finding:
        if any(m.code == "judge.other_language" for m in ruled.reason):
            # Values are the same in every language: what the page does not have, it can't say.
            absent = self._absent(pages, statement)
            if absent:
                why = tuple(message("judge.value_missing", claimed=v.text.strip()) for v in absent)
                verdict = ChannelVerdict.UNSUPPORTED
                return Finding(ruled.model_copy(update={"verdict": verdict, "grade": 4, "reason": why}), True)
        return Finding(ruled, self.settles(pages, statement, ruled))

    def _absent(self, pages: Sequence[PageWords], statement: str) -> list[Found]:
        """The values of a statement that stand nowhere on the pages that could be read."""
        prepared = [self._pages.of(p) for p in readable(pages)]
        return [v for v in analyse(statement).values if not any(_has(p, v) for p in prepared)]


def readable(pages: Sequence[PageWords]) -> list[PageWords]:
    """The pages that have words, read well enough to judge by them."""
    return [p for p in pages if p.words and (p.mean_confidence or 0.0) >= READABLE]


def _has(page: Prepared, claimed: Found) -> bool:
    if any(r.outcome == "equal" for _, r in page.compared(claimed.value)):
        return True
    # "Third quarter" over "2025": a time that two levels of headers give together.
    times = {t for v in page.values for t in v.times}
    return any(compare(claimed.value, t).outcome == "equal" for t in times)
