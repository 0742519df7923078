"""A model on a Chat Completions server, asked by all that ask a model in a run."""

from __future__ import annotations

import random
import threading
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace
from typing import Any, TypeVar
from urllib.parse import urlsplit

import openai

from atomcite.domain import ChatFault, ChatReply, ChatRequest, MalformedReply, Meter, NoMeter, Usage, message
from atomcite.errors import EndpointError
from atomcite.serving.budget import Budget
from atomcite.serving.dialect import Dialect
from atomcite.serving.faults import (
    LONGEST_PAUSE,
    Secret,
    endpoint_error,
    fault_of,
    is_transient,
    may_be_put_otherwise,
    pause_of,
)
from atomcite.serving.limit import AdaptiveLimit
from atomcite.serving.probe import Capabilities, look_up
from atomcite.serving.replies import Completion, completion_of, find_json, words_of

T = TypeVar("T")

_FIRST_PAUSE, _PAUSE_CAP = 0.5, 8.0
"""Seconds between tries; each pause is twice the one before."""
_LOST = 3
"""Requests in a row that found nobody, after which the server is taken for gone: no further one waits for it."""
_TIME_OUT_TRIES = 1
"""A server that let a whole time-out pass is asked once more, not as often as one that says it is busy."""
_LONG_REPLY = 2048
"""Tokens. Servers that count the reply's limit against the context (vLLM) refuse a generous one before the prompt is
at fault: a request beyond this is tried again with a quarter."""
_CONTEXT = 4096
"""Tokens, where the server says nothing: Ollama's default, the smallest in common use, and it cuts silently."""


@dataclass
class _Tally:
    usage: Usage = field(default_factory=Usage)


