"""Errors of what is said, gathered from all that can make them."""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence

from atomcite.benchmarks.dataset import BenchDocument, ErrorType
from atomcite.benchmarks.injection.candidate import Candidate, Outcome, Source
from atomcite.benchmarks.injection.cell_errors import CellErrors
from atomcite.benchmarks.injection.evidence import Evidence
from atomcite.benchmarks.injection.fact_errors import fact_errors, fact_sources
from atomcite.benchmarks.injection.facts import Fact
from atomcite.benchmarks.injection.half_truths import half_truths
from atomcite.benchmarks.injection.inventions import inventions
from atomcite.benchmarks.injection.name_errors import NameErrors
from atomcite.benchmarks.injection.time_errors import time_errors
from atomcite.benchmarks.injection.value_errors import value_errors
from atomcite.benchmarks.injection.wording_errors import wording_errors


def content_errors(
    document: BenchDocument,
    sources: Sequence[Source],
    facts: Sequence[Fact],
    elsewhere: Sequence[str],
    evidence: Evidence,
    types: Sequence[ErrorType],
    rng: random.Random,
) -> Iterator[Outcome]:
    """All that can be made of the claims of one document. `elsewhere` are statements of other documents."""
    names, cells = NameErrors(evidence), CellErrors(evidence)
    wrong: list[Candidate] = []
    for source in sources:
        own: list[Outcome] = [*value_errors(source, types, rng), *cells.of(source, types, rng)]
        own += [*time_errors(source, types, rng), *wording_errors(source, types)]
        if "party" in types:
            own += names.of(source, rng)
        if "invented" in types:
            own += inventions(source, elsewhere, rng)
        wrong += [c for c in own if isinstance(c, Candidate)]
        yield from own
    if "half_truth" in types:
        yield from half_truths(sources, wrong, rng)
    yield from fact_errors(list(fact_sources(document, facts, evidence)), facts, types)
