"""Weights and processor of a checkpoint in memory, once a process."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import Any

import torch
from transformers import AutoModelForImageTextToText, AutoProcessor
from transformers.utils import logging as transformers_logging

from atomcite.errors import ModelError
from atomcite.vision.local.checkpoint import Checkpoint
from atomcite.vision.local.memory import OutOfMemory, memory_faults


@dataclass(frozen=True, eq=False)
class LoadedModel:
    """A model in evaluation mode on its device. `lock` is held while it works: families keep state between calls."""

    model: Any
    processor: Any
    name: str
    device: str
    lock: threading.Lock = field(default_factory=threading.Lock)

    @property
    def tokenizer(self) -> Any:
        return self.processor.tokenizer

    @property
    def control_tokens(self) -> frozenset[str]:
        """Tokens that mean something to the model's machinery, picture placeholders among them."""
        known = {str(t) for t in self.tokenizer.all_special_tokens}
        known |= {str(t) for t in self.tokenizer.added_tokens_decoder.values() if t.special}
        named = (getattr(self.processor, n, None) for n in ("image_token", "video_token", "boi_token", "eoi_token"))
        return frozenset(known | {n for n in named if isinstance(n, str)})

    @property
    def context(self) -> int | None:
        """The longest input that the model was made for, tokens; None where its settings don't say."""
        limit = getattr(self.model.config.get_text_config(), "max_position_embeddings", None)
        return int(limit) if limit else None


_loaded: dict[tuple[str, str, str], LoadedModel] = {}
_loading = threading.Lock()


def best_device() -> str:
    return "cuda" if torch.cuda.is_available() else "cpu"


def best_dtype(device: str) -> str:
    """bfloat16 where the accelerator has it, else float16; float32 on processors, most of which emulate the rest."""
    if device.startswith("cuda"):
        return "bfloat16" if torch.cuda.is_bf16_supported() else "float16"
    return "float32"


def load(checkpoint: Checkpoint, device: str, dtype: str) -> LoadedModel:
    """The model, loaded at the first call for these arguments. Raises ModelError."""
    key = (f"{checkpoint.folder.resolve()} {checkpoint.fingerprint}", device, dtype)
    with _loading, _no_progress_bars():
        if key not in _loaded:
            processor = _processor(checkpoint)
            try:
                with memory_faults():
                    model = _weights(checkpoint, dtype).to(device).eval()
            except OutOfMemory as error:
                raise ModelError(
                    f"The model {checkpoint.name} does not fit into the memory of {device}: {error}.",
                    "Choose a smaller model, or a machine with more memory.",
                ) from error
            _loaded[key] = LoadedModel(model, processor, checkpoint.name, device)
        return _loaded[key]


@contextmanager
def _no_progress_bars() -> Iterator[None]:
    """Keeps the package's bars from drawing over AtomCite's own."""
    enabled = transformers_logging.is_progress_bar_enabled()
    transformers_logging.disable_progress_bar()
    try:
        yield
    finally:
        if enabled:
            transformers_logging.enable_progress_bar()


def _processor(checkpoint: Checkpoint) -> Any:
    try:
        processor = AutoProcessor.from_pretrained(checkpoint.folder, local_files_only=True, trust_remote_code=False)
    except (OSError, ValueError, KeyError, TypeError, ImportError, AttributeError) as error:
        # Families that also take videos need torchvision for that part, and say so in many ways.
        raise ModelError(
            f"The processor of the model {checkpoint.name} can't be loaded: {_first_line(error)}",
            "Some families need more packages: pip install 'atomcite[local-video]'. Otherwise the folder lacks the "
            "processor's files (preprocessor_config.json, tokenizer.json).",
        ) from error
    if getattr(processor, "image_processor", None) is None or getattr(processor, "tokenizer", None) is None:
        raise ModelError(
            f"The model {checkpoint.name} comes without a processor for pictures.",
            "The folder needs preprocessor_config.json or processor_config.json beside the tokenizer's files.",
        )
    return processor


def _weights(checkpoint: Checkpoint, dtype: str) -> Any:
    try:
        model, report = AutoModelForImageTextToText.from_pretrained(
            checkpoint.folder,
            dtype=getattr(torch, dtype),
            local_files_only=True,
            trust_remote_code=False,
            output_loading_info=True,
        )
    except (OSError, ValueError, KeyError, ImportError) as error:
        raise ModelError(
            f"The model {checkpoint.name} can't be loaded: {_first_line(error)}", "Is the folder complete?"
        ) from error
    except RuntimeError as error:
        if "size mismatch" not in str(error) and "mismatch" not in str(error):
            raise
        raise ModelError(f"The weights of {checkpoint.name} don't fit its config.json.", "Fetch it again.") from error
    # The package fills what a file lacks with random numbers: such a model would answer, and mean nothing by it.
    absent = sorted(report["missing_keys"])
    if absent:
        raise ModelError(
            f"The weights of {checkpoint.name} lack {len(absent)} tensors, {absent[0]} among them.",
            "Fetch it again, whole.",
        )
    return model


def _first_line(error: Exception) -> str:
    lines = [line.strip() for line in str(error).splitlines() if line.strip()]
    return lines[0].split(". ")[0][:300] if lines else type(error).__name__
