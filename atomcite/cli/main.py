"""The commands, and how errors leave the program."""

from __future__ import annotations

import os
import sys
from typing import Annotated, NoReturn

import typer
from rich.console import Console
from rich.markup import escape

from atomcite.cli import apply, audit, bench, cache, decide, decompose, engines, look, policy, revert, verify
from atomcite.errors import AtomCiteError, Stopped
from atomcite.version import VERSION

app = typer.Typer(
    name="atomcite",
    help="Checks whether the page citations in a model's answer are true.",
    no_args_is_help=True,
    add_completion=False,
    pretty_exceptions_enable=False,
)
app.command("verify")(verify.verify)
app.command("look")(look.look)
app.command("decompose")(decompose.decompose)
app.command("decide")(decide.decide)
app.command("compare")(decide.compare)
app.command("audit")(audit.audit)
app.command("apply")(apply.apply)
app.command("revert")(revert.revert)
app.command("engines")(engines.engines)
app.add_typer(bench.app, name="bench")
app.add_typer(cache.app, name="cache")
app.add_typer(policy.app, name="policy")


def _version(wanted: bool) -> None:
    if wanted:
        typer.echo(f"atomcite {VERSION}")
        raise typer.Exit


@app.callback()
def _options(
    version: Annotated[
        bool, typer.Option("--version", callback=_version, is_eager=True, help="Print the version and exit.")
    ] = False,
) -> None:
    pass


def main() -> None:
    """Entry point. Exit code 0: done; 1: done, and --check found something; others: `atomcite.errors`."""
    try:
        app()
    except Stopped as stopped:
        _say_stopped(stopped.what)
    except SystemExit as ended:
        if ended.code == Stopped.exit_code:  # what Typer makes of Ctrl-C
            _say_stopped("Stopped.")
        raise
    except AtomCiteError as error:
        console = Console(stderr=True, soft_wrap=True)
        console.print(f"[bold red]Error:[/] {escape(error.what)}", highlight=False)
        if error.hint:
            console.print(escape(error.hint), highlight=False)
        sys.exit(error.exit_code)
    except BrokenPipeError:  # the reader of our output went away: not a failure of ours
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        sys.exit(0)


def _say_stopped(what: str) -> NoReturn:
    Console(stderr=True, soft_wrap=True).print(escape(what), highlight=False)
    sys.exit(Stopped.exit_code)
