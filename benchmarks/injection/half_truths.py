"""A correct claim and a wrong one of the same page, merged into one sentence. All are `hard`: half of it is there."""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence
from dataclasses import replace

from atomcite.benchmarks.injection.candidate import Candidate, Source
from atomcite.benchmarks.injection.sentence_start import lowered

_WRONG = frozenset(
    ("digit", "scale", "sign", "unit", "currency", "neighbour_row", "neighbour_column", "date", "party", "negation")
)
LONGEST = 260
"""Characters of a merged sentence that still reads as one."""


def half_truths(sources: Sequence[Source], wrong: Sequence[Candidate], rng: random.Random) -> Iterator[Candidate]:
    """One for each claim that has a wrong neighbour: a verified error made of another claim of the same page. That
    half of the merged sentence is wrong, so the whole is; it needs no search of its own."""
    for source in sources:
        partners = [
            c
            for c in wrong
            if c.type in _WRONG
            and c.source.page == source.page
            and c.source.claim.id != source.claim.id
            and c.source.wording.russian == source.wording.russian
        ]
        rng.shuffle(partners)
        for partner in partners:
            merged = _merged(source, partner, rng)
            if merged is not None:
                yield replace(
                    partner,
                    type="half_truth",
                    source=source,
                    statement=merged,
                    detail=f"{partner.type}: {partner.detail}",
                    difficulty="hard",
                    # The page contradicts one half and bears out the other.
                    contradicted=partner.contradicted,
                )
                break


def _merged(source: Source, partner: Candidate, rng: random.Random) -> str | None:
    true, false = source.claim.statement, partner.statement
    first, second = (true, false) if rng.random() < 0.7 else (false, true)
    tail = lowered(second, source.evidence)
    head = first[:-1] if first.endswith(".") and first[-4:-1].isalpha() and len(first.split()[-1]) > 5 else first
    if tail is None or len(head) + len(tail) > LONGEST or head.endswith("."):
        return None
    return f"{head}, {'а' if source.wording.russian else 'and'} {tail}"
