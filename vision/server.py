"""The image verifier that asks a vision model on any server with OpenAI's Chat Completions interface."""

from __future__ import annotations

import json
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass

from atomcite.domain import (
    Cache,
    ChannelResult,
    ChannelVerdict,
    Evidence,
    Key,
    Message,
    Meter,
    Missing,
    PageImage,
    Usage,
    message,
)
from atomcite.vision.endpoint import Endpoint, Reply, RequestFailed
from atomcite.vision.replies import MalformedReply, ReplyItem, parse, weigh
from atomcite.vision.request import PROMPT_VERSION, Detail, data_url

MAX_BATCH = 5
"""More statements in one call cost accuracy before they save time."""


@dataclass(frozen=True, slots=True)
class _Outcome:
    """What came of asking about one statement: an entry, or why there is none."""

    item: ReplyItem | None
    fault: Message | None
    raw: str | None
    usage: Usage


class OpenAIVerifier:
    """`ImageVerifier` "openai": OpenAI, vLLM, Ollama, LM Studio, llama.cpp and whatever else speaks that interface.

    `timeout` is in seconds and per try; `max_side` bounds the picture's longer side in pixels; `batch` the statements
    a call (1..5). Replies are cached as "reply" by page pictures, statement, model, prompt and picture settings, so
    that neither the address nor the key decides what is known. A fault costs only the checks of its call.
    """

    name = "openai"

    def __init__(
        self,
        base_url: str | None,
        model: str | None,
        api_key: str | None = None,
        *,
        cache: Cache,
        meter: Meter,
        timeout: float = 90.0,
        max_retries: int = 4,
        concurrency: int = 4,
        detail: Detail = "high",
        max_side: int = 2048,
        batch: int = MAX_BATCH,
        max_tokens: int = 1024,
    ) -> None:
        self._model = model or ""
        self._detail: Detail = detail
        self._max_side = max_side
        self._batch = max(1, min(batch, MAX_BATCH))
        self._max_tokens = max_tokens
        self._cache = cache
        self._workers = max(1, concurrency)
        self._endpoint: Endpoint | None = None
        if base_url and model:
            self._endpoint = Endpoint(
                base_url,
                model,
                api_key,
                timeout=timeout,
                max_retries=max_retries,
                concurrency=concurrency,
                max_tokens=max_tokens,
                meter=meter,
            )

    @property
    def version(self) -> str:
        return f"{self._model} (prompt {PROMPT_VERSION}, detail {self._detail}, side {self._max_side})"

    def missing(self) -> Missing | None:
        """None when a server and a model are configured; whether they answer is for `probe` to find out."""
        if self._endpoint is not None:
            return None
        return Missing(
            "the address or the model of a vision server",
            "--image openai",
            "give --base-url URL and --model NAME",
        )

    def probe(self) -> None:
        """Raises EndpointError when the server, the key or the model can't be used."""
        if self._endpoint is not None:
            self._endpoint.probe()

    def verify(self, pages: Sequence[PageImage], statements: Sequence[str]) -> list[ChannelResult]:
        """One result a statement, in order. Equal statements are asked once."""
        outcomes: dict[str, _Outcome] = {}
        for statement in dict.fromkeys(statements):
            known = self._recall(pages, statement)
            if known is not None:
                outcomes[statement] = known
        open_ = [s for s in dict.fromkeys(statements) if s not in outcomes]
        if open_ and self._endpoint is not None:
            urls = [data_url(p, self._max_side) for p in pages]
            batches = [open_[i : i + self._batch] for i in range(0, len(open_), self._batch)]
            endpoint = self._endpoint
            with ThreadPoolExecutor(min(self._workers, len(batches))) as pool:
                for batch, found in zip(
                    batches, pool.map(lambda b: self._ask(endpoint, urls, b), batches), strict=True
                ):
                    outcomes |= dict(zip(batch, found, strict=True))
            for statement in open_:
                self._remember(pages, statement, outcomes[statement])
        out: list[ChannelResult] = []
        seen: set[str] = set()
        for statement in statements:
            outcome = outcomes.get(statement) or _Outcome(None, message("vision.endpoint_missing"), None, Usage())
            result = self._result(pages, outcome)
            out.append(result.model_copy(update={"usage": Usage()}) if statement in seen else result)
            seen.add(statement)
        return out

    def _ask(self, endpoint: Endpoint, urls: Sequence[str], batch: Sequence[str]) -> list[_Outcome]:
        """Asks about a batch; where the reply can't be told apart by statement, about each alone."""
        ids = tuple(f"s{i + 1}" for i in range(len(batch)))
        try:
            reply = endpoint.ask(urls, list(zip(ids, batch, strict=True)), self._detail)
        except RequestFailed as error:
            failed = _Outcome(None, message("vision.endpoint_failed", error=str(error)), None, Usage(calls=1))
            rest = _Outcome(None, failed.fault, None, Usage())
            return [failed] + [rest] * (len(batch) - 1)
        fault, items = _read(reply, ids)
        usages = _shared(reply, len(batch))
        if fault is None:
            return [_Outcome(items[i], None, reply.text, u) for i, u in zip(ids, usages, strict=True)]
        if len(batch) == 1:
            return [_Outcome(None, fault, reply.text, usages[0])]
        out: list[_Outcome] = []
        for statement, spent in zip(batch, usages, strict=True):
            (single,) = self._ask(endpoint, urls, [statement])
            out.append(_Outcome(single.item, single.fault, single.raw, _sum(single.usage, spent)))
        return out

    def _result(self, pages: Sequence[PageImage], outcome: _Outcome) -> ChannelResult:
        engine = f"openai {self.version}"
        if outcome.item is None:
            reason = outcome.fault or message("vision.reply_empty")
            return ChannelResult(
                channel="image",
                verdict=ChannelVerdict.NOT_CHECKED,
                engine=engine,
                reason=(reason,),
                usage=outcome.usage,
                raw=outcome.raw,
            )
        verdict, grade, reason = weigh(outcome.item)
        evidence: tuple[Evidence, ...] = ()
        quote = outcome.item.quote.strip()
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

    def _recall(self, pages: Sequence[PageImage], statement: str) -> _Outcome | None:
        stored = self._cache.get("reply", self._key(pages, statement))
        if stored is None:
            return None
        data = json.loads(stored)
        return _Outcome(ReplyItem(**data["item"]), None, data["raw"], Usage())

    def _remember(self, pages: Sequence[PageImage], statement: str, outcome: _Outcome) -> None:
        """Keeps replies that were understood; a fault deserves another try in the next run."""
        if outcome.item is None:
            return
        data = {"item": outcome.item.model_dump(), "raw": outcome.raw}
        self._cache.put("reply", self._key(pages, statement), json.dumps(data, ensure_ascii=False).encode())


