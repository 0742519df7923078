"""`atomcite bench`, the part that makes, checks and converts data sets."""

from __future__ import annotations

import json
import shlex
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from atomcite.errors import UsageError

if TYPE_CHECKING:
    from atomcite.benchmarks.injection import Injected, Plan
    from atomcite.benchmarks.injection.evidence import FileReader

app = typer.Typer()

Folder = Annotated[Path, typer.Argument(help="A data set's folder.")]
Out = Annotated[Path, typer.Option(help="Folder for the new data set, empty or not there.")]
Seed = Annotated[int, typer.Option(help="Decides on all that is drawn.")]
PerType = Annotated[
    int | None, typer.Option(help="Most errors of each type. [as many as --controls leaves, types taking turns]")
]
Types = Annotated[str | None, typer.Option(help="Types of errors, with commas between them. [all]")]
Controls = Annotated[
    float,
    typer.Option(help="Share of correct claims in the outcome: decides how many errors are taken, types in turn."),
]
Difficulty = Annotated[
    str | None, typer.Option(metavar="easy=1,hard=2", help="How often each degree is drawn; others are left out.")
]
Balance = Annotated[bool, typer.Option("--balance", help="As many of every type as of the rarest.")]
TextOnly = Annotated[
    bool,
    typer.Option("--text-only", help="Verify in text layers alone; documents without one are left out."),
]
NoCache = Annotated[bool, typer.Option("--no-cache", help="Keep no readings on disk.")]


@app.command("schema")
def schema(
    name: Annotated[str, typer.Argument(metavar="FILE", help="claims, answers, documents or dataset")] = "claims",
) -> None:
    """The JSON Schema of one record of a data set's file."""
    from atomcite.benchmarks.dataset.schema import RECORDS, stored_schema

    known = {file.split(".")[0]: file for file in RECORDS}
    if name.split(".")[0] not in known:
        raise UsageError(f"A data set has no file {name!r}.", f"There are {', '.join(known)}.")
    sys.stdout.write(stored_schema(known[name.split(".")[0]]))


@app.command("validate")
def validate(
    folder: Folder,
    as_json: Annotated[bool, typer.Option("--json", help="Findings as JSON.")] = False,
    no_files: Annotated[bool, typer.Option("--no-files", help="Don't look at the documents' files.")] = False,
    strict: Annotated[bool, typer.Option("--strict", help="Warnings count as errors for the exit code.")] = False,
) -> None:
    """All faults of a data set, by file, line and field. Exit code 1 when there are errors."""
    from dataclasses import asdict

    from atomcite.benchmarks.dataset.validation import errors_of, tally, validate

    findings = validate(folder, files=not no_files)
    errors = errors_of(findings)
    if as_json:
        found = {"errors": len(errors), "warnings": len(findings) - len(errors)}
        sys.stdout.write(json.dumps({**found, "findings": [asdict(f) for f in findings]}, ensure_ascii=False) + "\n")
    else:
        for finding in findings:
            sys.stdout.write(f"{finding}\n")
        sys.stdout.write(f"{tally(findings)}\n")
    if errors or (strict and findings):
        raise typer.Exit(1)


@app.command("export")
def export(
    folder: Folder,
    out: Annotated[Path, typer.Argument(help="Folder to write to, empty or not there.")],
    no_documents: Annotated[bool, typer.Option("--no-documents", help="Leave the documents' files behind.")] = False,
    to: Annotated[str, typer.Option(help="The layout: parquet (that of Hugging Face datasets).")] = "parquet",
) -> None:
    """A data set as Parquet files with a card, as `datasets.load_dataset(OUT, "claims")` reads them."""
    from atomcite.benchmarks.dataset import load
    from atomcite.benchmarks.dataset.exchange import export_parquet

    if to != "parquet":
        raise UsageError(f"There is no layout {to!r}.", "There is parquet.")
    for path in export_parquet(load(folder), out, documents=not no_documents):
        sys.stdout.write(f"{path}\n")


@app.command("import")
def import_(
    source: Annotated[Path, typer.Argument(help="A folder that `bench export` wrote, or a clone of one.")], out: Out
) -> None:
    """The data set of a folder of Parquet files."""
    from atomcite.benchmarks.dataset import save
    from atomcite.benchmarks.dataset.exchange import copy_documents, import_parquet
    from atomcite.benchmarks.injection.output import check_empty

    check_empty(out)
    dataset = import_parquet(source)
    save(dataset, out)
    here = [d for d in dataset.documents if d.path is not None and (source / d.path).is_file()]
    copy_documents(dataset, out, here)
    sys.stdout.write(f"{out}: {len(dataset.claims)} claims, {len(here)} of {len(dataset.documents)} documents\n")


@app.command("inject")
def inject(
    folder: Folder,
    out: Out,
    seed: Seed = 1,
    per_type: PerType = None,
    types: Types = None,
    controls: Controls = 0.5,
    difficulty: Difficulty = None,
    balance: Balance = False,
    no_answers: Annotated[bool, typer.Option("--no-answers", help="Claims alone, not put into answers.")] = False,
    complete: Annotated[
        bool, typer.Option("--complete", help="The labels name all pages that bear a claim out: don't look for more.")
    ] = False,
    text_only: TextOnly = False,
    no_cache: NoCache = False,
) -> None:
    """Errors put into the correct claims of a data set, each verified against the whole document."""
    from atomcite.benchmarks.dataset import load
    from atomcite.benchmarks.injection import inject, load_facts
    from atomcite.benchmarks.injection.output import check_empty

    check_empty(out)
    plan = _plan(per_type, types, controls, difficulty, balance, not no_answers)
    made = inject(
        load(folder),
        seed=seed,
        plan=plan,
        facts=load_facts(folder),
        complete=complete,
        reader=_reader(text_only, no_cache),
    )
    _write(made, out)


