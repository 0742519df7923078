"""`atomcite decompose`: how an answer is split, without checking anything."""

from __future__ import annotations

import json
import sys
from typing import Annotated

import typer
from rich.console import Console
from rich.table import Table

from atomcite.cli.options import Answer, BareBrackets, Footnotes, OutputFormat


def decompose(
    answer: Answer,
    output: Annotated[OutputFormat, typer.Option("--format", help="table or jsonl")] = OutputFormat.TABLE,
    bare_brackets: BareBrackets = False,
    footnotes: Footnotes = False,
) -> None:
    """Show the claims of an answer and the pages they cite.

    The JSON Lines are ready claims: edit them and give them to `atomcite verify` in the answer's place.
    """
    from atomcite.answers import decompose as split
    from atomcite.answers import load_answer, read_claims

    loaded = load_answer(answer, sys.stdin.buffer)
    if loaded.ready:
        found = read_claims(loaded.text)
    else:
        found = split(loaded.text, bare_brackets=bare_brackets, footnotes=footnotes)
    if output is OutputFormat.TABLE:
        table = Table("id", "claim", "pages")
        for claim in found.claims:
            table.add_row(claim.id, claim.statement, ", ".join(ref.raw for ref in claim.refs) or "-")
        Console().print(table)
        return
    for claim in found.claims:
        row = {"id": claim.id, "statement": claim.statement, "pages": [ref.raw for ref in claim.refs]}
        typer.echo(json.dumps(row, ensure_ascii=False))