def _read(reply: Reply, ids: tuple[str, ...]) -> tuple[Message | None, dict[str, ReplyItem]]:
    """Entries by id, or what is wrong with the reply."""
    if reply.refused:
        return message("vision.reply_refused", text=reply.refused), {}
    if reply.finish == "length":
        return message("vision.reply_truncated"), {}
    if not reply.text or not reply.text.strip():
        return message("vision.reply_empty"), {}
    try:
        return None, parse(reply.text, ids)
    except MalformedReply as error:
        return message("vision.reply_malformed", problem=str(error)), {}


def _shared(reply: Reply, parts: int) -> list[Usage]:
    """A call's cost spread over its statements, so that sums come out right: the first bears the remainders."""
    prompt, completion = reply.prompt_tokens, reply.completion_tokens
    first = Usage(
        calls=1,
        prompt_tokens=prompt // parts + prompt % parts,
        completion_tokens=completion // parts + completion % parts,
    )
    other = Usage(prompt_tokens=prompt // parts, completion_tokens=completion // parts)
    return [first] + [other] * (parts - 1)


def _sum(a: Usage, b: Usage) -> Usage:
    return Usage(
        calls=a.calls + b.calls,
        prompt_tokens=a.prompt_tokens + b.prompt_tokens,
        completion_tokens=a.completion_tokens + b.completion_tokens,
    )
