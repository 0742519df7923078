"""A report on a run in a terminal, and as Markdown."""

from __future__ import annotations

from collections.abc import Iterable

from rich import box
from rich.console import Console
from rich.markup import escape
from rich.table import Table as RichTable

from atomcite.benchmarks.comparison import label_tables, tables
from atomcite.benchmarks.comparison.cells import Table
from atomcite.benchmarks.comparison.evaluation import TESTED, Evaluation
from atomcite.reports.untrusted import one_line, visible

_MAIN = ("accuracy", "macro_f1", "false_correct", "repair_first", "action_accuracy", "coverage")


def title(found: Evaluation) -> str:
    """One line: what was run over what."""
    data = found.manifest
    split = f", split {found.info.split}" if found.info.split else ""
    return f"{data.name} {data.version}{split}: {found.documents} documents, {found.scored} claims"


def all_tables(found: Evaluation) -> tuple[Table, ...]:
    """Every table that has a row."""
    made = (
        tables.headline(found),
        *(tables.against(found, m.key) for m in TESTED),
        *(tables.tests(found, m.key) for m in TESTED),
        tables.all_figures(found),
        *tables.by_slice(found),
        tables.per_verdict(found),
        *tables.confusions(found),
        tables.calibration(found),
        tables.flags(found),
        *label_tables.under_labels(found),
        label_tables.agreement(found),
        label_tables.answers(found),
        label_tables.support(found),
        tables.budgets(found),
        tables.definitions(),
    )
    return tuple(t for t in made if t.rows)


def markdown(found: Evaluation) -> str:
    """All tables, and how the run was made."""
    parts = [f"# {_cell(title(found))}", *(f"> {_cell(notice)}" for notice in found.notices)]
    for table in all_tables(found):
        parts += [f"## {_cell(table.title)}", _markdown_table(table)]
        if table.note:
            parts.append(_cell(table.note))
    parts += ["## How it was made", "\n".join(f"    {one_line(c)}" for c in commands(found))]
    facts = [f"- {name}: {_cell(value)}" for name, value in provenance(found)]
    return "\n\n".join([*parts, "\n".join(facts)]) + "\n"


def show(found: Evaluation, console: Console) -> None:
    """The main tables: the systems, how far apart they are, and what they took."""
    console.print(f"[bold]{escape(visible(title(found)))}[/]")
    for notice in found.notices:
        console.print(f"[yellow]{escape(visible(notice))}[/]")
    main = tables.headline(found, _MAIN)
    chosen = (main, *(tables.against(found, m.key) for m in TESTED), tables.budgets(found))
    for table in chosen:
        if table.rows:
            console.print()
            console.print(rich_table(table))
            console.print(f"[dim]{escape(table.note)}[/]")


def rich_table(table: Table) -> RichTable:
    """A table for a terminal; the best of a column stands out."""
    made = RichTable(title=escape(table.title), title_justify="left", title_style="bold", box=box.SIMPLE_HEAD)
    for i, column in enumerate(table.columns):
        made.add_column(escape(column), justify="left" if i == 0 else "right", no_wrap=i == 0, overflow="fold")
    for row in table.rows:
        shown = [escape(visible(f"{c.text}\n{c.detail}".rstrip())) for c in row]
        made.add_row(*(f"[bold]{text}[/]" if c.best else text for c, text in zip(row, shown, strict=True)))
    return made


def commands(found: Evaluation) -> tuple[str, ...]:
    """All command lines from the data set to this report, in order."""
    own = (found.command,) if found.command else ()
    return (*found.manifest.made_by, *found.info.commands, *own)


def provenance(found: Evaluation) -> tuple[tuple[str, str], ...]:
    """What else a reader needs to do it again: hashes, versions, seeds."""
    data, options = found.info.dataset, found.options
    return (
        ("data set", f"{data.name} {data.version} ({found.manifest.licence})"),
        ("tasks, SHA-256", data.tasks),
        ("labels, SHA-256", found.labels),
        ("begun", found.info.started or "–"),
        *((f"version of {name}", version) for name, version in found.info.versions.items()),
        ("bootstrap", f"{options.samples} samples, {options.method}, level {options.level:g}, seed {options.seed}"),
        ("permutations", f"{options.permutations}, all of them where there are few documents"),
    )


def _markdown_table(table: Table) -> str:
    head = [_row(map(_cell, table.columns)), _row(["---"] + ["---:"] * (len(table.columns) - 1))]
    rows = [_row(f"**{_cell(c.whole)}**" if c.best else _cell(c.whole) for c in row) for row in table.rows]
    return "\n".join([*head, *rows])


def _row(cells: Iterable[str]) -> str:
    return f"| {' | '.join(cells)} |"


def _cell(text: str) -> str:
    """Text as Markdown shows it unchanged: names come from data sets and command lines."""
    for sign in "\\`*_|<>[]":
        text = text.replace(sign, f"\\{sign}")
    return one_line(text)
