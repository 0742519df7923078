"""What a claim verdict rests on, beyond the channels' own reasons, in words."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from atomcite.documents import identity
from atomcite.domain import (
    Action,
    ClaimResult,
    ClaimVerdict,
    DocumentInfo,
    Message,
    PageIdentity,
    PageRef,
    Suggestion,
    message,
)
from atomcite.pipeline.channels import pages_of
from atomcite.policies import Decision


def comments(
    claim: ClaimResult,
    decision: Decision,
    document: DocumentInfo,
    *,
    other: str | None = None,
    missing: Sequence[str] = (),
    found: Sequence[Suggestion] = (),
    looked: Sequence[int] = (),
    missed: Sequence[int] = (),
) -> list[Message]:
    """`other` is another document that the claim cites, `missing` are references without a page, `found` the better
    pages, `looked` and `missed` the pages of the window that could and could not be checked."""
    verdict = decision.verdict
    said: list[Message] = []
    if verdict is ClaimVerdict.UNCITED:
        said.append(message("run.uncited"))
    elif other:
        said.append(message("run.other_document", name=other))
    elif verdict is ClaimVerdict.NO_SUCH_PAGE:
        code = "run.no_such_page" if len(missing) == 1 else "run.no_such_pages"
        said.append(message(code, refs=_some(missing), count=document.page_count))
    elif verdict is ClaimVerdict.CONFLICT:
        said.append(message(f"run.conflict_{decision.leaning or 'neither'}"))
    elif verdict is ClaimVerdict.WRONG_PAGE:
        said.append(_found_elsewhere(found, decision.action))
    elif verdict is ClaimVerdict.UNSUPPORTED:
        if looked:
            said.append(message("run.not_near", pages=_ranges(looked)))
        if missed:
            said.append(message("run.neighbours_unread", pages=_ranges(missed)))
        if decision.near:
            said.append(message("run.near"))
    if decision.single_channel:
        absent = "image" if claim.image is None or claim.image.verdict == "not_checked" else "text"
        said.append(message(f"run.only_{'text' if absent == 'image' else 'image'}"))
    if verdict is ClaimVerdict.CORRECT and not any(r and r.verdict == "supported" for r in (claim.text, claim.image)):
        said.append(message("run.alike"))
    if verdict is ClaimVerdict.CORRECT and len(claim.physical) > 1:
        unused = [p for p in claim.physical if p not in pages_of(claim.text) | pages_of(claim.image)]
        if unused:
            said.append(message("run.page_adds_nothing", pages=_ranges(unused)))
    said += [signal.note for signal in claim.signals]
    shown = {*decision.review, *decision.marks} - {"single_channel", "signal"}  # those were said above
    said += [message(f"run.trait_{trait}") for trait in sorted(shown)]
    if decision.review:
        said.append(message("run.review"))
    return said


def shift_notice(results: Sequence[ClaimResult]) -> tuple[Message, ...]:
    """The constant distance between cited and better pages, said once for the document. Claims that stand where
    they are cited speak against one."""
    pairs: list[tuple[int, int]] = []
    for r in results:
        if len(r.cited_pages) != 1 or r.cited_pages[0].page is None:
            continue
        cited = r.cited_pages[0].page.physical
        if r.verdict is ClaimVerdict.WRONG_PAGE:
            pairs += [(cited, best.page.physical) for best in r.suggested_pages[:1] if not best.others]
        elif r.verdict is ClaimVerdict.CORRECT:
            pairs.append((cited, cited))
    shift = identity.diagnose_shift(pairs)
    claims = sum(better - cited == shift for cited, better in pairs)
    return () if shift is None else (message("run.shifted", shift=f"{shift:+d}", claims=claims),)


def printed_notice(
    results: Sequence[ClaimResult], printed: Callable[[PageRef], int | None] | None
) -> tuple[Message, ...]:
    """Said once, where numbers were taken for positions, other pages print these numbers, and not all is borne out:
    the answer may count as the pages do. `printed` gives the page that prints a cited number."""
    if printed is None or all(r.verdict is ClaimVerdict.CORRECT for r in results):
        return ()
    for resolved in (p for r in results for p in r.cited_pages if p.reading == "physical" and p.page is not None):
        page = printed(PageRef(raw=resolved.ref))
        if page is not None:
            return (message("run.printed_elsewhere", ref=resolved.ref, page=page),)
    return ()


def _found_elsewhere(found: Sequence[Suggestion], action: Action) -> Message:
    """Where the statement stands: the page that is proposed, or those of which a person must choose."""
    best, *others = ("-".join(map(_shown, s.pages)) for s in found)
    if action is Action.FLAG and others:
        return message("run.found_on_several", pages=", ".join([best, *others]))
    if others:
        return message("run.found_best", page=best, others=", ".join(others))
    if found[0].others:
        return message("run.found_together", pages=best)
    return message("run.found_elsewhere", page=best)


def _some(refs: Sequence[str]) -> str:
    """The first few of a list that may be long."""
    return ", ".join(refs) if len(refs) <= 5 else f"{', '.join(refs[:4])}, ... {refs[-1]}"


def _shown(page: PageIdentity) -> str:
    other = page.label or page.folio
    return f"{page.physical} ({other})" if other and other != str(page.physical) else str(page.physical)


def _ranges(pages: Sequence[int]) -> str:
    """[2, 3, 5] -> "2-3, 5"."""
    parts: list[list[int]] = []
    for page in sorted(pages):
        if parts and page == parts[-1][-1] + 1:
            parts[-1].append(page)
        else:
            parts.append([page])
    return ", ".join(str(p[0]) if len(p) == 1 else f"{p[0]}-{p[-1]}" for p in parts)
