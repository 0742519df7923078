"""`atomcite audit`: whether a dossier is as it was left."""

from __future__ import annotations

import json
from enum import StrEnum
from pathlib import Path
from typing import Annotated

import typer


class AuditFormat(StrEnum):
    TABLE = "table"
    JSON = "json"


def audit(
    run: Annotated[Path, typer.Argument(help="The dossier that a run left (--out).")],
    document: Annotated[
        Path | None, typer.Option(help="The document: check that it is the one that the run was about.")
    ] = None,
    replay: Annotated[
        bool, typer.Option("--replay", help="Decide again from what is stored; all must come out the same.")
    ] = False,
    head: Annotated[str | None, typer.Option(help="The head hash that an earlier audit printed.")] = None,
    output: Annotated[AuditFormat, typer.Option("--format", help="table or json.")] = AuditFormat.TABLE,
) -> None:
    """Check every byte of a dossier against its seal and say what was changed, added or removed.

    The seal shows accidents and edits. Whoever writes the whole dossier anew can seal it anew as well: keep the head
    hash elsewhere and give it back with --head to rule that out.
    """
    from atomcite.audit import audit
    from atomcite.documents import sha256_of
    from atomcite.errors import AuditFailed
    from atomcite.pipeline import replay_run

    checked = audit(run, document_sha256=sha256_of(document) if document else None, head=head)
    found = list(checked.findings)
    replays = replay and not found
    if replays:
        found += replay_run(run, checked)
    if output is AuditFormat.JSON:
        items = [{"kind": f.kind, "where": f.where, "what": f.what} for f in found]
        typer.echo(json.dumps({"head": checked.head, "findings": items}, ensure_ascii=False, indent=2))
    else:
        for finding in found:
            typer.echo(f"{finding.kind:8} {finding.where}: {finding.what}")
        typer.echo(f"head     {checked.head}")
    if found:
        skipped = (
            " The decisions were not replayed: what they rest on is not certain." if replay and not replays else ""
        )
        raise AuditFailed(
            f"The dossier {run} is not as it was sealed: {len(found)} finding(s).{skipped}",
            "Take the dossier from where it was kept safe, or run the verification again.",
        )
    if output is AuditFormat.TABLE:
        typer.echo("All as it was sealed" + ("; the decisions come out the same." if replays else "."))
