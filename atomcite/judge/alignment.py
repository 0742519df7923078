"""Which words of a page stand for which words of a statement."""

from __future__ import annotations

from dataclasses import dataclass

from atomcite.judge.claim import Statement
from atomcite.judge.hits import Hit
from atomcite.judge.prepared import CONTEXT, Prepared
from atomcite.judge.windows import WIDE, Window
from atomcite.values import Quantity


@dataclass(frozen=True)
class Alignment:
    """How a statement's terms are covered by a window: `best[i]` is the hit for term i in it, None without one."""

    window: Window
    best: tuple[Hit | None, ...]
    score: float


def align(statement: Statement, page: Prepared, limit: int = 8) -> list[Alignment]:
    """The windows that cover the statement's terms best, best first; windows that hold a value equal to one of the
    statement's are always among them."""
    hits = [page.hits(t) for t in statement.terms]
    total = sum(t.weight for t in statement.terms) or 1.0
    scores: dict[int, float] = {}
    of = page.windows_of
    for term, found in zip(statement.terms, hits, strict=True):
        best: dict[int, float] = {}
        for h in found:
            for number, share in of.get(h.token, ()):
                v = h.score * share
                if v > best.get(number, 0.0):
                    best[number] = v
        for number, v in best.items():
            scores[number] = scores.get(number, 0.0) + v * term.weight
    if any(isinstance(v.value, Quantity) for v in statement.values):
        # A number of a table is judged in its own cell, with its own headers.
        scores = {n: v for n, v in scores.items() if not page.windows[n].tabular}
    ranked = sorted(scores, key=lambda n: -(scores[n] / total - _length_cost(page.windows[n])))[:limit]
    chosen = list(dict.fromkeys([*ranked, *_with_values(statement, page, scores)]))
    return [_aligned(statement, page, hits, page.windows[n]) for n in chosen]


def _length_cost(window: Window) -> float:
    """A longer window must earn its length."""
    return 0.0004 * len(window.core) + (0.05 if window.kind in WIDE else 0.0)


def _with_values(statement: Statement, page: Prepared, scores: dict[int, float]) -> list[int]:
    out: list[int] = []
    for claim in statement.values:
        amount = isinstance(claim.value, Quantity)
        for value, result in page.compared(claim.value):
            if result.outcome == "equal":
                numbers = [
                    n
                    for n, share in page.windows_of.get(value.first, ())
                    if share == 1.0 and not page.windows[n].tabular
                ]
                out += sorted(numbers, key=lambda n: -(scores.get(n, 0.0) - _length_cost(page.windows[n])))[
                    : 3 if amount else 2
                ]
    return out[:18]


def _aligned(statement: Statement, page: Prepared, hits: list[tuple[Hit, ...]], window: Window) -> Alignment:
    """Which occurrence of each term is meant: those that stand close together, from the rarest term outwards."""
    options: list[list[Hit]] = []
    for found in hits:
        options.append(
            [h for h in found if h.token in window.inside or (h.token in window.context and not h.opposite)]
        )
    best: list[Hit | None] = [None] * len(options)
    order = sorted(
        (i for i, o in enumerate(options) if o), key=lambda i: (len(options[i]), -statement.terms[i].weight)
    )
    placed: list[int] = []
    exact = [{h.token for h in found if h.score >= 0.95 and not h.opposite} for found in options]
    for i in order:
        others = {t for k, tokens in enumerate(exact) if k != i for t in tokens} - exact[i]

        def cost(h: Hit) -> float:
            near = min((page.distance(h.token, p) for p in placed[:4]), default=0.0)
            outside = 0.0 if h.token in window.inside else 12.0
            again = 8.0 if h.token in placed and h.score < 0.95 else 0.0  # it stands for another word already
            return near + outside + again + 30.0 * (1.0 - h.score) + (8.0 if h.opposite else 0.0)

        # A word that stands for another of the statement's is no opposite of this one.
        free = [h for h in options[i] if not (h.opposite and h.token in others)]
        choice = min(free or options[i], key=cost)
        best[i] = choice
        if choice.token in window.inside:
            placed.append(choice.token)
    total = sum(t.weight for t in statement.terms) or 1.0
    score = sum(
        h.score * t.weight * (1.0 if h.token in window.inside else CONTEXT)
        for t, h in zip(statement.terms, best, strict=True)
        if h is not None
    )
    return Alignment(window, tuple(best), score / total - _length_cost(window))
