"""The corrected answer of a run: what is taken of the corrections, and the way back."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Literal, get_args

from atomcite import answers
from atomcite.answers import Encoding, Patch
from atomcite.domain import ClaimResult, Language, Report
from atomcite.errors import AnswerError, UsageError
from atomcite.reports import references_as_markdown

Choose = Callable[[Report], Sequence[ClaimResult]]
"""The claims of a report as somebody decided about their corrections (`atomcite.answers.choose`)."""
Apply = Literal["propose", "all", "none"] | Choose
"""What becomes of the corrections. "propose": the corrected answer shows them, deletions struck out. "all": they are
made. "none": there is no corrected answer. A `Choose` is asked which are made."""
ANSWER_SHA256, ENCODING, APPLIED = "answer_sha256", "answer_encoding", "apply"
"""Under what names the settings of a run keep the hash of its answer, its file's encoding, and what became of the
corrections."""


@dataclass(frozen=True)
class Corrected:
    """`claims` are as the corrections have them, `patch` leads from the answer to the corrected one and back."""

    claims: tuple[ClaimResult, ...]
    patch: Patch


def check_apply(apply: Apply) -> None:
    """Raises UsageError for a word that `Apply` does not have."""
    words = get_args(get_args(Apply)[0])
    if not callable(apply) and apply not in words:
        raise UsageError(f"apply={apply!r} is not possible.", f"Choose one of: {', '.join(words)}, or a function.")


def encoding_of(report: Report) -> Encoding:
    """That of the file which a stored run verified."""
    stored = report.settings.get(ENCODING)
    return next((known for known in get_args(Encoding) if known == stored), "utf-8")


def mode_of(apply: Apply) -> str:
    """How the settings of a run name it."""
    return "ask" if callable(apply) else apply


def corrected(
    report: Report, apply: Apply, language: Language = "en", encoding: Encoding = "utf-8"
) -> Corrected | None:
    """What `apply` makes of the answer of `report`; None without an answer, or where it is to be left alone."""
    if report.answer is None or apply == "none":
        return None
    claims = tuple(apply(report) if callable(apply) else report.claims)
    edits = answers.corrections(claims, report.answer)
    patch = answers.patch_of(
        report.answer,
        edits,
        form="proposed" if apply == "propose" else "applied",
        language=language,
        encoding=encoding,
        appended=references_as_markdown(report.answer, claims, edits, language),
    )
    return Corrected(claims, patch)


def applied_to(
    report: Report,
    answer: str,
    apply: Apply,
    language: Language = "en",
    encoding: Encoding = "utf-8",
    known: Sequence[Patch] = (),
) -> Patch | None:
    """The patch that makes `apply`'s corrections of a stored run in `answer`; None when one of the patches `known`,
    or all corrections, were made in it already.

    Raises AnswerError for a text that is neither the answer of the run nor one that was corrected so, UsageError for
    a run without an answer.
    """
    verified = report.settings.get(ANSWER_SHA256) or (answers.digest(report.answer) if report.answer else None)
    if report.answer is None or verified is None:
        raise UsageError(
            "The run was over ready-made claims: there is no answer to correct.", "Verify the text of an answer."
        )
    found = answers.digest(answer)
    if found != verified:
        every = corrected(report, "all", language, encoding)
        made = [*known, *([every.patch] if every else [])]
        if any(p.answer_sha256 == verified and p.corrected_sha256 == found for p in made):
            return None
        raise AnswerError(
            "The answer is not the one that the run verified: it has changed since (by its SHA-256).",
            "Verify it again, or give the text that was verified.",
        )
    done = corrected(report.model_copy(update={"answer": answer}), apply, language, encoding)
    return done.patch if done else None
