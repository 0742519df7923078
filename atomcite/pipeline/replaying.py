"""Decisions of a stored run, made again."""

from __future__ import annotations

from pathlib import Path

from pydantic import ValidationError

from atomcite.audit import Audit, Finding
from atomcite.domain import ClaimResult, Report
from atomcite.errors import OutputError
from atomcite.pipeline.deciding import decide
from atomcite.policies import Policy
from atomcite.reports import read_run


def replayed(report: Report, policy: Policy) -> tuple[Finding, ...]:
    """Claims of a stored run for which `policy` now decides otherwise over what the channels said then; empty when
    all come out the same."""
    again = decide(report, policy).claims
    return tuple(
        Finding("decision", f"claim {old.id}", "; ".join(_differences(old, new)))
        for old, new in zip(report.claims, again, strict=True)
        if old != new
    )


def replay_run(folder: str | Path, audit: Audit) -> tuple[Finding, ...]:
    """Decides the run in `folder` again, with the policy of its seal. Raises OutputError for a dossier without a
    policy or one of another version."""
    if audit.policy is None:
        raise OutputError(f"The dossier {folder} holds no policy to decide by.", "Audit it without --replay.")
    try:
        policy = Policy.model_validate_json(audit.policy)
    except ValidationError as error:
        raise OutputError(
            f"The policy of the dossier {folder} can't be used by this version ({error.error_count()} errors in it).",
            "Audit it with the version that wrote it; manifest.json names it.",
        ) from error
    return replayed(read_run(folder), policy)


def _differences(old: ClaimResult, new: ClaimResult) -> list[str]:
    found = []
    for name in type(old).model_fields:
        was, now = getattr(old, name), getattr(new, name)
        if was != now:
            simple = isinstance(was, str | bool | None) and isinstance(now, str | bool | None)
            found.append(f"{name} was {was}, now {now}" if simple else f"{name} comes out differently")
    return found
