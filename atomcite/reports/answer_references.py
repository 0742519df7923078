"""The references of a corrected answer: where each of its statements that a page bears out can be looked up."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from atomcite.answers import Edit
from atomcite.domain import Action, ClaimResult, ClaimVerdict, Language, Reference, message
from atomcite.references import worded
from atomcite.reports.markdown import escape
from atomcite.reports.untrusted import one_line


def referred(claims: Sequence[ClaimResult], edits: Sequence[Edit]) -> list[tuple[ClaimResult, Reference]]:
    """Claims that are borne out as `edits` leave the answer, each with its references: those that are correct, and
    those whose citation `edits` moves to the page that bears them out; without documents that may not be named."""
    moved = {claim for edit in edits if edit.kind == "fix_page" for claim in edit.claims}
    return [(claim, reference) for claim in claims for reference in _of(claim, moved) if not reference.withheld]


def heading(language: Language) -> str:
    """What the list is called; the decomposer knows both and takes no claims from such a list."""
    return message("forms.answer_references").render(language)


def references_as_markdown(
    answer: str, claims: Sequence[ClaimResult], edits: Sequence[Edit], language: Language
) -> str:
    """The list, to stand after the end of `answer`, with the answer's line ends; empty when there are none."""
    entries = referred(claims, edits)
    if not entries:
        return ""
    lines = [f"## {heading(language)}", ""]
    for claim, reference in entries:
        place = escape(worded(reference, language))
        link = (
            f" ([{message('report.reference_open').render(language)}](<{reference.link}>))" if reference.link else ""
        )
        lines.append(f"- {_quoted(escape(claim.statement), language)} — {place}{link}")
    newline = "\r\n" if "\r\n" in answer else "\n"
    before = newline if answer.endswith(("\n", "\r")) else newline * 2
    return before + newline.join(lines) + newline


def entry_text(claim: ClaimResult, reference: Reference, language: Language) -> str:
    """An entry of the list as one line of plain text, without its link."""
    return f"{_quoted(one_line(claim.statement), language)} — {one_line(worded(reference, language))}"


def _of(claim: ClaimResult, moved: set[str]) -> Iterator[Reference]:
    if claim.verdict is ClaimVerdict.CORRECT and claim.action is not Action.DELETE:
        yield from claim.borne_out_by
    elif claim.action is Action.FIX_PAGE and claim.id in moved:
        best = claim.suggested_pages[0].physical
        yield from (reference for reference in claim.borne_out_by if reference.page.physical in best)


def _quoted(statement: str, language: Language) -> str:
    return message("reference.quoted", text=statement).render(language)
