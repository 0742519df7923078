"""HHEM-2.1-Open without the program code that its repository brings: T5's encoder with a head for each token."""

from __future__ import annotations

from pathlib import Path
from typing import Any

_PREFIX = "t5."
"""What the names of its weights begin with, beside transformers' T5ForTokenClassification."""
_TIED = frozenset(("transformer.shared.weight", "transformer.encoder.embed_tokens.weight"))
"""Two names of one table, of which a file may leave out one."""


def load(folder: Path, foundation: Path) -> Any:
    """The network of a HHEM-2.1 folder; `foundation` holds the configuration of the model that it was built on.

    Raises OSError or SafetensorError for a file that is missing or damaged, ValueError for weights that are not those
    of this network.
    """
    from safetensors.torch import load_file
    from transformers import AutoConfig, T5ForTokenClassification

    config = AutoConfig.from_pretrained(foundation, num_labels=2, trust_remote_code=False)
    network = T5ForTokenClassification(config)
    stored = load_file(folder / "model.safetensors")
    weights = {name.removeprefix(_PREFIX): tensor for name, tensor in stored.items()}
    kept = next((weights[name] for name in sorted(_TIED) if name in weights), None)
    if kept is not None:
        weights |= dict.fromkeys(_TIED, kept)
    missing, unexpected = network.load_state_dict(weights, strict=False)
    if missing or unexpected:
        raise ValueError(f"weights that are missing or of another network: {', '.join([*missing, *unexpected][:3])}")
    return network
