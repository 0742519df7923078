"""How sure a model may be taken to be: temperatures by model, and how one is found.

Temperature scaling: Guo et al. 2017, "On Calibration of Modern Neural Networks". One number a model, which never
changes which option comes first.
"""

from __future__ import annotations

import math
import tomllib
from collections.abc import Sequence
from functools import cache
from importlib.resources import files


@cache
def _table() -> dict[str, float]:
    stored = tomllib.loads(files(__package__).joinpath("calibration.toml").read_text("utf-8"))
    return {name.casefold(): float(value) for name, value in stored["temperature"].items()}


def temperature(model: str) -> float:
    """The temperature measured for `model` (a folder's name, or owner/name); 1.0 for a model never measured."""
    table = _table()
    return table.get(model.casefold(), table.get(model.rsplit("/", 1)[-1].casefold(), 1.0))


def softmax(scores: Sequence[float], temperature: float = 1.0) -> list[float]:
    """Probabilities of log-scores at a temperature above 0."""
    top = max(scores)
    powers = [math.exp((s - top) / temperature) for s in scores]
    return [p / sum(powers) for p in powers]


def fit(scores: Sequence[Sequence[float]], truths: Sequence[int]) -> float:
    """The temperature between 0.05 and 20 under which labelled `scores` (log-scores by option) are least surprising.

    Raises ValueError without examples. The loss is convex in 1/temperature, so a ternary search finds its minimum.
    """
    if not scores or len(scores) != len(truths):
        raise ValueError("as many truths as scores are needed, and at least one")

    def loss(inverse: float) -> float:
        return -sum(math.log(max(softmax(s, 1 / inverse)[t], 1e-300)) for s, t in zip(scores, truths, strict=True))

    low, high = 0.05, 20.0
    for _ in range(80):
        a, b = low + (high - low) / 3, high - (high - low) / 3
        low, high = (low, b) if loss(a) < loss(b) else (a, high)
    return 2 / (low + high)
