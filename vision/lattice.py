"""The recogniser's output kept whole, and questions put to it.

A CTC network gives, for every time step along a line, a probability for each symbol and for "no symbol" (blank).
Greedy decoding keeps the best symbol of each step. Keeping all of them lets one ask "how well would *this* string
explain these pixels?": the best alignment of the string to the steps (Graves et al., "Connectionist Temporal
Classification", ICML 2006).
"""

from __future__ import annotations

import unicodedata
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property

import numpy as np
import numpy.typing as npt

Scores = npt.NDArray[np.float32]

BLANK = 0
OTHER = 1
OTHER_MARK = "\ufffd"
_KEPT = (
    " 0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz"
    "!\"#$%&'()*+,-./:;<=>?@[\\]^_`{|}~"
    "€£¥¢§№°±×÷–—−•·…“”„‘’«»¼½¾©®™²³µ"
    "ÀÁÂÃÄÅÆÇÈÉÊËÌÍÎÏÑÒÓÔÕÖØÙÚÛÜÝßàáâãäåæçèéêëìíîïñòóôõöøùúûüýÿŒœŠšŽžŁłŃńŚśŻżŹźĆćĄąĘęČčĎďĚěŇňŘřŤťŮůŐőŰűĞğİıŞş"
)
ALPHABET: tuple[str, ...] = ("", OTHER_MARK, *_KEPT)
"""Symbols that lattices keep, by column. Column 0 is blank, column 1 the sum of all symbols not kept."""

INDEX = {c: i for i, c in enumerate(ALPHABET) if i > OTHER}
_STEP = 8.0
_CEILING = 120
"""Log-probabilities are stored as -8 * log p in one byte: an eighth of a nat, down to e^-15; what lies below is all
the same to every question and would only swell the cache."""


def fold(char: str) -> str:
    """The kept symbol that stands for `char`: full-width and compatibility forms become plain ones; "" for none."""
    if char in INDEX:
        return char
    plain = unicodedata.normalize("NFKC", char)
    return plain if plain in INDEX else ""


@dataclass(frozen=True, eq=False)
class Lattice:
    """Symbol costs along a strip: `costs[t, k]` = -8 ln p(ALPHABET[k] at step t), at most 120.

    T x len(ALPHABET), uint8.

    Step t covers the part t/T .. (t+1)/T of the strip's length.
    """

    costs: npt.NDArray[np.uint8]

    @classmethod
    def of(cls, probabilities: Scores) -> Lattice:
        """From T x len(ALPHABET) probabilities."""
        costs = -np.log(np.maximum(probabilities, 1e-14)) * _STEP
        return cls(np.clip(np.rint(costs), 0, _CEILING).astype(np.uint8))

    @property
    def steps(self) -> int:
        return int(self.costs.shape[0])

    @cached_property
    def log(self) -> Scores:
        """Log-probabilities, T x len(ALPHABET)."""
        return (self.costs.astype(np.float32)) / -_STEP

    @cached_property
    def relative(self) -> Scores:
        """Log-probability of each symbol less that of the step's best one: 0 along the greedy path."""
        return np.asarray(self.log - self.log.max(axis=1, keepdims=True), dtype=np.float32)

    @cached_property
    def symbols(self) -> tuple[Symbol, ...]:
        """The greedy reading."""
        best = self.costs.argmin(axis=1)
        out: list[Symbol] = []
        t = 0
        while t < len(best):
            end = t + 1
            while end < len(best) and best[end] == best[t]:
                end += 1
            if best[t] != BLANK:
                p = float(np.exp(self.log[t:end, best[t]].max()))
                out.append(Symbol(ALPHABET[best[t]], t, end, p))
            t = end
        return tuple(out)

    @cached_property
    def text(self) -> str:
        """The greedy reading as a string."""
        return "".join(s.char for s in self.symbols)

    @property
    def confidence(self) -> float:
        """Mean probability of the greedy symbols, spaces apart; 0 when nothing was read."""
        values = [s.probability for s in self.symbols if s.char != " "]
        return float(np.mean(values)) if values else 0.0


@dataclass(frozen=True, slots=True)
class Symbol:
    """One symbol of the greedy reading at steps `start` .. `end` (exclusive)."""

    char: str
    start: int
    end: int
    probability: float


@dataclass(frozen=True, slots=True)
class Alignment:
    """Best place of a string in a lattice.

    `score` is the log-probability of the string's best path less that of the greedy path over the same steps: 0 when
    the string *is* the greedy reading there, negative otherwise. `worst` is the largest loss at one symbol.
    `start`, `end` are steps (end exclusive).
    """

    score: float
    start: int
    end: int


def columns(text: str) -> list[int] | None:
    """Lattice columns of `text`; None when it has a symbol that lattices don't keep."""
    found = [INDEX.get(fold(c)) for c in text]
    return None if any(i is None for i in found) else [i for i in found if i is not None]


def align(lattice: Lattice, text: str, start: int = 0, end: int | None = None) -> Alignment | None:
    """Best alignment of `text` anywhere within steps `start` .. `end`; None when it can't fit or be spelt."""
    labels = columns(text)
    if not labels:
        return None
    scores, begins, ends = _viterbi(lattice.relative[start:end], [labels])
    if not np.isfinite(scores[0]):
        return None
    return Alignment(float(scores[0]), start + int(begins[0]), start + int(ends[0]))


