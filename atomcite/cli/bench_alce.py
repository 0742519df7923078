"""`atomcite bench alce`: ALCE's figures of its own result files."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer
from rich.console import Console
from rich.markup import escape
from rich.table import Table

from atomcite.errors import EngineMissing


def alce(
    files: Annotated[list[Path], typer.Argument(help="Result files of ALCE.")],
    nli_model: Annotated[
        str | None,
        typer.Option(help="Entailment model, folder or name; ALCE's is google/t5_xxl_true_nli_mixture. [rules]"),
    ] = None,
    nli_labels: Annotated[str | None, typer.Option(help="What the model's outputs mean, parted by commas.")] = None,
    at_most: Annotated[int, typer.Option(min=1, help="Citations of a sentence that count, as published: 3.")] = 3,
    list_answers: Annotated[
        bool, typer.Option("--list-answers", help="Outputs are lists parted by commas (QAMPARI).")
    ] = False,
    json: Annotated[Path | None, typer.Option(help="Write the figures as JSON.")] = None,
) -> None:
    """ALCE's citation recall, precision and F1 of result files, with an entailment model as the judge."""
    from atomcite.benchmarks.comparison.alce_results import ModelEntailment, RulesEntailment, read_results
    from atomcite.benchmarks.comparison.cells import percent
    from atomcite.benchmarks.comparison.serial import as_json
    from atomcite.benchmarks.metrics.alce import alce as scored
    from atomcite.cli.bench_report import write_text
    from atomcite.judge.nli import TorchScorer
    from atomcite.pipeline import local_model

    answers = {str(path): read_results(path, list_answers=list_answers) for path in files}
    entails: ModelEntailment | RulesEntailment
    if model := local_model("nli", nli_model):
        scorer = TorchScorer(model, tuple(part.strip() for part in nli_labels.split(",")) if nli_labels else ())
        if gap := scorer.missing():
            raise EngineMissing(f"{gap.what} is missing; {gap.option} needs it.", f"Install it: {gap.install}")
        entails, name = ModelEntailment(scorer), f"{scorer.name} {scorer.version}"
    else:
        entails = RulesEntailment()
        name = entails.name
    found = {path: scored(given, entails, at_most=at_most) for path, given in answers.items()}
    if json:
        write_text(json, as_json({"judge": name, "at_most": at_most, "files": found}))
    table = Table("file", "recall, %", "precision, %", "F1, %", "answers", "joint", "overcited")
    for path, score in found.items():
        shares = (percent(v) for v in (score.recall, score.precision, score.f1))
        table.add_row(escape(path), *shares, str(score.answers), str(score.joint), str(score.overcited))
    console = Console()
    console.print(table)
    console.print(f"Judge: {escape(name)}. At most {at_most} citations a sentence.", highlight=False)
    if isinstance(entails, RulesEntailment):
        console.print("[yellow]By rules, not by a model: not to be compared with published figures.[/]")
    elif entails.cut:
        console.print(f"[yellow]{entails.cut} pairs were longer than the model's input and were cut.[/]")
