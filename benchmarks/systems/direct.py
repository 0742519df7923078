"""`direct`: the whole document and the answer in one prompt, and the model says of each claim what it thinks.

What most people try first. The model is trusted with everything: it counts pages itself, judges, and names the better
page. What does not fit into its context is cut from the document's end, and every prediction says so.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from atomcite.benchmarks.systems.citations import by_answer
from atomcite.benchmarks.systems.direct_request import (
    PROMPT_VERSION,
    Item,
    Pages,
    direct_request,
    parse,
    put,
    room_for_document,
)
from atomcite.benchmarks.systems.options import Options
from atomcite.benchmarks.systems.pipeline import need_server, server_from
from atomcite.benchmarks.systems.protocol import Account, Judged, Lender, Prediction, Task, TaskAnswer, TaskClaim
from atomcite.benchmarks.systems.texts import LayerPages, ReadPages, engine_version, need_engine
from atomcite.benchmarks.systems.verdicts import failed, predicted, unchecked
from atomcite.documents import Document
from atomcite.domain import Answered, ChatRequest, ClaimVerdict, Picture, ask_batch
from atomcite.errors import AtomCiteError
from atomcite.pipeline import Endpoint, connect
from atomcite.serving import ChatClient
from atomcite.vision.families import family_of
from atomcite.vision.plates import overview
from atomcite.vision.request import data_url

VERSION = "1"
_PICTURE_TOKENS = 1600
"""Tokens that a page's picture is taken for when it is decided how many fit (`atomcite.serving.budget`)."""
_MOST_CLAIMS = 20
"""Claims in one prompt: the verdicts of more would not fit into the reply of most models."""
_HALVINGS = 4
"""How often the document is cut in half for a server that says the prompt is too long."""

_VERDICTS = {
    "correct": ClaimVerdict.CORRECT,
    "wrong_page": ClaimVerdict.WRONG_PAGE,
    "unsupported": ClaimVerdict.UNSUPPORTED,
    "no_such_page": ClaimVerdict.NO_SUCH_PAGE,
    "cannot_tell": ClaimVerdict.NOT_CHECKED,
}


@dataclass(frozen=True)
class Direct:
    """Options: `show` (text, images or both), `ocr` (the engine that makes the text; `textlayer` for the file's own,
    unchecked), `max-side` (pixels of a picture's longer side at most, 2048), `base-url`, `model`, `context` (tokens
    that the model takes, where its server does not tell). Claims of an answer go in one prompt, at most 20."""

    show: str
    engine: str
    side: int
    server: Endpoint
    lender: Lender
    name: str = "direct"

    @classmethod
    def make(cls, given: Mapping[str, str], lender: Lender) -> Direct:
        options = Options(cls.name, given)
        server = server_from(options)
        if context := int(options.number("context", 0, 0, 1e8)):
            server = replace(server, context=context)
        made = cls(
            show=options.choice("show", ("text", "images", "both"), "text"),
            engine=options.text("ocr", "auto"),
            side=int(options.number("max_side", 2048, 256, 8192)),
            server=server,
            lender=lender,
        )
        options.done()
        need_server(made.server)
        need_engine(made.engine)
        return made

    @property
    def settings(self) -> Mapping[str, Any]:
        return {
            "version": VERSION,
            "prompt": PROMPT_VERSION,
            "show": self.show,
            "text": "the file's own, unchecked" if self.engine == "textlayer" else engine_version(self.engine),
            "max_side": self.side,
            "server": f"{self.server.host}: {self.server.model}",
            "context": self.server.context,
        }

    def judge(self, task: Task) -> Judged:
        with self.lender.account() as account, Document.open(task.path, cache=account.cache) as document:
            chat = connect(
                self.server,
                account.meter,
                max_calls=account.max_calls,
                max_tokens=account.max_tokens,
                max_cost=account.max_cost,
            )
            assert chat is not None  # `make` saw to it
            try:
                chat.probe()
                said = list(self._of_document(task, document, account, chat))
            finally:
                chat.close()
            places = {claim.id: i for i, claim in enumerate(task.claims)}
            ordered = tuple(sorted(said, key=lambda p: places[p.claim]))
            return Judged(document=task.document, predictions=ordered, spent=account.spent())

    def _of_document(
        self, task: Task, document: Document, account: Account, chat: ChatClient
    ) -> Iterator[Prediction]:
        shown = self._shown(document, account)
        answers = {a.id: a for a in task.answers}
        for claims in by_answer(task):
            answer = answers.get(claims[0].answer or "")
            for i in range(0, len(claims), _MOST_CLAIMS):
                yield from self._ask(chat, shown, answer, claims[i : i + _MOST_CLAIMS], account)

    def _shown(self, document: Document, account: Account) -> Pages:
        """All pages as they are shown, in order."""
        labels = [document.label(n) for n in range(1, document.page_count + 1)]
        texts: list[str | None] = [None] * document.page_count
        pictures: list[Picture | None] = [None] * document.page_count
        if self.show in ("text", "both"):
            pages = LayerPages(document) if self.engine == "textlayer" else ReadPages(document, account, self.engine)
            texts = [pages.text(n) for n in range(1, document.page_count + 1)]
        if self.show in ("images", "both"):
            pictures = [self._picture(document, n) for n in range(1, document.page_count + 1)]
        return Pages(tuple(labels), tuple(texts), tuple(pictures))

    def _picture(self, document: Document, number: int) -> Picture | None:
        try:
            image = document.page(number).image()
        except AtomCiteError:
            return None
        return Picture(data_url(overview(image, family_of(self.server.model or ""), self.side).picture()))

    def _ask(
        self, chat: ChatClient, shown: Pages, answer: TaskAnswer | None, claims: Sequence[TaskClaim], account: Account
    ) -> list[Prediction]:
        room = room_for_document(chat.context, answer, claims)
        count = shown.fitting(room, _PICTURE_TOKENS)
        asked = [put(c) for c in claims]

        def request(pairs: Sequence[tuple[str, str]], repair: bool) -> ChatRequest:
            return direct_request(shown.first(count), len(shown.labels), answer, pairs, repair=repair)

        outcomes = ask_batch(chat, asked, request, parse) if count else []
        for _ in range(_HALVINGS):
            if count < 2 or not any(_too_long(o) for o in outcomes):
                break
            count //= 2
            outcomes = ask_batch(chat, asked, request, parse)
        if not count:
            why = f"No page fits into the {chat.context} tokens that the model takes beside {len(claims)} claims."
            return [unchecked(c.id, why) for c in claims]
        account.shown(range(1, count + 1))
        cut = shown.described_cut(count)
        return [self._prediction(c, o, len(shown.labels), cut) for c, o in zip(claims, outcomes, strict=True)]

    def _prediction(self, claim: TaskClaim, outcome: Answered[Item], pages: int, cut: str) -> Prediction:
        raw = {"reply": outcome.raw, "cut": cut}
        item = outcome.entry
        if item is None:
            why = outcome.fault.render("en") if outcome.fault else "There was no reply."
            return failed(claim.id, why, raw=raw)
        verdict = _VERDICTS[item.verdict]
        suggested = [item.page] if verdict is ClaimVerdict.WRONG_PAGE and 1 <= item.page <= pages else []
        sure = item.confidence / 100 if verdict is not ClaimVerdict.NOT_CHECKED else None
        reason = " ".join(part for part in (item.reason, cut) if part)
        return predicted(claim.id, verdict, suggested=suggested, confidence=sure, reason=reason, raw=raw)


def _too_long(outcome: Answered[Item]) -> bool:
    return outcome.fault is not None and outcome.fault.code == "serving.too_long"
