"""`atomcite bench`: data sets of page citations, systems run over them, and reports on the runs.

The commands' modules are imported when they run: they need packages (plots, typesetting) that checking does not.
"""

from __future__ import annotations

from collections import Counter
from pathlib import Path
from typing import Annotated

import typer
from rich.console import Console
from rich.table import Table

app = typer.Typer(name="bench", help="Data sets of page citations, and comparisons over them.", no_args_is_help=True)


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
