"""`atomcite bench run` and `atomcite bench systems`."""

from __future__ import annotations

import os
import re
import shlex
import sys
from pathlib import Path
from types import TracebackType
from typing import TYPE_CHECKING, Annotated

import typer
from rich.console import Console
from rich.markup import escape
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TaskID, TextColumn, TimeElapsedColumn
from rich.table import Table

if TYPE_CHECKING:
    from atomcite.benchmarks.comparison.running import Outcome
    from atomcite.benchmarks.systems import Judged

EMBEDDED = (
    "atomcite",
    "text-only",
    "text-only-3x",
    "image-only",
    "retrieval-nli",
    "quote-match",
    "quote-match:ocr=auto,label=quote-match-ocr",
    "majority-label",
)
"""What is compared when no system is named: all that need no server and no model of the user's."""


def run(
    dataset: Annotated[Path, typer.Argument(help="The data set's folder.")],
    system: Annotated[
        list[str] | None,
        typer.Option(
            "--system",
            help="System to run, name:key=value,...; repeatable. See `atomcite bench systems`. [the embedded ones]",
        ),
    ] = None,
    out: Annotated[Path | None, typer.Option(help="Folder of the run. [runs/NAME-SPLIT]")] = None,
    split: Annotated[str, typer.Option(help="Split to run over, or all.")] = "test",
    limit: Annotated[
        int | None, typer.Option(min=1, help="Only so many documents, spread evenly over the set.")
    ] = None,
    jobs: Annotated[
        int, typer.Option(min=1, help="Documents at a time. For times that can be compared, leave it at 1.")
    ] = 1,
    max_calls: Annotated[
        int | None, typer.Option(min=0, help="Most requests to a model server, for each system by itself.")
    ] = None,
    max_tokens: Annotated[int | None, typer.Option(min=0, help="Most tokens, for each system by itself.")] = None,
    max_cost: Annotated[
        float | None, typer.Option(min=0, help="Most money, for each system by itself; needs prices.")
    ] = None,
    cache: Annotated[
        Path | None, typer.Option(help="Folder for readings that systems share. [AtomCite's cache]")
    ] = None,
    quiet: Annotated[bool, typer.Option("--quiet", "-q", help="No progress on standard error.")] = False,
) -> None:
    """Run systems side by side over a data set. The same command goes on where a stopped run was left."""
    from atomcite.benchmarks.comparison.running import Request, Running
    from atomcite.benchmarks.dataset import load
    from atomcite.benchmarks.systems import Caps
    from atomcite.cache import DiskCache

    data = load(dataset)
    folder = out or Path("runs") / re.sub(r"[^\w.-]+", "-", f"{data.manifest.name}-{split}")
    request = Request(
        systems=tuple(system or EMBEDDED),
        split=None if split == "all" else split,
        limit=limit,
        caps=Caps(max_calls, max_tokens, max_cost),
        jobs=jobs,
        command=shlex.join(["atomcite", *sys.argv[1:]]),
    )
    running = Running(data, folder, request, DiskCache(cache))
    with Bars(running.left(), len(running.info.documents), quiet=quiet) as bars:
        try:
            outcome = running.run(bars.show, bars.stopping)
        except KeyboardInterrupt:
            bars.abandon()
    _summary(folder, outcome)
    if outcome.failed:
        raise next(iter(outcome.failed.values()))
    if outcome.interrupted:
        raise typer.Exit(130)


def systems() -> None:
    """The systems that `bench run` knows, and their options."""
    from atomcite.benchmarks.systems import SYSTEMS

    table = Table("system", "what it does", "options, besides label", show_lines=True)
    for name, entry in SYSTEMS.items():
        table.add_row(name, entry.does, entry.options)
    Console().print(table)


class Bars:
    """A bar a system on a terminal, else a line a document, on standard error."""

    def __init__(self, left: dict[str, int], documents: int, *, quiet: bool) -> None:
        self._console = Console(stderr=True, soft_wrap=True)
        self._quiet = quiet
        self._bars = Progress(
            TextColumn("{task.description}"),
            BarColumn(),
            MofNCompleteColumn(),
            TextColumn("{task.fields[said]}"),
            TimeElapsedColumn(),
            console=self._console,
            disable=quiet or not self._console.is_terminal,
        )
        self._of: dict[str, TaskID] = {
            name: self._bars.add_task(escape(name), total=documents, completed=documents - todo, said="")
            for name, todo in left.items()
        }

    def __enter__(self) -> Bars:
        self._bars.start()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._bars.stop()

    def show(self, name: str, judged: Judged, done: int, total: int) -> None:
        said = f"{judged.document}: {len(judged.predictions)} claims, {judged.spent.seconds:.1f} s"
        self._bars.update(self._of[name], completed=done, said=escape(said))
        if self._bars.disable and not self._quiet:
            self._console.print(f"{name} {done}/{total} {said}", markup=False, highlight=False)

    def stopping(self) -> None:
        self._console.print("Stopping when what is under way is done; Ctrl-C again to leave it undone.")

    def abandon(self) -> None:
        """Leaves at once: threads that work on a document can't be ended, and what they do is not kept."""
        from atomcite.benchmarks.systems.command import end_all

        end_all()
        self._bars.stop()
        self._console.print("Stopped. Documents that were not done will be done by the same command.")
        os._exit(130)


def _summary(folder: Path, outcome: Outcome) -> None:
    """What each system did and used; how right it was is the report's to say."""
    from atomcite.benchmarks.comparison import load_run

    run = load_run(folder)
    table = Table("system", "docs", "claims", "unchecked", "errors", "pages", "calls", "tokens", "seconds")
    table.columns[0].overflow = "fold"
    for name, judged in run.judged.items():
        said = [p for j in judged.values() for p in j.predictions]
        spent = [j.spent for j in judged.values()]
        table.add_row(
            escape(name) + (" (stopped)" if name in outcome.failed else ""),
            f"{len(judged)}/{len(run.info.documents)}",
            str(len(said)),
            str(sum(p.verdict.value == "not_checked" for p in said)),
            str(sum(p.error is not None for p in said)),
            str(sum(s.pages for s in spent)),
            str(sum(s.calls for s in spent)),
            str(sum(s.prompt_tokens + s.completion_tokens for s in spent)),
            f"{sum(s.seconds for s in spent):.1f}",
        )
    console = Console(soft_wrap=True)
    if not console.is_terminal:
        console.width = max(console.width, 120)
    console.print(table)
    console.print(f"atomcite bench report {escape(str(folder))}", highlight=False)
