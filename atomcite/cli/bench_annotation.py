"""`atomcite bench annotate` and `atomcite bench adjudicate`: people's labels, from blind pages and back."""

from __future__ import annotations

import json
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer
from rich.console import Console
from rich.table import Table

from atomcite.cli.options import Language

if TYPE_CHECKING:
    from atomcite.benchmarks.natural.agreement import Comparison

annotate = typer.Typer(help="Label claims by people who see neither labels nor each other.", no_args_is_help=True)
adjudicate = typer.Typer(help="Settle the claims that annotators differ on.", no_args_is_help=True)

Folder = Annotated[Path, typer.Argument(help="The data set's folder.")]
Form = Annotated[Path, typer.Argument(help="What the review page saved, or a filled-in form (CSV, JSON Lines).")]
Out = Annotated[Path, typer.Option(help="Folder for the review page and the form; apart from the data set.")]
Beside = Annotated[bool, typer.Option("--beside", help="Page pictures as files beside the page, not in it.")]
Documents = Annotated[bool, typer.Option("--documents", help="Copy the documents too, under names that say nothing.")]
PageLanguage = Annotated[Language, typer.Option(help="Language of the review page.")]
Replace = Annotated[bool, typer.Option("--replace", help="Put the labels in the place of earlier ones.")]
Partial = Annotated[bool, typer.Option("--partial", help="Take in a form that is not finished.")]


@annotate.command("export")
def export_annotation(
    folder: Folder,
    annotator: Annotated[str, typer.Option(help="Who will label.")],
    out: Out,
    window: Annotated[int | None, typer.Option(min=0, help="Pages shown either side of a cited one. [2]")] = None,
    whole: Annotated[
        int | None, typer.Option(min=0, help="Documents up to that many pages are shown whole. [8]")
    ] = None,
    claims: Annotated[
        Path | None, typer.Option(help="File with ids of the claims to label, one a line. [all that cite]")
    ] = None,
    beside: Beside = False,
    documents: Documents = False,
    language: PageLanguage = Language.EN,
) -> None:
    """Write a review page (HTML) and an empty form (CSV) for one annotator: either may be filled in.

    Both hold statements, cited pages and pictures, and nothing of what is known of the claims; the order is the
    annotator's own.
    """
    from atomcite.benchmarks.natural import annotating
    from atomcite.benchmarks.natural.annotating import FORM
    from atomcite.benchmarks.natural.review_page import PAGE

    ids = [line.strip() for line in claims.read_text("utf-8").splitlines() if line.strip()] if claims else None
    blind = annotating.export(
        folder,
        annotator,
        out,
        embed=not beside,
        documents=documents,
        language=language.value,
        window=window,
        whole=whole,
        claims=ids,
    )
    _told(f"{len(blind.items)} claims for {annotator} in {out}: {PAGE} or {FORM} (set {blind.id})")


@annotate.command("import")
def import_annotation(folder: Folder, file: Form, replace: Replace = False, partial: Partial = False) -> None:
    """Put one annotator's labels into the data set, or say row by row what is wrong with them."""
    from atomcite.benchmarks.natural import annotating

    name, number = annotating.take_in(folder, file, replacing=replace, partial=partial)
    _told(f"{number} labels by {name} taken in.")


@annotate.command("agreement")
def agreement(
    folder: Folder,
    as_json: Annotated[bool, typer.Option("--json", help="Figures as JSON.")] = False,
) -> None:
    """Cohen's kappa of each two annotators, by verdict and by kind of claim, and where they part."""
    from atomcite.benchmarks.dataset import load
    from atomcite.benchmarks.natural import agreement, annotating

    found = agreement.comparisons(load(folder), annotating.require_study(folder))
    if as_json:
        typer.echo(json.dumps([agreement.as_json(c) for c in found], ensure_ascii=False, indent=1))
        return
    if not found:
        _told("No two annotators have labelled the same claim yet.")
    for comparison in found:
        _show(comparison)


@adjudicate.command("export")
def export_adjudication(
    folder: Folder,
    adjudicator: Annotated[str, typer.Option(help="Who will settle.")],
    out: Out,
    annotators: Annotated[
        str | None, typer.Option(help="Whose labels to settle, by commas. [all who labelled]")
    ] = None,
    beside: Beside = False,
    documents: Documents = False,
    language: PageLanguage = Language.EN,
) -> None:
    """Write a review page and a form with the claims that differ, both labels as A and B in an order by chance."""
    from atomcite.benchmarks.natural import adjudicating
    from atomcite.benchmarks.natural.annotating import FORM
    from atomcite.benchmarks.natural.review_page import PAGE

    blind = adjudicating.export(
        folder,
        adjudicator,
        out,
        annotators=_names(annotators),
        embed=not beside,
        documents=documents,
        language=language.value,
    )
    _told(f"{len(blind.items)} claims to settle in {out}: {PAGE} or {FORM} (set {blind.id})")


@adjudicate.command("import")
def import_adjudication(
    folder: Folder,
    file: Form,
    annotators: Annotated[
        str | None, typer.Option(help="Whose labels were settled, by commas. [all who labelled]")
    ] = None,
    replace: Replace = False,
    partial: Partial = False,
) -> None:
    """Put the settled labels into the data set, with what the annotators agree on by themselves."""
    from atomcite.benchmarks.natural import adjudicating

    done = adjudicating.take_in(folder, file, annotators=_names(annotators), replacing=replace, partial=partial)
    _told(f"{done.adjudicated} claims settled, {done.agreed} agreed on, {done.waiting} not labelled by all.")


def _names(given: str | None) -> list[str]:
    return [name.strip() for name in given.split(",") if name.strip()] if given else []


def _told(text: str) -> None:
    Console(highlight=False, soft_wrap=True).print(text, markup=False)


def _show(found: Comparison) -> None:
    pair = found.verdicts
    table = Table("", "claims", "agree", "kappa", title=f"{pair.first} and {pair.second}")
    rows = [("verdict", pair.overall), ("whole label", found.whole)]
    for name, figure in [*rows, *((f"  {kind}", a) for kind, a in pair.by_type.items())]:
        table.add_row(name, str(figure.count), f"{figure.observed:.1%}", f"{figure.kappa:.3f}")
    Console().print(table)
    if found.kappa[0] == found.kappa[0]:
        _told(f"95 % interval of kappa on the verdict, over documents: {found.kappa[0]:.3f} to {found.kappa[1]:.3f}")
    uses = Table("verdict", "uses", "both", title="Of each verdict's uses, by both")
    for verdict, (share, number) in found.specific.items():
        uses.add_row(verdict, str(number), f"{share:.1%}")
    Console().print(uses)
    parted = Table(pair.first, pair.second, "claims", title="Verdicts")
    for (first, second), number in sorted(found.confusion.items(), key=lambda item: -item[1]):
        parted.add_row(first, second, str(number))
    Console().print(parted)
