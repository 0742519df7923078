"""Errors of what is said, gathered from all that can make them."""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence

from atomcite.benchmarks.dataset import BenchDocument, ErrorType
from atomcite.benchmarks.injection.candidate import Outcome, Source
from atomcite.benchmarks.injection.evidence import Evidence
from atomcite.benchmarks.injection.facts import Fact
from atomcite.benchmarks.injection.value_errors import value_errors


def content_errors(
    document: BenchDocument,
    sources: Sequence[Source],
    facts: Sequence[Fact],
    evidence: Evidence,
    types: Sequence[ErrorType],
    rng: random.Random,
) -> Iterator[Outcome]:
    for source in sources:
        yield from value_errors(source, types, rng)
