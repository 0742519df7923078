"""The tables of a report that are about the systems."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import replace

from atomcite.benchmarks.comparison.cells import (
    NONE,
    Cell,
    Table,
    number,
    percent,
    points,
    probability,
    spread,
    text_rows,
)
from atomcite.benchmarks.comparison.evaluation import Evaluation, SystemFigures
from atomcite.benchmarks.metrics import ALPHA, FALSE_CORRECT, METRICS, METRICS_BY_KEY, TRUTHS, VERDICTS, Comparison

_HEADLINE = (
    "accuracy", "accuracy_decided", "macro_f1", "false_correct", "kept_silently", "repair_first", "action_accuracy",
    "coverage", "flagged",
)  # fmt: skip
VERDICT_WORDS = {
    "correct": "correct", "wrong_page": "wrong page", "unsupported": "unsupported", "no_such_page": "no such page",
    "conflict": "conflict", "not_checked": "not checked", "uncited": "uncited",
}  # fmt: skip


def headline(found: Evaluation, keys: Sequence[str] = _HEADLINE) -> Table:
    """The systems, best first, with intervals and letters. `keys` are the figures to show."""
    level = f"{100 * found.options.level:g} %"
    rows = []
    for system in found.systems:
        row = [Cell(system.name), _answered(found, system)]
        for key in keys:
            best = _is_best(found.systems, key, system)
            cell = spread(system.figures[key], letters=system.letters.get(key, ""), best=best)
            if key == FALSE_CORRECT.key:
                told = f"answered {system.decided_unsound} of {found.unsound}"
                cell = replace(cell, detail=f"{cell.detail} {told}".strip())
            row.append(cell)
        rows.append(tuple(row))
    return Table(
        "headline",
        "Systems, best first",
        ("system", "answered", *(METRICS_BY_KEY[k].label for k in keys)),
        tuple(rows),
        f"Of {found.scored} scored claims, {found.unsound} of them unsound; answered: those on which a system took a "
        f"side, and of the unsound ones beside false-correct. In percent, with {level} bootstrap intervals over "
        f"{found.documents} documents ({found.options.method}, {found.options.samples} samples). Systems that share "
        f"a letter in a column are not told apart (paired permutation by document, Holm-corrected, {ALPHA:g}). "
        "Undecided claims are neither right nor falsely correct; a system that answered on none has no "
        "rate of these.",
    )


def _answered(found: Evaluation, system: SystemFigures) -> Cell:
    """On how many of the scored claims a system took a side; of how many documents, where some are not done."""
    documents = len(found.info.documents)
    part = f"{documents - system.undone} of {documents} documents" if system.undone else ""
    return Cell(f"{system.decided} of {found.scored}", part)


def all_figures(found: Evaluation) -> Table:
    rows = [
        (
            Cell(m.label),
            *(spread(s.figures[m.key], best=_is_best(found.systems, m.key, s)) for s in found.systems),
        )
        for m in METRICS
    ]
    return Table("figures", "All figures", ("figure", *(s.name for s in found.systems)), tuple(rows), "In percent.")


def against(found: Evaluation, key: str) -> Table:
    """The reference against each other system, on one figure."""
    title = f"{found.options.reference} against the others: {METRICS_BY_KEY[key].label}"
    return _tests(f"against-{key}", title, found.against[key])


def tests(found: Evaluation, key: str) -> Table:
    """All pairs of systems on one figure."""
    return _tests(f"tests-{key}", f"All pairs: {METRICS_BY_KEY[key].label}", found.comparisons[key])


def _tests(key: str, title: str, pairs: Sequence[Comparison]) -> Table:
    def row(pair: Comparison) -> tuple[Cell, ...]:
        return (
            Cell(f"{pair.first} – {pair.second}"),
            Cell(points(pair.difference)),
            Cell(probability(pair.p)),
            Cell(probability(pair.holm), best=pair.significant),
            Cell(f"{pair.mcnemar.only_first} / {pair.mcnemar.only_second}"),
            Cell(probability(pair.mcnemar.p)),
        )

    return Table(
        key,
        title,
        ("systems", "difference, points", "p", "p, Holm", "only first / only second", "p, McNemar"),
        tuple(row(pair) for pair in pairs),
        "p: paired permutation of whole documents, two-sided, corrected for the number of rows. McNemar's exact test "
        "takes claims for independent, which those of one document are not: it is here for comparison with papers.",
    )


def by_slice(found: Evaluation) -> tuple[Table, ...]:
    """Accuracy and false-correct rate of each system in the parts of the data set."""
    made = []
    for by in dict.fromkeys(s.by for s in found.slices):
        part = [s for s in found.slices if s.by == by]
        for key in ("accuracy", "false_correct"):
            if not any(key in own for s in part for own in s.figures.values()):
                continue
            rows = []
            for one in part:
                cells = [one.figures[s.name].get(key) for s in found.systems]
                if any(cells):
                    rows.append(
                        (
                            Cell(one.value.replace("_", " ")),
                            Cell(f"{one.claims} / {one.documents}"),
                            *(spread(c) for c in cells),
                        )
                    )
            columns = (by, "claims / documents", *(s.name for s in found.systems))
            title = f"{METRICS_BY_KEY[key].label.capitalize()} by {by}"
            made.append(Table(f"slice-{by}-{key}", title, columns, tuple(rows), "In percent."))
    return tuple(made)


def confusions(found: Evaluation) -> tuple[Table, ...]:
    """For each system, claims by truth (rows) and verdict (columns)."""
    said = [v for v in VERDICTS if v != "uncited" or any(s.confusion[t][v] for s in found.systems for t in TRUTHS)]
    made = []
    for system in found.systems:
        rows = []
        for truth in TRUTHS:
            counts = [system.confusion[truth][v] for v in said]
            if total := sum(counts):
                rows.append((Cell(VERDICT_WORDS[truth]), *(Cell(str(n), tint=n / total) for n in counts)))
        made.append(
            Table(f"confusion-{system.name}", system.name, ("truth", *(VERDICT_WORDS[v] for v in said)), tuple(rows))
        )
    return tuple(made)


def per_verdict(found: Evaluation) -> Table:
    rows = []
    for truth in TRUTHS:
        for system in found.systems:
            own = next(v for v in system.by_verdict if v.verdict == truth)
            if own.is_:
                cells = (percent(own.precision), percent(own.recall), percent(own.f1), str(own.said), str(own.is_))
                rows.append((Cell(f"{VERDICT_WORDS[truth]}: {system.name}"), *(Cell(c) for c in cells)))
    return Table(
        "verdicts",
        "Precision and recall of each verdict",
        ("verdict: system", "precision", "recall", "F1", "said", "is"),
        tuple(rows),
        "In percent; said and is in claims.",
    )


def calibration(found: Evaluation) -> Table:
    def row(system: SystemFigures) -> tuple[str, ...]:
        own = system.calibration
        figures = (
            (str(own.count), f"{own.error_width:.3f}", f"{own.error_mass:.3f}", f"{own.brier:.3f}")
            if own
            else ("0", NONE, NONE, NONE)
        )
        end = system.curve[-1] if system.curve else None
        return (
            system.name,
            *figures,
            f"{system.aurc:.3f}" if system.aurc == system.aurc else NONE,
            percent(end.coverage) if end else NONE,
            percent(end.risk) if end else NONE,
        )

    return Table(
        "calibration",
        "Calibration and selective risk",
        ("system", "stated", "ECE, width", "ECE, mass", "Brier", "AURC", "decided, %", "risk there, %"),
        text_rows(row(s) for s in found.systems),
        "Of the probability that a citation is sound. ECE with 10 bins of equal width and of equal mass. Risk: "
        "claims on the wrong side of sound and unsound among those decided; without confidence there is one point.",
    )


def reliability_rows(found: Evaluation) -> Table:
    rows = []
    for system in found.systems:
        for kind, bins in (
            (("width", system.calibration.by_width), ("mass", system.calibration.by_mass))
            if system.calibration
            else ()
        ):
            rows += [
                (
                    system.name,
                    kind,
                    f"{b.low:.3f}–{b.high:.3f}",
                    str(b.count),
                    f"{b.confidence:.3f}",
                    f"{b.frequency:.3f}",
                )
                for b in bins
            ]
    columns = ("system", "bins", "range", "claims", "stated", "sound")
    return Table(
        "reliability", "Reliability", columns, text_rows(rows), "Stated probability beside the share of sound ones."
    )


def flags(found: Evaluation) -> Table:
    def row(system: SystemFigures) -> tuple[str, ...]:
        use, people = system.flags, system.flags_by_people
        return (
            system.name,
            f"{use.flagged} of {use.total}",
            percent(use.base),
            percent(use.precision),
            f"{use.lift:.2f}" if use.lift == use.lift else NONE,
            percent(use.recall),
            f"{people.lift:.2f}" if people.lift == people.lift else NONE,
            percent(use.accuracy_flagged),
            percent(use.accuracy_rest),
        )

    channels = ", ".join(found.options.single_channel or ()) or "none in this run"
    return Table(
        "flags",
        "Are the flagged claims the hard ones?",
        (
            "system",
            "flagged",
            "hard among all, %",
            "hard among flagged, %",
            "lift",
            "hard ones flagged, %",
            "lift, by people",
            "told apart if flagged, %",
            "told apart otherwise, %",
        ),
        text_rows(row(s) for s in found.systems),
        f"Hard: a system of one channel ({channels}) does not tell sound from unsound, or annotators differ, or the "
        "error was made hard; by people: only the last two. Lift 1 is no better than chance.",
    )


def budgets(found: Evaluation) -> tuple[Table, Table]:
    """What a claim took, and what all of them did."""

    def each(system: SystemFigures) -> tuple[str, ...]:
        own = system.budget
        amounts = (own.seconds, own.cpu, own.calls, own.tokens, own.pages, own.cost)
        return (system.name, *(number(amount) for amount in amounts))

    def total(system: SystemFigures) -> tuple[str, ...]:
        own, all_ = system.budget, system.budget.total
        return (
            system.name,
            f"{all_.seconds:.1f}",
            f"{all_.earlier} of {all_.readings}" if all_.readings else NONE,
            f"{own.load[0]:g}–{own.load[1]:g}" if own.load else NONE,
            str(all_.calls),
            str(all_.prompt_tokens + all_.completion_tokens),
            str(all_.pages),
            str(own.errors),
        )

    return (
        Table(
            "budget",
            "What a claim took",
            ("system", "seconds", "CPU seconds", "calls", "tokens", "pages", "cost"),
            text_rows(each(s) for s in found.systems),
            "Seconds are the clock's, and count a reading that was there already as what it took when it was made. "
            "CPU seconds are what the program used itself, without readings that it found made.",
        ),
        Table(
            "totals",
            "What all took",
            ("system", "seconds", "readings from before", "load", "calls", "tokens", "pages", "errors"),
            text_rows(total(s) for s in found.systems),
            "Readings from before: by an earlier start. Load: processes for each processor, least and greatest. "
            "Pages are those read by OCR or shown to a model, once a document.",
        ),
    )


def definitions() -> Table:
    return Table(
        "definitions",
        "What the figures are",
        ("figure", "is", "good is"),
        text_rows((m.label, m.note, m.better) for m in METRICS),
        left=3,
    )


def _is_best(systems: Sequence[SystemFigures], key: str, system: SystemFigures) -> bool:
    if METRICS_BY_KEY[key].better == "neither":
        return False
    values = [v for s in systems if (v := s.figures[key].value) == v]
    best: Callable[[Iterable[float]], float] = max if METRICS_BY_KEY[key].better == "more" else min
    return len(systems) > 1 and bool(values) and system.figures[key].value == best(values)
