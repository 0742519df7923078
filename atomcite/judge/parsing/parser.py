"""Dependency trees of sentences, English and Russian, by the small network beside this module.

`benchmarks/parsing/train.py` says how it was trained and on what. Trees follow Universal Dependencies.
"""

from __future__ import annotations

import json
from dataclasses import dataclass
from functools import cache, cached_property, lru_cache
from importlib.resources import files

import numpy as np
import numpy.typing as npt
import onnxruntime as ort

from atomcite.judge.parsing.features import features, word_spans

_LONGEST = 120
"""Words of a text that is parsed in one piece; more are cut off, and hang on the root."""


@dataclass(frozen=True)
class Tree:
    """`spans` are characters of the text. `heads[i]` is the word that word i depends on, -1 for the root."""

    text: str
    spans: tuple[tuple[int, int], ...]
    heads: tuple[int, ...]
    relations: tuple[str, ...]
    tags: tuple[str, ...]

    def __len__(self) -> int:
        return len(self.spans)

    def word(self, i: int) -> str:
        return self.text[slice(*self.spans[i])]

    @cached_property
    def root(self) -> int:
        return self.heads.index(-1) if self.heads else -1

    @cached_property
    def children(self) -> tuple[tuple[int, ...], ...]:
        out: list[list[int]] = [[] for _ in self.spans]
        for i, h in enumerate(self.heads):
            if h >= 0:
                out[h].append(i)
        return tuple(tuple(c) for c in out)


@cache
def _session() -> tuple[ort.InferenceSession, tuple[str, ...], tuple[str, ...]]:
    options = ort.SessionOptions()
    options.intra_op_num_threads = options.inter_op_num_threads = 1
    data = files(__package__).joinpath("parser.onnx").read_bytes()
    session = ort.InferenceSession(data, options, providers=["CPUExecutionProvider"])
    names = session.get_modelmeta().custom_metadata_map
    return session, tuple(json.loads(names["relations"])), tuple(json.loads(names["tags"]))


@lru_cache(maxsize=20_000)
def parse(text: str) -> Tree:
    """The tree of one sentence or clause. Deterministic."""
    spans = word_spans(text)[:_LONGEST]
    if not spans:
        return Tree(text, (), (), (), ())
    session, relations, tags = _session()
    arcs, labels, parts = session.run(None, {"features": features([text[a:b] for a, b in spans])[None]})
    heads = tree_of(arcs[0])
    return Tree(text, spans, tuple(heads), tuple(relations[k] for k in labels[0]), tuple(tags[k] for k in parts[0]))


def tree_of(scores: npt.NDArray[np.float32]) -> list[int]:
    """Heads that make one tree, -1 for its root. `scores[i, j]` says how well word j - 1 (or for j = 0 the root) does
    as the head of word i. Each word takes its best head; a cycle is opened where that costs least."""
    count = len(scores)
    scores = scores.copy()
    scores[np.arange(count), np.arange(count) + 1] = -np.inf
    root = int(np.argmax(scores[:, 0] - np.max(scores[:, 1:], axis=1))) if count > 1 else 0
    scores[:, 0] = -np.inf
    heads = [int(np.argmax(row)) - 1 for row in scores]
    heads[root] = -1
    reached = {root}
    while len(reached) < count:
        grown = True
        while grown:
            new = {i for i in range(count) if i not in reached and heads[i] in reached}
            reached |= new
            grown = bool(new)
        left = [i for i in range(count) if i not in reached]
        if not left:
            break
        known = np.array(sorted(reached)) + 1
        costs = [
            (float(scores[i, heads[i] + 1] - np.max(scores[i, known])), i, int(known[np.argmax(scores[i, known])]))
            for i in left
        ]
        _, i, head = min(costs)
        heads[i] = head - 1
        reached.add(i)
    return heads
