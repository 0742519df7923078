"""Everything that is reported of a run: its predictions scored by the data set's labels."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace

from atomcite.benchmarks.comparison.blotting import without_secrets
from atomcite.benchmarks.comparison.runs import Run, RunInfo, RunSystem, labels_hash
from atomcite.benchmarks.comparison.slices import Slice, slices
from atomcite.benchmarks.dataset import BenchClaim, Dataset, LabelSource, Manifest, Truth
from atomcite.benchmarks.metrics import (
    ACCURACY,
    FALSE_CORRECT,
    MACRO_F1,
    METRICS,
    AlceScore,
    Bin,
    Budget,
    CitationQuality,
    Comparison,
    FlagUse,
    Interval,
    OfVerdict,
    Outcome,
    PairAgreement,
    RiskPoint,
    Scoring,
    UnderLabels,
    alce_by_labels,
    annotator_agreement,
    area_under_risk_coverage,
    brier,
    budget,
    by_verdict,
    calibration_error,
    citation_quality,
    compare_all,
    confusion,
    decisions,
    estimated_support,
    flag_use,
    hard_for_channels,
    hard_for_people,
    interval,
    letters,
    reliability,
    risk_coverage,
    score,
    sensitivity,
    stated,
)
from atomcite.benchmarks.metrics.citation_quality import by_generator
from atomcite.benchmarks.metrics.resampling import PERMUTATIONS, SAMPLES, SEED, Method, documents_of
from atomcite.domain import ClaimVerdict
from atomcite.errors import DatasetError, UsageError
from atomcite.reports.untrusted import blotted

TESTED = (ACCURACY, FALSE_CORRECT)
"""The figures by which systems are tested against one another."""
UNDER_LABELS = (ACCURACY, MACRO_F1, FALSE_CORRECT)
"""The figures that are given under each source of labels."""
FEW_DOCUMENTS = 10
"""Fewer documents than this, and a bootstrap over them gives intervals that are too narrow."""
CALM, UNEVEN = 1.0, 1.5
"""A load above one for each processor lengthens times; they compare where it is alike, to this factor."""
_ONE_CHANNEL = ("text-only", "text-only-3x", "image-only")


@dataclass(frozen=True)
class Options:
    """`labels` is whose labels the figures are by. `reference` is the system that the others are compared with; None:
    the first that is AtomCite, else the first asked for. `single_channel` names the systems that say which claims are
    hard; None: those of the run that look at the text alone or at the picture alone."""

    level: float = 0.95
    method: Method = "percentile"
    samples: int = SAMPLES
    permutations: int = PERMUTATIONS
    seed: int = SEED
    labels: LabelSource = "gold"
    reference: str | None = None
    single_channel: tuple[str, ...] | None = None


@dataclass(frozen=True)
class Calibration:
    """Of the `count` claims for which the system stated a probability. `error_width` and `error_mass` are the
    expected calibration error with bins of equal width and of equal mass."""

    count: int
    error_width: float
    error_mass: float
    brier: float
    by_width: tuple[Bin, ...]
    by_mass: tuple[Bin, ...]


@dataclass(frozen=True)
class SystemFigures:
    """One system. `figures` are by the metric's key, `letters` by the key of a tested one; `undone` documents were to
    be run over and are not there. `decided` are the scored claims on which it took a side, `decided_unsound` the
    unsound ones of them. `calibration` is None where no probability was stated. `flags` takes as hard what systems of
    one channel miss, too, `flags_by_people` only what people differ on and what was made hard.
    `support_said` and `support_true` are the shares of sound citations as the verdicts have it and as it is."""

    system: RunSystem
    undone: int
    unanswered: int
    decided: int
    decided_unsound: int
    figures: Mapping[str, Interval]
    letters: Mapping[str, str]
    by_verdict: tuple[OfVerdict, ...]
    confusion: Mapping[Truth, Mapping[ClaimVerdict, int]]
    budget: Budget
    calibration: Calibration | None
    curve: tuple[RiskPoint, ...]
    aurc: float
    flags: FlagUse
    flags_by_people: FlagUse
    support_said: float
    support_true: float

    @property
    def name(self) -> str:
        return self.system.name


@dataclass(frozen=True)
class Answers:
    """The quality of one generator's citations, by labels: nothing that a system said bears on it."""

    generator: str
    answers: int
    quality: CitationQuality
    alce: AlceScore