class ChatClient:
    """`atomcite.domain.Chat` with OpenAI, vLLM, Ollama, LM Studio, llama.cpp and what else speaks that interface.

    `timeout` is in seconds and per try. Transient faults (connection, time-out, 408, 409, 425, 429, 5xx) are tried
    again up to `max_retries` times, after the pause that the server asks for or growing ones. `limit` bounds what is
    under way at a time, `budget` what the run may spend; `context` are tokens of prompt and reply together, where the
    server does not tell. `temperature` is above 0 for who asks the same several times. `meter` counts "model_calls"
    (every request that leaves), tokens, "model_seconds" and "model_cost". One client is shared by a whole run, so
    that limit, budget and what was learnt of the server are.
    """

    def __init__(
        self,
        base_url: str,
        model: str,
        api_key: str | None = None,
        *,
        meter: Meter | None = None,
        budget: Budget | None = None,
        limit: AdaptiveLimit | None = None,
        timeout: float = 90.0,
        max_retries: int = 4,
        context: int | None = None,
        temperature: float = 0,
        sleep: Callable[[float], None] = time.sleep,
    ) -> None:
        # A key in the environment is for the server it was made for: never sent unless it was handed over.
        self._secret = Secret(api_key or "")
        self._client = openai.OpenAI(base_url=base_url, api_key=api_key or "none", timeout=timeout, max_retries=0)
        self._model = model
        self._host = urlsplit(base_url).hostname or base_url
        if self._host != "api.openai.com":
            # The package takes these from the environment; they too are for OpenAI alone.
            self._client.organization = self._client.project = None
        self._meter = meter or NoMeter()
        self._budget = budget or Budget()
        self._limit = limit or AdaptiveLimit(8)
        self._timeout = timeout
        self._max_retries = max_retries
        self._context = context
        self._temperature = temperature
        self._sleep = sleep
        self._dialect = Dialect()
        self._known = Capabilities()
        self._lost = 0
        self._lock = threading.Lock()
        self._probing = threading.Lock()
        self._probed: EndpointError | bool = False

    def __repr__(self) -> str:
        return f"ChatClient({self._host!r}, {self._model!r})"

    @property
    def model(self) -> str:
        return self._model

    @property
    def host(self) -> str:
        return self._host

    @property
    def at_once(self) -> int:
        return self._limit.most

    @property
    def context(self) -> int:
        return self._context or self._known.context or _CONTEXT

    @property
    def capabilities(self) -> Capabilities:
        """What the server turned out to do, by its list of models and by what it was asked so far."""
        return self._known

    def close(self) -> None:
        self._client.close()

    def ask(self, request: ChatRequest, read: Callable[[Any], T]) -> ChatReply[T]:
        """See `atomcite.domain.Chat`."""
        tally = _Tally()
        try:
            text = words_of(self._completion(request, (), tally))
            try:
                return ChatReply(read(find_json(text)), text, tally.usage)
            except MalformedReply as error:
                if request.repair:
                    return self._repaired(request, read, text, str(error), tally)
                raise ChatFault("malformed", message("serving.malformed", problem=error), raw=text) from error
        except ChatFault as fault:
            fault.usage = tally.usage
            raise

    def _repaired(
        self, request: ChatRequest, read: Callable[[Any], T], text: str, problem: str, tally: _Tally
    ) -> ChatReply[T]:
        """The second and last try at a reply of the right form."""
        # A server that takes a schema and does not keep to it is told the shape in words from now on.
        self._learn(told=True)
        turns = (
            {"role": "assistant", "content": text},
            {"role": "user", "content": f"That reply can't be used: {problem}. {request.shape}"},
        )
        try:
            again = words_of(self._completion(request, turns, tally))
        except ChatFault as fault:
            fault.raw = fault.raw or text
            raise
        try:
            return ChatReply(read(find_json(again)), again, tally.usage)
        except MalformedReply as error:
            raise ChatFault("malformed", message("serving.malformed", problem=error), raw=again) from error

    def probe(self) -> None:
        """See `atomcite.domain.Chat`. The list of models costs nothing; only where it does not name the model
        (aliases) or is not offered is a completion of one token asked for."""
        with self._probing:
            if self._probed is False:
                try:
                    self._look()
                    self._probed = True
                except EndpointError as error:
                    self._probed = error
            if isinstance(self._probed, EndpointError):
                raise self._probed

    def _look(self) -> None:
        blank = ChatRequest("", "Say OK.", "", {}, "", 1)
        try:
            found = look_up(self._client, self._model)
        except (openai.AuthenticationError, openai.PermissionDeniedError, openai.APIConnectionError) as error:
            raise endpoint_error(self._host, self._fault(error, blank), error) from error
        self._learn(listed=found.listed, context=found.context, pictures=found.pictures)
        if found.listed:
            return
        try:
            self._send(
                {"model": self._model, "messages": [{"role": "user", "content": "Say OK."}], "max_tokens": 1},
                blank,
                _Tally(),
            )
        except (openai.BadRequestError, openai.UnprocessableEntityError):
            return  # it knows the model and dislikes the request, which is ours to adapt later
        except ChatFault as fault:
            if fault.kind == "capped":
                return  # nothing will be asked, and each check says why
            raise EndpointError(
                f"The model server {self._host} can't be used: {fault}", "Check --base-url; it usually ends in /v1."
            ) from fault
        except (openai.OpenAIError, ValueError) as error:
            raise endpoint_error(self._host, self._fault(error, blank), error) from error

    def _completion(self, request: ChatRequest, turns: Sequence[dict[str, Any]], tally: _Tally) -> Completion:
        """One completion, by whatever dialect the server takes and however many tries it needs. Raises ChatFault."""
        if request.pictures and self._known.pictures is False:
            raise ChatFault("no_pictures", message("serving.no_pictures", text=self._model))
        dialect = self._dialect
        tries = 0
        while True:
            sized = replace(request, max_tokens=request.max_tokens * dialect.room)
            arguments = dialect.arguments(self._model, sized, self._temperature)
            arguments["messages"] += turns
            try:
                done = self._send(arguments, sized, tally)
            except (openai.OpenAIError, ValueError) as error:
                fault = self._fault(error, request)
                simpler = dialect.simpler(str(error)) if may_be_put_otherwise(error, fault) else None
                if simpler is not None:
                    dialect = simpler
                    continue
                if fault.kind == "too_long" and request.max_tokens > _LONG_REPLY:
                    request = replace(request, max_tokens=request.max_tokens // 4)
                    continue
                pause = pause_of(error)
                allowed = _TIME_OUT_TRIES if fault.kind == "timed_out" else self._max_retries
                if self._lost >= _LOST:
                    allowed = 0
                if (
                    not is_transient(error, fault)
                    or tries >= min(allowed, self._max_retries)
                    or (pause or 0) > LONGEST_PAUSE
                ):
                    self._lost += fault.kind in ("unreachable", "timed_out")
                    raise fault from error
                self._sleep(_growing(tries) if pause is None else pause)
                tries += 1
                continue
            roomier = dialect.roomier() if done.reasoned_away else None
            if roomier is not None:
                dialect = roomier
                continue
            self._settle(dialect, request)
            return done

    def _send(self, arguments: dict[str, Any], request: ChatRequest, tally: _Tally) -> Completion:
        """One request, counted. Raises what the `openai` package raises, and ChatFault for a cap or a body that is no
        completion."""
        with self._limit.slot() as since, self._budget.call(request) as account:
            self._meter.count("model_calls")
            if request.pictures:
                self._meter.count("pictures_sent", len(request.pictures))
            began = time.monotonic()
            try:
                done = completion_of(self._client.chat.completions.create(**arguments))
                account.tokens = done.prompt_tokens, done.completion_tokens
            except openai.RateLimitError as error:
                self._limit.refused(since, min(pause_of(error) or 0.0, LONGEST_PAUSE))
                raise
            except openai.APITimeoutError:
                account.unknown = True
                self._limit.refused(since)  # an overloaded server may well say nothing
                raise
            finally:
                seconds = time.monotonic() - began
                tally.usage += self._counted(*account.tokens, seconds)
            self._limit.replied(seconds, _work(done))
        return replace(
            done,
            text=None if done.text is None else self._secret.cut_from(done.text),
            refused=None if done.refused is None else self._secret.cut_from(done.refused),
        )

    def _counted(self, prompt_tokens: int, completion_tokens: int, seconds: float) -> Usage:
        """What one request cost, put down on the meter."""
        cost = self._budget.cost(prompt_tokens, completion_tokens)
        self._meter.count("prompt_tokens", prompt_tokens)
        self._meter.count("completion_tokens", completion_tokens)
        self._meter.count("model_seconds", seconds)
        if cost is not None:
            self._meter.count("model_cost", cost)
        return Usage(
            calls=1, prompt_tokens=prompt_tokens, completion_tokens=completion_tokens, seconds=seconds, cost=cost
        )

    def _fault(self, error: Exception, request: ChatRequest) -> ChatFault:
        fault = fault_of(error, request, self._secret, self._timeout)
        # One picture that a server can't take is no sign that it takes none.
        if fault.kind == "no_pictures":
            if self._known.pictures:
                return ChatFault(
                    "status",
                    message(
                        "serving.status", status=getattr(error, "status_code", ""), text=fault.reason.args["text"]
                    ),
                )
            self._learn(pictures=False)
        return fault

    def _settle(self, dialect: Dialect, request: ChatRequest) -> None:
        """Remembers what worked; a dialect that was tried in vain is not learnt."""
        self._lost = 0
        with self._lock:
            self._dialect = replace(dialect, told=dialect.told or self._dialect.told)
            self._known = replace(
                self._known, structured=dialect.rung, pictures=True if request.pictures else self._known.pictures
            )

    def _learn(self, *, told: bool | None = None, **known: Any) -> None:
        with self._lock:
            if told is not None:
                self._dialect = replace(self._dialect, told=told)
            self._known = replace(self._known, **known)


def _growing(tries: int) -> float:
    """Seconds to wait after so many failed tries, with a random part so that threads don't come back together."""
    return float(min(_PAUSE_CAP, _FIRST_PAUSE * 2**tries) * random.uniform(0.75, 1.0))


def _work(done: Completion) -> float:
    """How much a server did, in tokens written: reading the prompt is some fifty times cheaper than writing."""
    return 8 + done.completion_tokens + done.prompt_tokens / 50
