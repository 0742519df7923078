"""Judges in a row, from the cheapest to the dearest: each is asked only what those before it left open."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass

from atomcite.domain import ChannelResult, ChannelVerdict, Judge, Message, Missing, PageWords, message
from atomcite.errors import AtomCiteError, EndpointError

VERSION = "2"

Settles = Callable[[Sequence[PageWords], str, ChannelResult], bool]
"""(cited pages, statement, what a judge said) -> whether that is the last word."""


@dataclass(frozen=True)
class Link:
    """A judge of a chain, and when its word is the last."""

    judge: Judge
    settles: Settles


class ChainJudge:
    """Implements `atomcite.domain.Judge`. What a later judge says replaces what an earlier one left open, with three
    reservations: where a later judge can't check, the earlier word stands and the result is marked provisional; where
    it supports what an earlier one takes for denied, the page has not been checked; and support for a name that an
    earlier judge did not find is partial support (grade 3)."""

    def __init__(self, links: Sequence[Link]) -> None:
        """`links` in the order in which they are asked; two or more."""
        self._links = tuple(links)

    @property
    def name(self) -> str:
        return "+".join(link.judge.name for link in self._links)

    @property
    def version(self) -> str:
        parts = "; ".join(f"{link.judge.name} {link.judge.version}" for link in self._links)
        return f"{VERSION} ({parts})"

    def missing(self) -> Missing | None:
        """What the first judge lacks that can't run. A chain runs with all its judges or not at all: what was asked
        for by name is not left out silently."""
        return next((m for link in self._links if (m := link.judge.missing())), None)

    def judge(self, pages: Sequence[PageWords], statements: Sequence[str]) -> list[ChannelResult]:
        first, *later = self._links
        results = first.judge.judge(pages, statements)
        by = [first] * len(results)
        for link in later:
            open_ = [
                i for i, (s, r) in enumerate(zip(statements, results, strict=True)) if not by[i].settles(pages, s, r)
            ]
            if not open_:
                break
            found = _ask(link.judge, pages, [statements[i] for i in open_])
            for i, reply in zip(open_, found, strict=True):
                results[i] = _weighed(results[i], by[i].judge.name, reply, link.judge.name)
                if reply.verdict is not ChannelVerdict.NOT_CHECKED:
                    by[i] = link
        return [
            r.model_copy(update={"reason": (*r.reason, message("chain.settled_by", judge=b.judge.name))})
            if r.verdict is not ChannelVerdict.NOT_CHECKED
            else r
            for r, b in zip(results, by, strict=True)
        ]


def _ask(judge: Judge, pages: Sequence[PageWords], statements: Sequence[str]) -> list[ChannelResult]:
    """A later judge that fails costs its own word, not that of the judges before it."""
    try:
        return judge.judge(pages, statements)
    except EndpointError:
        raise  # a server that can't be used at all is no matter of a page
    except AtomCiteError as error:
        why = error.reason or message("run.failed", what=str(error).replace("\n", " "))
        failed = ChannelResult(
            channel="text", verdict=ChannelVerdict.NOT_CHECKED, engine=f"{judge.name} {judge.version}", reason=(why,)
        )
        return [failed] * len(statements)


def _weighed(earlier: ChannelResult, before: str, later: ChannelResult, judge: str) -> ChannelResult:
    """What to make of two words on one statement, of which the earlier was not the last."""
    usage, raw = earlier.usage + later.usage, later.raw or earlier.raw
    supported = later.verdict is ChannelVerdict.SUPPORTED
    if later.verdict is ChannelVerdict.NOT_CHECKED:
        why = (*earlier.reason, message("chain.later_failed", judge=judge), *later.reason)
        return earlier.model_copy(update={"usage": usage, "raw": raw, "reason": why, "provisional": True})
    engine = f"{earlier.engine} > {later.engine.rpartition(' > ')[2]}"
    checks = later.checks or earlier.checks
    if supported and earlier.verdict is ChannelVerdict.CONTRADICTED:
        return ChannelResult(
            channel="text",
            verdict=ChannelVerdict.NOT_CHECKED,
            engine=engine,
            reason=(message("chain.disagree", yes=judge, no=before), *earlier.reason),
            checks=checks,
            usage=usage,
            raw=raw,
        )
    reason: tuple[Message, ...] = later.reason
    grade = later.grade
    unnamed = [c.claimed for c in earlier.checks if c.kind == "name" and c.outcome in {"missing", "mismatch"}]
    if supported and unnamed:
        grade = max(grade or 3, 3)
        reason = (*reason, message("judge.name_missing", names=", ".join(unnamed)))
    return later.model_copy(
        update={
            "usage": usage,
            "raw": raw,
            "engine": engine,
            "reason": reason,
            "grade": grade,
            "checks": checks,
        }
    )


def settled_by_rules(values_settle: Settles) -> Settles:
    """When the rules have the last word: on values (`values_settle`), on a name that stands in another's place, on a
    statement that is a sentence of the page, and on values found in their row and column with all words around them.
    They leave open what else they support (all words may be there and stand in other relations), what they don't
    find, and what they take for the opposite."""

    def settles(pages: Sequence[PageWords], statement: str, result: ChannelResult) -> bool:
        if values_settle(pages, statement, result):
            return True
        if result.verdict is ChannelVerdict.CONTRADICTED:
            return any(m.code == "judge.other_name" for m in result.reason)
        return result.verdict is ChannelVerdict.SUPPORTED and (_is_quote(statement, result) or _in_table(result))

    return settles


def _is_quote(statement: str, result: ChannelResult) -> bool:
    """Word for word and whole: a part of a sentence may lack its exception."""
    return any(_words(e.quote) == _words(statement) for e in result.evidence)


def _in_table(result: ChannelResult) -> bool:
    placed = any(m.parts.get("where") for m in result.reason)  # row and column of a value
    return placed and result.grade in {1, 2} and all(c.outcome == "match" for c in result.checks)


def _words(text: str) -> list[str]:
    return re.findall(r"\w+", text.casefold())


def settled_when_sure(pages: Sequence[PageWords], statement: str, result: ChannelResult) -> bool:
    """When a model has the last word: whenever it could check and its answer is not half-hearted (grade 3)."""
    return result.verdict is not ChannelVerdict.NOT_CHECKED and result.grade != 3
