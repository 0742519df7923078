"""The image verifier that asks a vision model on any server with OpenAI's Chat Completions interface."""

from __future__ import annotations

import json
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor

from atomcite.domain import (
    Answered,
    Cache,
    ChannelResult,
    ChannelVerdict,
    Chat,
    ChatRequest,
    Detail,
    Evidence,
    Key,
    Missing,
    PageImage,
    Usage,
    ask_batch,
    message,
)
from atomcite.vision.replies import ReplyItem, parse, weigh
from atomcite.vision.request import PROMPT_VERSION, chat_request, data_url

MAX_BATCH = 5
"""More statements in one call cost accuracy before they save time."""


class OpenAIVerifier:
    """`ImageVerifier` "openai": OpenAI, vLLM, Ollama, LM Studio, llama.cpp and whatever else speaks that interface.

    `chat` is the model, None where no server is configured. `max_side` bounds the picture's longer side in pixels;
    `batch` the statements a call (1..5). Replies are cached as "reply" by page pictures, statement, model, prompt and
    picture settings, so that neither the address nor the key decides what is known. A fault costs only the checks of
    its call.
    """

    name = "openai"

    def __init__(
        self,
        chat: Chat | None,
        *,
        cache: Cache,
        detail: Detail = "high",
        max_side: int = 2048,
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
            urls = [data_url(p, self._max_side) for p in pages]
            batches = [open_[i : i + self._batch] for i in range(0, len(open_), self._batch)]
            chat = self._chat
            with ThreadPoolExecutor(min(chat.at_once, len(batches))) as pool:
                for batch, found in zip(batches, pool.map(lambda b: self._ask(chat, urls, b), batches), strict=True):
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

    def _ask(self, chat: Chat, urls: Sequence[str], batch: Sequence[str]) -> list[Answered[ReplyItem]]:
        def request(claims: Sequence[tuple[str, str]], repair: bool) -> ChatRequest:
            return chat_request(urls, claims, self._detail, self._max_tokens, repair=repair)

        return ask_batch(chat, batch, request, parse)

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
        quote = outcome.entry.quote.strip()
        # Of several pictures the model is not asked which one it quotes: it would be writing a page reference.
        if quote and verdict is not ChannelVerdict.NOT_CHECKED and len(pages) == 1:
            evidence = (Evidence(page=pages[0].page, quote=quote, engine=engine, box=None, exact=False),)
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
