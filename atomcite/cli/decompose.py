"""`atomcite decompose`: how an answer is split, without checking anything."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING, Annotated

import typer
from rich.console import Console
from rich.markup import escape
from rich.table import Table

from atomcite.cli.options import Answer, BareBrackets, Footnotes, OutputFormat

if TYPE_CHECKING:
    from atomcite.domain import Citation, Claim


def decompose(
    answer: Answer,
    output: Annotated[OutputFormat, typer.Option("--format", help="table or jsonl")] = OutputFormat.TABLE,
    bare_brackets: BareBrackets = False,
    footnotes: Footnotes = False,
) -> None:
    """Show the claims of an answer and the pages they cite.

    The JSON Lines are ready claims: edit them and give them to `atomcite verify` in the answer's place.
    """
    from atomcite.answers import claim_line, load_answer, read_claims
    from atomcite.answers import decompose as split

    loaded = load_answer(answer, sys.stdin.buffer)
    if loaded.ready:
        found = read_claims(loaded.text)
    else:
        found = split(loaded.text, bare_brackets=bare_brackets, footnotes=footnotes)
    if output is OutputFormat.TABLE:
        table = Table("id", "claim", "pages")
        for claim in found.claims:
            cited = [f"{c.document}: {pages}" if c.document else pages for c, pages in _pages(claim)]
            table.add_row(escape(claim.id), escape(claim.statement), escape("; ".join(cited)) or "-")
        Console().print(table)
        return
    for claim in found.claims:
        typer.echo(claim_line(claim))


def _pages(claim: Claim) -> list[tuple[Citation, str]]:
    return [(citation, ", ".join(ref.raw for ref in citation.pages)) for citation in claim.citations]
