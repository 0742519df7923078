"""Okapi BM25 over the pages of a document (Robertson and Zaragoza 2009, "The Probabilistic Relevance Framework")."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Mapping, Sequence

K1, B = 1.2, 0.75
"""The usual values: how soon more of a term stops to count, and how much a long page is held against it."""


class PageIndex:
    """`pages` are the terms of each page, by its number."""

    def __init__(self, pages: Mapping[int, Sequence[str]]) -> None:
        self._counts = {number: Counter(terms) for number, terms in pages.items()}
        self._lengths = {number: len(terms) for number, terms in pages.items()}
        self._mean = sum(self._lengths.values()) / len(pages) if pages else 0.0
        having = Counter(term for counts in self._counts.values() for term in counts)
        self._weights = {t: math.log(1 + (len(pages) - n + 0.5) / (n + 0.5)) for t, n in having.items()}

    def ranked(self, query: Sequence[str]) -> list[tuple[int, float]]:
        """(page, score) of all pages that have a term of the query, the best first, ties in page order."""
        scores = {number: self._score(number, query) for number in self._counts}
        return sorted(((n, s) for n, s in scores.items() if s > 0), key=lambda found: (-found[1], found[0]))

    def _score(self, number: int, query: Sequence[str]) -> float:
        counts = self._counts[number]
        norm = K1 * (1 - B + B * self._lengths[number] / self._mean) if self._mean else K1
        return sum(self._weights[t] * counts[t] * (K1 + 1) / (counts[t] + norm) for t in set(query) if counts[t])