def align_many(
    lattice: Lattice, texts: Sequence[str], start: int = 0, end: int | None = None
) -> list[Alignment | None]:
    """`align` for several strings at once, grouped by length: alternatives differ by a symbol or two."""
    out: list[Alignment | None] = [None] * len(texts)
    groups: dict[int, list[tuple[int, list[int]]]] = {}
    for i, text in enumerate(texts):
        labels = columns(text)
        if labels:
            groups.setdefault(len(labels), []).append((i, labels))
    rel = lattice.relative[start:end]
    for members in groups.values():
        scores, begins, ends = _viterbi(rel, [labels for _, labels in members])
        for (i, _), s, b, e in zip(members, scores, begins, ends, strict=True):
            if np.isfinite(s):
                out[i] = Alignment(float(s), start + int(b), start + int(e))
    return out


def align_whole(lattice: Lattice, texts: Sequence[str], start: int, end: int) -> list[float]:
    """Log-probability of each string explaining *all* of steps `start` .. `end`, less that of the greedy path.

    Unlike `align`, nothing may be left over: the measure to compare strings of different length on the same pixels.
    -inf where a string does not fit.
    """
    out = [-np.inf] * len(texts)
    groups: dict[int, list[tuple[int, list[int]]]] = {}
    for i, text in enumerate(texts):
        labels = columns(text)
        if labels:
            groups.setdefault(len(labels), []).append((i, labels))
    rel = lattice.relative[start:end]
    for members in groups.values():
        scores, _, _ = _viterbi(rel, [labels for _, labels in members], whole=True)
        for (i, _), s in zip(members, scores, strict=True):
            out[i] = float(s)
    return out


def explain_whole(lattice: Lattice, texts: Sequence[str], start: int, end: int) -> list[float]:
    """Log-probability of each string given *all* of steps `start` .. `end`: the sum over its alignments (the CTC
    forward pass; Graves et al. 2006, section 4.1). -inf where a string can't be spelt or does not fit."""
    out = [-np.inf] * len(texts)
    groups: dict[int, list[tuple[int, list[int]]]] = {}
    for i, text in enumerate(texts):
        labels = columns(text)
        if labels and end > start:
            groups.setdefault(len(labels), []).append((i, labels))
    log = lattice.log[start:end]
    for members in groups.values():
        for (i, _), total in zip(members, _forward(log, [labels for _, labels in members]), strict=True):
            out[i] = float(total)
    return out


def _forward(log: Scores, labels: Sequence[Sequence[int]]) -> Scores:
    count, n = len(labels), len(labels[0])
    states = np.full((count, 2 * n + 1), BLANK, dtype=np.int64)
    states[:, 1::2] = np.asarray(labels, dtype=np.int64)
    skip_ok = np.zeros(states.shape, dtype=bool)
    skip_ok[:, 3::2] = states[:, 3::2] != states[:, 1:-2:2]
    alpha = np.full(states.shape, -np.inf, dtype=np.float32)
    alpha[:, :2] = log[0][states[:, :2]]
    for row in log[1:]:
        new = alpha.copy()
        new[:, 1:] = np.logaddexp(new[:, 1:], alpha[:, :-1])
        skipped = np.where(skip_ok[:, 2:], alpha[:, :-2], -np.inf)
        new[:, 2:] = np.logaddexp(new[:, 2:], skipped)
        alpha = np.asarray(new + row[states], dtype=np.float32)
    return np.asarray(np.logaddexp(alpha[:, -1], alpha[:, -2]), dtype=np.float32)


def _viterbi(
    rel: Scores, labels: Sequence[Sequence[int]], *, whole: bool = False
) -> tuple[Scores, npt.NDArray[np.int64], npt.NDArray[np.int64]]:
    """Best CTC path of each label sequence (all of one length n) through `rel` (T x K).

    States are the symbols with an optional blank between neighbours (and, when `whole`, before and after). A blank
    between equal neighbours is obligatory. Without `whole` the path may begin and end at any step, on a symbol.
    Returns score, first step, and step after the last, for each sequence.
    """
    count, n = len(labels), len(labels[0])
    t_max = rel.shape[0]
    states = np.full((count, 2 * n + 1), BLANK, dtype=np.int64)
    states[:, 1::2] = np.asarray(labels, dtype=np.int64)
    width = 2 * n + 1
    skip_ok = np.zeros((count, width), dtype=bool)
    skip_ok[:, 3::2] = states[:, 3::2] != states[:, 1:-2:2]
    none = np.float32(-np.inf)
    score = np.full((count, width), none, dtype=np.float32)
    begin = np.zeros((count, width), dtype=np.int64)
    best = np.full(count, none, dtype=np.float32)
    best_begin = np.zeros(count, dtype=np.int64)
    best_end = np.zeros(count, dtype=np.int64)
    rows = np.arange(count)
    for t in range(t_max):
        options = np.full((3, count, width), none, dtype=np.float32)
        options[0] = score
        options[1, :, 1:] = score[:, :-1]
        options[2, :, 2:] = np.where(skip_ok[:, 2:], score[:, :-2], none)
        pick = options.argmax(axis=0)
        new = np.take_along_axis(options, pick[None], axis=0)[0]
        source = np.arange(width)[None, :] - pick
        new_begin = begin[rows[:, None], np.maximum(source, 0)]
        if whole:
            if t == 0:
                new[:, :2] = 0.0
        else:
            # A path may begin here, on the first symbol; state 0 (blank before) is never used.
            fresh = new[:, 1] < 0
            new[fresh, 1] = 0.0
            new_begin[fresh, 1] = t
            new[:, 0] = none
        score = new + rel[t][states]
        begin = new_begin
        if not whole:
            last = score[:, 2 * n - 1]
            # The end of a run of equal best scores: a later step that costs nothing still belongs to the symbol.
            better = last >= best
            best[better] = last[better]
            best_begin[better] = begin[better, 2 * n - 1]
            best_end[better] = t + 1
    if whole:
        best = np.maximum(score[:, -1], score[:, -2])
        best_end[:] = t_max
    return best, best_begin, best_end
