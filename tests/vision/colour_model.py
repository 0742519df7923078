"""A tiny vision model that is taught, in some seconds, to tell red pages from blue ones and to say so in AtomCite's
own question: which option is true, and which words on the page decide."""

from __future__ import annotations

import random
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
import tiny_models
import torch

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


@dataclass(frozen=True)
class Example:
    inputs: dict[str, Any]
    target: tuple[int, ...]


def taught(folder: Path, steps: int = 220) -> Path:
    """The model's folder, trained. Its text part is a little larger than that of the untrained ones."""
    tiny_models.llava(
        folder, hidden_size=64, intermediate_size=128, num_attention_heads=4, num_key_value_heads=4, head_dim=16
    )
    torch.set_num_threads(1)  # the layers are too small to share
    loaded = load(find(str(folder)), "cpu", "float32")
    examples = [
        example for seed in range(6) for colour in COLOURS
        for example in _examples(loaded, page(colour, 1000 + seed), colour)
    ]  # fmt: skip
    rng = random.Random(1)
    model = loaded.model.train()
    optimizer = torch.optim.AdamW(model.parameters(), 2e-3, weight_decay=0.01)
    schedule = torch.optim.lr_scheduler.OneCycleLR(optimizer, 3e-3, total_steps=steps)
    for _ in range(steps):
        loss = _loss(model, loaded, rng.sample(examples, 16))
        optimizer.zero_grad()
        loss.backward()
        torch.nn.utils.clip_grad_norm_(model.parameters(), 1.0)
        optimizer.step()
        schedule.step()
    model.eval().save_pretrained(folder)
    return folder


def _examples(loaded: LoadedModel, image: PageImage, colour: str) -> list[Example]:
    orders = rotations()
    prompts = [choice_prompt(CLAIM, order) for order in orders] + [quote_prompt(CLAIM)]
    encoded = encode(loaded, [_picture(image, 256)], prompts)
    targets = [_ids(loaded, LETTERS[order.index(TRUTH[colour])]) for order in orders]
    targets.append((*_ids(loaded, f"a {colour} page"), loaded.tokenizer.eos_token_id))
    return [
        Example(encoded.whole([tail + target], loaded.tokenizer.pad_token_id), target)
        for tail, target in zip(encoded.tails, targets, strict=True)
    ]


def _loss(model: Any, loaded: LoadedModel, examples: list[Example]) -> Any:
    """Cross-entropy of the targets only, padded on the right."""
    rows = [tuple(e.inputs["input_ids"][0].tolist()) for e in examples]
    length = max(len(row) for row in rows)
    pad = loaded.tokenizer.pad_token_id
    ids = torch.tensor([[*row, *[pad] * (length - len(row))] for row in rows])
    labels = torch.full_like(ids, -100)
    for i, (row, example) in enumerate(zip(rows, examples, strict=True)):
        labels[i, len(row) - len(example.target) : len(row)] = torch.tensor(example.target)
    pictures = torch.cat([e.inputs["pixel_values"] for e in examples])
    return model(input_ids=ids, pixel_values=pictures, labels=labels).loss


def _ids(loaded: LoadedModel, text: str) -> tuple[int, ...]:
    return tuple(loaded.tokenizer(text, add_special_tokens=False)["input_ids"])
