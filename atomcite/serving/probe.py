"""What a server can do: asked of its list of models, and learnt from what it was asked."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

import openai

from atomcite.serving.dialect import Rung

_CONTEXT_NAMES = ("max_model_len", "n_ctx", "context_length", "max_context_length", "context_window")
"""vLLM; llama.cpp (under `meta`); OpenRouter and Together; Mistral; Groq."""


@dataclass(frozen=True, slots=True)
class Capabilities:
    """None is "not known". `listed`: the server's list names the model; `structured`: the rung of structured outputs
    that it takes; `pictures`: it takes them; `context`: tokens of prompt and reply together."""

    listed: bool | None = None
    structured: Rung | None = None
    pictures: bool | None = None
    context: int | None = None

    def shown(self) -> str:
        """In a line, for a report's settings; what is not known is left out."""
        parts = []
        if self.listed is not None:
            parts.append("model listed" if self.listed else "model not listed")
        if self.structured is not None:
            parts.append(f"structured output: {self.structured}")
        if self.pictures is not None:
            parts.append("takes pictures" if self.pictures else "takes no pictures")
        if self.context is not None:
            parts.append(f"context {self.context} tokens")
        return ", ".join(parts)


def look_up(client: openai.OpenAI, model: str) -> Capabilities:
    """What the list of models says of `model`. Servers without a list, or with one that follows no convention, say
    nothing. Raises the `openai` package's errors for a server that can't be reached or refuses the key."""
    try:
        served = list(client.models.list())
    except (openai.AuthenticationError, openai.PermissionDeniedError, openai.APIConnectionError):
        raise
    except (openai.OpenAIError, ValueError, AttributeError, TypeError):
        return Capabilities()
    entry = next((m for m in served if model in (m.id, *_names(m))), None)
    if entry is None:
        return Capabilities(listed=False)
    extra = entry.model_extra or {}
    return Capabilities(
        listed=True,
        pictures=_pictures(_part(extra, "architecture")),
        context=_context(extra) or _context(_part(extra, "meta")),
    )


def _names(entry: openai.types.Model) -> tuple[object, ...]:
    aliases = (entry.model_extra or {}).get("aliases")
    return tuple(aliases) if isinstance(aliases, list) else ()


def _part(entry: Mapping[str, object], name: str) -> Mapping[str, object]:
    part = entry.get(name)
    return part if isinstance(part, Mapping) else {}


def _context(entry: Mapping[str, object]) -> int | None:
    return next((v for n in _CONTEXT_NAMES if isinstance(v := entry.get(n), int) and v > 0), None)


def _pictures(architecture: Mapping[str, object]) -> bool | None:
    """What llama.cpp and OpenRouter say of a model's input; None where nothing is said."""
    modalities = architecture.get("input_modalities")
    return "image" in modalities if isinstance(modalities, list) else None
