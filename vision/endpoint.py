"""One conversation partner: a Chat Completions server, its dialect found out by trying, its faults named."""

from __future__ import annotations

import re
import threading
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any

import openai
from openai.types.chat import ChatCompletion

from atomcite.domain import Meter
from atomcite.errors import EndpointError
from atomcite.vision.request import Detail, Mode, messages, response_format

_NEXT: dict[Mode, Mode] = {"json_schema": "json_object", "json_object": "prompt"}
_KEY_LIKE = re.compile(r"\b(?:sk|key|api)[-_][A-Za-z0-9*_.-]{6,}")


@dataclass(frozen=True, slots=True)
class Reply:
    """The text of a reply (None when the server sent none) and what it cost. `refused` holds the refusal's words."""

    text: str | None
    finish: str
    refused: str | None
    prompt_tokens: int
    completion_tokens: int


class RequestFailed(Exception):
    """A request that got no usable reply. The text names the fault and never holds the key."""


@dataclass(frozen=True, slots=True)
class _Dialect:
    """What a server takes: rung of the structured-output ladder, name of the token limit, whether it lets one set the
    temperature."""

    mode: Mode = "json_schema"
    limit: str = "max_tokens"
    temperature: bool = True


class Endpoint:
    """A server and a model on it. Thread-safe; at most `concurrency` requests are under way at a time.

    Transient faults (connection, time-out, 408, 409, 429, 5xx) are retried `max_retries` times with growing pauses by
    the `openai` package, which heeds Retry-After.
    """

    def __init__(
        self,
        base_url: str,
        model: str,
        api_key: str | None,
        *,
        timeout: float,
        max_retries: int,
        concurrency: int,
        max_tokens: int,
        meter: Meter,
    ) -> None:
        # A key in the environment is for the server it was made for: never sent unless it was handed over.
        self._secret = api_key or ""
        self._client = openai.OpenAI(
            base_url=base_url, api_key=api_key or "none", timeout=timeout, max_retries=max_retries
        )
        self._model = model
        self._timeout = timeout
        self._max_tokens = max_tokens
        self._meter = meter
        self._slots = threading.BoundedSemaphore(max(1, concurrency))
        self._dialect = _Dialect()

    def ask(self, urls: Sequence[str], claims: Sequence[tuple[str, str]], detail: Detail) -> Reply:
        """One call for the given pictures and (id, statement) pairs. Raises RequestFailed."""
        while True:
            dialect = self._dialect
            arguments: dict[str, Any] = {
                "model": self._model,
                "messages": messages(urls, claims, dialect.mode, detail),
                dialect.limit: self._max_tokens + 160 * len(claims),
            }
            if dialect.temperature:
                arguments["temperature"] = 0
            form = response_format(dialect.mode)
            if form is not None:
                arguments["response_format"] = form
            try:
                with self._slots:
                    self._meter.count("model_calls")
                    reply = self._reply(self._client.chat.completions.create(**arguments))
                self._meter.count("prompt_tokens", reply.prompt_tokens)
                self._meter.count("completion_tokens", reply.completion_tokens)
                return reply
            except (openai.BadRequestError, openai.UnprocessableEntityError) as error:
                simpler = _simpler(dialect, str(error))
                if simpler is None:
                    raise RequestFailed(self.describe(error)) from error
                self._dialect = simpler
            except openai.OpenAIError as error:
                raise RequestFailed(self.describe(error)) from error
            except ValueError as error:  # a body that is no JSON
                raise RequestFailed("the server's answer is not JSON") from error

    def probe(self) -> None:
        """Finds out whether server, key and model can be used. Raises EndpointError.

        The list of models costs nothing; only where it does not name the model (aliases) or is not offered is a
        one-token completion asked for.
        """
        try:
            if any(m.id == self._model for m in self._client.models.list()):
                return
        except (openai.AuthenticationError, openai.PermissionDeniedError, openai.APIConnectionError) as error:
            raise self._endpoint_error(error) from error
        except (openai.OpenAIError, ValueError, AttributeError, TypeError):
            pass  # no list, or none that follows the convention: the completion decides
        try:
            self._meter.count("model_calls")
            self._client.chat.completions.create(
                model=self._model, messages=[{"role": "user", "content": "Say OK."}], max_tokens=1
            )
        except (openai.BadRequestError, openai.UnprocessableEntityError):
            return  # it knows the model and dislikes the request, which is ours to adapt later
        except openai.OpenAIError as error:
            raise self._endpoint_error(error) from error
        except ValueError as error:
            raise EndpointError(
                "The model server's answer is not JSON.", "Check --base-url; it usually ends in /v1."
            ) from error

    def describe(self, error: openai.OpenAIError) -> str:
        """A fault in a few words, without the key."""
        if isinstance(error, openai.APITimeoutError):
            return f"no answer within {self._timeout:g} s"
        if isinstance(error, openai.APIConnectionError):
            return "it can't be reached"
        if isinstance(error, openai.APIStatusError):
            return self.clean(f"HTTP {error.status_code}: {_short(error)}")
        return self.clean(type(error).__name__)

    def clean(self, text: str) -> str:
        """`text` without the key, and without what looks like one: servers quote keys in their messages."""
        if self._secret:
            text = text.replace(self._secret, "***")
        return _KEY_LIKE.sub("***", text)

    def _endpoint_error(self, error: openai.OpenAIError) -> EndpointError:
        what = f"The model server {self._client.base_url.host} can't be used: {self.describe(error)}."
        if isinstance(error, (openai.AuthenticationError, openai.PermissionDeniedError)):
            return EndpointError(what, "Check the API key.")
        if isinstance(error, openai.NotFoundError):
            return EndpointError(what, "Check --model and --base-url (it usually ends in /v1).")
        return EndpointError(what, "Check --base-url, and that the server runs.")

    def _reply(self, completion: object) -> Reply:
        if not isinstance(completion, ChatCompletion) or not completion.choices:
            raise RequestFailed("the answer is no chat completion")
        # The package builds its objects from whatever came, without validation: any part may be absent.
        choice = completion.choices[0]
        said = getattr(choice, "message", None)
        if said is None:
            raise RequestFailed("the answer holds no message")
        text, refused = getattr(said, "content", None), getattr(said, "refusal", None)
        finish = str(getattr(choice, "finish_reason", ""))
        if finish == "content_filter":
            refused = refused or "content filter"
        usage = completion.usage
        return Reply(
            self.clean(text) if isinstance(text, str) else None,
            finish,
            self.clean(str(refused)) if refused else None,
            int(getattr(usage, "prompt_tokens", 0) or 0),
            int(getattr(usage, "completion_tokens", 0) or 0),
        )


def _simpler(dialect: _Dialect, complaint: str) -> _Dialect | None:
    """The next dialect to try after a 400; None when nothing is left to give up."""
    if dialect.limit in complaint and dialect.limit == "max_tokens":
        return replace(dialect, limit="max_completion_tokens")
    if "temperature" in complaint and dialect.temperature:
        return replace(dialect, temperature=False)
    if dialect.mode in _NEXT:
        return replace(dialect, mode=_NEXT[dialect.mode])
    return None


def _short(error: openai.APIStatusError) -> str:
    body = error.body
    text = str(body.get("message") or body) if isinstance(body, dict) else str(body or error.message)
    return text if len(text) <= 200 else text[:197] + "..."
