"""Tiny vision models that are taught, in some seconds of one core, to tell red pages from blue ones and to say so in
the form that they are asked for."""

from __future__ import annotations

import random
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
import tiny_vision_models
import torch
from PIL import Image

from atomcite.domain import PageImage
from atomcite.vision.local.checkpoint import find
from atomcite.vision.local.encoding import encode
from atomcite.vision.local.loading import LoadedModel, load
from atomcite.vision.local.prompt import LETTERS, Option, choice_prompt, quote_prompt, rotations
from atomcite.vision.local.verifier import _picture

CLAIM = "The page is red."
COLOURS = {"red": (200, 40, 40), "blue": (40, 60, 200), "grey": (128, 128, 128), "black": (20, 20, 20)}
TRUTH = {
    "red": Option.SUPPORTED,
    "blue": Option.CONTRADICTED,
    "grey": Option.UNSUPPORTED,
    "black": Option.ILLEGIBLE,
}


def page(colour: str, seed: int = 0, number: int = 1) -> PageImage:
    """A page of one colour with noise, a white margin and dark bars where text would be."""
    rng = np.random.default_rng(seed)
    pixels = np.clip(np.array(COLOURS[colour]) + rng.normal(0, 14, (120, 90, 3)), 0, 255)
    edge = int(rng.integers(2, 9))
    pixels[:edge], pixels[-edge:], pixels[:, :edge], pixels[:, -edge:] = 250, 250, 250, 250
    for _ in range(int(rng.integers(0, 5))):
        top = int(rng.integers(12, 100))
        pixels[top : top + 4, 12 : int(rng.integers(30, 80))] = 30
    return PageImage(number, pixels.astype(np.uint8), 72.0)


LARGER = {
    "hidden_size": 64, "intermediate_size": 128, "num_attention_heads": 4, "num_key_value_heads": 4, "head_dim": 16,
}  # fmt: skip


@dataclass(frozen=True)
class Example:
    """Token ids of a prompt with its reply, the number of tokens in the reply, and the picture."""

    ids: tuple[int, ...]
    reply: int
    picture: Any


def taught(folder: Path) -> Path:
    """A model's folder: it chooses among the options of AtomCite's own prompt, and quotes the page."""
    tiny_vision_models.llava(folder, **LARGER)
    loaded = load(find(str(folder)), "cpu", "float32")
    examples = [e for c in COLOURS for seed in range(6) for e in _choices(loaded, page(c, 1000 + seed), c)]
    return _trained(folder, loaded, examples, 220)


def taught_to_reply(folder: Path, messages: Sequence[dict[str, Any]], replies: Mapping[str, str]) -> Path:
    """A model's folder: asked with chat `messages` that hold one picture, it writes `replies[colour]`."""
    text = [part["text"] for m in messages for part in _parts(m) if part["type"] == "text"]
    tiny_vision_models.llava(folder, texts=[*text, *replies.values()], **LARGER)
    loaded = load(find(str(folder)), "cpu", "float32")
    turns = [{"role": m["role"], "content": [_for_template(p) for p in _parts(m)]} for m in messages]
    rendered = loaded.processor.apply_chat_template(turns, add_generation_prompt=True, tokenize=False)
    examples = []
    for colour, reply in replies.items():
        end = (*_ids(loaded, reply), loaded.tokenizer.eos_token_id)
        for seed in range(6):
            picture = Image.fromarray(page(colour, 1000 + seed).pixels)
            found = loaded.processor(text=[rendered], images=[picture], add_special_tokens=False, return_tensors="pt")
            ids = tuple(found["input_ids"][0].tolist())
            examples.append(Example(ids + end, len(end), found["pixel_values"]))
    return _trained(folder, loaded, examples, 160)


def _parts(turn: Mapping[str, Any]) -> list[dict[str, Any]]:
    content = turn["content"]
    return [{"type": "text", "text": content}] if isinstance(content, str) else list(content)


def _for_template(part: dict[str, Any]) -> dict[str, Any]:
    return part if part["type"] == "text" else {"type": "image"}


def _choices(loaded: LoadedModel, image: PageImage, colour: str) -> list[Example]:
    orders = rotations()
    prompts = [choice_prompt(CLAIM, order) for order in orders] + [quote_prompt(CLAIM)]
    encoded = encode(loaded, [_picture(image, 256)], prompts)
    replies = [_ids(loaded, LETTERS[order.index(TRUTH[colour])]) for order in orders]
    replies.append((*_ids(loaded, f"a {colour} page"), loaded.tokenizer.eos_token_id))
    shared = tuple(encoded.inputs["input_ids"][0, : encoded.shared].tolist())
    return [
        Example(shared + tail + reply, len(reply), encoded.inputs["pixel_values"])
        for tail, reply in zip(encoded.tails, replies, strict=True)
    ]


def _trained(folder: Path, loaded: LoadedModel, examples: list[Example], steps: int) -> Path:
    torch.set_num_threads(1)  # the layers are too small to share
    rng = random.Random(1)
    model = loaded.model.train()
    optimizer = torch.optim.AdamW(model.parameters(), 2e-3, weight_decay=0.01)
    schedule = torch.optim.lr_scheduler.OneCycleLR(optimizer, 3e-3, total_steps=steps)
    for _ in range(steps):
        loss = _loss(model, loaded.tokenizer.pad_token_id, rng.sample(examples, min(16, len(examples))))
        optimizer.zero_grad()
        loss.backward()
        torch.nn.utils.clip_grad_norm_(model.parameters(), 1.0)
        optimizer.step()
        schedule.step()
    model.eval().save_pretrained(folder)
    return folder


def _loss(model: Any, padding: int, examples: list[Example]) -> Any:
    """Cross-entropy of the replies only, padded on the right."""
    length = max(len(e.ids) for e in examples)
    ids = torch.tensor([[*e.ids, *[padding] * (length - len(e.ids))] for e in examples])
    labels = torch.full_like(ids, -100)
    for i, example in enumerate(examples):
        reply = slice(len(example.ids) - example.reply, len(example.ids))
        labels[i, reply] = ids[i, reply]
    return model(input_ids=ids, pixel_values=torch.cat([e.picture for e in examples]), labels=labels).loss


def _ids(loaded: LoadedModel, text: str) -> tuple[int, ...]:
    return tuple(loaded.tokenizer(text, add_special_tokens=False)["input_ids"])
