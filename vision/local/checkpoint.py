"""The folder that holds a local model: found, looked over and fingerprinted before any weights are loaded."""

from __future__ import annotations

import hashlib
import json
from dataclasses import dataclass
from functools import cached_property
from importlib.util import find_spec
from pathlib import Path

from atomcite.domain import Missing
from atomcite.errors import ModelError

_OPTION = "--image transformers"
_WEIGHTS = (".safetensors", ".bin", ".pt")
_TEXTS = (".json", ".jinja", ".txt", ".model")
_BLOCK, _BLOCKS = 4096, 64


def missing_packages() -> Missing | None:
    """What has to be installed before any local model can run; None when it is there. Nothing is imported."""
    absent = [name for name in ("torch", "transformers") if find_spec(name) is None]
    return Missing(" and ".join(absent), _OPTION, "pip install 'atomcite[local]'") if absent else None


@dataclass(frozen=True)
class Checkpoint:
    """A model folder in the format of the `transformers` package. `name` is how reports call it."""

    folder: Path
    name: str

    @cached_property
    def fingerprint(self) -> str:
        """12 hex digits over the settings files and the weights: sizes and evenly spaced blocks of each file, which
        tell a fine-tuned copy from its original without reading gigabytes."""
        digest = hashlib.sha256()
        for path in sorted(self.folder.iterdir()):
            if path.suffix in _TEXTS:
                digest.update(f"{path.name}\n".encode() + path.read_bytes())
            elif path.suffix in _WEIGHTS:
                digest.update(f"{path.name} {path.stat().st_size}\n".encode() + _sampled(path))
        return digest.hexdigest()[:12]


def _sampled(path: Path) -> bytes:
    size = path.stat().st_size
    step = max(_BLOCK, (size - _BLOCK) // (_BLOCKS - 1))
    out = hashlib.sha256()
    with path.open("rb") as file:
        for start in range(0, size, step):
            file.seek(start)
            out.update(file.read(_BLOCK))
    return out.digest()


def find(model: str) -> Checkpoint:
    """The checkpoint in the folder `model`, or under the model's name in Hugging Face's cache (fetched there if need
    be and if that is allowed: HF_HUB_OFFLINE=1 forbids it).

    Raises ModelError when there is none, it is not a model's folder, or the model takes no pictures.
    """
    path = Path(model).expanduser()
    if path.exists():
        checkpoint = Checkpoint(path, path.resolve().name)
    elif path.is_absolute() or model.startswith((".", "~")) or model.count("/") > 1:
        raise ModelError(f"There is no folder {model}.", "Give --image-model a model's folder or its name.")
    else:
        checkpoint = Checkpoint(_fetched(model), model)
    _check(checkpoint)
    return checkpoint


def _fetched(name: str) -> Path:
    from huggingface_hub import snapshot_download
    from huggingface_hub.errors import HfHubHTTPError, HFValidationError, LocalEntryNotFoundError

    patterns = [f"*{suffix}" for suffix in (".safetensors", *_TEXTS)]
    try:  # without asking the network about a model that is here already
        cached = Path(snapshot_download(name, allow_patterns=patterns, local_files_only=True))
        if _has_weights(cached):
            return cached
    except (HFValidationError, LocalEntryNotFoundError):
        pass
    try:
        return Path(snapshot_download(name, allow_patterns=patterns))
    except (HFValidationError, HfHubHTTPError, LocalEntryNotFoundError, OSError) as error:
        first = str(error).strip().splitlines()[0] if str(error).strip() else type(error).__name__
        raise ModelError(
            f"The model {name} is neither a folder here nor can it be fetched: {first}",
            "Give --image-model the folder of a model that takes pictures.",
        ) from error


def _has_weights(folder: Path) -> bool:
    return any(path.suffix in _WEIGHTS for path in folder.iterdir())


def _check(checkpoint: Checkpoint) -> None:
    from transformers.models.auto.modeling_auto import MODEL_FOR_IMAGE_TEXT_TO_TEXT_MAPPING_NAMES

    where = checkpoint.folder
    try:
        config = json.loads((where / "config.json").read_text("utf-8"))
        kind = config["model_type"]
    except (OSError, ValueError, KeyError, TypeError) as error:
        raise ModelError(
            f"{where} is no model's folder: config.json is missing or names no model type.",
            "Give --image-model a folder saved by the transformers package (config.json, weights, processor).",
        ) from error
    if kind not in MODEL_FOR_IMAGE_TEXT_TO_TEXT_MAPPING_NAMES:
        if config.get("auto_map"):
            raise ModelError(
                f"The model {checkpoint.name} ({kind}) needs code of its own, which AtomCite never runs.",
                "Take a conversion of it to the transformers package's own format (names often end in -hf).",
            )
        raise ModelError(
            f"The model {checkpoint.name} ({kind}) takes no pictures, or this transformers package doesn't know it.",
            "Choose an image-text-to-text model, such as of the Qwen-VL, SmolVLM, InternVL (-hf) or Gemma families.",
        )
    if not _has_weights(where):
        raise ModelError(
            f"The folder {where} holds no weights.", "Expected are *.safetensors files beside config.json."
        )
