"""The image verifier that asks a vision model on any server with OpenAI's Chat Completions interface."""

from __future__ import annotations

import json
import re
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress

from atomcite.domain import (
    Answered,
    Box,
    Cache,
    ChannelResult,
    ChannelVerdict,
    Chat,
    ChatRequest,
    Detail,
    Evidence,
    Key,
    Missing,
    NoMeter,
    PageImage,
    Picture,
    Usage,
    ask_batch,
    message,
)
from atomcite.errors import EngineFailed, EngineMissing
from atomcite.vision.eyes import Eyes
from atomcite.vision.families import family_of
from atomcite.vision.plates import overview, plates
from atomcite.vision.quotes import locate
from atomcite.vision.replies import ReplyItem, parse, weigh
from atomcite.vision.request import PROMPT_VERSION, Sheet, chat_request, data_url

MAX_BATCH = 5
"""More statements in one call cost accuracy before they save time."""


_NAMED = re.compile(r"\[[^\]]*\]")
"""A mark without words, as the prompt has it named: "[round stamp]"."""


class OpenAIVerifier:
    """`ImageVerifier` "openai": OpenAI, vLLM, Ollama, LM Studio, llama.cpp and whatever else speaks that interface.

    `chat` is the model, None where no server is configured. Pictures are as large as the model's family takes in
    (`atomcite.vision.families`), `max_side` pixels at most; a page that shrinks too far is also sent in parts. A
    quote is looked for among the words that the embedded reader's eyes see in the same picture, for an exact box;
    where it isn't found there, the model's own box is given as approximate. `batch` bounds the statements a call
    (1..5). Replies are cached as "reply" by page pictures, statement, model, prompt and picture settings, so that
    neither the address nor the key decides what is known. A fault costs only the checks of its call.
    """

    name = "openai"

    def __init__(
        self,
        chat: Chat | None,
        *,
        cache: Cache,
        detail: Detail = "high",
        max_side: int = 4096,
        batch: int = MAX_BATCH,
        max_tokens: int = 1024,
    ) -> None:
        self._chat = chat
        self._model = chat.model if chat else ""
        self._detail: Detail = detail
        self._max_side = max_side
        self._batch = max(1, min(batch, MAX_BATCH))
        self._max_tokens = max_tokens
        self._cache = cache
        self._family = family_of(self._model)
        self._eyes = Eyes(cache, NoMeter(), threads=1)

    @property
    def version(self) -> str:
        return f"{self._model} (prompt {PROMPT_VERSION}, detail {self._detail}, side {self._max_side})"

    def missing(self) -> Missing | None:
        """None when a server and a model are configured; whether they answer is for `probe` to find out."""
        if self._chat is not None:
            return None
        return Missing(
            "the address or the model of a vision server",
            "--image openai",
            "give --base-url URL and --model NAME",
        )

    def probe(self) -> None:
        """Raises EndpointError when the server, the key or the model can't be used."""
        if self._chat is not None:
            self._chat.probe()

    def verify(self, pages: Sequence[PageImage], statements: Sequence[str]) -> list[ChannelResult]:
        """One result a statement, in order. Equal statements are asked once."""
        outcomes: dict[str, Answered[ReplyItem]] = {}
        for statement in dict.fromkeys(statements):
            known = self._recall(pages, statement)
            if known is not None:
                outcomes[statement] = known
        open_ = [s for s in dict.fromkeys(statements) if s not in outcomes]
        if open_ and self._chat is not None:
            sheet = self._sheet(pages)
            batches = [open_[i : i + self._batch] for i in range(0, len(open_), self._batch)]
            chat = self._chat
            with ThreadPoolExecutor(min(chat.at_once, len(batches))) as pool:
                for batch, found in zip(batches, pool.map(lambda b: self._ask(chat, sheet, b), batches), strict=True):
                    outcomes |= dict(zip(batch, found, strict=True))
            for statement in open_:
                self._remember(pages, statement, outcomes[statement])
        out: list[ChannelResult] = []
        seen: set[str] = set()
        for statement in statements:
            outcome = outcomes.get(statement) or Answered(None, message("vision.endpoint_missing"), None, Usage())
            result = self._result(pages, outcome)
            out.append(result.model_copy(update={"usage": Usage()}) if statement in seen else result)
            seen.add(statement)
        return out

    def _ask(self, chat: Chat, sheet: Sheet, batch: Sequence[str]) -> list[Answered[ReplyItem]]:
        def request(claims: Sequence[tuple[str, str]], repair: bool) -> ChatRequest:
            return chat_request(sheet, claims, self._max_tokens, repair=repair)

        return ask_batch(chat, batch, request, parse)

    def _sheet(self, pages: Sequence[PageImage]) -> Sheet:
        shown = [plates(page, self._family, self._max_side) for page in pages]
        return Sheet(
            pictures=tuple(Picture(data_url(p.picture()), self._detail) for plate in shown for p in plate),
            parts=tuple(len(plate) for plate in shown),
            # Of several pages the model is not asked on which one it saw a thing: it would be writing a reference.
            box=self._family.describe() if len(pages) == 1 else "",
        )

    def _evidence(self, page: PageImage, item: ReplyItem, engine: str) -> tuple[Evidence, ...]:
        quote = item.quote.strip()
        if not quote:
            return ()
        boxes: tuple[Box, ...] = ()
        if not _NAMED.fullmatch(quote):
            # Where the reader can't run, there is no exact box; the verdict is the model's all the same.
            with suppress(EngineFailed, EngineMissing):
                boxes = locate(quote, [w.word for w in self._eyes.read(page).words])
        if boxes:
            return tuple(Evidence(page=page.page, quote=quote, engine=engine, box=box) for box in boxes)
        sent = overview(page, self._family, self._max_side).sent
        told = self._family.box(item.box, sent, page.width, page.height)
        return (Evidence(page=page.page, quote=quote, engine=engine, box=told, exact=False),)

    def _result(self, pages: Sequence[PageImage], outcome: Answered[ReplyItem]) -> ChannelResult:
        engine = f"openai {self.version}"
        if outcome.entry is None:
            reason = outcome.fault or message("vision.endpoint_missing")
            return ChannelResult(
                channel="image",
                verdict=ChannelVerdict.NOT_CHECKED,
                engine=engine,
                reason=(reason,),
                usage=outcome.usage,
                raw=outcome.raw,
            )
        verdict, grade, reason = weigh(outcome.entry)
        evidence: tuple[Evidence, ...] = ()
        if verdict is not ChannelVerdict.NOT_CHECKED and len(pages) == 1:
            evidence = self._evidence(pages[0], outcome.entry, engine)
        return ChannelResult(
            channel="image",
            verdict=verdict,
            engine=engine,
            reason=(reason,),
            grade=grade,
            evidence=evidence,
            usage=outcome.usage,
            raw=outcome.raw,
        )

    def _key(self, pages: Sequence[PageImage], statement: str) -> Key:
        return {
            "pages": ",".join(p.digest for p in pages),
            "statement": statement,
            "engine": self.name,
            "model": self._model,
            "prompt": PROMPT_VERSION,
            "detail": self._detail,
            "max_side": self._max_side,
            "max_tokens": self._max_tokens,
        }

    def _recall(self, pages: Sequence[PageImage], statement: str) -> Answered[ReplyItem] | None:
        stored = self._cache.get("reply", self._key(pages, statement))
        if stored is None:
            return None
        data = json.loads(stored)
        return Answered(ReplyItem(**data["item"]), None, data["raw"], Usage())

    def _remember(self, pages: Sequence[PageImage], statement: str, outcome: Answered[ReplyItem]) -> None:
        """Keeps replies that were understood; a fault deserves another try in the next run."""
        if outcome.entry is None:
            return
        data = {"item": outcome.entry.model_dump(), "raw": outcome.raw}
        self._cache.put("reply", self._key(pages, statement), json.dumps(data, ensure_ascii=False).encode())
