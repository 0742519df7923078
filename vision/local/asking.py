"""All statements of a page put to a loaded model: a choice for each, then a quote where the choice calls for one."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from PIL import Image

from atomcite.domain import Message, Meter, Usage, message
from atomcite.errors import ModelError
from atomcite.vision.local.checkpoint import Checkpoint
from atomcite.vision.local.choice import Choice, letter_tokens, option_scores
from atomcite.vision.local.encoding import Encoded, encode
from atomcite.vision.local.inference import Inference, PagePass
from atomcite.vision.local.loading import best_device, best_dtype, load
from atomcite.vision.local.memory import OutOfMemory
from atomcite.vision.local.prompt import Option, choice_prompt, defused, quote_prompt, rotations

_QUOTED = (Option.SUPPORTED, Option.CONTRADICTED)


@dataclass(frozen=True)
class Answer:
    """What the model chose for one statement; `quote` is empty where none was asked for or none came."""

    choice: Choice
    quote: str
    usage: Usage


class LocalModel:
    """A model ready to be asked. Thread-safe: one page at a time. Raises ModelError when it can't be used.

    `reuse` forces or forbids looking at the pictures once for all prompts; None tries whether that is sound.
    """

    def __init__(
        self,
        checkpoint: Checkpoint,
        meter: Meter,
        device: str | None = None,
        dtype: str | None = None,
        *,
        reuse: bool | None = None,
    ) -> None:
        device = device or best_device()
        self._loaded = load(checkpoint, device, dtype or best_dtype(device))
        self._tokenizer = self._loaded.tokenizer
        self._letters = letter_tokens(lambda text: self._tokenizer(text, add_special_tokens=False)["input_ids"])
        self._inference = Inference(self._loaded, meter, reuse=reuse)
        self._meter = meter

    def ask(
        self, pictures: Sequence[Image.Image], statements: Sequence[str], temperature: float, quote_limit: int
    ) -> list[Answer | Message]:
        """One answer a statement, in order, or why there is none. `quote_limit` is in tokens."""
        with self._loaded.lock:
            try:
                return list(self._answers(pictures, statements, temperature, quote_limit))
            except OutOfMemory as error:
                reason = message("vision.local_memory", device=self._loaded.device, error=error)
            except ModelError as error:
                reason = message("vision.engine_failed", error=error.what)
            except (RuntimeError, ValueError, IndexError) as error:
                # What families raise for pictures or prompts that they can't take, in words of their own.
                reason = message("vision.engine_failed", error=" ".join(str(error).split())[:300])
        return [reason] * len(statements)

    def _answers(
        self, pictures: Sequence[Image.Image], statements: Sequence[str], temperature: float, quote_limit: int
    ) -> list[Answer | Message]:
        orders = rotations()
        safe = [defused(s, self._loaded.control_tokens) for s in statements]
        prompts = [choice_prompt(s, order) for s in safe for order in orders] + [quote_prompt(s) for s in safe]
        encoded = encode(self._loaded, pictures, prompts)
        needed = encoded.shared + max(len(tail) for tail in encoded.tails) + quote_limit
        limit = self._loaded.context
        if limit is not None and needed > limit:
            return [message("vision.local_too_long", tokens=needed, limit=limit)] * len(statements)
        self._meter.count("model_calls")
        page = self._inference.page(encoded)
        choosing = encoded.tails[: len(safe) * len(orders)]
        logits = page.next_logits([tail + self._letters.lead for tail in choosing])
        answers: list[Answer | Message] = []
        for i in range(len(statements)):
            own = slice(i * len(orders), (i + 1) * len(orders))
            choice = Choice.of(option_scores(logits[own], self._letters, orders), temperature)
            spent = sum(len(tail) for tail in choosing[own]) + (0 if i else encoded.shared)
            quote, written = "", 0
            if choice.is_sure and choice.best in _QUOTED:
                quote, written = self._quote(page, encoded, len(choosing) + i, quote_limit)
            usage = Usage(calls=0 if i else 1, prompt_tokens=spent, completion_tokens=written)
            self._meter.count("prompt_tokens", usage.prompt_tokens)
            self._meter.count("completion_tokens", usage.completion_tokens)
            answers.append(Answer(choice, quote, usage))
        return answers

    def _quote(self, page: PagePass, encoded: Encoded, row: int, limit: int) -> tuple[str, int]:
        """What the model copies from the page, on one line, and how many tokens that took. "..." ends what was cut
        off at the limit."""
        tokens, ended = page.greedy(encoded.tails[row], limit)
        text = str(self._tokenizer.decode(tokens, skip_special_tokens=True))
        text = " ".join(text.replace("\N{REPLACEMENT CHARACTER}", " ").split())  # halves of letters, cut at the limit
        text = text.strip("\"'“”«»` ")
        if not any(c.isalnum() for c in text):
            return "", len(tokens)
        return (text if ended else f"{text} ..."), len(tokens)
