"""What several pictures of one line say together: their lattices as one, word by word."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from atomcite.vision.lattice import BLANK, INDEX, Lattice, Scores, Symbol

_SPACE = INDEX[" "]
_BREAK = 0.15
"""Mean probability of a space from which all pictures may be parted there."""

_SURE_ENOUGH = 0.6
_FULL = 0.7
"""A picture that shows fewer than this share of another's symbols lost some."""

_AS_GOOD = 0.06
"""Confidences no further apart count as equal: then the pictures speak together."""


@dataclass(frozen=True)
class Joint:
    """What several pictures of one line say together. `best` is the number of the picture that was surest."""

    lattice: Lattice
    best: int


def joint(lattices: Sequence[Lattice]) -> Joint:
    """Word by word what the surest pictures say; where as sure ones differ, each reading has the weight of those that
    say it, so that the word comes out unsure. Pictures with another number of steps than the first are left out.

    >>> joint([Lattice(np.full((4, 3), 8, np.uint8))]).best
    0
    """
    usable = [i for i, lat in enumerate(lattices) if lat.steps == lattices[0].steps]
    chances = [np.exp(lattices[i].log) for i in usable]
    out = chances[0].copy()
    won = np.zeros(len(usable))
    for first, last in _blocks(chances):
        parts = [[s for s in lattices[i].symbols if first <= (s.start + s.end) / 2 < last] for i in usable]
        weights = _weights(parts)
        out[first:last] = sum(weight * chances[k][first:last] for k, weight in weights.items())
        for k, weight in weights.items():
            won[k] += (last - first) * weight
    return Joint(Lattice.of(np.asarray(out, dtype=np.float32)), usable[int(won.argmax())])


def _blocks(chances: Sequence[Scores]) -> list[tuple[int, int]]:
    """Stretches of steps between likely spaces."""
    if len(chances[0]) == 0 or chances[0].shape[1] <= _SPACE:
        return [(0, len(chances[0]))]
    space = np.mean([c[:, _SPACE] for c in chances], axis=0)
    gap = np.mean([c[:, [BLANK, _SPACE]].sum(axis=1) for c in chances], axis=0)
    cuts = [0]
    for step in np.flatnonzero((space > _BREAK) & (gap > 0.5)):
        if step - cuts[-1] > 1:
            cuts.append(int(step))
    return list(zip(cuts, [*cuts[1:], len(space)], strict=True))


def _weights(parts: Sequence[Sequence[Symbol]]) -> dict[int, float]:
    """The readings that decide on a block, by number, with their weights (sum 1): the surest of each wording."""
    own = [[s for s in p if s.char != " "] for p in parts]
    sureness = [float(np.mean([s.probability for s in p])) if p else 0.0 for p in own]
    wordings: dict[str, list[int]] = {}
    for k in _best_of([len(p) for p in own], sureness):
        wordings.setdefault("".join(s.char for s in own[k]), []).append(k)
    total = sum(len(of) for of in wordings.values())
    return {max(of, key=lambda k: sureness[k]): len(of) / total for of in wordings.values()}


def _best_of(sizes: Sequence[int], sureness: Sequence[float]) -> list[int]:
    most = max((n for n, sure in zip(sizes, sureness, strict=True) if sure >= _SURE_ENOUGH), default=0)
    able = [k for k, n in enumerate(sizes) if n >= _FULL * most and n > 0]
    if not able:
        return [0]
    top = max(sureness[k] for k in able)
    return [k for k in able if sureness[k] >= top - _AS_GOOD]


def surest(readings: Sequence[Sequence[tuple[str, float]]]) -> int:
    """Of several readings of a line as (token, confidence) the one that is surest by the letter; not one that lost
    some."""
    sizes = [sum(len(text) for text, _ in r) for r in readings]
    sureness = [
        sum(confidence * len(text) for text, confidence in r) / size if size else 0.0
        for r, size in zip(readings, sizes, strict=True)
    ]
    return max(_best_of(sizes, sureness), key=lambda k: sureness[k])
