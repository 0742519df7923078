"""Logits and continuations of prompts that share their pictures, the pictures looked at once where that is sound."""

from __future__ import annotations

import copy
import inspect
from collections.abc import Sequence
from typing import Any

import torch

from atomcite.domain import Meter
from atomcite.vision.local.encoding import Encoded, Tokens, padded
from atomcite.vision.local.loading import LoadedModel
from atomcite.vision.local.memory import OutOfMemory, memory_faults

MAX_ROWS = 16
"""Prompts a forward pass; halved for as long as memory does not suffice."""

_TOLERANCE = {torch.float32: 1e-3, torch.float16: 2e-2, torch.bfloat16: 1e-1}
"""How far logits may differ between two ways of computing the same, in units of their standard deviation: some ten
roundings of the type in question, which both ways accumulate differently."""


class Inference:
    """Runs one model. Not thread-safe: hold `LoadedModel.lock`.

    Whether the keys and values of the pictures may be reused for all prompts depends on the family: some attend
    to the whole prompt in both directions, some to the pictures by other ways than the cache. It is not looked up in
    a list but tried out on the first prompt: only if both ways give the same logits is the shorter one taken.
    """

    def __init__(self, loaded: LoadedModel, meter: Meter, *, reuse: bool | None = None) -> None:
        self._loaded = loaded
        self.model = loaded.model
        self.meter = meter
        self._rows = MAX_ROWS
        self.reuse = reuse
        parameters = inspect.signature(loaded.model.forward).parameters
        self._cache = "cache" if "cache" in parameters else "past_key_values"
        self._keep = "logits_to_keep" in parameters
        tokenizer = loaded.tokenizer
        fills = (tokenizer.pad_token_id, tokenizer.eos_token_id, 0)
        self.padding = next(int(f) for f in fills if f is not None)

    def page(self, encoded: Encoded) -> PagePass:
        """Ready to answer about `encoded`; its pictures are looked at when the first question comes."""
        return PagePass(self, encoded)

    def run(self, inputs: dict[str, Any], last: Sequence[int] | None, **more: Any) -> Any:
        """A forward pass. `last` are the positions whose logits are wanted, one a row; None: the last one only."""
        arguments = inputs | more
        if self._keep:
            wanted = sorted(set(last)) if last is not None else None
            arguments["logits_to_keep"] = torch.tensor(wanted, device=self._loaded.device) if wanted else 1
        return self.model(**arguments, return_dict=True)

    def pick(self, out: Any, last: Sequence[int]) -> Any:
        """Logits (rows x vocabulary, float32) at one position of each row."""
        positions = {p: i for i, p in enumerate(sorted(set(last)))} if self._keep else {p: p for p in last}
        return torch.stack([out.logits[row, positions[p]] for row, p in enumerate(last)]).float()

    def chunks(self, count: int, work: Any) -> list[Any]:
        """`work(start, stop)` over ranges that together cover `count` rows, in smaller ranges after out of memory."""
        done: list[Any] = []
        start = 0
        while start < count:
            stop = min(start + self._rows, count)
            try:
                with memory_faults():
                    done.append(work(start, stop))
            except OutOfMemory:
                if stop - start == 1:
                    raise
                self._rows = max(1, (stop - start) // 2)
                continue
            start = stop
        return done

    def cached(self, out: Any) -> Any:
        return getattr(out, self._cache, None)

    def with_cache(self, cache: Any) -> dict[str, Any]:
        return {self._cache: cache, "use_cache": True}

    def ends(self) -> frozenset[int]:
        """Tokens at which a reply is over."""
        found = getattr(self.model.generation_config, "eos_token_id", None)
        listed = found if isinstance(found, list) else [found]
        return frozenset(int(t) for t in (*listed, self._loaded.tokenizer.eos_token_id) if t is not None)


class PagePass:
    """Questions about one set of pictures. Keeps their keys and values for as long as it lives."""

    def __init__(self, inference: Inference, encoded: Encoded) -> None:
        self._inference = inference
        self._encoded = encoded
        self._prefix: Any = None

    def next_logits(self, rows: Sequence[Tokens]) -> Any:
        """Logits (rows x vocabulary, float32, on the CPU) of what follows each of `rows`, which are tails of the
        prompts. Raises OutOfMemory."""
        with torch.inference_mode():
            if self._inference.reuse is None:
                self._inference.reuse = self._is_sound(rows[0])
            way = self._after_prefix if self._inference.reuse else self._whole
            found = self._inference.chunks(len(rows), lambda a, b: way(rows[a:b]).cpu())
        return torch.cat(found)

    def greedy(self, row: Tokens, limit: int) -> tuple[list[int], bool]:
        """The most likely continuation of `row`, token by token: the tokens without the one that ends it, and
        whether it came to an end within `limit`. Raises OutOfMemory."""
        with torch.inference_mode(), memory_faults():
            tokens = self._continued(row, limit) if self._inference.reuse else self._generated(row, limit)
        ends = self._inference.ends()
        stop = next((i for i, token in enumerate(tokens) if token in ends), None)
        return (tokens, False) if stop is None else (tokens[:stop], True)

    def _is_sound(self, row: Tokens) -> bool:
        plain = self._inference.chunks(1, lambda a, b: self._whole([row]))[0]
        try:
            reused = self._inference.chunks(1, lambda a, b: self._after_prefix([row]))[0]
        except (RuntimeError, ValueError, TypeError, IndexError, AttributeError, NotImplementedError):
            return False  # the family has no such cache, or can't go on from one: that is the answer to the question
        difference = (plain - reused).abs().max() / plain.std()
        return bool(difference <= _TOLERANCE.get(self._inference.model.dtype, 1e-1))

    def _whole(self, rows: Sequence[Tokens]) -> Any:
        inputs = self._encoded.whole(rows, self._inference.padding)
        last = [self._encoded.shared + len(row) - 1 for row in rows]
        self._inference.meter.count("pictures_encoded", len(rows))
        return self._inference.pick(self._inference.run(inputs, last, use_cache=False), last)

    def _after_prefix(self, rows: Sequence[Tokens]) -> Any:
        cache = self._fork(len(rows))
        last = [len(row) - 1 for row in rows]
        ids = padded(rows, self._inference.padding, self._inference.model.device)
        # No attention mask: nothing before the padding can see it, and positions go on from the cache.
        out = self._inference.run({"input_ids": ids}, last, **self._inference.with_cache(cache))
        return self._inference.pick(out, last)

    def _fork(self, rows: int) -> Any:
        """A copy of the pictures' keys and values for `rows` prompts. The model writes into what it is given."""
        if self._prefix is None:
            self._inference.meter.count("pictures_encoded")
            out = self._inference.run(self._encoded.prefix(), None, use_cache=True)
            self._prefix = self._inference.cached(out)
            if self._prefix is None:
                raise NotImplementedError("the model returns no cache")
        cache = copy.deepcopy(self._prefix)
        if rows > 1:
            cache.batch_repeat_interleave(rows)
        return cache

    def _continued(self, row: Tokens, limit: int) -> list[int]:
        cache = self._fork(1)
        ends = self._inference.ends()
        device = self._inference.model.device
        step = list(row)
        tokens: list[int] = []
        while len(tokens) < limit:
            ids = torch.tensor([step], device=device)
            out = self._inference.run({"input_ids": ids}, [len(step) - 1], **self._inference.with_cache(cache))
            token = int(self._inference.pick(out, [len(step) - 1])[0].argmax())
            tokens.append(token)
            if token in ends:
                break
            step = [token]
        return tokens

    def _generated(self, row: Tokens, limit: int) -> list[int]:
        inputs = self._encoded.whole([row], self._inference.padding)
        self._inference.meter.count("pictures_encoded")
        out = self._inference.model.generate(
            **inputs, max_new_tokens=limit, do_sample=False, num_beams=1, pad_token_id=self._inference.padding
        )
        return [int(t) for t in out[0, inputs["input_ids"].shape[1] :]]
