"""The tables of a report that are about labels: whose they are, and what they say of the answers."""

from __future__ import annotations

from atomcite.benchmarks.comparison.cells import NONE, Cell, Table, percent, points, text_rows
from atomcite.benchmarks.comparison.evaluation import Evaluation
from atomcite.benchmarks.metrics import METRICS_BY_KEY, UnderLabels


def under_labels(found: Evaluation) -> tuple[Table, ...]:
    """For each source of labels, the systems' figures by it, with those by the settled labels of the same claims."""
    made = []
    for under in zip(*found.sensitivity.values(), strict=True):
        source, claims = under[0].source, under[0].claims
        rows = [(Cell(s.name), *(_placed(table, s.name) for table in under)) for s in found.systems]
        labels = [METRICS_BY_KEY[key].label for key in found.sensitivity]
        taus = ", ".join(
            f"{label} {table.tau:.2f}" if table.tau == table.tau else f"{label} {NONE}"
            for label, table in zip(labels, under, strict=True)
        )
        made.append(
            Table(
                f"labels-{source}",
                f"Labels: {source}",
                ("system", *labels),
                tuple(rows),
                f"In percent and rank, and what the settled labels of the same {claims} claims give; these are the "
                f"claims that people judged and both settle. Ranks that differ are marked. Kendall's tau-b: {taus}.",
            )
        )
    return tuple(made)


def _placed(table: UnderLabels, system: str) -> Cell:
    own, settled = table.own[system], table.settled[system]
    return Cell(
        f"{percent(own.value)} (#{own.rank:g})",
        f"settled {percent(settled.value)} (#{settled.rank:g})",
        best=own.rank != settled.rank,
    )


def agreement(found: Evaluation) -> Table:
    rows = []
    for pair in found.agreement:
        for name, own in (("all", pair.overall), *sorted(pair.by_type.items())):
            kappa = f"{own.kappa:.2f}" if own.kappa == own.kappa else NONE
            rows.append(
                (
                    f"{pair.first}, {pair.second}: {name.replace('_', ' ')}",
                    str(own.count),
                    percent(own.observed),
                    kappa,
                )
            )
    return Table("agreement", "Annotators", ("annotators", "claims", "agree, %", "Cohen's kappa"), text_rows(rows))


def answers(found: Evaluation) -> Table:
    def row(of: str) -> tuple[str, ...]:
        one = next(a for a in found.answers if a.generator == of)
        q = one.quality
        shares = (
            q.with_citations, q.existing, q.supported, q.without_source, q.refusals_right, q.refused_in_need,
        )  # fmt: skip
        return (
            of,
            *(f"{percent(s.value)} ({s.part}/{s.whole})" for s in shares),
            *(percent(v) for v in (one.alce.recall, one.alce.precision, one.alce.f1)),
            str(one.alce.answers),
        )

    return Table(
        "answers",
        "The answers themselves, by labels",
        (
            "generator",
            "with citations",
            "citations that exist",
            "statements borne out",
            "answers without source",
            "refusals that are right",
            "refused where needed",
            "ALCE recall",
            "precision",
            "F1",
            "answers",
        ),
        text_rows(row(a.generator) for a in found.answers),
        "What the labels say of whoever wrote the answers. ALCE's figures take a claim for a sentence and the labels "
        "for the judge of entailment.",
    )


def support(found: Evaluation) -> Table:
    rows = [
        (s.name, percent(s.support_said), percent(s.support_true), points(s.support_said - s.support_true))
        for s in found.systems
    ]
    return Table(
        "support",
        "Share of sound citations, as each system has it",
        ("system", "said, %", "true, %", "off by, points"),
        text_rows(rows),
        "Over the claims that the system decided: how far off one is who takes the system for the truth.",
    )
