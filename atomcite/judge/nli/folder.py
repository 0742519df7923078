"""Where a model lies, and what tells it from others of the same name."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from hashlib import sha256
from pathlib import Path
from typing import Any

from atomcite.errors import ModelError

WEIGHTS = ("*.safetensors", "*.bin")
_SMALL = ("*.json", "*.txt", "*.model", "*.jinja")
_SAMPLE = 1 << 20  # bytes


@dataclass(frozen=True)
class ModelFolder:
    """A folder with a model in the form that transformers saves: config.json, tokenizer, weights."""

    path: Path
    name: str

    @cached_property
    def config(self) -> Mapping[str, Any]:
        """Raises ModelError when the folder holds no readable config.json."""
        try:
            found = json.loads((self.path / "config.json").read_text("utf-8"))
        except (OSError, ValueError) as error:
            raise ModelError(
                f"{self.path} holds no model: its config.json can't be read ({error}).",
                "Give a folder that transformers saved (save_pretrained), or a model's name on the Hugging Face hub.",
            ) from error
        if not isinstance(found, dict):
            raise ModelError(f"{self.path / 'config.json'} is no configuration of a model.")
        return found

    @property
    def names(self) -> tuple[str, ...]:
        """What the model may be known by: its own name, and the one that its configuration keeps."""
        kept = self.config.get("_name_or_path")
        return (self.name, kept) if isinstance(kept, str) and kept else (self.name,)

    @cached_property
    def fingerprint(self) -> str:
        """Eight hexadecimal digits over configuration, tokenizer and weights. Of weights the sizes and three samples
        are taken, not all of many gigabytes: the beginning (with the names, shapes and places of all tensors), the
        middle and the end differ between any two trained models."""
        digest = sha256()
        for pattern in (*_SMALL, *WEIGHTS):
            for path in sorted(self.path.glob(pattern)):
                size = path.stat().st_size
                digest.update(f"{path.name}:{size}:".encode())
                with path.open("rb") as file:
                    for start in sorted({0, max(0, size // 2), max(0, size - _SAMPLE)}):
                        file.seek(start)
                        digest.update(file.read(_SAMPLE))
        return digest.hexdigest()[:8]


def locate(model: str, *, weights: bool = True) -> ModelFolder:
    """The folder of a model that is given as a folder or by its name on the Hugging Face hub ("owner/name", also
    "owner/name@revision"). A name is looked for in the hub's cache first; what is not there is fetched, weights
    as safetensors where the hub has them. Without `weights` configuration and tokenizer are enough.

    Raises ModelError for a folder that is none, and when the hub can't give the model.
    """
    path = Path(model).expanduser()
    if path.is_dir():
        return ModelFolder(path, _folder_name(path.resolve()))
    if looks_like_path(model):
        raise ModelError(f"There is no folder {model} with a model.", "Correct --nli-model.")
    return ModelFolder(_from_hub(model, weights), model.partition("@")[0])


def looks_like_path(model: str) -> bool:
    """Whether what was given can only be a folder: hub names have one slash at most and no dots before it."""
    return model.startswith((".", "/", "~")) or model.count("/") > 1 or "\\" in model or model.endswith("/")


def _folder_name(path: Path) -> str:
    """The folder's name; for a snapshot in the hub's cache (models--owner--name/snapshots/revision) the hub name."""
    if path.parent.name == "snapshots" and path.parent.parent.name.startswith("models--"):
        return path.parent.parent.name.removeprefix("models--").replace("--", "/", 1)
    return path.name


def _from_hub(model: str, weights: bool) -> Path:
    from huggingface_hub import snapshot_download
    from huggingface_hub.errors import HfHubHTTPError, HFValidationError, LocalEntryNotFoundError

    name, _, revision = model.partition("@")
    patterns = [*_SMALL, "*.safetensors"] if weights else [*_SMALL]
    try:
        try:
            found = Path(snapshot_download(name, revision=revision or None, local_files_only=True))
            if _has_weights(found) or not weights:
                return found
        except LocalEntryNotFoundError:
            pass
        found = Path(snapshot_download(name, revision=revision or None, allow_patterns=patterns))
        if weights and not _has_weights(
            found
        ):  # an older repository, with weights as a pickle that torch reads weights-only
            found = Path(snapshot_download(name, revision=revision or None, allow_patterns=[*patterns, "*.bin"]))
    except (HfHubHTTPError, HFValidationError, LocalEntryNotFoundError, OSError) as error:
        why = str(error).strip().partition("\n")[0]
        raise ModelError(
            f"The model {model} is not on this machine and can't be fetched: {why}",
            "Check the name and the network, or give --nli-model a folder that holds the model.",
        ) from error
    return found


def _has_weights(path: Path) -> bool:
    return any(next(path.glob(pattern), None) is not None for pattern in WEIGHTS)
