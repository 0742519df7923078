"""Prompts about the same pictures as tokens: what they share, pictures included, and where they part."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import torch
from PIL import Image

from atomcite.errors import ModelError
from atomcite.vision.local.loading import LoadedModel
from atomcite.vision.local.prompt import INSTRUCTIONS

Tokens = tuple[int, ...]


@dataclass(frozen=True, eq=False)
class Encoded:
    """Several prompts about the same pictures. `inputs` is the processor's output for the first prompt (batch of
    one), of which the first `shared` tokens are common to all; `tails` are the rest of each prompt."""

    inputs: dict[str, Any]
    shared: int
    tails: tuple[Tokens, ...]

    def per_token(self, name: str) -> bool:
        """True for inputs that run along the tokens (masks, token types), False for pictures and their sizes."""
        value, length = self.inputs[name], self.inputs["input_ids"].shape[1]
        return bool(value.ndim >= 2 and value.shape[0] == 1 and value.shape[1] == length)

    def prefix(self) -> dict[str, Any]:
        """Model inputs for the common part."""
        return {n: v[:, : self.shared] if self.per_token(n) else v for n, v in self.inputs.items()}

    def whole(self, rows: Sequence[Tokens], padding: int) -> dict[str, Any]:
        """Model inputs for the common part followed by each of `rows`, padded on the right, pictures repeated."""
        out: dict[str, Any] = {}
        length = max(len(row) for row in rows)
        for name, value in self.inputs.items():
            if name == "input_ids":
                first = value[:, : self.shared].expand(len(rows), -1)
                out[name] = torch.cat([first, padded(rows, padding, value.device)], dim=1)
            elif self.per_token(name):
                # What follows the pictures is all text: the last token stands for any of it.
                last = value[:, -1:].expand(1, length, *value.shape[2:])
                one = torch.cat([value[:, : self.shared], last], dim=1)
                out[name] = one.repeat(len(rows), *[1] * (one.ndim - 1))
            else:
                out[name] = torch.cat([value] * len(rows), dim=0)
        return out


def padded(rows: Sequence[Tokens], padding: int, device: Any) -> Any:
    """`rows` as a tensor (rows x longest), filled up on the right, where causal attention never looks."""
    length = max(len(row) for row in rows)
    return torch.tensor([[*row, *[padding] * (length - len(row))] for row in rows], device=device)


def encode(loaded: LoadedModel, pictures: Sequence[Image.Image], prompts: Sequence[str]) -> Encoded:
    """`prompts`, each of which begins with `INSTRUCTIONS`, after the pictures. Raises ModelError for a model whose
    processor can't be asked about pictures."""
    texts = [_rendered(loaded.processor, len(pictures), prompt) for prompt in prompts]
    inputs = _processed(loaded, pictures, texts[0])
    first = _ids(inputs)
    tails = [_tokens(loaded, text[text.index(INSTRUCTIONS) :]) for text in texts]
    if first[-len(tails[0]) :] == tails[0]:
        shared = len(first) - len(tails[0])
        rows = [first[:shared] + tail for tail in tails]
    else:
        # A tokenizer that treats the start of a text in its own way: each prompt is processed whole.
        rows = [first, *(_ids(_processed(loaded, pictures, text)) for text in texts[1:])]
    common = _common(rows)
    return Encoded(inputs, common, tuple(row[common:] for row in rows))


def _common(rows: Sequence[Tokens]) -> int:
    """How many tokens all rows begin with, at least one of each row left over."""
    columns = zip(*(row[:-1] for row in rows), strict=False)
    return next((i for i, column in enumerate(columns) if len(set(column)) > 1), min(len(row) for row in rows) - 1)


def _ids(inputs: dict[str, Any]) -> Tokens:
    return tuple(inputs["input_ids"][0].tolist())


def _tokens(loaded: LoadedModel, text: str) -> Tokens:
    return tuple(loaded.tokenizer(text, add_special_tokens=False)["input_ids"])


def _rendered(processor: Any, pictures: int, prompt: str) -> str:
    """The prompt in the model's own chat format; without one, as a text to be continued."""
    if getattr(processor, "chat_template", None):
        content = [{"type": "image"}] * pictures + [{"type": "text", "text": prompt}]
        turn = [{"role": "user", "content": content}]
        text = processor.apply_chat_template(turn, add_generation_prompt=True, tokenize=False, enable_thinking=False)
        # The letter is looked for where the answer begins, not where a model begins to think aloud.
        return f"{text}\n</think>\n\n" if text.rstrip().endswith("<think>") else str(text)
    placeholder = getattr(processor, "image_token", None)
    if not isinstance(placeholder, str):
        raise ModelError(
            "The model's processor has neither a chat template nor a placeholder for pictures.",
            "Choose an instruction-tuned image-text-to-text model.",
        )
    return f"{placeholder * pictures}\n{prompt}\nAnswer:"


def _processed(loaded: LoadedModel, pictures: Sequence[Image.Image], text: str) -> dict[str, Any]:
    begins = getattr(loaded.tokenizer, "bos_token", None)
    found = loaded.processor(
        text=[text],
        images=[list(pictures)],
        # A chat template that writes the token itself must not get it twice.
        add_special_tokens=not (begins and text.startswith(begins)),
        return_tensors="pt",
    )
    kind = loaded.model.dtype
    # Some processors add training targets of their own accord.
    tensors = {n: v for n, v in found.items() if isinstance(v, torch.Tensor) and n != "labels"}
    return {n: v.to(loaded.device, kind if v.is_floating_point() else None) for n, v in tensors.items()}
