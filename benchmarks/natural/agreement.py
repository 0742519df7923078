"""How far annotators agree: kappa, by verdict, by kind of claim, and where they part."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass

from atomcite.benchmarks.dataset import BenchClaim, Dataset, Label
from atomcite.benchmarks.metrics.agreement import Agreement, PairAgreement, annotator_agreement, claim_type, cohen
from atomcite.benchmarks.natural.adjudicating import judged
from atomcite.benchmarks.natural.study import Study, claims_of

_SAMPLES, _SEED = 1000, 20240601


@dataclass(frozen=True)
class Comparison:
    """Two annotators. `verdicts` is their agreement on the verdict, also by type of claim, and `kappa` the 95 %
    interval of its kappa, by the bootstrap over documents (NaN for fewer than two); `whole` on all that a
    label says (verdict, pages, error, contradiction). `specific` is, for each verdict, the share of its uses in which
    both used it (positive specific agreement, Fleiss 1981), with the number of uses. `confusion` counts (verdict of
    the first, verdict of the second)."""

    verdicts: PairAgreement
    kappa: tuple[float, float]
    whole: Agreement
    specific: Mapping[str, tuple[float, int]]
    confusion: Counter[tuple[str, str]]


def comparisons(dataset: Dataset, study: Study) -> tuple[Comparison, ...]:
    """All pairs of annotators who judged claims of the study in common. Raises DatasetError."""
    claims = claims_of(study, dataset)
    by_verdict = annotator_agreement(claims, type_of=_type)
    whole = {(p.first, p.second): p.overall for p in annotator_agreement(claims, judgement=judged)}
    return tuple(_compared(pair, whole[pair.first, pair.second], claims) for pair in by_verdict)


def as_json(found: Comparison) -> dict[str, object]:
    """The figures as plain data; a kappa that has no value is None."""
    return {
        "annotators": [found.verdicts.first, found.verdicts.second],
        "verdict": _plain(found.verdicts.overall) | {"kappa_interval": [_number(k) for k in found.kappa]},
        "verdict_by_type": {kind: _plain(a) for kind, a in found.verdicts.by_type.items()},
        "whole_label": _plain(found.whole),
        "specific": {v: {"share": share, "uses": uses} for v, (share, uses) in found.specific.items()},
        "confusion": [[a, b, n] for (a, b), n in sorted(found.confusion.items())],
    }


def _compared(pair: PairAgreement, whole: Agreement, claims: list[BenchClaim]) -> Comparison:
    confusion: Counter[tuple[str, str]] = Counter()
    for claim in claims:
        first, second = _label(claim, pair.first), _label(claim, pair.second)
        if first and second:
            confusion[first.verdict, second.verdict] += 1
    uses: Counter[str] = Counter()
    for (a, b), n in confusion.items():
        uses[a] += n
        uses[b] += n
    specific = {verdict: (2 * confusion[verdict, verdict] / n, n) for verdict, n in sorted(uses.items())}
    return Comparison(pair, _interval(pair.first, pair.second, claims), whole, specific, confusion)


def _interval(first: str, second: str, claims: list[BenchClaim]) -> tuple[float, float]:
    """Documents are drawn, not claims: what makes one claim of a document hard makes others hard."""
    of: dict[str, list[tuple[str, str]]] = {}
    for claim in claims:
        a, b = _label(claim, first), _label(claim, second)
        if a and b:
            of.setdefault(claim.document, []).append((a.verdict, b.verdict))
    dice, kappas = random.Random(_SEED), []
    for _ in range(_SAMPLES if len(of) > 1 else 0):
        drawn = [pair for document in dice.choices(list(of), k=len(of)) for pair in of[document]]
        kappas.append(cohen([a for a, _ in drawn], [b for _, b in drawn]).kappa)
    known = sorted(k for k in kappas if k == k)
    # A sample in which both use one verdict throughout has no kappa; with many of these there is no interval.
    if len(known) < _SAMPLES / 2:
        return float("nan"), float("nan")
    return known[round(0.025 * (len(known) - 1))], known[round(0.975 * (len(known) - 1))]


def _label(claim: BenchClaim, name: str) -> Label | None:
    return next((label for label in claim.labels.annotators if label.by == name), None)


def _type(claim: BenchClaim) -> str:
    """What kind of claim it is: the error put in, else what the automatic label takes it for."""
    known = claim_type(claim)
    if known == "unknown" and claim.labels.automatic:
        return f"automatic: {claim.labels.automatic.verdict}"
    return known


def _plain(found: Agreement) -> dict[str, object]:
    return {"count": found.count, "observed": _number(found.observed), "kappa": _number(found.kappa)}


def _number(value: float) -> float | None:
    return None if value != value else value
