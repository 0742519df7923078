"""`atomcite policy`: read, check, compare and test policies."""

from __future__ import annotations

import json
from dataclasses import asdict
from enum import StrEnum
from itertools import groupby
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer
from rich.console import Console
from rich.markup import escape
from rich.table import Table

if TYPE_CHECKING:
    from atomcite.policies import Policy, Row

app = typer.Typer(help="Policies: what two channel verdicts amount to, and what is done.", no_args_is_help=True)

Named = Annotated[str, typer.Argument(help="A preset by name, or a TOML file.")]
_PLAIN = {"name", "description", "rules"}


class Form(StrEnum):
    TABLE = "table"
    JSON = "json"


@app.command("list")
def list_() -> None:
    """The presets and what they are for."""
    from atomcite.policies import load, presets

    table = Table("policy", "what it is for")
    for name in presets():
        table.add_row(name, load(name).description)
    Console().print(table)


@app.command()
def show(policy: Named, output: Annotated[Form, typer.Option("--format")] = Form.TABLE) -> None:
    """Print a policy: its settings, and every combination with its outcome."""
    from atomcite.policies import load, rows

    found = load(policy)
    if output is Form.JSON:
        data = {
            "settings": found.model_dump(mode="json", exclude={"rules"}),
            "table": [asdict(r) for r in rows(found)],
        }
        typer.echo(json.dumps(data, ensure_ascii=False, indent=2))
        return
    console = Console(soft_wrap=True)
    console.print(f"[bold]{escape(found.name)}[/]  {escape(found.description)}", highlight=False)
    for key, value in _settings(found):
        console.print(f"  {key} = {escape(value)}", highlight=False)
    console.print()
    alike: dict[tuple[tuple[str, str, str, str], ...], list[str]] = {}
    for (text, image), group in groupby(rows(found), key=lambda r: (r.text, r.image)):
        lines = tuple((_conditions(r), r.verdict.value, r.action.value, r.rule) for r in group)
        alike.setdefault(lines, []).append(f"{text} / {image}")
    for lines, pairs in alike.items():
        console.print(f"[bold]{', '.join(pairs)}[/]", highlight=False)
        for conditions, verdict, action, rule in lines:
            console.print(f"    {conditions:<26} {verdict:<12} {action:<9} {rule}", highlight=False)
    console.print("\nHeadings are text / image verdicts; a condition that is not named makes no difference there.")


@app.command()
def check(
    file: Annotated[Path, typer.Argument(help="A policy file.")],
    overlaps: Annotated[bool, typer.Option("--overlaps", help="List where the order of the rules decides.")] = False,
) -> None:
    """Say all that is wrong with a policy file, by line. Exit with 12 if anything is."""
    from atomcite.errors import PolicyError
    from atomcite.policies import notes, parse, source

    text = source(file)
    policy, findings = parse(text)
    for finding in findings:
        typer.echo(f"{file}: {finding}")
    if policy is None:
        raise PolicyError(f"{file} does not hold together: {len(findings)} found.", "docs/policies.md has the form.")
    found = notes(text, policy)
    for note in found if overlaps else ():
        typer.echo(f"{file}: note: {note}")
    cases = sum(1 for _ in policy.cases())
    order = f" Their order decides between {len(found)} pairs of rules (--overlaps lists them)." if found else ""
    typer.echo(f"{file}: whole: {len(policy.rules)} rules for {cases} combinations.{order}")


@app.command()
def diff(first: Named, second: Named, output: Annotated[Form, typer.Option("--format")] = Form.TABLE) -> None:
    """What parts two policies: settings, and combinations whose outcome differs. Exit with 1 if anything does."""
    from atomcite.policies import differences, load

    found = list(differences(load(first), load(second)))
    if output is Form.JSON:
        typer.echo(json.dumps([asdict(d) for d in found], ensure_ascii=False, indent=2))
    elif not found:
        typer.echo("No difference.")
    else:
        table = Table("case or setting", first, second, show_lines=True)
        for d in found:
            table.add_row(escape(d.what), escape(d.first), escape(d.second))
        Console().print(table)
    raise typer.Exit(1 if found else 0)


@app.command()
def test(policy: Named, cases: Annotated[Path, typer.Argument(help="TOML file of tables named case.")]) -> None:
    """Hold a policy to cases with known outcomes. Exit with 1 if one comes out otherwise."""
    from atomcite.policies import failures, load, read_cases

    examples = read_cases(cases)
    failed = failures(load(policy), examples)
    for failure in failed:
        name = f" ({failure.name})" if failure.name else ""
        typer.echo(f"case {failure.number}{name}: {failure.what}")
    typer.echo(f"{len(examples) - len(failed)} of {len(examples)} cases come out as expected.")
    raise typer.Exit(1 if failed else 0)


def _conditions(row: Row) -> str:
    from atomcite.policies import ANY

    named = (("support", row.support), ("values", row.values), ("neighbours", row.neighbour))
    return ", ".join(f"{name} {value}" for name, value in named if value != ANY)


def _settings(policy: Policy) -> list[tuple[str, str]]:
    data = policy.model_dump(mode="json")
    return [(key, json.dumps(value, ensure_ascii=False)) for key, value in data.items() if key not in _PLAIN]
