"""What a later run does worse than an earlier one, figure by figure and claim by claim."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from atomcite.benchmarks.comparison.cells import Cell, Table, number, percent, points, probability, text_rows
from atomcite.benchmarks.comparison.runs import Run
from atomcite.benchmarks.comparison.text import escaped, markdown_tables
from atomcite.benchmarks.dataset import Dataset, Truth
from atomcite.benchmarks.metrics import METRICS, Metric, Outcome, budget, paired_permutation, score
from atomcite.benchmarks.metrics.resampling import PERMUTATIONS, SEED
from atomcite.domain import ClaimVerdict
from atomcite.errors import DatasetError, UsageError
from atomcite.reports.untrusted import one_line

_GATED = (
    "accuracy", "detection", "macro_f1", "false_correct", "kept_silently", "false_alarm", "repair_first",
    "action_accuracy", "coverage",
)  # fmt: skip
GATED: tuple[Metric, ...] = tuple(m for m in METRICS if m.key in _GATED)
"""The figures that may not fall off."""


@dataclass(frozen=True)
class Gate:
    """What counts as a regression: a figure that is worse by more than `max_drop` points of percent, and, if
    `no_new_false_correct`, any unsound citation that is called correct and was not before."""

    max_drop: float = 1.0
    no_new_false_correct: bool = False


@dataclass(frozen=True)
class Change:
    """One figure of one system. `worse` is by how many points it got worse (less than 0: better), `p` the paired
    permutation test by document."""

    metric: str
    label: str
    old: float
    new: float
    worse: float
    p: float
    regression: bool


@dataclass(frozen=True)
class ClaimChange:
    """A claim whose verdict is another one. `lost`: it was right; `won`: it is; `new_false_correct`: it is unsound,
    is called correct, and was not before."""

    claim: str
    document: str
    statement: str
    truth: Truth
    old: ClaimVerdict
    new: ClaimVerdict
    lost: bool
    won: bool
    new_false_correct: bool


@dataclass(frozen=True)
class SystemChange:
    """One system in both runs, `old` and `new` its names there. `claims` are those of the `claims_compared` whose
    verdict changed. Seconds are for each claim."""

    old: str
    new: str
    claims_compared: int
    changes: tuple[Change, ...]
    claims: tuple[ClaimChange, ...]
    old_seconds: float
    new_seconds: float

    @property
    def name(self) -> str:
        return self.new if self.old == self.new else f"{self.old} → {self.new}"


@dataclass(frozen=True)
class RunChange:
    """`failures` say in words what the gate does not let through; none of them: it passes."""

    systems: tuple[SystemChange, ...]
    failures: tuple[str, ...]
    notices: tuple[str, ...]


def compare_runs(
    old: Run,
    new: Run,
    dataset: Dataset,
    gate: Gate = Gate(),
    *,
    pairs: Sequence[tuple[str, str]] = (),
    common: bool = False,
    permutations: int = PERMUTATIONS,
    seed: int = SEED,
) -> RunChange:
    """Compares the systems that both runs have by name, or `pairs` of (name in `old`, name in `new`), by the labels
    that `dataset` (what `new` was over) has now. Raises DatasetError when the runs were over other tasks, unless
    `common` takes the claims that both judged; UsageError when there is nothing to compare."""
    notices = []
    if old.info.dataset.tasks != new.info.dataset.tasks:
        if not common:
            raise DatasetError(
                f"{old.folder} and {new.folder} were over other documents, claims or answers.",
                "Compare runs over the same data set and split, or the claims that both judged: --common.",
            )
        notices.append("The runs were over other tasks: claims of the same id are taken for the same.")
    chosen = _pairs(old, new, pairs)
    paired = {*(a for a, _ in chosen), *(b for _, b in chosen)}
    if not pairs and (alone := [n for n in (*old.judged, *new.judged) if n not in paired]):
        notices.append(f"In one run only, and not compared: {', '.join(alone)}.")
    systems = []
    for a, b in chosen:
        said_before, said_now = old.predictions(a), new.predictions(b)
        part = dataset
        if common:
            both = tuple(c for c in dataset.claims if c.id in said_before and c.id in said_now)
            part = replace(dataset, claims=both)
        before, now = score(part, said_before), score(part, said_now)
        if not now.outcomes:
            raise DatasetError(f"Nothing can be compared of {b}: no claim is labelled and in both runs.")
        for which, scoring in ((old, before), (new, now)):
            if scoring.unanswered:
                notices.append(f"{which.folder}: {scoring.unanswered} claims without a verdict count as not checked.")
        changes = [_change(m, before.outcomes, now.outcomes, gate, permutations, seed) for m in GATED]
        claims = [_claim(x, y) for x, y in zip(before.outcomes, now.outcomes, strict=True) if x.verdict != y.verdict]
        systems.append(
            SystemChange(
                old=a,
                new=b,
                claims_compared=len(now.outcomes),
                changes=tuple(c for c in changes if c.new == c.new),
                claims=tuple(claims),
                old_seconds=budget(old.judged[a].values()).seconds,
                new_seconds=budget(new.judged[b].values()).seconds,
            )
        )
    failures = tuple(f for s in systems for f in _failures(s, gate))
    return RunChange(tuple(systems), failures, tuple(dict.fromkeys(notices)))


def _pairs(old: Run, new: Run, asked: Sequence[tuple[str, str]]) -> tuple[tuple[str, str], ...]:
    for before, now in asked:
        for name, run in ((before, old), (now, new)):
            if name not in run.judged:
                raise UsageError(
                    f"There is no system {name!r} in {run.folder}.", f"Its systems: {', '.join(run.judged)}."
                )
    if asked:
        return tuple(asked)
    if both := tuple((n, n) for n in new.judged if n in old.judged):
        return both
    if len(old.judged) == len(new.judged) == 1:
        return ((next(iter(old.judged)), next(iter(new.judged))),)
    raise UsageError(
        f"{old.folder} and {new.folder} have no system of the same name.", "Say which to compare: --system OLD=NEW."
    )


def _change(
    metric: Metric, before: Sequence[Outcome], now: Sequence[Outcome], gate: Gate, permutations: int, seed: int
) -> Change:
    old, new = metric.value(before), metric.value(now)
    # Rounded, so that 1.0 points of drop, which floating point makes 1.0000000000000009, pass a gate of 1.0.
    worse = round(100 * (old - new) * (1 if metric.better == "more" else -1), 9)
    p = paired_permutation(metric, now, before, samples=permutations, seed=seed)
    return Change(metric.key, metric.label, old, new, worse, p, regression=worse > gate.max_drop)


def _claim(before: Outcome, now: Outcome) -> ClaimChange:
    return ClaimChange(
        claim=now.claim.id,
        document=now.claim.document,
        statement=now.claim.statement,
        truth=now.truth,
        old=before.verdict,
        new=now.verdict,
        lost=before.right and not now.right,
        won=now.right and not before.right,
        new_false_correct=now.passed and not now.sound,
    )


def _failures(system: SystemChange, gate: Gate) -> list[str]:
    found = [
        f"{system.name}: {c.label} went from {percent(c.old)} % to {percent(c.new)} %, {c.worse:.1f} points worse; "
        f"allowed are {gate.max_drop:g}."
        for c in system.changes
        if c.regression
    ]
    new = sum(c.new_false_correct for c in system.claims)
    if gate.no_new_false_correct and new:
        found.append(f"{system.name}: {new} unsound citations are called correct and were not before.")
    return found


def change_tables(found: RunChange, most: int | None = None) -> tuple[Table, ...]:
    """For each system its figures, and the claims that it lost or now falsely calls correct, `most` at most."""
    made = []
    for system in found.systems:
        rows = [
            (
                Cell(c.label),
                Cell(percent(c.old)),
                Cell(percent(c.new)),
                Cell(points(c.new - c.old)),
                Cell(probability(c.p)),
                Cell("worse" if c.regression else "", best=c.regression),
            )
            for c in system.changes
        ]
        seconds = f"Seconds a claim: {number(system.old_seconds)}, then {number(system.new_seconds)}."
        won, lost = sum(c.won for c in system.claims), sum(c.lost for c in system.claims)
        made.append(
            Table(
                f"changes-{system.new}",
                f"{system.name}: {won} claims won, {lost} lost, of {system.claims_compared}",
                ("figure", "old, %", "new, %", "change, points", "p", "gate"),
                tuple(rows),
                f"p: paired permutation of whole documents, two-sided. {seconds}",
            )
        )
        for key, title in (("new_false_correct", "newly called correct, and unsound"), ("lost", "right before")):
            telling = [c for c in system.claims if getattr(c, key) and not (key == "lost" and c.new_false_correct)]
            if not telling:
                continue
            shown = telling if most is None else telling[:most]
            made.append(
                Table(
                    f"{key}-{system.new}",
                    f"{system.name}: {len(telling)} claims {title}",
                    ("claim", "truth", "old", "new", "statement"),
                    text_rows((c.claim, c.truth, c.old, c.new, _short(c.statement)) for c in shown),
                    f"{len(telling) - len(shown)} more." if len(shown) < len(telling) else "",
                    left=5,
                )
            )
    return tuple(made)


def changes_as_markdown(found: RunChange) -> str:
    """The outcome first, then all tables."""
    said = [f"- **Regression**: {escaped(f)}" for f in found.failures] or ["No regression."]
    notices = [f"> {escaped(n)}" for n in found.notices]
    return "\n\n".join(["\n".join(said), *notices, *markdown_tables(change_tables(found))]) + "\n"


def _short(text: str, most: int = 90) -> str:
    text = one_line(text)
    return text if len(text) <= most else f"{text[: most - 1]}…"
