"""Entailment models of transformers, run by torch."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable, Sequence
from functools import cached_property
from importlib.util import find_spec
from math import isnan
from pickle import UnpicklingError
from threading import RLock
from typing import Any

from atomcite.domain import Missing
from atomcite.errors import EngineFailed
from atomcite.judge.language import language_of
from atomcite.judge.nli import hhem
from atomcite.judge.nli.folder import ModelFolder, locate
from atomcite.judge.nli.formats import Format, format_of
from atomcite.judge.nli.scoring import Score

BATCH_TOKENS = 8192
"""Tokens of one batch, padding included: some 16 inputs of full length for an encoder."""
UNKNOWN = 0.2
"""Share of the words in another script than Latin that the tokenizer may not know."""
FERTILITY = 4.0
"""Tokens a word from which a tokenizer only spells a language out. One that was made for a language needs little more
than one (Rust et al. 2021, "How good is your tokenizer?"); of bytes it takes two for each Cyrillic letter."""
_SPELLERS = 2000
"""Entries up to which a vocabulary spells everything out (bytes, characters), whatever the model has learned."""
_OFFSET = frozenset(("roberta", "xlm-roberta", "xlm-roberta-xl", "camembert", "longformer", "mpnet"))
"""Model types whose positions begin after the padding mark."""
_WORD = re.compile(r"[^\W\d_]+")


class TorchScorer:
    """A model from a folder or the Hugging Face hub. Implements `Scorer`.

    Nothing is loaded before it is needed: `missing` looks at what is installed, `version` and `format` at the files,
    `count` and `reads` load the tokenizer, `score` the weights. Code that a model brings is never run.
    """

    def __init__(self, model: str | None, labels: Sequence[str] = ()) -> None:
        """`model` is a folder or a hub name, None when the user named none; `labels` name a classifier's outputs in
        order, where its configuration does not."""
        self._model = model
        self._labels = tuple(labels)
        self._lock = RLock()

    @property
    def name(self) -> str:
        return self._folder.name

    @property
    def version(self) -> str:
        labels = f" {','.join(self._labels)}" if self._labels else ""
        return f"{self._folder.fingerprint}{labels}"

    @cached_property
    def format(self) -> Format:
        """Raises ModelError for a model that can't be asked for entailment."""
        return format_of(self._folder.config, self._folder.names, self._labels)

    @cached_property
    def _folder(self) -> ModelFolder:
        return locate(self._model or "")

    @cached_property
    def _base(self) -> ModelFolder:
        """Where the tokenizer lies: with the model, or with the one that it was built on."""
        if self.format.foundation and not any(self._folder.path.glob("tokenizer*")):
            return locate(str(self._folder.config.get("foundation") or self.format.foundation), weights=False)
        return self._folder

    def missing(self) -> Missing | None:
        if not self._model:
            return Missing(
                "an entailment model", "--judge nli", "--nli-model FOLDER_OR_HUB_NAME, or ATOMCITE_NLI_MODEL"
            )
        absent = [m for m in ("torch", "transformers") if find_spec(m) is None]
        if absent:
            return Missing(" and ".join(absent), "--judge nli", "pip install 'atomcite[local]'")
        return None

    # --- the tokenizer ------------------------------------------------------------------------------------------

    @cached_property
    def _tokenizer(self) -> Any:
        from transformers import AutoTokenizer

        try:
            return AutoTokenizer.from_pretrained(self._base.path, trust_remote_code=False)
        except (OSError, ValueError, ImportError) as error:
            raise self._broken("tokenizer", error) from error

    def count(self, text: str) -> int:
        with self._lock:
            return len(self._tokenizer(text, add_special_tokens=False, verbose=False)["input_ids"])

    def room(self, hypothesis: str) -> int:
        with self._lock:
            return self._longest - self._length("", hypothesis)

    def reads(self, text: str) -> bool:
        languages = self.format.languages
        language = language_of(text)
        if languages and language is not None:
            return language in languages
        with self._lock:
            words = [w for w in _WORD.findall(text) if not w.isascii() and not _is_latin(w)]
            if not words or len(self._tokenizer) <= _SPELLERS:
                return True
            pieces = self._tokenizer(words, add_special_tokens=False)["input_ids"]
            unknown = self._tokenizer.unk_token_id
            lost = sum(not p or (unknown is not None and unknown in p) for p in pieces)
            return lost <= UNKNOWN * len(words) and sum(map(len, pieces)) <= FERTILITY * len(words)

    @cached_property
    def _longest(self) -> int:
        """Tokens of an input, by the format, the tokenizer and the configuration, whichever is least."""
        config = self._folder.config
        limits = [self.format.longest, int(self._tokenizer.model_max_length)]
        positions = config.get("max_position_embeddings")
        if isinstance(positions, int) and positions > 0:
            taken = int(config.get("pad_token_id") or 0) + 1 if config.get("model_type") in _OFFSET else 0
            limits.append(positions - taken)
        return min(limits)

    def _inputs(self, premise: str, hypothesis: str) -> tuple[str, ...]:
        """The texts of one input: one by the model's template, or a pair. What a page holds is data: a mark of the
        tokenizer or a word of the template that stands on it must not end the premise."""
        premise, hypothesis = self._plain(premise), self._plain(hypothesis)
        if not self.format.template:
            return premise, hypothesis
        filled = self.format.template.replace("{eos}", self._tokenizer.eos_token or self._tokenizer.sep_token or "")
        return (filled.replace("{hypothesis}", hypothesis, 1).replace("{premise}", premise, 1),)

    def _plain(self, text: str) -> str:
        for mark in self._tokenizer.all_special_tokens:
            text = text.replace(mark, " ")
        words = re.findall(r"\w+(?=:)", self.format.template)
        text = re.sub(rf"\b({'|'.join(words)}):", r"\1 -", text, flags=re.I) if words else text
        return text.replace("{premise}", "premise")

    def _encode(self, premise: str, hypothesis: str) -> Any:
        return self._tokenizer(*self._inputs(premise, hypothesis), truncation=False, verbose=False)

    def _length(self, premise: str, hypothesis: str) -> int:
        return len(self._encode(premise, hypothesis)["input_ids"])

    # --- the model ----------------------------------------------------------------------------------------------

    @cached_property
    def _network(self) -> Any:
        import torch
        from safetensors import SafetensorError
        from transformers import AutoModelForSeq2SeqLM, AutoModelForSequenceClassification
        from transformers.utils.logging import disable_progress_bar

        disable_progress_bar()  # the run has a progress of its own
        cuda = torch.cuda.is_available()
        seq2seq = self.format.kind == "seq2seq"
        # T5 overflows in float16; bfloat16 halves the largest models. An encoder is small enough as it is.
        dtype = torch.bfloat16 if seq2seq and cuda and torch.cuda.is_bf16_supported() else torch.float32
        family = AutoModelForSeq2SeqLM if seq2seq else AutoModelForSequenceClassification
        try:
            if self.format.kind == "hhem2":
                return hhem.load(self._folder.path, self._base.path).to("cuda" if cuda else "cpu").eval()
            found, loading = family.from_pretrained(
                self._folder.path, dtype=dtype, trust_remote_code=False, output_loading_info=True
            )
        except (OSError, ValueError, RuntimeError, ImportError, SafetensorError, UnpicklingError) as error:
            raise self._broken("weights", error) from error
        absent = sorted(loading["missing_keys"])
        if absent:
            # transformers fills them with random numbers and goes on: a head that was never trained, as a rule.
            raise EngineFailed(
                f"The model {self.name} lacks weights that it needs: {', '.join(absent[:3])}.",
                "Give --nli-model a model that was trained for entailment, not its base model.",
            )
        return found.to("cuda" if cuda else "cpu").eval()

    def score(self, pairs: Sequence[tuple[str, str]]) -> list[Score]:
        with self._lock:
            inputs = [self._encode(p, h) for p, h in pairs]
            order = sorted(range(len(inputs)), key=lambda i: len(inputs[i]["input_ids"]), reverse=True)
            found: dict[int, Score] = {}
            for batch in _batches(order, [len(i["input_ids"]) for i in inputs]):
                found.update(zip(batch, self._run([inputs[i] for i in batch]), strict=True))
            if any(isnan(s.entailment) or isnan(s.contradiction or 0.0) for s in found.values()):
                raise EngineFailed(
                    f"The model {self.name} answers with no numbers: its weights are damaged.", "Fetch it again."
                )
            return [found[i] for i in range(len(pairs))]

    def _run(self, inputs: Sequence[Any]) -> list[Score]:
        """One batch, in halves where it is too much for the device's memory."""
        import torch

        try:
            with torch.inference_mode():
                padded = self._tokenizer.pad(list(inputs), padding=True, return_tensors="pt").to(self._network.device)
                return self._wrote(padded) if self.format.kind == "seq2seq" else self._classed(padded)
        except torch.OutOfMemoryError as error:
            if len(inputs) == 1:
                raise EngineFailed(
                    f"The model {self.name} is too large for this machine's memory.",
                    "Take a smaller model for --nli-model.",
                ) from error
            torch.cuda.empty_cache()
        half = len(inputs) // 2
        return self._run(inputs[:half]) + self._run(inputs[half:])

    def _classed(self, padded: Any) -> list[Score]:
        logits = self._network(**padded).logits.float()
        if self.format.kind == "hhem2":
            logits = logits[:, 0]
        labels = self.format.labels
        if len(labels) == 1:
            return [Score(p) for p in logits[:, 0].sigmoid().tolist()]
        entailment, contradiction = labels.index("entailment"), None
        if "contradiction" in labels:
            contradiction = labels.index("contradiction")
        return [
            Score(row[entailment], None if contradiction is None else row[contradiction])
            for row in logits.softmax(dim=-1).tolist()
        ]

    def _wrote(self, padded: Any) -> list[Score]:
        """Probability of "yes" against "no" at the first token in which the two differ (MiniCheck does so at once;
        TRUE writes the same two answers)."""
        import torch

        prefix, yes, no = self._answers
        start = self._network.config.decoder_start_token_id
        begun = torch.tensor([[start, *prefix]] * len(padded["input_ids"]), device=self._network.device)
        kept = {k: padded[k] for k in ("input_ids", "attention_mask")}
        logits = self._network(**kept, decoder_input_ids=begun).logits[:, -1].float()
        return [Score(p) for p in logits[:, [yes, no]].softmax(dim=-1)[:, 0].tolist()]

    @cached_property
    def _answers(self) -> tuple[tuple[int, ...], int, int]:
        """What the tokens of both answers have in common, and the first of each in which they differ."""
        yes, no = (
            self._tokenizer(text, add_special_tokens=False)["input_ids"] for text in (self.format.yes, self.format.no)
        )
        at = next((i for i, (a, b) in enumerate(zip(yes, no, strict=False)) if a != b), None)
        if at is None or self._tokenizer.unk_token_id in (yes[at], no[at]):
            raise EngineFailed(
                f"The tokenizer of {self.name} can't write {self.format.yes!r} and {self.format.no!r}.",
                "Give --nli-model a model that answers in that form (TRUE, MiniCheck).",
            )
        return tuple(yes[:at]), yes[at], no[at]

    def _broken(self, part: str, error: Exception) -> EngineFailed:
        return EngineFailed(
            f"The {part} of the model {self.name} can't be loaded: {_first_line(error)}",
            "Check that the folder is complete; tokenizers in SentencePiece form need pip install 'atomcite[local]'.",
        )


def _batches(order: Iterable[int], lengths: Sequence[int]) -> list[list[int]]:
    """Inputs from the longest to the shortest, so that little is padded, `BATCH_TOKENS` at a time."""
    out: list[list[int]] = []
    for i in order:
        # The first of a batch is its longest.
        if out and (len(out[-1]) + 1) * lengths[out[-1][0]] <= BATCH_TOKENS:
            out[-1].append(i)
        else:
            out.append([i])
    return out


def _first_line(error: Exception) -> str:
    return (str(error).strip() or type(error).__name__).splitlines()[0]


def _is_latin(word: str) -> bool:
    return all(unicodedata.name(ch, "").startswith("LATIN") for ch in word)
