"""`retrieval-nli`: pages retrieved whole, and an entailment judge on them (as VeriCite and ALCE do with passages).

The cited page's text is the premise and the statement the hypothesis; where it is not entailed, the pages that BM25
ranks best for the statement are tried, and one that entails it is the page that should have been cited.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Protocol

from atomcite import judge
from atomcite.benchmarks.systems.bm25 import PageIndex
from atomcite.benchmarks.systems.citations import Located, located
from atomcite.benchmarks.systems.options import Options
from atomcite.benchmarks.systems.pipeline import literal
from atomcite.benchmarks.systems.protocol import Judged, Lender, Prediction, Task
from atomcite.benchmarks.systems.texts import ReadPages, engine_version, need_engine
from atomcite.benchmarks.systems.tokens import normalised, terms
from atomcite.benchmarks.systems.verdicts import predicted, unchecked
from atomcite.documents import Document
from atomcite.domain import ChannelVerdict, ClaimVerdict, PageWords
from atomcite.errors import EngineMissing
from atomcite.judge.nli import Scorer, TorchScorer
from atomcite.pipeline import local_model
from atomcite.pipeline.settings import PageMode

VERSION = "1"


@dataclass(frozen=True)
class Entailment:
    """`entailed` is None where the judge could not tell, `reason` then says why. `score` is its probability, 0..1,
    None for a judge without any."""

    entailed: bool | None
    score: float | None = None
    reason: str = ""


class Entailer(Protocol):
    """Whole pages as premise, a statement as hypothesis."""

    def entails(self, pages: Sequence[PageWords], statement: str) -> Entailment: ...


class ModelEntailer:
    """An entailment model on the plain text of pages, nothing compared by code. A page longer than the model's input
    is cut into pieces of whole words, which overlap by half; the best piece counts (Laban et al. 2022, "SummaC")."""

    def __init__(self, scorer: Scorer) -> None:
        self._scorer = scorer
        self._pieces: dict[tuple[str, int], tuple[str, ...]] = {}

    def entails(self, pages: Sequence[PageWords], statement: str) -> Entailment:
        if not self._scorer.reads(statement):
            return Entailment(None, reason="The entailment model does not know the language of the statement.")
        room = min(self._scorer.format.chunk, self._scorer.room(statement))
        if room < 1:
            return Entailment(None, reason="The statement is too long for the entailment model.")
        pieces = [piece for page in pages for piece in self._cut(page.text, room)]
        scores = self._scorer.score([(piece, statement) for piece in pieces])
        best = max((s.entailment for s in scores), default=0.0)
        return Entailment(best >= self._scorer.format.supported, round(best, 4))

    def _cut(self, text: str, room: int) -> tuple[str, ...]:
        if (text, room) not in self._pieces:
            self._pieces[text, room] = tuple(_pieces(text.split(), room, self._scorer))
        return self._pieces[text, room]


def _pieces(words: Sequence[str], room: int, scorer: Scorer) -> list[str]:
    """Stretches of words of at most `room` tokens; each begins in the middle of the one before."""
    out: list[str] = []
    start = 0
    while start < len(words):
        low, high = start + 1, len(words)
        while low < high:  # the longest stretch that fits
            middle = (low + high + 1) // 2
            if scorer.count(" ".join(words[start:middle])) <= room:
                low = middle
            else:
                high = middle - 1
        out.append(" ".join(words[start:low]))
        if low >= len(words):
            break
        start = max(start + 1, (start + low) // 2)
    return out


class RulesEntailer:
    """AtomCite's embedded judge as entailment function, where no model is at hand. Like a person who holds the
    document, it knows the names in its title."""

    def __init__(self, document: Document) -> None:
        info = document.info
        context = tuple(text for text in (info.title, info.author, info.name) if text)
        self._judge = judge.get("rules", judge.JudgeParts(context))

    def entails(self, pages: Sequence[PageWords], statement: str) -> Entailment:
        result = self._judge.judge(pages, [statement])[0]
        reason = " ".join(m.render("en") for m in result.reason)
        if result.verdict is ChannelVerdict.NOT_CHECKED:
            return Entailment(None, reason=reason)
        return Entailment(result.verdict is ChannelVerdict.SUPPORTED, reason=reason)


@dataclass(frozen=True)
class RetrievalNli:
    """Options: `nli-model` and `nli-labels` (as `atomcite verify`; without a model the rules judge stands in and is
    named in the settings), `top` (pages that are tried, 3), `ocr`, `pages`."""

    scorer: Scorer | None
    top: int
    engine: str
    mode: PageMode
    lender: Lender
    name: str = "retrieval-nli"

    @classmethod
    def make(cls, given: Mapping[str, str], lender: Lender) -> RetrievalNli:
        options = Options(cls.name, given)
        model = local_model("nli", options.maybe("nli_model"))
        labels = options.maybe("nli_labels")
        scorer = None
        if model:
            scorer = TorchScorer(model, tuple(part.strip() for part in labels.split("/")) if labels else ())
            if gap := scorer.missing():
                raise EngineMissing(f"{gap.what} is missing; {gap.option} needs it.", f"Install it: {gap.install}")
        made = cls(
            scorer=scorer,
            top=int(options.number("top", 3, 0, 50)),
            engine=options.text("ocr", "auto"),
            mode=literal(options.choice("pages", PageMode, "auto")),
            lender=lender,
        )
        options.done()
        need_engine(made.engine)
        return made

    @property
    def settings(self) -> Mapping[str, Any]:
        rules = f"rules {judge.get('rules').version} (no entailment model)"
        return {
            "version": VERSION,
            "entailment": f"nli {self.scorer.name} {self.scorer.version}" if self.scorer else rules,
            "top": self.top,
            "text": engine_version(self.engine),
            "pages": self.mode,
        }

    def judge(self, task: Task) -> Judged:
        with self.lender.account() as account, Document.open(task.path, cache=account.cache) as document:
            pages = ReadPages(document, account, self.engine)
            entailer = ModelEntailer(self.scorer) if self.scorer else RulesEntailer(document)
            on_document = _OnDocument(entailer, pages, document.page_count, self.top)
            said = tuple(map(on_document.judge, located(task, document, self.mode, pages.folio)))
            return Judged(document=task.document, predictions=said, spent=account.spent())


class _OnDocument:
    def __init__(self, entailer: Entailer, pages: ReadPages, count: int, top: int) -> None:
        self._entailer = entailer
        self._pages = pages
        self._count = count
        self._top = top
        self._index: PageIndex | None = None

    def judge(self, claim: Located) -> Prediction:
        by_code = claim.by_code
        if by_code is not None:
            return by_code
        name, statement = claim.claim.id, claim.claim.statement
        cited = [w for p in claim.pages if (w := self._pages.words(p)) is not None]
        if not cited:
            return unchecked(name, self._pages.faults[claim.pages[0]])
        found = self._entailer.entails(cited, statement)
        raw: dict[str, Any] = {"cited": found.__dict__}
        if found.entailed:
            return predicted(name, ClaimVerdict.CORRECT, confidence=found.score, reason=found.reason, raw=raw)
        if found.entailed is None or len(cited) < len(claim.pages):
            why = found.reason if found.entailed is None else "Some of the cited pages could not be read."
            return unchecked(name, why, raw=raw)
        tried = [(p, self._entails(p, statement)) for p in self._retrieved(statement, claim.pages)]
        raw["retrieved"] = {p: e.__dict__ for p, e in tried}
        better = sorted((x for x in tried if x[1].entailed), key=lambda x: -(x[1].score or 0.0))
        verdict = ClaimVerdict.WRONG_PAGE if better else ClaimVerdict.UNSUPPORTED
        pages = [p for p, _ in better]
        return predicted(name, verdict, suggested=pages, confidence=found.score, reason=found.reason, raw=raw)

    def _entails(self, page: int, statement: str) -> Entailment:
        words = self._pages.words(page)
        return self._entailer.entails([words], statement) if words else Entailment(None)

    def _retrieved(self, statement: str, cited: Sequence[int]) -> list[int]:
        """The pages that BM25 ranks best, without those that are cited. The whole document is read for it."""
        if self._index is None:
            texts = {p: self._pages.text(p) for p in range(1, self._count + 1)}
            self._index = PageIndex({p: terms(normalised(t)) for p, t in texts.items() if t})
        ranked = self._index.ranked(terms(normalised(statement)))
        return [p for p, _ in ranked if p not in cited][: self._top]
