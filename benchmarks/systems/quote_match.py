"""`quote-match`: whether the words of a claim stand on its page, as checkers of citations do that know the text only.

The text is the PDF's own layer, so that a scanned page is not checked; `ocr=` names an engine that reads it instead.
Pages are read besides only where a citation can't be resolved without the numbers printed on them: which page is
cited is found out for all systems alike.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from rapidfuzz import fuzz

from atomcite.benchmarks.systems.citations import Located, located
from atomcite.benchmarks.systems.options import Options
from atomcite.benchmarks.systems.pipeline import literal
from atomcite.benchmarks.systems.protocol import Judged, Lender, Prediction, Task
from atomcite.benchmarks.systems.texts import LayerPages, ReadPages, engine_version, need_engine
from atomcite.benchmarks.systems.tokens import key_terms, normalised, numbers, readings_of_numbers
from atomcite.benchmarks.systems.verdicts import predicted, unchecked
from atomcite.documents import Document
from atomcite.domain import ClaimVerdict
from atomcite.pipeline.settings import PageMode

VERSION = "1"
_QUOTED = re.compile(r'"([^"]{12,})"')
"""A quotation of some words; shorter ones are names and terms."""


@dataclass(frozen=True)
class Match:
    """How much of a claim stands in a text. `exact`: all of it, in its words. `quotes` and `numbers`: all that it
    quotes, all numbers that it gives. `share` is that of its key words, `ratio` rapidfuzz's partial ratio; 0..1."""

    exact: bool
    quotes: bool
    numbers: bool
    share: float
    ratio: float

    @property
    def score(self) -> float:
        """0..1, halved where a number or a quotation is not there."""
        best = 1.0 if self.exact else max(self.share, self.ratio)
        return round(best if self.quotes and self.numbers else best / 2, 4)


def match(statement: str, text: str) -> Match:
    """How a statement stands in a page's text; both as they came."""
    claim, page = normalised(statement).rstrip(". "), normalised(text)
    words = key_terms(claim)
    there = key_terms(page)
    return Match(
        exact=claim in page,
        quotes=all(quote.strip() in page for quote in _QUOTED.findall(claim)),
        numbers=numbers(claim) <= readings_of_numbers(page),
        share=len(words & there) / len(words) if words else 0.0,
        ratio=fuzz.partial_ratio(claim, page) / 100,
    )


@dataclass(frozen=True)
class QuoteMatch:
    """Options: `words` (share of key words that must be there, 0.8), `ratio` (partial ratio that does instead, 0.85),
    `ocr` (an engine, or `auto`; none: the text layer), `pages` (as `atomcite verify --pages`)."""

    words: float
    ratio: float
    engine: str | None
    mode: PageMode
    lender: Lender
    name: str = "quote-match"

    @classmethod
    def make(cls, given: Mapping[str, str], lender: Lender) -> QuoteMatch:
        options = Options(cls.name, given)
        engine = options.maybe("ocr")
        made = cls(
            words=options.number("words", 0.8, 0.0, 1.0),
            ratio=options.number("ratio", 0.85, 0.0, 1.0),
            engine=engine,
            mode=literal(options.choice("pages", PageMode, "auto")),
            lender=lender,
        )
        options.done()
        if engine:
            need_engine(engine)
        return made

    @property
    def settings(self) -> Mapping[str, Any]:
        text = engine_version(self.engine) if self.engine else "the file's own, unchecked"
        return {"version": VERSION, "words": self.words, "ratio": self.ratio, "text": text, "pages": self.mode}

    def judge(self, task: Task) -> Judged:
        with self.lender.account() as account, Document.open(task.path, cache=account.cache) as document:
            read = ReadPages(document, account, self.engine or "auto")
            pages: ReadPages | LayerPages = read if self.engine else LayerPages(document)
            claims = located(task, document, self.mode, read.folio)
            said = tuple(self._judge(claim, document, pages) for claim in claims)
            return Judged(document=task.document, predictions=said, spent=account.spent())

    def supports(self, found: Match) -> bool:
        if not (found.quotes and found.numbers):
            return False
        return found.exact or found.share >= self.words or found.ratio >= self.ratio

    def _judge(self, claim: Located, document: Document, pages: ReadPages | LayerPages) -> Prediction:
        by_code = claim.by_code
        if by_code is not None:
            return by_code
        texts = [pages.text(p) for p in claim.pages]
        there = [t for t in texts if t is not None]
        name = claim.claim.id
        if not there:
            return unchecked(name, f"There is no text on page {_listed(claim.pages)}.")
        found = match(claim.claim.statement, "\n".join(there))
        raw = {"cited": found.__dict__}
        if self.supports(found):
            return predicted(name, ClaimVerdict.CORRECT, confidence=found.score, raw=raw)
        if len(there) < len(texts):
            return unchecked(name, f"There is no text on one of the pages {_listed(claim.pages)}.", raw=raw)
        others = (p for p in range(1, document.page_count + 1) if p not in claim.pages)
        better = [
            (m, p) for p in others if (t := pages.text(p)) and self.supports(m := match(claim.claim.statement, t))
        ]
        better.sort(key=lambda b: (-b[0].exact, -b[0].score, min(abs(b[1] - c) for c in claim.pages), b[1]))
        verdict = ClaimVerdict.WRONG_PAGE if better else ClaimVerdict.UNSUPPORTED
        return predicted(name, verdict, suggested=[p for _, p in better[:3]], confidence=found.score, raw=raw)


def _listed(pages: Sequence[int]) -> str:
    return ", ".join(map(str, pages))
