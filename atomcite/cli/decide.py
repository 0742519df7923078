"""`atomcite decide` and `atomcite compare`: other policies over stored runs, and what parts two runs."""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer
from rich.console import Console
from rich.markup import escape
from rich.table import Table

from atomcite.cli.options import Language, MoreForms, OutputFormat, forms_of
from atomcite.cli.progress import Bar

if TYPE_CHECKING:
    from collections.abc import Sequence

    from atomcite.domain import ClaimResult, DocumentInfo, Report
    from atomcite.policies import Policy

Run = Annotated[Path, typer.Argument(help="The dossier that a run left (--out).")]


def decide(
    run: Run,
    policy: Annotated[str, typer.Option(help="Policy by name, or a TOML file.")],
    extend: Annotated[
        Path | None, typer.Option(help="The document: look at the pages that the policy needs and the run has not.")
    ] = None,
    out: Annotated[Path | None, typer.Option(help="Folder for a dossier of the outcome.")] = None,
    more: MoreForms = None,
    output: Annotated[OutputFormat, typer.Option("--format", help="What standard output gets.")] = OutputFormat.TABLE,
    language: Annotated[Language, typer.Option(help="Language of the report.")] = Language.EN,
    password: Annotated[str | None, typer.Option(help="Password of an encrypted PDF.")] = None,
    check: Annotated[
        bool, typer.Option("--check", help="Exit with 1 unless every claim is kept as correct.")
    ] = False,
    quiet: Annotated[bool, typer.Option("--quiet", "-q", help="No remarks on standard error.")] = False,
) -> None:
    """Apply another policy to a stored run: nothing is read again, no model is asked."""
    from atomcite.errors import UsageError
    from atomcite.pipeline import decide, encoding_of, write_run
    from atomcite.policies import load
    from atomcite.reports import MoreReports, forms_named, pages_of_run, read_run, render

    stored, rules, forms = read_run(run), load(policy), forms_named(forms_of(more))
    if forms and not out:
        raise UsageError(f"A dossier is needed for {', '.join(forms)}.", "Give its folder: --out DIR.")
    if "pdf" in forms and extend is None:
        raise UsageError("A run does not keep the document, and the PDF is a copy of it.", "Give it: --extend FILE.")
    if extend is None:
        report = decide(stored, rules)
        if not quiet:
            _say_what_lacks(stored, rules)
        if out:
            write_run(
                out, report, pages_of_run(run), language.value, encoding_of(stored), MoreReports(forms), policy=rules
            )
    else:
        report = _extended(stored, rules, extend, out, forms, language, password, quiet)
    render(report, output.value, language.value, sys.stdout)
    if check and not report.all_correct:
        raise typer.Exit(1)


def compare(
    first: Run,
    second: Run,
    output: Annotated[OutputFormat, typer.Option("--format", help="table or json.")] = OutputFormat.TABLE,
    check: Annotated[bool, typer.Option("--check", help="Exit with 1 if any claim differs.")] = False,
) -> None:
    """Show the claims whose verdict, action or channel verdict differs between two runs."""
    from atomcite.errors import UsageError
    from atomcite.pipeline import compare
    from atomcite.reports import read_run

    if output not in (OutputFormat.TABLE, OutputFormat.JSON):
        raise UsageError(f"compare can't write {output.value}.", "Choose table or json.")
    one, other = read_run(first), read_run(second)
    changes = list(compare(one, other))
    if one.document.sha256 != other.document.sha256:
        _say_they_differ(one.document, other.document)
    if output is OutputFormat.JSON:
        items = [
            {
                "kind": c.kind,
                "id": c.id,
                "statement": c.statement,
                "first": _short(c.first),
                "second": _short(c.second),
            }
            for c in changes
        ]
        typer.echo(json.dumps(items, ensure_ascii=False, indent=2))
    elif not changes:
        typer.echo(f"No claim differs ({len(one.claims)} in each).")
    else:
        table = Table("claim", str(first), str(second), show_lines=True)
        for c in changes:
            table.add_row(escape(f"{c.id}: {c.statement}"), _told(c.first), _told(c.second))
        Console().print(table)
        typer.echo(
            f"{len(changes)} claims differ ({len(one.claims)} in the first run, {len(other.claims)} in the second)."
        )
    if check and changes:
        raise typer.Exit(1)


def _say_they_differ(first: DocumentInfo, second: DocumentInfo) -> None:
    """What is compared is then what two documents say, not what two ways of checking make of one."""
    named = " and ".join(f"{escape(d.name)} (SHA-256 {d.sha256[:12]}…)" for d in (first, second))
    console = Console(stderr=True, soft_wrap=True)
    console.print(f"The two runs are over different documents: {named}.", highlight=False)
    console.print(
        "Pages of the one are no pages of the other: what differs may lie in the documents.", highlight=False
    )


def _extended(
    stored: Report,
    rules: Policy,
    document: Path,
    out: Path | None,
    forms: Sequence[str],
    language: Language,
    password: str | None,
    quiet: bool,
) -> Report:
    """The run gone on with on its document, for what the policy needs beyond what is stored."""
    from dataclasses import replace

    from atomcite.documents import Document
    from atomcite.errors import UsageError
    from atomcite.pipeline import Settings, claims_of, verify

    settings = replace(Settings.of_run(stored.settings), window=None, language=language.value)
    with Document.open(document, password=password, max_megapixels=settings.max_megapixels) as opened:
        if opened.info.sha256 != stored.document.sha256:
            raise UsageError(
                f"{document} is not the document of that run ({stored.document.name}, by its hash).",
                "Give the file that was verified, or verify again.",
            )
        with Bar(quiet=quiet, language=language.value) as bar:
            return verify(
                opened,
                claims_of(stored),
                policy=rules,
                settings=settings,
                known=stored,
                progress=bar.show,
                out=out,
                reports=forms,
            )


def _say_what_lacks(stored: Report, rules: Policy) -> None:
    from atomcite.pipeline import lacking

    found = [lack for claim in stored.claims if (lack := lacking(claim, rules, stored.document))]
    if not found:
        return
    console = Console(stderr=True, soft_wrap=True)
    console.print(f"The policy would need more than the run has stored, for {len(found)} claims:", highlight=False)
    for lack in found:
        asked = [*map(str, lack.pages), *(f"{a} with {b}" for a, b in lack.pairs)]
        pages = f"pages {', '.join(asked)}" if asked else ""
        channels = f"the {' and '.join(lack.channels)} channel" if lack.channels else ""
        console.print(f"  {escape(lack.claim)}: {', '.join(filter(None, [pages, channels]))}", highlight=False)
    console.print("Until then those pages count as unread. --extend DOCUMENT looks at them.", highlight=False)


def _short(claim: ClaimResult | None) -> dict[str, str | None] | None:
    if claim is None:
        return None
    return {
        "verdict": claim.verdict.value,
        "action": claim.action.value,
        "rule": claim.rule,
        "text": claim.text.verdict.value if claim.text else None,
        "image": claim.image.verdict.value if claim.image else None,
    }


def _told(claim: ClaimResult | None) -> str:
    short = _short(claim)
    if short is None:
        return "-"
    return f"{short['verdict']}, {short['action']}\n{short['text'] or '-'} / {short['image'] or '-'}"
