"""`atomcite bench`: data sets of page citations, systems run over them, and reports on the runs.

The commands' modules are imported when they run: they need packages (plots, typesetting) that checking does not.
"""

from __future__ import annotations

import shlex
import sys
from collections import Counter
from pathlib import Path
from typing import Annotated

import typer
from rich.console import Console
from rich.table import Table

from atomcite.cli import bench_alce, bench_annotation, bench_collect, bench_report, bench_run, bench_sets

app = typer.Typer(name="bench", help="Data sets of page citations, and comparisons over them.", no_args_is_help=True)
app.add_typer(bench_sets.app)
app.command("run")(bench_run.run)
app.command("systems")(bench_run.systems)
app.command("report")(bench_report.report)
app.command("collect")(bench_collect.collect)
app.command("label")(bench_collect.label)
app.add_typer(bench_annotation.annotate, name="annotate")
app.add_typer(bench_annotation.adjudicate, name="adjudicate")
app.command("compare")(bench_report.compare)
app.command("alce")(bench_alce.alce)


@app.command("show")
def show(folder: Annotated[Path, typer.Argument(help="A data set's folder.")]) -> None:
    """What a data set holds: documents, and claims by split, gold verdict and error."""
    from atomcite.benchmarks.dataset import label_of, load

    data = load(folder)
    console = Console()
    head = data.manifest
    console.print(f"[bold]{head.name}[/] {head.version} · {head.licence} · {', '.join(head.languages)}")
    splits = sorted({d.split for d in data.documents})
    of = {d.id: d.split for d in data.documents}
    table = Table("", *splits)
    table.add_row("documents", *(str(sum(d.split == s for d in data.documents)) for s in splits))
    table.add_row("pages", *(str(sum(d.page_count for d in data.documents if d.split == s)) for s in splits))
    table.add_row("answers", *(str(sum(of.get(a.document) == s for a in data.answers)) for s in splits))
    table.add_row("claims", *(str(sum(of.get(c.document) == s for c in data.claims)) for s in splits))
    table.add_section()
    verdicts: Counter[tuple[str, str]] = Counter()
    kinds: Counter[tuple[str, str]] = Counter()
    for claim in data.claims:
        label, split = label_of(claim), of.get(claim.document, "")
        verdicts[label.verdict if label else "(no gold label)", split] += 1
        kinds[claim.fault.type if claim.fault else claim.control or "-", split] += 1
    for counted in (verdicts, kinds):
        for name in sorted({key for key, _ in counted}):
            table.add_row(name, *(str(counted[name, s]) for s in splits))
        table.add_section()
    console.print(table)


@app.command("adapt")
def adapt(
    name: Annotated[str, typer.Argument(metavar="FORMAT", help="financebench, citevqa, ...; see docs/adapters.md.")],
    source: Annotated[Path, typer.Argument(help="The file or folder as it was published.")],
    out: Annotated[Path, typer.Option(help="Folder for the data set.")],
    documents: Annotated[
        Path | None, typer.Option(help="Folder with the PDFs or page pictures. [beside the source]")
    ] = None,
    split: Annotated[str, typer.Option(help="Split of documents that the source puts in none.")] = "test",
    first_page: Annotated[
        int | None, typer.Option(min=0, help="Number of a first page in the source. [what the format says]")
    ] = None,
    statements_only: Annotated[
        bool, typer.Option("--statements-only", help="Leave out questions that don't turn into a statement.")
    ] = False,
    limit: Annotated[int | None, typer.Option(min=1, help="Read that many records.")] = None,
) -> None:
    """Make a data set of one that was published in another format."""
    from atomcite.benchmarks import adapters

    made = adapters.adapt(
        name,
        source,
        out,
        documents=documents,
        split=split,
        first_page=first_page,
        pairs=not statements_only,
        limit=limit,
        command=command_line(),
    )
    data, console = made.dataset, Console(highlight=False, soft_wrap=True)
    console.print(f"{len(data.documents)} documents, {len(data.answers)} answers, {len(data.claims)} claims in {out}")
    for form, number in sorted(made.forms.items()):
        console.print(f"  statements made as {form}: {number}")
    for reason, number in made.lost.most_common():
        console.print(f"  left out, {reason}: {number}")
    if made.missing:
        console.print(f"  documents missing: {len(made.missing)}, listed in {out / adapters.MISSING}")


def command_line() -> str:
    """The command as it was typed, for the record of how a data set was made."""
    return shlex.join(["atomcite", *sys.argv[1:]])