@dataclass(frozen=True)
class Evaluation:
    """`labels` is the hash of all labels, `documents` are those with a scored claim. `systems` are in order of
    accuracy, best first. `against` compares the reference with each other system, `comparisons` all pairs, corrected
    each for its own number; they and `sensitivity` are by the metric's key. `notices` say what a reader must know
    before he believes a table."""

    manifest: Manifest
    info: RunInfo
    labels: str
    options: Options
    documents: int
    claims: int
    scored: int
    unsound: int
    open: int
    unlabelled: int
    systems: tuple[SystemFigures, ...]
    against: Mapping[str, tuple[Comparison, ...]]
    comparisons: Mapping[str, tuple[Comparison, ...]]
    slices: tuple[Slice, ...]
    sensitivity: Mapping[str, tuple[UnderLabels, ...]]
    agreement: tuple[PairAgreement, ...]
    answers: tuple[Answers, ...]
    notices: tuple[str, ...]
    command: str = ""


def evaluate(run: Run, dataset: Dataset, options: Options = Options(), command: str = "") -> Evaluation:
    """Scores all systems of `run`. `dataset` is what it was over (`dataset_of`); `command` made the report. Raises
    DatasetError where no claim can be scored, UsageError for a system that is not in the run."""
    run = without_secrets(run)
    names = [s.name for s in run.info.systems]
    predictions = {n: run.predictions(n) for n in names}
    _need_labels(dataset, options.labels)
    scorings = {n: score(dataset, predictions[n], options.labels) for n in names}
    first = next(iter(scorings.values()), None)
    if first is None or not first.outcomes:
        raise DatasetError(f"Nothing in {run.folder} can be scored.", "Claims need labels, and the run a system.")
    outcomes = {n: s.outcomes for n, s in scorings.items()}
    names.sort(key=lambda n: -ACCURACY.value(outcomes[n]))
    ordered = {n: outcomes[n] for n in names}
    reference = _reference(run.info, options)
    channels = _single_channel(run.info, options)

    def tested(against: str | None) -> dict[str, tuple[Comparison, ...]]:
        many, seed = options.permutations, options.seed
        return {m.key: compare_all(ordered, m, reference=against, samples=many, seed=seed) for m in TESTED}

    comparisons = tested(None)
    signs = {key: letters(names, pairs) for key, pairs in comparisons.items()}
    by_people = hard_for_people(dataset.claims)
    hard = by_people | hard_for_channels({n: outcomes[n] for n in channels})
    systems = tuple(
        _system(run, name, scorings[name], {k: s[name] for k, s in signs.items()}, hard, by_people, options)
        for name in names
    )
    under = {m.key: sensitivity(dataset, {n: predictions[n] for n in names}, m) for m in UNDER_LABELS}
    return Evaluation(
        manifest=dataset.manifest,
        info=run.info,
        labels=labels_hash(dataset),
        options=replace(options, reference=reference, single_channel=channels),
        documents=len(documents_of(first.outcomes)),
        claims=len(dataset.claims),
        scored=len(first.outcomes),
        unsound=sum(not o.sound for o in first.outcomes),
        open=first.open,
        unlabelled=first.unlabelled,
        systems=systems,
        against=tested(reference),
        comparisons=comparisons,
        slices=slices(dataset, ordered, level=options.level, samples=options.samples, seed=options.seed),
        sensitivity=under,
        agreement=annotator_agreement(dataset.claims),
        answers=_answers(dataset, options.labels),
        notices=(*_notices(run, dataset, options, first, systems), *_moved(under[ACCURACY.key])),
        command=blotted(command),
    )


def _system(
    run: Run,
    name: str,
    scoring: Scoring,
    signs: Mapping[str, str],
    hard: frozenset[str],
    by_people: frozenset[str],
    options: Options,
) -> SystemFigures:
    outcomes = scoring.outcomes
    judged = run.judged[name]
    sure, wrong = decisions(outcomes)
    said, is_ = estimated_support(outcomes)
    return SystemFigures(
        system=next(s for s in run.info.systems if s.name == name),
        undone=sum(d not in judged for d in run.info.documents),
        unanswered=scoring.unanswered,
        decided=sum(o.decided for o in outcomes),
        decided_unsound=sum(o.decided and not o.sound for o in outcomes),
        figures={
            m.key: interval(
                m, outcomes, level=options.level, method=options.method, samples=options.samples, seed=options.seed
            )
            for m in METRICS
        },
        letters=signs,
        by_verdict=by_verdict(outcomes),
        confusion=confusion(outcomes),
        budget=budget(judged.values()),
        calibration=_calibration(outcomes),
        curve=risk_coverage(sure, wrong, len(outcomes)),
        aurc=area_under_risk_coverage(sure, wrong),
        flags=flag_use(outcomes, hard),
        flags_by_people=flag_use(outcomes, by_people),
        support_said=said,
        support_true=is_,
    )


