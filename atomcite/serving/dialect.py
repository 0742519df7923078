"""What a server takes, found out by trying: the ladder of structured outputs and the names of arguments."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any, Literal

from atomcite.domain import ChatRequest

Rung = Literal["json_schema", "json_object_schema", "json_object", "prompt"]
"""`json_schema`: OpenAI, vLLM, LM Studio, llama.cpp, and Ollama, which hands it to its own `format`.
`json_object_schema`: the same type as the next with the schema beside it, the native form of llama.cpp's older
servers, llama-cpp-python, Together and Fireworks. `json_object`: any JSON. `prompt`: the shape is told in words."""

_REASONING_ROOM = 4
"""How many times the reply's limit a model gets that thinks before it answers."""


@dataclass(frozen=True, slots=True)
class Dialect:
    """`limit` is the name of the token limit; `told` is set when the shape must be told in words although the server
    took the schema (it ignores it); `room` is what the caller multiplies the token limit by, for models that reason
    first. `temperature` is False for a server that takes none."""

    rung: Rung = "json_schema"
    limit: Literal["max_tokens", "max_completion_tokens"] = "max_tokens"
    temperature: bool = True
    told: bool = False
    room: int = 1

    def arguments(self, model: str, request: ChatRequest, temperature: float = 0) -> dict[str, Any]:
        """The body of a request."""
        out: dict[str, Any] = {
            "model": model,
            "messages": self._messages(request),
            self.limit: request.max_tokens,
        }
        if self.temperature:
            out["temperature"] = temperature
        form = self._response_format(request)
        if form is not None:
            out["response_format"] = form
        return out

    def _messages(self, request: ChatRequest) -> list[dict[str, Any]]:
        text = request.text
        if self.told or self.rung != "json_schema":
            text = f"{text}\n{request.shape}"
        content: Any = text
        if request.pictures:
            shown = [{"type": "image_url", "image_url": {"url": p.url, "detail": p.detail}} for p in request.pictures]
            content = [*shown, {"type": "text", "text": text}]
        return [{"role": "system", "content": request.system}, {"role": "user", "content": content}]

    def _response_format(self, request: ChatRequest) -> dict[str, Any] | None:
        match self.rung:
            case "json_schema":
                schema = {"name": request.name, "strict": True, "schema": dict(request.schema)}
                return {"type": "json_schema", "json_schema": schema}
            case "json_object_schema":
                return {"type": "json_object", "schema": dict(request.schema)}
            case "json_object":
                return {"type": "json_object"}
        return None

    def simpler(self, complaint: str) -> Dialect | None:
        """What to try after a 400 or 422; None when nothing is left to give up."""
        low = complaint.casefold()
        if self.limit == "max_tokens" and "max_tokens" in low:
            return replace(self, limit="max_completion_tokens")
        if self.temperature and "temperature" in low:
            return replace(self, temperature=False)
        match self.rung:
            case "json_schema":
                return replace(self, rung="json_object_schema")
            case "json_object_schema":
                # Who does not know the type will not know it without the schema either.
                return replace(self, rung="json_object" if "schema" in low else "prompt")
            case "json_object":
                return replace(self, rung="prompt")
        return None

    def roomier(self) -> Dialect | None:
        """For a model that used up the limit by reasoning; None when it had more already."""
        return replace(self, room=_REASONING_ROOM) if self.room == 1 else None
