"""`atomcite bench report` and `atomcite bench compare`: what a run shows, and what changed since another."""

from __future__ import annotations

import shlex
import sys
from pathlib import Path
from typing import Annotated, Literal, cast

import typer
from rich.console import Console
from rich.markup import escape

from atomcite.errors import OutputError, UsageError

RunFolder = Annotated[Path, typer.Argument(help="A run's folder.")]
DatasetFolder = Annotated[
    Path | None, typer.Option("--dataset", help="Where the data set is, if not where the run found it.")
]


def report(
    run: RunFolder,
    html: Annotated[Path | None, typer.Option(help="Write one HTML page with tables and plots.")] = None,
    markdown: Annotated[Path | None, typer.Option(help="Write all tables as Markdown.")] = None,
    json: Annotated[Path | None, typer.Option(help="Write all figures as JSON.")] = None,
    dataset: DatasetFolder = None,
    labels: Annotated[
        str, typer.Option(help="Whose labels to score by: gold, automatic, adjudicated, or an annotator's name.")
    ] = "gold",
    reference: Annotated[
        str | None, typer.Option(help="The system to compare the others with; AtomCite if not given.")
    ] = None,
    single_channel: Annotated[
        list[str] | None,
        typer.Option(help="A system of one channel: the claims it misses are the hard ones. May be repeated."),
    ] = None,
    level: Annotated[float, typer.Option(help="Level of the intervals.")] = 0.95,
    interval: Annotated[str, typer.Option(help="Bootstrap intervals: percentile or bca.")] = "percentile",
    samples: Annotated[int, typer.Option(min=100, help="Bootstrap samples.")] = 2000,
    permutations: Annotated[int, typer.Option(min=100, help="Exchanges drawn by the tests.")] = 10_000,
    seed: Annotated[int | None, typer.Option(help="Seed of both.")] = None,
) -> None:
    """Score a run's predictions by the data set's labels: tables, plots, intervals, tests."""
    from atomcite.benchmarks.comparison.evaluation import Options, evaluate
    from atomcite.benchmarks.comparison.runs import dataset_of, load_run
    from atomcite.benchmarks.comparison.serial import as_json
    from atomcite.benchmarks.comparison.text import markdown as as_markdown
    from atomcite.benchmarks.comparison.text import show
    from atomcite.benchmarks.metrics.resampling import SEED

    if not 0 < level < 1:
        raise UsageError(f"--level {level} is no level.", "Give a share between 0 and 1, such as 0.95.")
    if interval not in ("percentile", "bca"):
        raise UsageError(f"There are no intervals named {interval!r}.", "Choose: percentile, bca.")
    if html:
        from atomcite.benchmarks.comparison.plots import require_matplotlib

        require_matplotlib()
    options = Options(
        level=level,
        method=cast(Literal["percentile", "bca"], interval),
        samples=samples,
        permutations=permutations,
        seed=SEED if seed is None else seed,
        labels=labels,
        reference=reference,
        single_channel=tuple(single_channel) if single_channel else None,
    )
    loaded = load_run(run)
    found = evaluate(loaded, dataset_of(loaded, dataset), options, shlex.join(["atomcite", *sys.argv[1:]]))
    if markdown:
        write_text(markdown, as_markdown(found))
    if json:
        write_text(json, as_json(found))
    if html:
        from atomcite.benchmarks.comparison.page import html as as_html

        write_text(html, as_html(found))
    # A log has no width of its own, and rich would take 80 columns.
    show(found, Console(width=None if sys.stdout.isatty() else 120))


def compare(
    old: Annotated[Path, typer.Argument(help="The run to compare with.")],
    new: Annotated[Path, typer.Argument(help="The later run.")],
    max_drop: Annotated[float, typer.Option(min=0, help="Points of percent that a figure may get worse by.")] = 1.0,
    no_new_false_correct: Annotated[
        bool,
        typer.Option("--no-new-false-correct", help="Let no unsound citation be called correct that was not before."),
    ] = False,
    system: Annotated[
        list[str] | None,
        typer.Option(help="Only this system; OLD=NEW where its names differ. May be repeated. [all that both have]"),
    ] = None,
    common: Annotated[
        bool, typer.Option("--common", help="Compare the claims that both runs judged, where the data sets differ.")
    ] = False,
    dataset: DatasetFolder = None,
    json: Annotated[Path | None, typer.Option(help="Write all changes as JSON.")] = None,
    markdown: Annotated[Path | None, typer.Option(help="Write all changes as Markdown.")] = None,
    most: Annotated[int, typer.Option(min=0, help="Claims to show of each kind.")] = 20,
) -> None:
    """What a run does worse than an earlier one. Exit code 1 where it is worse than the gate allows."""
    from atomcite.benchmarks.comparison.regressions import Gate, change_tables, changes_as_markdown, compare_runs
    from atomcite.benchmarks.comparison.runs import dataset_of, load_run
    from atomcite.benchmarks.comparison.serial import as_json
    from atomcite.benchmarks.comparison.text import show_table
    from atomcite.reports.untrusted import visible

    before, now = load_run(old), load_run(new)
    pairs = [_pair(name, set(before.judged) & set(now.judged)) for name in system or ()]
    gate = Gate(max_drop, no_new_false_correct)
    found = compare_runs(before, now, dataset_of(now, dataset), gate, pairs=pairs, common=common)
    if json:
        write_text(json, as_json(found))
    if markdown:
        write_text(markdown, changes_as_markdown(found))
    console = Console(width=None if sys.stdout.isatty() else 120)
    for notice in found.notices:
        console.print(f"[yellow]{escape(visible(notice))}[/]")
    for table in change_tables(found, most):
        show_table(table, console)
    for failure in found.failures:
        console.print(f"[bold red]Regression:[/] {escape(visible(failure))}", highlight=False)
    if found.failures:
        raise typer.Exit(1)
    console.print("[green]No regression.[/]")


def _pair(asked: str, shared: set[str]) -> tuple[str, str]:
    """A name that both runs have may hold a "=" itself (`atomcite:policy=legal`)."""
    if asked in shared or "=" not in asked:
        return asked, asked
    before, _, now = asked.partition("=")
    return before, now


def write_text(path: Path, text: str) -> None:
    """Writes a file and says so. Raises OutputError."""
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, "utf-8")
    except OSError as error:
        raise OutputError(f"{path} can't be written: {error.strerror or error}", "Give another path.") from error
    Console(stderr=True).print(f"Written: {escape(str(path))}", highlight=False, soft_wrap=True)