def _calibration(outcomes: Sequence[Outcome]) -> Calibration | None:
    confidence, happened = stated(outcomes)
    if not confidence:
        return None
    by_width, by_mass = reliability(confidence, happened), reliability(confidence, happened, edges="mass")
    return Calibration(
        count=len(confidence),
        error_width=calibration_error(by_width),
        error_mass=calibration_error(by_mass),
        brier=brier(confidence, happened),
        by_width=by_width,
        by_mass=by_mass,
    )


def _answers(dataset: Dataset, source: LabelSource) -> tuple[Answers, ...]:
    found = []
    for generator, answers in by_generator(dataset.answers).items():
        part = replace(dataset, answers=answers)
        found.append(Answers(generator, len(answers), citation_quality(part, source), alce_by_labels(part, source)))
    return tuple(found)


def _reference(info: RunInfo, options: Options) -> str:
    names = {s.name: s.asked.partition(":")[0] for s in info.systems}
    if options.reference is None:
        return next((n for n, kind in names.items() if kind == "atomcite"), next(iter(names)))
    if options.reference not in names:
        raise _no_system(options.reference, names)
    return options.reference


def _no_system(name: str, names: Iterable[str]) -> UsageError:
    return UsageError(f"There is no system {name!r} in the run.", f"Its systems: {', '.join(names)}.")


def _single_channel(info: RunInfo, options: Options) -> tuple[str, ...]:
    names = {s.name: s.asked.partition(":")[0] for s in info.systems}
    if options.single_channel is None:
        return tuple(name for name, kind in names.items() if kind in _ONE_CHANNEL)
    for name in options.single_channel:
        if name not in names:
            raise _no_system(name, names)
    return options.single_channel


def _need_labels(dataset: Dataset, source: LabelSource) -> None:
    """Raises UsageError for a source that nobody in the data set is."""
    people = sorted({label.by for c in dataset.claims for label in c.labels.annotators})
    known = ("gold", "automatic", "adjudicated", *people)
    if source not in known:
        raise UsageError(f"There are no labels by {source!r}.", f"There are: {', '.join(known)}.")


def _notices(
    run: Run, dataset: Dataset, options: Options, scoring: Scoring, systems: Sequence[SystemFigures]
) -> list[str]:
    found = []
    if options.labels != "gold":
        found.append(f"All figures are by one source of labels alone: {options.labels}.")
    if labels_hash(dataset) != run.info.dataset.labels:
        found.append("Labels have changed since the run was begun: the figures are by the labels as they are now.")
    for system in systems:
        if system.undone:
            found.append(
                f"{system.name} has not done {system.undone} of {len(run.info.documents)} documents: their claims "
                "count as not checked."
            )
        if not system.decided:
            found.append(f"{system.name} took a side on none of the claims: it has no rate of false verdicts.")
    found += _of_times(systems)
    if (documents := len(documents_of(scoring.outcomes))) < FEW_DOCUMENTS:
        there = f"are {documents} documents" if documents > 1 else "is one document"
        found.append(f"There {there} only: intervals over so few are too narrow.")
    if scoring.open or scoring.unlabelled:
        found.append(
            f"Counted and not scored: {scoring.open} claims that those who looked could not settle, "
            f"{scoring.unlabelled} without a settled label."
        )
    if not any(_looked_at(c) for c in dataset.claims):
        found.append("No person judged these claims: whether the order of systems hangs on the labels can't be said.")
    return found


def _of_times(systems: Sequence[SystemFigures]) -> list[str]:
    """What keeps seconds from being compared: readings from before, and another load."""
    found = []
    earlier = [s for s in systems if s.budget.total.earlier]
    if earlier:
        told = ", ".join(f"{s.name} {s.budget.total.earlier} of {s.budget.total.readings}" for s in earlier)
        found.append(
            f"Readings that an earlier start had made, with the seconds that they took then: {told}. Seconds are of "
            "one measure only where all pages are read anew: give a new folder with --cache."
        )
    loads = [s.budget.load for s in systems if s.budget.load is not None]
    if loads:
        low, high = min(load[0] for load in loads), max(load[1] for load in loads)
        if high > CALM and high > UNEVEN * low:
            found.append(
                f"The machine was unevenly busy, {low:g} to {high:g} processes for each processor: seconds are not "
                "of one measure; CPU seconds suffer less."
            )
    return found


def _moved(under: Iterable[UnderLabels]) -> list[str]:
    changed = [f"{u.source} ({len(u.moved)} ranks, tau-b {u.tau:.2f})" for u in under if u.moved]
    if not changed:
        return []
    return [f"By these labels the order of systems by accuracy differs from the settled one: {', '.join(changed)}."]


def _looked_at(claim: BenchClaim) -> bool:
    return bool(claim.labels.annotators or claim.labels.adjudicated)
