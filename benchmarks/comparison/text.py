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
    counted = ((found.documents, "document"), (found.scored, "claim"))
    size = ", ".join(f"{n} {word}{'' if n == 1 else 's'}" for n, word in counted)
    return f"{data.name} {data.version}{split}: {size}"


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
        *tables.budgets(found),
        tables.definitions(),
    )
    return tuple(t for t in made if t.rows)


def markdown(found: Evaluation) -> str:
    """All tables, and how the run was made."""
    parts = [f"# {escaped(title(found))}", *(f"> {escaped(notice)}" for notice in found.notices)]
    parts += markdown_tables(all_tables(found))
    parts += ["## How it was made", "\n".join(f"    {one_line(c)}" for c in commands(found))]
    facts = [f"- {name}: {escaped(value)}" for name, value in provenance(found)]
    return "\n\n".join([*parts, "\n".join(facts)]) + "\n"


def show(found: Evaluation, console: Console) -> None:
    """The main tables: the systems, how far apart they are, and what they took."""
    console.print(f"[bold]{escape(visible(title(found)))}[/]")
    for notice in found.notices:
        console.print(f"[yellow]{escape(visible(notice))}[/]")
    main = tables.headline(found, _MAIN)
    chosen = (main, *(tables.against(found, m.key) for m in TESTED), *tables.budgets(found))
    for table in chosen:
        if table.rows:
            show_table(table, console)


def rich_table(table: Table) -> RichTable:
    """A table for a terminal; the best of a column stands out."""
    made = RichTable(
        title=escape(visible(table.title)), title_justify="left", title_style="bold", box=box.SIMPLE_HEAD
    )
    for i, column in enumerate(table.columns):
        made.add_column(
            escape(visible(column)), justify="left" if i < table.left else "right", no_wrap=i == 0, overflow="fold"
        )
    for row in table.rows:
        shown = [escape(visible(f"{c.text}\n{c.detail}".rstrip())) for c in row]
        made.add_row(*(f"[bold]{text}[/]" if c.best else text for c, text in zip(row, shown, strict=True)))
    return made


def show_table(table: Table, console: Console) -> None:
    """A table and its note."""
    console.print()
    console.print(rich_table(table))
    if table.note:
        console.print(f"[dim]{escape(visible(table.note))}[/]")


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


def markdown_tables(tables_: Iterable[Table]) -> list[str]:
    """Title, table and note of each, as paragraphs."""
    parts = []
    for table in tables_:
        parts += [f"## {escaped(table.title)}", _markdown_table(table)]
        if table.note:
            parts.append(escaped(table.note))
    return parts


def _markdown_table(table: Table) -> str:
    head = [
        _row(map(escaped, table.columns)),
        _row("---" if i < table.left else "---:" for i in range(len(table.columns))),
    ]
    rows = [_row(f"**{escaped(c.whole)}**" if c.best else escaped(c.whole) for c in row) for row in table.rows]
    return "\n".join([*head, *rows])


def _row(cells: Iterable[str]) -> str:
    return f"| {' | '.join(cells)} |"


def escaped(text: str) -> str:
    """Text as Markdown shows it unchanged: names come from data sets and command lines."""
    for sign in "\\`*_|<>[]":
        text = text.replace(sign, f"\\{sign}")
    return one_line(text)
