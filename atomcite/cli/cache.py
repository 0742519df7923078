"""`atomcite cache`: look into the store on disk, or empty it."""

from __future__ import annotations

import typer
from rich.console import Console
from rich.filesize import decimal
from rich.table import Table

app = typer.Typer(help="The store of page renders, readings, verdicts and model replies.", no_args_is_help=True)


@app.command()
def info() -> None:
    """Where the cache is and what it holds."""
    from atomcite.cache import DiskCache

    found = DiskCache().info()
    table = Table("kind", "entries", "size", title=str(found.folder), title_justify="left")
    for kind, count in found.entries.items():
        table.add_row(kind, str(count), decimal(found.size[kind]))
    table.add_section()
    limit = f"{decimal(sum(found.size.values()))} of {decimal(found.limit)}"
    table.add_row("all", str(sum(found.entries.values())), limit)
    Console().print(table)


@app.command()
def clear() -> None:
    """Removes every entry."""
    from atomcite.cache import DiskCache

    typer.echo(f"{DiskCache().clear()} entries removed.")
