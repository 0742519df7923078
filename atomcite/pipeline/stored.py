"""Runs that were stored: their claims and results, taken up again, and the dossier that a run leaves."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

from atomcite import answers
from atomcite.answers import Decomposition
from atomcite.audit import Journal
from atomcite.domain import Action, Channel, ChannelResult, Claim, Language, Report
from atomcite.pipeline.correcting import APPLIED, Apply, corrected, mode_of
from atomcite.pipeline.plan import Pages, Results, Task
from atomcite.policies import Policy
from atomcite.reports import MoreReports, PageImages, write_dossier


def claims_of(report: Report) -> Decomposition:
    """The claims that a run was about, with the answer that they stand in."""
    fields = ("id", "statement", "spans", "citations", "origin")
    claims = tuple(Claim.model_validate({name: getattr(c, name) for name in fields}) for c in report.claims)
    return Decomposition(answer=report.answer or "", claims=claims)


def known_results(report: Report) -> Results:
    """All that was checked in a run, as the pipeline asks for it."""
    found: dict[Task, dict[Channel, ChannelResult]] = {}
    for claim in report.claims:
        looked: list[tuple[Pages, ChannelResult | None, ChannelResult | None]] = [
            (look.physical, look.text, look.image) for look in claim.looks
        ]
        if not claim.each:
            looked.append((claim.physical, claim.text, claim.image))
        for pages, text, image in looked:
            results = found.setdefault(Task(pages, claim.statement), {})
            if text:
                results["text"] = text
            if image:
                results["image"] = image
    return found


def write_run(
    out: str | Path,
    report: Report,
    images: PageImages,
    language: Language,
    encoding: answers.Encoding = "utf-8",
    more: MoreReports | None = None,
    *,
    policy: Policy,
    journal: Journal | None = None,
    apply: Apply = "propose",
) -> None:
    """The dossier of `report` in the folder `out`, with the corrected answer and its patch where there was an answer,
    and with the forms of `more`.

    `policy` is what decided, `journal` what was done before, `apply` what becomes of the corrections. Raises
    OutputError when the folder holds something else or can't be written.
    """
    journal = journal or Journal()
    for claim in report.claims:
        journal.note("decided", claim=claim.id, verdict=claim.verdict, action=claim.action, rule=claim.rule)
    report = report.model_copy(update={"settings": report.settings | {APPLIED: mode_of(apply)}})
    made, text = corrected(report, apply, language, encoding), None
    if made and report.answer is not None:
        text = answers.encoded(answers.apply_patch(report.answer, made.patch), encoding)
        more = replace(more or MoreReports(), corrected=made.claims)
        if callable(apply):
            for before, after in zip(report.claims, made.claims, strict=True):
                if before.action is not Action.KEEP:
                    page = [s.page.physical for s in after.suggested_pages if after.action is Action.FIX_PAGE][:1]
                    journal.note("corrected", claim=before.id, proposed=before.action, taken=after.action, page=page)
    write_dossier(
        out,
        report,
        images,
        language,
        corrected=text,
        patch=made.patch if made else None,
        more=more,
        policy=policy.model_dump_json(by_alias=True),
        journal=journal,
    )