@app.command("build")
def build(
    folder: Annotated[Path, typer.Argument(help="A folder of PDF files.")],
    out: Out,
    claims: Annotated[
        Path | None,
        typer.Option(help="Correct claims: CSV or JSON Lines with file, statement, page. [taken from the pages]"),
    ] = None,
    degrade: Annotated[
        str, typer.Option(help="Forms of each document: clean, scan, badscan, with commas.")
    ] = "clean",
    per_document: Annotated[int, typer.Option(help="Most statements taken from a document.")] = 12,
    dev: Annotated[float, typer.Option(help="Share of documents in the split dev; the others are in test.")] = 0.0,
    name: Annotated[str, typer.Option(help="Name of the data set.")] = "",
    licence: Annotated[str, typer.Option(help="Licence of the data set: an SPDX identifier.")] = "other",
    seed: Seed = 1,
    per_type: PerType = None,
    types: Types = None,
    controls: Controls = 0.5,
    difficulty: Difficulty = None,
    balance: Balance = False,
    text_only: TextOnly = False,
    no_cache: NoCache = False,
) -> None:
    """A data set from a folder of your PDFs: correct statements, verified errors, answers, splits and a card."""
    from atomcite.benchmarks.injection.build import Build, build, read_given
    from atomcite.benchmarks.injection.output import check_empty

    check_empty(out)
    what = Build(name or folder.resolve().name, licence, tuple(degrade.split(",")), per_document, dev)
    made = build(
        folder,
        out,
        seed=seed,
        what=what,
        plan=_plan(per_type, types, controls, difficulty, balance, True),
        given=read_given(claims) if claims is not None else (),
        reader=_reader(text_only, no_cache),
        progress=lambda text: typer.echo(text, err=True),
    )
    _write(made, out)


@app.command("sample")
def sample(
    folder: Folder,
    html: Annotated[Path, typer.Option(help="The page to write.")],
    errors: Annotated[int, typer.Option(help="How many injected errors.")] = 50,
    seed: Seed = 1,
    text_only: TextOnly = False,
    no_cache: NoCache = False,
) -> None:
    """Injected errors beside the pages that they cite, for a person to look at."""
    from atomcite.benchmarks.dataset import load
    from atomcite.benchmarks.injection.sample import sample_errors

    shown = sample_errors(load(folder), html, errors=errors, seed=seed, reader=_reader(text_only, no_cache))
    sys.stdout.write(f"{html}: {shown} errors\n")


def _reader(text_only: bool, no_cache: bool) -> FileReader:
    from atomcite.benchmarks.injection.evidence import PIXEL_ENGINES, FileReader
    from atomcite.cache import DiskCache

    return FileReader(None if no_cache else DiskCache(), () if text_only else PIXEL_ENGINES)


def _plan(
    per_type: int | None, types: str | None, controls: float, difficulty: str | None, balance: bool, answers: bool
) -> Plan:
    from atomcite.benchmarks.injection import INJECTED, Plan

    weights: dict[str, float] = {}
    for part in (difficulty or "").split(","):
        degree, sign, weight = part.strip().partition("=")
        if not part:
            continue
        try:
            weights[degree] = float(weight) if sign else 1.0
        except ValueError as error:
            raise UsageError(f"{part!r} is no weight.", "Write --difficulty easy=1,medium=1,hard=2.") from error
        if degree not in {"easy", "medium", "hard"}:
            raise UsageError(f"There is no difficulty {degree!r}.", "There are easy, medium, hard.")
    wanted = tuple(t.strip() for t in types.split(",")) if types else INJECTED
    return Plan(
        types=wanted,  # type: ignore[arg-type]  # Plan says which there are
        per_type=per_type,
        controls=controls,
        difficulty=weights,  # type: ignore[arg-type]
        balance=balance,
        answers=answers,
    )


def _write(made: Injected, out: Path) -> None:
    from rich.console import Console
    from rich.table import Table

    from atomcite.benchmarks.injection.output import write

    dataset = write(made, out, command=shlex.join(["atomcite", *sys.argv[1:]]))
    errors = [c for c in dataset.claims if c.fault]
    console = Console(soft_wrap=True, highlight=False)
    if not console.is_terminal:  # a log has no width of its own
        console.width = max(console.width, 120)
    right = len(dataset.claims) - len(errors)
    share = f" ({right / len(dataset.claims):.0%})" if dataset.claims else ""
    console.print(f"{out}: {len(errors)} errors, {right} correct claims{share}", markup=False)
    for note in made.notes:
        console.print(f"Note: {note}", markup=False)
    kinds = sorted({c.fault.type for c in errors if c.fault} | {kind for kind, _ in made.counts} - {"statement"})
    table = Table("type", "made", "dropped, and why")
    for kind in kinds:
        why = ", ".join(f"{n} {reason}" for (k, reason), n in sorted(made.counts.items()) if k == kind)
        table.add_row(kind, str(sum(c.fault is not None and c.fault.type == kind for c in errors)), why)
    refused = [f"{n} {reason}" for (kind, reason), n in sorted(made.counts.items()) if kind == "statement"]
    if refused:
        kept = sum(c.control == "original" for c in dataset.claims)
        table.add_section()
        table.add_row("correct statement", str(kept), ", ".join(refused))
    console.print(table)
