"""How sure several views of a line are that a string stands there: measures of each, weighed to calibrated log-odds.

The string competes with its near alternatives - another digit or letter, one less, one more - for the same pixels.
Views differ in smoothing and width, so that what grain made look like another digit in one seldom does so in all. The
weights were fitted by `python -m atomcite.benchmarks.lattice_calibration --fit` on generated lines.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

import numpy as np

from atomcite.vision.asking import Answer, Finding, alternatives, ask, is_bounded, separators_hold
from atomcite.vision.lattice import BLANK, Alignment, Lattice, align, explain_whole

_LETTERS = "abcdefghijklmnopqrstuvwxyz"


@dataclass(frozen=True, slots=True)
class Measures:
    """Of a string over several views, means unless it says otherwise; log-probabilities in nats.

    `off` is its log-probability less that of the greedy path over the same steps, `worst` the least of that. `margin`
    is the log-odds against the best near alternative (`rival`), `share` the log of its share among all of them.
    `clarity` is the mean probability of the best symbol of a step. `bounded` and `parted` are the shares of views in
    which it is a whole token and its separators hold.
    """

    length: int
    off: float
    worst: float
    margin: float
    share: float
    clarity: float
    bounded: float
    parted: float
    rival: str

    @property
    def features(self) -> tuple[float, ...]:
        off = max(self.off, -25.0)
        return (
            off, off / self.length, float(np.clip(self.margin, -12, 6)), max(self.share, -12.0), float(self.length),
            self.clarity, max(self.worst, -30.0), self.bounded, self.parted,
        )  # fmt: skip


MEANS = (-13.81, -1.703, -6.25, -7.42, 8.49, 0.8363, -15.84, 0.8663, 0.7024)
SCALES = (7.668, 1.045, 5.654, 4.108, 1.803, 0.1397, 9.031, 0.2999, 0.4467)
WEIGHTS = (0.03235, -0.3242, 1.371, 1.236, 0.1186, -0.1087, -0.09628, 0.7504, -0.1069)
BIAS = -1.511
CONFIRM = 1.328
"""Log-odds from which a string is confirmed."""


def log_odds(measures: Measures) -> float:
    """That the string stands there, by the fitted weights; -inf where half of the views have it in a longer token, or
    all without one of its separators."""
    if measures.bounded <= 0.5 or measures.parted == 0:
        return -np.inf
    z = zip(measures.features, MEANS, SCALES, WEIGHTS, strict=True)
    return float(sum((f - m) / s * w for f, m, s, w in z) + BIAS)


def ask_views(views: Sequence[Lattice], text: str, start: float = 0.0, end: float = 1.0) -> Finding:
    """Whether `text` stands within the shares `start` .. `end` of a line's length, as a whole token, by all views.

    Steps of the finding are those of the first view.
    """
    single = [ask(v, text, int(np.floor(start * v.steps)), max(1, int(np.ceil(end * v.steps)))) for v in views]
    first = single[0]
    if all(f.answer is Answer.DENIED for f in single):
        return replace(first, answer=Answer.DENIED)
    found = measure(views, text, start, end)
    if found is None:
        return replace(first, answer=Answer.UNSURE if first.answer is Answer.CONFIRMED else first.answer)
    odds = log_odds(found)
    answer = Answer.CONFIRMED if odds >= CONFIRM else Answer.UNSURE
    rival = found.rival if any(c.isdigit() for c in text) else None
    return replace(first, answer=answer, score=found.off, rival=rival, margin=found.margin, odds=odds)


def measure(views: Sequence[Lattice], text: str, start: float = 0.0, end: float = 1.0) -> Measures | None:
    """Measures of `text` within the shares `start` .. `end` of the line's length; None where some view has no room
    for it or it can't be spelt."""
    others = near(text)
    places = [_place(v, text, start, end) for v in views]
    found = [p for p in places if p is not None]
    if len(found) < len(views) or not others:
        return None
    totals = np.zeros(1 + len(others))
    offs: list[float] = []
    for view, (_, first, last) in zip(views, found, strict=True):
        scores = np.asarray(explain_whole(view, [text, *others], first, last))
        if not np.isfinite(scores[0]):
            return None
        offs.append(float(scores[0] - view.log[first:last].max(axis=1).sum()))
        totals += np.maximum(scores, -200.0)
    totals /= len(views)
    best = 1 + int(totals[1:].argmax())
    aligned = [(v, p[0]) for v, p in zip(views, found, strict=True)]
    return Measures(
        length=len(text),
        off=float(np.mean(offs)),
        worst=min(offs),
        margin=float(totals[0] - totals[best]),
        share=float(totals[0] - np.logaddexp.reduce(totals)),
        clarity=float(np.mean([np.exp(v.log.max(axis=1)).mean() for v in views])),
        bounded=float(np.mean([is_bounded(v, text, a) for v, a in aligned])),
        parted=float(np.mean([separators_hold(v, text, a) for v, a in aligned])),
        rival=others[best - 1],
    )


def near(text: str) -> list[str]:
    """Alternatives to be told from `text`: one digit away; where it has no digit, one letter away."""
    if any(c.isdigit() for c in text):
        return alternatives(text)
    out: dict[str, None] = {}
    for i, char in enumerate(text):
        if not char.isalpha():
            continue
        for letter in _LETTERS:
            out[text[:i] + (letter.upper() if char.isupper() else letter) + text[i + 1 :]] = None
        if len(text) > 1:
            out[text[:i] + text[i + 1 :]] = None
        out[text[:i] + char + text[i:]] = None
    out.pop(text, None)
    return list(out)


def _place(view: Lattice, text: str, start: float, end: float) -> tuple[Alignment, int, int] | None:
    """Where the string fits best, and its steps with up to three blank ones about it."""
    low, high = int(np.floor(start * view.steps)), int(np.ceil(end * view.steps))
    place = align(view, text, low, high)
    if place is None:
        return None
    first, last = place.start, place.end
    best = view.costs.argmin(axis=1)
    while first > 0 and place.start - first < 3 and best[first - 1] == BLANK:
        first -= 1
    while last < view.steps and last - place.end < 3 and best[last] == BLANK:
        last += 1
    return place, first, last
